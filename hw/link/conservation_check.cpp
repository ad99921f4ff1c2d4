#include "hw/link/conservation_check.hpp"

#include <numeric>

namespace kintsugi {

ConservationCheck::Arrivals::Arrivals(const LinkReceiver& receiver, Cycle now)
    : vcs(receiver.vcs().size()), flits(receiver.ports().size() * vcs), credits(flits.size()), senders(flits.size()) {
  for (Cycle at = now + 1; at < now + receiver.slots(); ++at) {
    if (!receiver.empty(at)) count(receiver, at);
  }
}

void ConservationCheck::Arrivals::count(const LinkReceiver& receiver, Cycle at) {
  for (const PortId port : receiver.ports()) {
    if (const std::optional<Flit> flit = receiver.flit_due(at, port)) ++flits[channel(port, flit->vc)];
    for (const Vc vc : receiver.vcs()) credits[channel(port, vc)] += receiver.credit_due(at, port, vc);
  }
}

void ConservationCheck::add_buffer(const Module& owner, const LinkReceiver& receiver, PortId port, Vc vc,
                                   unsigned flits) {
  buffers_.push_back({&owner, &receiver, port, vc, flits});
}

void ConservationCheck::add_credits(const LinkReceiver& own, PortId port, const Endpoint& far, Vc vc, unsigned credits,
                                    unsigned depth) {
  Arrivals& there = arrivals(*far.receiver);
  there.senders[there.channel(far.port, vc)] = {&own, port, credits, depth};
}

void ConservationCheck::add_sink(const LinkReceiver& receiver) {
  const Arrivals& here = arrivals(receiver);
  sunk_ = std::accumulate(here.flits.begin(), here.flits.end(), sunk_);
}

std::optional<std::string> ConservationCheck::complaint() {
  std::optional<std::string> first;
  std::uint64_t buffered = 0;
  std::uint64_t on_wires = sunk_;
  for (const Buffer& buffer : buffers_) {
    const Arrivals& here = arrivals(*buffer.receiver);
    const std::size_t channel = here.channel(buffer.port, buffer.vc);
    buffered += buffer.flits;
    on_wires += here.flits[channel];
    if (!first) first = complaint_of(buffer, here.flits[channel], here.senders[channel]);
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

std::optional<std::string> ConservationCheck::complaint_of(const Buffer& buffer, unsigned on_wire,
                                                           const Sender& sender) {
  if (sender.receiver == nullptr) {
    if (buffer.flits + on_wire == 0) return std::nullopt;
    return buffer.owner->name() + std::string(" has flits at an open port");
  }
  const Arrivals& back = arrivals(*sender.receiver);
  const unsigned returning = back.credits[back.channel(sender.port, buffer.vc)];
  if (sender.credits + buffer.flits + on_wire + returning == sender.depth) return std::nullopt;
  return buffer.owner->name() + std::string(" port ") + std::to_string(buffer.port.value) + " channel " +
         std::to_string(buffer.vc.value) + ": credits " + std::to_string(sender.credits) + " + buffered " +
         std::to_string(buffer.flits) + " + on the wire " + std::to_string(on_wire) + " + credits returning " +
         std::to_string(returning) + " is not the depth";
}

}  // namespace kintsugi
