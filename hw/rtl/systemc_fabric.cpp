#include "hw/rtl/systemc_fabric.hpp"

#include <stdexcept>
#include <string>

#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/systemc_routers.hpp"
#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

const char* const kPinsModule =
    R"(// The fabric `@NAME@` with the lanes of its sites, for a SystemC chip. systemc_fabric.hpp of
// kintsugi describes the ports. Written by kintsugi.
module kt_fabric #(
    parameter int Most = @MOST@  // cycles of a link beyond its first, at most
) (
    input  logic clk_i,         // of the lanes; at its falling edge they take what comes in
    input  logic config_clk_i,  // of the chain
    input  logic rst_ni,
@CHAIN@    output logic [@FIELDS@-1:0] states_o,
    output logic [@FIELDS@-1:0] shadows_o,
    input  logic [@SITES@-1:0] active_i,
    input  logic [@ENDS@*@EXTRA@-1:0] link_extra_i,
    input  logic [@ENDS@-1:0] flit_valid_i,
    input  logic [@ENDS@*@SLOT@-1:0] flit_i,
    input  logic [@ENDS@-1:0] credit_valid_i,
    input  logic [@ENDS@*@VC@-1:0] credit_vc_i,
    output logic [@ENDS@-1:0] flit_valid_o,
    output logic [@ENDS@*@SLOT@-1:0] flit_o,
    output logic [@ENDS@-1:0] credit_valid_o,
    output logic [@ENDS@*@VC@-1:0] credit_vc_o
);
  localparam int LaneW = @FLIT@ + @VC@ + 2;

  // Registers, because release 5.006 of Verilator settles on wrong values where a port of the top leads into a loop.
  logic [@SITES@-1:0]         active_q;
  logic [@ENDS@*@EXTRA@-1:0]  link_extra_q;
  logic [@ENDS@-1:0]          flit_valid_q;
  /* verilator lint_off UNUSEDSIGNAL */  // a flit does not fill its words
  logic [@ENDS@*@SLOT@-1:0]   flit_q;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [@ENDS@-1:0]          credit_valid_q;
  logic [@ENDS@*@VC@-1:0]     credit_vc_q;
  always_ff @(negedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q       <= '0;
      flit_valid_q   <= '0;
      credit_valid_q <= '0;
    end else begin
      active_q       <= active_i;
      flit_valid_q   <= flit_valid_i;
      credit_valid_q <= credit_valid_i;
    end
  end
  always_ff @(negedge clk_i) begin
    link_extra_q <= link_extra_i;
    flit_q       <= flit_i;
    credit_vc_q  <= credit_vc_i;
  end

@NETS@
  @TOP@ #(.FlitBits(LaneW)) fabric (
    .clk_i(config_clk_i), .rst_ni, @SAME@@PORTS@
  );
  assign states_o = {
@STATES@  };
  assign shadows_o = {
@SHADOWS@  };

@LANES@endmodule
)";

const char* const kPinsHeader =
    R"(// The fabric `@NAME@` as a module of SystemC, for a chip of kintsugi that has it in the place of its own wires
// and switches: written by kintsugi export --systemc.
//
//   kintsugi::RtlComparison comparison;
//   kt_rtl::Fabric fabric("fabric", comparison);
//   plan.on_link = fabric.links();
//
// CMakeLists.txt makes the library kt_fabric, and so does `make -f kt_fabric.mk`.
#pragma once

#include <kintsugi/rtl.hpp>

#include <Vkt_fabric.h>

namespace kt_rtl {

/// Returns what the fabric was exported with; the chip must have the same.
inline kintsugi::RtlFabricForm fabric_form() {
  kintsugi::RtlFabricForm form;
  form.number = @NUMBER@;
  form.sites = @SITES@;
  form.ports = @PORTS@;
  form.field_bits = @FIELDS@;
  form.chain_bits = @WORD@;
  form.vc_bits = @VC@;
  form.most_extra = @MOST@;
  return form;
}

/// The comparison outlives the fabric, and the fabric its chip.
class Fabric final : public kintsugi::VerilatedFabric<Vkt_fabric> {
 public:
  Fabric(sc_core::sc_module_name name, kintsugi::RtlComparison& comparison)
      : VerilatedFabric(name, fabric_form(), comparison) {}
};

}  // namespace kt_rtl
)";

class PinsWriter {
 public:
  PinsWriter(const Fabric& fabric, unsigned chain_bits, const SystemcFabric& form)
      : form_(form),
        fabric_(fabric),
        layout_(fabric_, chain_bits),
        vc_bits_(bits_for(form.vcs - 1)),
        flit_bits_(SystemcFabric::kPacketBits + SystemcFabric::kPlaceBits + vc_bits_ + 2) {
    if (form.most_extra <= SystemcFabric::kMostExtra) return;
    throw std::invalid_argument("links of " + number(form.most_extra + 1) +
                                " cycles, and the lanes for a SystemC chip have at most " +
                                number(SystemcFabric::kMostExtra + 1));
  }

  RtlFile module() const { return {"kt_fabric.sv", with_numbers(kPinsModule)}; }
  RtlFile header() const { return {"kt_fabric.hpp", with_numbers(kPinsHeader)}; }

 private:
  std::size_t sites() const { return fabric_.sites.size(); }
  std::size_t ports() const { return fabric_.layout.size(); }

  std::string with_numbers(const char* text) const {
    return filled(text, {{"NETS", nets()},
                         {"PORTS", text == kPinsHeader ? number(ports()) : fabric_ports()},
                         {"CHAIN", declared_chain_ports(layout_.width())},
                         {"SAME", same_ports(chain_ports(1))},
                         {"STATES", fields(&PinsWriter::state)},
                         {"SHADOWS", fields(&PinsWriter::shadow)},
                         {"LANES", lanes()},
                         {"NAME", fabric_.name},
                         {"TOP", flat(fabric_.name)},
                         {"NUMBER", "0x" + hex_word(fabric_.number)},
                         {"MOST", number(form_.most_extra)},
                         {"WORD", number(layout_.width())},
                         {"FIELDS", number(layout_.field_bits())},
                         {"SITES", number(sites())},
                         {"ENDS", number(sites() * ports())},
                         {"EXTRA", number(SystemcFabric::kExtraBits)},
                         {"FLIT", number(flit_bits_)},
                         {"SLOT", number(SystemcFabric::kSlotBits)},
                         {"VC", number(vc_bits_)}});
  }

  /// Calls `line(name, number)` for each port of each site, and joins the texts.
  template <class Line>
  std::string for_each_port(Line line) const {
    std::string text;
    std::size_t number = 0;
    for (const SiteId site : ids<SiteId>(sites())) {
      for (const PortId port : ids<PortId>(ports())) text += line(port_name(fabric_, {site, port}), number++);
    }
    return text;
  }

  /// What the sites send into the fabric, and what comes out of it.
  std::string nets() const {
    return for_each_port([](const std::string& port, std::size_t) {
      return "  logic [LaneW-1:0] from_" + port + ";\n  logic [LaneW-1:0] to_" + port + ";\n";
    });
  }

  std::string fabric_ports() const {
    return for_each_port([](const std::string& port, std::size_t) {
      return ",\n    ." + port + "_i(from_" + port + "), ." + port + "_o(to_" + port + ')';
    });
  }

  std::string state(std::size_t field) const { return "fabric.state_" + number(field); }
  std::string shadow(std::size_t field) const {
    for (const FabricSwitch& each : fabric_.switches) {
      if (each.field == field) return "fabric." + each.name + ".field.shadow_q";
    }
    throw std::invalid_argument("field '" + fabric_.fields[field].name + "' of '" + fabric_.name + "' sets no switch");
  }

  /// The last field has the highest bits.
  std::string fields(std::string (PinsWriter::*of)(std::size_t) const) const {
    std::string text;
    for (std::size_t i = fabric_.fields.size(); i-- > 0;) text += "    " + (this->*of)(i) + (i == 0 ? "\n" : ",\n");
    return text;
  }

  std::string lanes() const {
    const std::string form = "  kt_site_lanes #(.Ports(1), .FlitW(" + number(flit_bits_) + "), .VcW(" +
                             number(vc_bits_) + "), .Most(Most), .ExtraW(" + number(SystemcFabric::kExtraBits) +
                             ")) lanes_";
    return for_each_port([&](const std::string& port, std::size_t end) {
      const auto part = [end](const std::string& pin, const std::string& vector, std::size_t stride,
                              std::size_t width) {
        return '.' + pin + '(' + vector + '[' + number(end * stride) + "+:" + number(width) + "])";
      };
      const auto same = [&](const std::string& pin, std::size_t stride, std::size_t width) {
        return part(pin, pin, stride, width);
      };
      return form + port + " (\n    .clk_i, .rst_ni, .active_i(active_q[" + number(end / ports()) + "]), " +
             part("extra_i", "link_extra_q", SystemcFabric::kExtraBits, SystemcFabric::kExtraBits) +
             ",\n    .lane_i(to_" + port + "), .lane_o(from_" + port + "),\n    " +
             part("flit_valid_i", "flit_valid_q", 1, 1) + ", " +
             part("flit_i", "flit_q", SystemcFabric::kSlotBits, flit_bits_) + ", " +
             part("credit_valid_i", "credit_valid_q", 1, 1) + ", " +
             part("credit_vc_i", "credit_vc_q", vc_bits_, vc_bits_) + ",\n    " + same("flit_valid_o", 1, 1) + ", " +
             same("flit_o", SystemcFabric::kSlotBits, flit_bits_) + ", " + same("credit_valid_o", 1, 1) + ", " +
             same("credit_vc_o", vc_bits_, vc_bits_) + "\n  );\n  assign flit_o[" +
             number(end * SystemcFabric::kSlotBits + flit_bits_) +
             "+:" + number(SystemcFabric::kSlotBits - flit_bits_) + "] = '0;\n";
    });
  }

  const SystemcFabric& form_;
  const Fabric& fabric_;
  ConfigurationLayout layout_;
  unsigned vc_bits_;
  unsigned flit_bits_;
};

}  // namespace

std::vector<RtlFile> systemc_fabric(const Fabric& fabric, unsigned chain_bits, const SystemcFabric& form,
                                    const std::vector<RtlFile>& sources) {
  const PinsWriter writer(fabric, chain_bits, form);
  std::vector<RtlFile> files = rtl_library({"kt_site_lanes.sv"});
  files.push_back(writer.module());
  std::vector<RtlFile> all = sources;
  append(all, files);
  // A path through the switches settles a switch at a time.
  append(files, systemc_builds({"kt_fabric", {"kt_fabric"}, " --converge-limit 10000"}, all));
  files.push_back(writer.header());
  return files;
}

}  // namespace kintsugi::rtl
