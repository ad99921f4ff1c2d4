#include "hw/rtl/chip_rtl.hpp"

#include <algorithm>
#include <stdexcept>

#include "hw/rtl/chain_access.hpp"
#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/fabric_rtl.hpp"
#include "hw/rtl/project_makefile.hpp"
#include "hw/rtl/site_routers.hpp"
#include "hw/rtl/systemc_routers.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/fabric/bitstream.hpp"

namespace kintsugi::rtl {

namespace {

const char* const kChipPage = R"(# A chip on the fabric `@TOP@` in SystemVerilog

Written by `kintsugi export`, for @NETWORK@ with the routing @ROUTING@ and one repair: states, nodes, links and
constraints hold for this repair, the modules for every one@MOST@.

```
make lint     # Verilator and Icarus Verilog: no message
make sim      # the bench@LOADS@ sends packets, and ends in PASS or FAIL
make wave     # the same, and writes @TOP@.vcd
make synth    # Yosys: cells and flip-flops
make sta      # OpenSTA: loops and the longest path in these states
@TAP@```

| file | holds |
|---|---|
| `@TOP@.sv` | the netlist: switches, wires, @STATES@, and a router at every site |
| `kt_node_router_0.sv` | the router |
| `kt_kinds.sv`, `kt_route.sv`, `kt_candidates.sv`, `kt_adaptive.sv` | its routing as tables |
| `kt_*.sv`, `kt_@TOP@_pkg.sv` | the modules below; names of the states |
| `kt_assertions.svh` | macros of the assertions in the modules |
| `placement.memh` | the logical node of every site, for `node_i` and `active_i` |@BITSTREAM@@LINKS@@SYSTEMC@
@ACCESS@| `connections.txt` | which port meets which, as the model extracts it from the states |
| `@TOP@.sdc`@FLAT@ | constraints: the values of the states, clock and delays of ports@NAMES@ |
| `sta.ys`, `sta.tcl`, `kt_toy.lib` | what `make sta` runs, with a library of a few cells |
| `kt_bench.sv`, `packets.memh`, `sources.memh`@EXPECTED@ |

**Who lives where.** The stream sets switches only. Every site is told its logical node by `node_i`, and by `active_i`
whether it is in use: the model places nodes in the cycle in which the states come into force. Change them while no
flit is under way. A site that is not in use sends nothing, whatever its PE does.

**Lanes.** A lane is @LANE@ bits wide in each direction: {flit valid, flit, credit valid, credit channel}. A flit is
{head, tail, vc, payload}, @FLIT@ bits. The fabric has no registers.

**PEs.** Each site takes flits of its PE by `pe_flit_i`, at a register of the PE, and returns a credit for each; what
reaches the PE leaves by `pe_flit_o`. Site i has part i of the vectors, in the order of `placement.memh`.

Blocks and instances have the names of the SystemC model. Do not simulate a chip with a chain by Verilator: it may
settle on wrong values in the loops of the netlist. Under the constraints there is no loop but closed rings, which no
router sees.
)";

class ChipWriter {
 public:
  explicit ChipWriter(const ChipRtl& request)
      : request_(request),
        fabric_(*request.fabric),
        top_(flat(fabric_.name)),
        table_(routing_table_for(request.router, *request.network, *request.relation, request.progress)),
        widths_(table_, request.router),
        links_(site_links(request.link_cycles)),
        sites_(site_routers(fabric_, *request.network, table_, request.router, links_)) {
    const std::size_t ports = fabric_.sites.size() * fabric_.layout.size();
    if (request.link_cycles.size() == ports) return;
    throw std::invalid_argument("latencies of " + std::to_string(request.link_cycles.size()) + " ports for '" +
                                fabric_.name + "', whose sites have " + std::to_string(ports) + " ports");
  }

  std::vector<RtlFile> files() const {
    const FabricStates states{&fabric_, request_.configuration, request_.placement, request_.chain_bits,
                              request_.preconfigured};
    std::vector<RtlFile> files = fabric_sources(states, &sites_);
    const std::vector<RtlFile> routers = router_sources(*request_.network, table_, request_.router);
    append(files, routers);
    append(files, rtl_library({"kt_site_lanes.sv"}));
    append(files, project_makefile({.top = top_,
                                    .defines = {"KT_PROBES", "KT_ASSERTIONS"},
                                    .wave = true,
                                    .tap = !request_.preconfigured,
                                    .synthesis = synthesis_by_module(top_),
                                    .constraints = top_ + ".sdc",
                                    .model_says = longest_link(fabric_, request_.configuration)},
                                   files));
    if (request_.router.systemc) append(files, systemc_routers(*request_.network, table_, request_.router, routers));
    append(files, packet_bench(bench(), table_, request_.router));
    append(files, repair_files(
                      states, {.has_chain = !request_.preconfigured, .has_sites = true, .has_extra = links_.most > 0}));
    if (links_.most > 0) files.push_back(links());
    files.push_back({"README.md", page()});
    std::ranges::sort(files, {}, &RtlFile::name);
    return files;
  }

 private:
  PacketBench bench() const {
    const std::size_t sites = fabric_.sites.size(), ports = fabric_.layout.size();
    PacketBench bench{.top = top_,
                      .routers = {},
                      .ports = std::vector<std::size_t>(sites, ports),
                      .told = true,
                      .link_extra_bits = links_.most > 0 ? sites * ports * links_.extra_bits : 0,
                      .extra_bits = links_.extra_bits,
                      .longest_link = links_.most + 1,
                      .packets = request_.packets,
                      .delivery_cycles = request_.delivery_cycles};
    for (const Site& site : fabric_.sites) bench.routers.push_back(site.name + ".router");
    if (request_.preconfigured) return bench;
    const ConfigurationLayout layout(fabric_, request_.chain_bits);
    const std::size_t bytes = with_crc(fabric_, pack(fabric_, request_.configuration)).size();
    bench.chain_bits = request_.chain_bits;
    bench.stream_words = layout.words_of(bytes);
    bench.last_bits = layout.last_bits(bytes);
    return bench;
  }

  RtlFile links() const {
    std::string text = "// the cycles that the link of every port takes beyond its first, by site and port\n";
    for (std::size_t i = 0; i < request_.link_cycles.size(); ++i) {
      const std::size_t ports = fabric_.layout.size();
      text += hex_word(request_.link_cycles[i] - 1) + "  // " + fabric_.sites[i / ports].name + '.' +
              fabric_.layout[i % ports] + '\n';
    }
    return {"links.memh", text};
  }

  std::string page() const {
    const bool chain = !request_.preconfigured;
    return filled(
        kChipPage,
        {{"NETWORK", request_.network->name()},
         {"ROUTING", request_.relation->name()},
         {"MOST", links_.most > 0 ? " with links of at most " + std::to_string(links_.most + 1) + " cycles" : ""},
         {"LOADS", chain ? " loads the stream," : ""},
         {"STATES", chain ? "fields, the configuration chain" : "with the states as a parameter"},
         {"BITSTREAM", chain ? "\n| `bitstream.memh` | the stream of the repair, words of " +
                                   std::to_string(request_.chain_bits) +
                                   " bits; `kt_config_chain.sv` says how it is given |"
                             : ""},
         {"TAP", chain ? kTapTarget : ""},
         {"ACCESS", chain ? kAccessRows : ""},
         {"LINKS",
          links_.most > 0
              ? "\n| `links.memh` | by site and port the cycles of its link beyond the first, for `link_extra_i`; the "
                "bench takes them as they are |"
              : ""},
         {"FLAT", chain ? ", `" + top_ + "_flat.sdc`" : ""},
         {"NAMES", chain ? "; the second for a netlist without hierarchy" : ""},
         {"SYSTEMC",
          request_.router.systemc
              ? "\n| `kt_routers.hpp`, `CMakeLists.txt`, `kt_routers.mk` | the routers as modules of SystemC, "
                "made by Verilator, for a chip of kintsugi |"
              : ""},
         {"EXPECTED", expected_text(request_.delivery_cycles)},
         {"LANE", std::to_string(sites_.lane_bits)},
         {"FLIT", std::to_string(widths_.flit)},
         {"TOP", top_}});
  }

  const ChipRtl& request_;
  const Fabric& fabric_;
  std::string top_;
  RoutingTable table_;
  RouterWidths widths_;
  SiteLinks links_;
  SiteModules sites_;
};

}  // namespace

std::vector<RtlFile> chip_rtl(const ChipRtl& request) {
  return ChipWriter(request).files();
}

}  // namespace kintsugi::rtl
