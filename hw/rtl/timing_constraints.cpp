#include "hw/rtl/timing_constraints.hpp"

#include <functional>

#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/switch_kinds.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/fabric/closed_rings.hpp"
#include "models/network/types.hpp"

namespace kintsugi::rtl {

namespace {

const char* const kConstraintsHead = R"(# Constraints of @WHAT@. Written by kintsugi.
# Set kt_period, kt_input_delay, kt_output_delay before, in the unit of time of the library, for others than these.
if {![info exists kt_period]} {set kt_period 10.0}
if {![info exists kt_input_delay]} {set kt_input_delay [expr {0.2 * $kt_period}]}
if {![info exists kt_output_delay]} {set kt_output_delay [expr {0.2 * $kt_period}]}
)";

std::string constraints_head(const std::string& what, bool has_clock) {
  return filled(kConstraintsHead, {{"WHAT", what}}) + "create_clock -name clk -period $kt_period" +
         (has_clock ? " [get_ports clk_i]" : "") + "\n\n";
}

std::string delayed_input(const std::string& port) {
  return "set_input_delay $kt_input_delay -clock clk [get_ports {" + port + "}]\n";
}
std::string delayed_output(const std::string& port) {
  return "set_output_delay $kt_output_delay -clock clk [get_ports {" + port + "}]\n";
}
std::string static_input(const std::string& port) {
  return "set_false_path -from [get_ports {" + port + "}]\n";
}

class ConstraintWriter {
 public:
  ConstraintWriter(const Fabric& fabric, const SwitchKinds& kinds, const Configuration& configuration,
                   const TimedNetlist& netlist)
      : fabric_(fabric),
        kinds_(kinds),
        configuration_(configuration),
        states_(switch_states(fabric, configuration)),
        netlist_(netlist) {}

  RtlFile kept() const {
    std::string text = head("that keeps the hierarchy: the switches are instances") + "\n# states, by switch\n";
    for (const SwitchId id : ids<SwitchId>(fabric_.switches.size())) {
      text += values(cell_name(fabric_, id) + "/state_i", kinds_.of(id).state_bits, states_[id.value],
                     [](const std::string& pin) { return "[get_pins {" + pin + "}]"; });
    }
    return {flat(fabric_.name) + ".sdc", text + rings()};
  }

  RtlFile flattened() const {
    std::string text = head("without hierarchy: the fields are nets") + "\n# states, by field\n";
    for (std::size_t field = 0; field < fabric_.fields.size(); ++field) {
      text += "# " + fabric_.fields[field].name + '\n';
      text += values("state_" + number(field), fabric_.fields[field].bits, configuration_[field],
                     [](const std::string& net) { return "[get_pins -of_objects [get_nets {" + net + "}]]"; });
    }
    return {flat(fabric_.name) + "_flat.sdc", text + rings()};
  }

 private:
  std::string head(const std::string& names) const {
    const bool has_clock = netlist_.has_chain || netlist_.has_sites;
    std::string text = constraints_head(
        "`" + fabric_.name + "` in one configuration: its states do not change.\n# For a netlist " + names, has_clock);
    if (has_clock) text += delayed_input("rst_ni");
    if (netlist_.has_chain) {
      for (const ChainPort& port : chain_ports(1)) {
        text += port.is_input() ? delayed_input(port.name + '*') : delayed_output(port.name + '*');
      }
    }
    if (netlist_.has_sites) return text + ports_of_pes();
    for (const SiteId site : ids<SiteId>(fabric_.sites.size())) {
      for (const PortId port : ids<PortId>(fabric_.layout.size())) {
        const std::string name = port_name(fabric_, {site, port});
        text += delayed_input(name + "_i*") + delayed_output(name + "_o*");
      }
    }
    return text;
  }

  std::string ports_of_pes() const {
    std::string text = delayed_input("pe_*_i*") + delayed_output("pe_*_o*");
    text += "# they change while no flit is under way\n";
    text += static_input("node_i*") + static_input("active_i*");
    return text + (netlist_.has_extra ? static_input("link_extra_i*") : "");
  }

  /// A vector of one bit is a scalar for some tools.
  static std::string values(const std::string& name, unsigned bits, SwitchState state,
                            const std::function<std::string(const std::string&)>& object) {
    std::string text;
    for (unsigned bit = 0; bit < bits; ++bit) {
      text += "set_case_analysis " + number((state >> bit) & 1u) + ' ' +
              object(bits == 1 ? name : name + '[' + number(bit) + ']') + '\n';
    }
    return text;
  }

  std::string rings() const {
    std::string text;
    for (const ClosedRing& ring : closed_rings(fabric_, states_)) {
      text += "\n# a closed ring stays " + number(2 * ring.lanes.size()) +
              " loops for each bit of a flit, which no router sees; fabric.isolate opens it:\n#";
      for (const std::string& name : element_names(fabric_, ring)) text += ' ' + name;
      text += '\n';
    }
    return text;
  }

  const Fabric& fabric_;
  const SwitchKinds& kinds_;
  const Configuration& configuration_;
  SwitchStates states_;
  TimedNetlist netlist_;
};

}  // namespace

std::vector<RtlFile> timing_constraints(const Fabric& fabric, const SwitchKinds& kinds,
                                        const Configuration& configuration, const TimedNetlist& netlist) {
  const ConstraintWriter writer(fabric, kinds, configuration, netlist);
  std::vector<RtlFile> files{writer.kept()};
  if (netlist.has_chain) files.push_back(writer.flattened());
  return files;
}

RtlFile router_constraints() {
  std::string text = constraints_head("a router: a module kt_node_router_<n>", true) + delayed_input("rst_ni");
  for (const char* const name : {"flit_valid_i*", "flit_i*", "credit_valid_i*", "credit_vc_i*"})
    text += delayed_input(name);
  text += delayed_output("flit_valid_o*") + delayed_output("flit_o*") + delayed_output("credit_valid_o*") +
          delayed_output("credit_vc_o*");
  return {"kt_router.sdc",
          text + "# a router does not change its node while a flit is under way\n" + static_input("node_i*")};
}

}  // namespace kintsugi::rtl
