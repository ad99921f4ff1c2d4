#include "hw/rtl/project_files.hpp"

#include "hw/rtl/chain_access.hpp"
#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/fabric_rtl.hpp"
#include "hw/rtl/project_makefile.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/fabric/bitstream.hpp"

namespace kintsugi::rtl {

namespace {

/// Commands of Yosys for the fabric by itself.
const char* const kSynth = R"(# every module by itself: the loops of a fabric are in no module
chparam -set FlitBits @FLIT@ @TOP@
)";

const char* const kSynthConfigured = R"(# with the states wired in the fabric is wires: no cell and no loop is left
chparam -set FlitBits @FLIT@ @TOP@
hierarchy -check -top @TOP@
proc
flatten
opt -full
simplemap
opt -full
clean -purge
# newer releases of Yosys note scopes as cells
delete t:$scopeinfo
select -assert-none t:*
check -assert
)";

std::string about_chain(const FabricRtl& request) {
  if (request.preconfigured) {
    return "The states are wired in (parameter `States` of `" + flat(request.fabric->name) +
           ".sv`): there is no configuration chain, and\nsynthesis comes down to wires.\n";
  }
  const ConfigurationLayout layout(*request.fabric, request.chain_bits);
  return "The configuration chain takes words of " + std::to_string(request.chain_bits) + " bits, " +
         std::to_string(layout.stream_words()) +
         " words for a stream. `kt_config_chain.sv` says how a stream is given;\n"
         "`bitstream.memh` is that of the repair. The checksum begins with the number of the fabric, 0x" +
         hex_word(request.fabric->number) + ".\n";
}

const char* const kFabricPage = R"(# The fabric `@TOP@` in SystemVerilog

Written by `kintsugi export`, for one repair: states and constraints hold for this repair, the modules for every one.

```
make lint     # Verilator and Icarus Verilog: no message
make sim      # the bench checks the fabric by itself and ends in PASS or FAIL
make synth    # Yosys: cells and flip-flops
make sta      # OpenSTA: loops and the longest path in these states, for flits of one bit
@TAP@```

@CHAIN@
| file | holds |
|---|---|
| `@TOP@.sv` | the netlist: switches, wires@FIELDS@; `<site>_<port>_i` comes from a router, `_o` goes to it |
@PACKED@| `kt_@TOP@_pkg.sv`, `kt_*.sv` | names of the states; a module for every kind of switch@LIBRARY@ |
@ASSERTIONS@| `placement.memh` | the node of every site; not in the stream: routers must be told; the bench checks it |
@ACCESS@| `connections.txt` | which port meets which, as the model extracts it from the states |
| `@TOP@.sdc`@FLAT@ | constraints: the values of the states, clock and delays of ports@NAMES@ |
| `sta.ys`, `sta.tcl`, `kt_toy.lib` | what `make sta` runs, with a library of a few cells |
| `kt_bench.sv`, other `*.memh` | the bench and its tables |@SYSTEMC@

Blocks and instances have the names of the SystemC model.@WAVES@

Each lane of a wire is two nets, one for each direction. The netlist can close loops: Verilator's UNOPTFLAT is
waived for its nets. Simulate it by Verilator only where each value is compared with others, as in a SystemC chip of
kintsugi (`--systemc`): releases of it may settle on wrong values there. A preconfigured fabric has no loops but closed
rings, which no router sees. Neither has the netlist under the constraints.
)";

const char* const kPackedRow =
    "| `@TOP@_packed.sv`, `kt_@TOP@_ports_pkg.sv` | the netlist with `lane_i[site][port]` and `lane_o[site][port]`; "
    "the numbers of sites and ports |\n";

std::string page(const FabricRtl& request) {
  const std::string top = flat(request.fabric->name);
  const bool chain = !request.preconfigured;
  return filled(kFabricPage,
                {{"CHAIN", about_chain(request)},
                 {"FIELDS", chain ? ", fields, the configuration chain" : ", with the states as a parameter"},
                 {"ASSERTIONS", chain ? "| `kt_assertions.svh` | macros of the assertions in the modules |\n" : ""},
                 {"TAP", chain ? kTapTarget : ""},
                 {"ACCESS", chain ? kAccessRows : ""},
                 {"LIBRARY", chain ? "; field and chain" : ""},
                 {"WAVES", chain ? " `make wave` writes `@TOP@.vcd`: the save file that\n`kintsugi run` writes for "
                                   "GTKWave opens that of an export without a prefix, as far as chain and "
                                   "switches\ngo. States are numbers there:\n"
                                   "0 and up, in the order of the package."
                                 : ""},
                 {"PACKED", request.packed ? kPackedRow : ""},
                 {"FLAT", chain ? ", `" + top + "_flat.sdc`" : ""},
                 {"NAMES", chain ? "; the second for a netlist without hierarchy" : ""},
                 {"SYSTEMC", request.systemc
                                 ? "\n| `kt_fabric.sv`, `kt_fabric.hpp`, `CMakeLists.txt`, `kt_fabric.mk` | the fabric "
                                   "as a module of SystemC, made by Verilator, for a chip of kintsugi |"
                                 : ""},
                 {"TOP", top}});
}

}  // namespace

std::vector<RtlFile> project_files(const FabricRtl& request, const std::vector<RtlFile>& sources) {
  const std::string top = flat(request.fabric->name), flit = std::to_string(request.flit_bits);
  const std::string commands =
      filled(request.preconfigured ? kSynthConfigured : kSynth, {{"FLIT", flit}, {"TOP", top}});
  ProjectForm form{.top = top,
                   .lint_options = " -GFlitBits=" + flit,
                   .defines = {},
                   .wave = !request.preconfigured,
                   .synthesis = commands + (request.preconfigured ? "" : synthesis_by_module(top)),
                   .constraints = top + ".sdc",
                   .timed_form = "chparam -set FlitBits 1 " + top + '\n',
                   .model_says = longest_link(*request.fabric, request.configuration)};
  form.tap = !request.preconfigured;
  if (request.packed) form.lint_top = top + "_packed";
  if (form.tap) form.defines = {"KT_PROBES", "KT_ASSERTIONS", "KT_ANY_INPUT", "KT_UPSETS"};
  std::vector<RtlFile> files = project_makefile(form, sources);
  files.push_back({"README.md", page(request)});
  return files;
}

}  // namespace kintsugi::rtl
