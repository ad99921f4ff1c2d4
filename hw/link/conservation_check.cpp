#include "hw/link/conservation_check.hpp"

namespace kintsugi {

/// Returns the channels of a receiver. The first call reads what is on its way into it, each slot once: a long wire has
/// many.
const ConservationCheck::Channels& ConservationCheck::channels_of(const LinkReceiver& receiver) {
  const auto [found, fresh] = receivers_.try_emplace(&receiver);
  Channels& channels = found->second;
  if (!fresh) return channels;
  const auto vcs = static_cast<std::uint32_t>(receiver.vcs().size());
  channels = {narrow<std::uint32_t>(channels_.size()), vcs, static_cast<std::uint32_t>(receiver.ports().size()) * vcs};
  channels_.resize(channels_.size() + channels.count);
  for (Cycle at = now_ + 1; at < now_ + receiver.slots(); ++at) {
    if (!receiver.empty(at)) count_arrivals(receiver, channels, at);
  }
  return channels;
}

void ConservationCheck::count_arrivals(const LinkReceiver& receiver, const Channels& channels, Cycle at) {
  for (const PortId port : receiver.ports()) {
    if (const std::optional<Flit> flit = receiver.flit_due(at, port)) ++channels_[channels.at(port, flit->vc)].on_wire;
    for (const Vc vc : receiver.vcs()) {
      channels_[channels.at(port, vc)].returning += static_cast<std::uint16_t>(receiver.credit_due(at, port, vc));
    }
  }
}

void ConservationCheck::add_buffer(const Module& owner, const LinkReceiver& receiver, PortId port, Vc vc,
                                   unsigned flits) {
  const Channels& channels = channels_of(receiver);
  if (owners_.empty() || owners_.back().module != &owner || owners_.back().channels.first != channels.first) {
    owners_.push_back({&owner, channels});
  }
  Channel& channel = channels_[channels.at(port, vc)];
  channel.buffered = narrow<std::uint16_t>(flits);
  channel.has_buffer = true;
}

void ConservationCheck::add_credits(const LinkReceiver& own, PortId port, const Endpoint& far, Vc vc, unsigned credits,
                                    unsigned depth) {
  const std::uint32_t back = channels_of(own).at(port, vc);
  Channel& channel = channels_[channels_of(*far.receiver).at(far.port, vc)];
  channel.sender = back;
  channel.credits = narrow<std::uint16_t>(credits);
  channel.depth = narrow<std::uint16_t>(depth);
}

void ConservationCheck::add_sink(const LinkReceiver& receiver) {
  const Channels& channels = channels_of(receiver);
  for (std::uint32_t i = 0; i < channels.count; ++i) sunk_ += channels_[channels.first + i].on_wire;
}

std::optional<std::string> ConservationCheck::complaint() {
  std::optional<std::string> first;
  std::uint64_t buffered = 0;
  std::uint64_t on_wires = sunk_;
  for (const Owner& owner : owners_) {
    for (std::uint32_t i = 0; i < owner.channels.count; ++i) {
      const Channel& channel = channels_[owner.channels.first + i];
      if (!channel.has_buffer) continue;
      buffered += channel.buffered;
      on_wires += channel.on_wire;
      if (!first) first = complaint_of(owner, i);
    }
  }
  if (first) return first;
  if (!counters_.balanced()) return "flits injected, copied, delivered, dropped and under way do not add up";
  if (buffered != counters_.buffered)
    return "the buffers hold " + std::to_string(buffered) + " flits, the counters say " +
           std::to_string(counters_.buffered);
  if (on_wires != counters_.on_wires)
    return "the wires hold " + std::to_string(on_wires) + " flits, the counters say " +
           std::to_string(counters_.on_wires);
  return std::nullopt;
}

/// Returns the complaint about the channel of this number among those of the owner's receiver.
std::optional<std::string> ConservationCheck::complaint_of(const Owner& owner, std::uint32_t number) const {
  const Channel& channel = channels_[owner.channels.first + number];
  if (channel.sender == kOpen) {
    if (channel.buffered + channel.on_wire == 0) return std::nullopt;
    return owner.module->name() + std::string(" has flits at an open port");
  }
  const unsigned returning = channels_[channel.sender].returning;
  if (channel.credits + channel.buffered + channel.on_wire + returning == channel.depth) return std::nullopt;
  return owner.module->name() + std::string(" port ") + std::to_string(number / owner.channels.vcs) + " channel " +
         std::to_string(number % owner.channels.vcs) + ": credits " + std::to_string(channel.credits) + " + buffered " +
         std::to_string(channel.buffered) + " + on the wire " + std::to_string(channel.on_wire) +
         " + credits returning " + std::to_string(returning) + " is not the depth";
}

}  // namespace kintsugi
