#include "hw/rtl/packed_ports.hpp"

#include <string>

#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/network/types.hpp"

namespace kintsugi::rtl {

namespace {

const char* const kPacked =
    R"(// The fabric `@TOP@` with the ports of its sites as arrays: lane_i[site][port] comes from a router,
// lane_o[site][port] goes to it. kt_@TOP@_ports_pkg has the numbers of sites and ports. Written by kintsugi.
module @TOP@_packed #(
    parameter int FlitBits = @FLIT@
) (
@CHAIN@`ifdef YOSYS  // a vector with the same bits
    input  logic [@SITES@*@PORTS@*FlitBits-1:0] lane_i,
    output logic [@SITES@*@PORTS@*FlitBits-1:0] lane_o
`else
    input  logic [@SITES@-1:0][@PORTS@-1:0][FlitBits-1:0] lane_i,
    output logic [@SITES@-1:0][@PORTS@-1:0][FlitBits-1:0] lane_o
`endif
);
  logic [@SITES@*@PORTS@*FlitBits-1:0] from_routers;
  logic [@SITES@*@PORTS@*FlitBits-1:0] to_routers;
  assign from_routers = lane_i;
  assign lane_o = to_routers;

  @TOP@ #(.FlitBits(FlitBits)) fabric (
@PINS@  );
endmodule
)";

std::string numbers_of(const std::string& type, const std::string& before, const std::vector<std::string>& names) {
  const unsigned bits = bits_for(names.size() - 1);
  std::string text = "  typedef enum logic [" + number(bits - 1) + ":0] {\n";
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += "    " + before + flat(names[i]) + " = " + sized(bits, i) + (i + 1 < names.size() ? ",\n" : "\n");
  }
  return text + "  } " + type + ";\n";
}

RtlFile ports_package(const Fabric& fabric) {
  std::vector<std::string> sites, ports;
  for (const Site& site : fabric.sites) sites.push_back(site.name);
  for (const std::string& port : fabric.layout) ports.push_back(port);
  const std::string name = "kt_" + flat(fabric.name) + "_ports_pkg";
  return {name + ".sv", "// The numbers of sites and ports in the arrays of `" + flat(fabric.name) +
                            "_packed`.\npackage " + name + ";\n" + numbers_of("site_e", "SITE_", sites) +
                            numbers_of("port_e", "PORT_", ports) + "endpackage\n"};
}

}  // namespace

std::vector<RtlFile> packed_ports(const Fabric& fabric, unsigned chain_bits, unsigned flit_bits) {
  const std::size_t ports = fabric.layout.size(), ends = fabric.sites.size() * ports;
  std::string pins;
  std::string chain;
  if (chain_bits > 0) {
    chain = declared_port("input ", 1, "clk_i,\n") + declared_port("input ", 1, "rst_ni,\n") +
            declared_chain_ports(chain_bits);
    pins = "    .clk_i, .rst_ni, " + same_ports(chain_ports(1)) + ",\n";
  }
  std::size_t end = 0;
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    for (const PortId port : ids<PortId>(ports)) {
      const std::string name = port_name(fabric, {site, port});
      const std::string lane = '[' + number(end) + "*FlitBits+:FlitBits])";
      pins += "    ." + name + "_i(from_routers" + lane + ", ." + name + "_o(to_routers" + lane +
              (++end < ends ? ",\n" : "\n");
    }
  }
  const std::string top = flat(fabric.name);
  return {ports_package(fabric),
          {top + "_packed.sv", filled(kPacked, {{"CHAIN", chain},
                                                {"PINS", pins},
                                                {"SITES", number(fabric.sites.size())},
                                                {"PORTS", number(ports)},
                                                {"FLIT", number(flit_bits)},
                                                {"TOP", top}})}};
}

}  // namespace kintsugi::rtl
