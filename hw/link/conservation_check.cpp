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

void ConservationCheck::add_relay(const LinkReceiver& own, PortId in, PortId out, const Endpoint& far, Vc vc, int held,
                                  int returning) {
  const std::uint32_t from = channels_of(own).at(in, vc);
  const std::uint32_t back = channels_of(own).at(out, vc);
  relays_[channels_of(*far.receiver).at(far.port, vc)] = {from, back, held, returning};
}

void ConservationCheck::add_entry(const LinkReceiver& receiver, PortId port) {
  const Channels& channels = channels_of(receiver);
  for (const Vc vc : receiver.vcs()) channels_[channels.at(port, vc)].is_entry = true;
}

void ConservationCheck::add_sink(const LinkReceiver& receiver) {
  const Channels& channels = channels_of(receiver);
  for (std::uint32_t i = 0; i < channels.count; ++i) sunk_ += channels_[channels.first + i].on_wire;
}

std::optional<std::string> ConservationCheck::complaint() {
  std::optional<std::string> first;
  std::uint64_t buffered = 0;
  std::uint64_t on_wires = sunk_ + outside_;
  for (const auto& [to, relay] : relays_)
    on_wires += static_cast<std::uint64_t>(relay.held + int{channels_[relay.from].on_wire});
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

/// Returns the complaint about the channel of this number among those of the owner's receiver. The flits in
/// modules of its link count as on the wire.
std::optional<std::string> ConservationCheck::complaint_of(const Owner& owner, std::uint32_t number) const {
  const Channel& channel = channels_[owner.channels.first + number];
  if (channel.is_entry) return std::nullopt;
  const Channel* begin = &channel;  // the first part of the link
  int on_wire = channel.on_wire;
  int returning = 0;
  for (auto relay = relays_.find(owner.channels.first + number); relay != relays_.end();
       relay = relays_.find(relay->second.from)) {
    begin = &channels_[relay->second.from];
    on_wire += relay->second.held + begin->on_wire;
    returning += relay->second.returning + channels_[relay->second.back].returning;
  }
  if (begin->is_entry) return std::nullopt;
  if (begin->sender == kOpen) {
    if (channel.buffered + on_wire == 0) return std::nullopt;
    return owner.module->name() + std::string(" has flits at an open port");
  }
  returning += channels_[begin->sender].returning;
  if (begin->credits + channel.buffered + on_wire + returning == begin->depth) return std::nullopt;
  return owner.module->name() + std::string(" port ") + std::to_string(number / owner.channels.vcs) + " channel " +
         std::to_string(number % owner.channels.vcs) + ": credits " + std::to_string(begin->credits) + " + buffered " +
         std::to_string(channel.buffered) + " + on the wire " + std::to_string(on_wire) + " + credits returning " +
         std::to_string(returning) + " is not the depth";
}

}  // namespace kintsugi
