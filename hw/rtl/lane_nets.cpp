#include "hw/rtl/lane_nets.hpp"

#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

std::string wire_name(const Fabric& fabric, std::size_t number) {
  const TerminalRef from = fabric.wires[number].a;
  const FabricSwitch& end = fabric.switches[from.switch_id.value];
  return 'w' + std::to_string(number) + '_' + flat(end.name) + '_' + end.type->terminals()[from.terminal];
}

LaneNets::LaneNets(const Fabric& fabric) {
  for (std::size_t i = 0; i < fabric.wires.size(); ++i) add_wire(fabric, i);
  for (const Tap& tap : fabric.taps) {
    const SitePort port{tap.site, tap.port};
    const std::string name = port_name(fabric, port);
    nets_[{tap.terminal.switch_id.value, tap.terminal.terminal, tap.lane}] = {name + "_i", name + "_o"};
    connected_.insert(port);
  }
  for (const FixedLink& link : fabric.links) {
    connected_.insert(link.a);
    connected_.insert(link.b);
  }
}

void LaneNets::add_wire(const Fabric& fabric, std::size_t number) {
  const Wire& wire = fabric.wires[number];
  for (unsigned i = 0; i < wire.lanes; ++i) {
    const auto lane = static_cast<Lane>(i);
    const std::string name = wire_name(fabric, number) + '_' + std::to_string(i);
    nets_[{wire.a.switch_id.value, wire.a.terminal, lane}] = {name + "_ba", name + "_ab"};
    nets_[{wire.b.switch_id.value, wire.b.terminal, lane}] = {name + "_ab", name + "_ba"};
    wires_.push_back(name + "_ab");
    wires_.push_back(name + "_ba");
  }
}

LaneNets::Nets LaneNets::of(SwitchId id, LaneRef lane) const {
  const auto found = nets_.find({id.value, lane.terminal, lane.lane});
  return found == nets_.end() ? Nets{} : found->second;
}

}  // namespace kintsugi::rtl
