/// Explains a cycle at a router, from what is free before it and what the router is after it; and the state of a
/// switch: what it joins, and which router ports meet through it.
#pragma once

#include <optional>
#include <vector>

#include "hw/chip/chip.hpp"
#include "tb/tool/features/explain/explanation.hpp"

namespace kintsugi::explain {

/// The output channels of a router at the end of a cycle that no packet holds.
class FreeChannels {
 public:
  /// All of them, as before the first cycle.
  FreeChannels() = default;
  explicit FreeChannels(const Router& router);
  bool contains(PortId port, Vc vc) const { return free_.empty() || (free_.at(port.index()) & vc_bit(vc)) != 0; }

 private:
  std::vector<VcSet> free_;  // by port
};

/// Returns the name of the site of a router: "r1.c2", or of its node in a network that is wired directly.
const std::string& site_text(const Chip& chip, const Router& router);
ChannelText channel_text(const Router& router, PortId port, Vc vc);
PacketText packet_text(const Chip& chip, PacketId id);
/// Returns the name of the node that is placed at a router; nullopt if none is.
std::optional<std::string> node_text(const Chip& chip, const Router& router);

/// Returns the packet that holds an output channel; nullopt if none does, or if no flit of it is between its source and
/// here.
std::optional<PacketText> holder_text(const Chip& chip, const Router& router, PortId port, Vc vc);

/// Explains an input channel; `before`: the channels that were free when the cycle began.
InputMoment input_moment(const Chip& chip, const Router& router, PortId port, Vc vc, const FreeChannels& before);

/// Returns what became of the channels that the routing allows to a packet whose head is, or was, in an input channel.
/// `state`: of its header. `given`: the one that it has got, if it has.
std::vector<Choice> choices_of(const Chip& chip, const Router& router, PacketId id, RoutingState state, PortId port,
                               Vc vc, const FreeChannels& before, std::optional<Router::Channel> given);

RouterMoment router_moment(const Chip& chip, const Router& router, const FreeChannels& before);

/// `since`: the first cycle at whose end the switch had its state. Call it at the end of a cycle.
SwitchMoment switch_moment(const Chip& chip, SwitchId id, Cycle since);

/// Returns nullopt if the network is wired directly.
std::optional<ConfigurationMoment> configuration_moment(const Chip& chip);

}  // namespace kintsugi::explain
