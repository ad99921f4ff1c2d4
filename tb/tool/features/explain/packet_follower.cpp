#include "tb/tool/features/explain/packet_follower.hpp"

#include <algorithm>

#include "tb/tool/run/run_events.hpp"

namespace kintsugi::explain {

PacketFollower::PacketFollower(const Chip& chip, PacketName name) : chip_(chip), name_(name) {
  moment_.packet.source = chip.plan().network->node_name(name.source);
  moment_.packet.number = name.serial;
  moment_.packet.text = "packet " + std::to_string(name.serial) + " of " + moment_.packet.source;
}

bool PacketFollower::is_over() const {
  if (!moment_.created) return false;
  return moment_.is_multicast || moment_.delivered || (is_last_ && copies_.empty());
}

void PacketFollower::created(const Packet& packet, Cycle now) {
  if (!is_named(packet)) return;
  moment_.created = now;
  moment_.is_multicast = packet.kind == PacketKind::kCopy;
  if (moment_.is_multicast) {
    moment_.packet.text = "multicast " + std::to_string(name_.serial) + " of " + moment_.packet.source;
    return;
  }
  moment_.packet.destination = chip_.plan().network->node_name(packet.destination);
  moment_.packet.text += " to " + *moment_.packet.destination;
}

void PacketFollower::injected(const Packet& packet, Cycle now) {
  if (is_named(packet)) moment_.injected = now;
}

void PacketFollower::delivered(const Packet& packet, Cycle now) {
  if (is_named(packet) && !moment_.is_multicast) moment_.delivered = now;
}

void PacketFollower::discarded(const Packet& packet, const Discard& discard) {
  if (!is_named(packet) || moment_.is_multicast) return;
  moment_.dropped = {discard.cycle, reason_name(discard.reason)};
  if (!is_copy(packet)) is_last_ = true;
}

void PacketFollower::given_up(const Packet& packet, Cycle now) {
  if (!is_named(packet)) return;
  moment_.given_up = now;
  is_last_ = true;
}

void PacketFollower::after(Cycle cycle) {
  for (Copy& copy : copies_) advance(copy, cycle);
  std::erase_if(copies_, [](const Copy& copy) { return copy.at == nullptr; });
  if (moment_.created && !moment_.is_multicast) find_new_copy(cycle);
}

/// A head on the link between the PE of the source and its router is that of a copy, unless it is known.
void PacketFollower::find_new_copy(Cycle cycle) {
  const std::vector<SiteId>& sites = chip_.nodes().placement().site_of;
  if (name_.source.value >= sites.size() || sites[name_.source.value] == kNoSite) return;
  const Router& router = chip_.router(sites[name_.source.value]);
  for (Cycle due = cycle + 1; due < cycle + router.receiver().slots(); ++due) {
    const auto flit = router.receiver().flit_due(due, router.local_port());
    if (!flit || !flit->head() || !is_named(chip_.packets()[flit->packet])) continue;
    const bool is_known = std::ranges::find(copies_, flit->packet, &Copy::id) != copies_.end();
    if (!is_known) begin(flit->packet, router, flit->vc, due);
  }
}

void PacketFollower::begin(PacketId id, const Router& router, Vc vc, Cycle eligible) {
  Copy copy;
  copy.id = id;
  copy.state = chip_.packets()[id].state;
  copy.way = moment_.copies.size();
  moment_.copies.emplace_back();
  arrive(copy, router, router.local_port(), vc, eligible);
  copies_.push_back(std::move(copy));
}

Stop& PacketFollower::arrive(Copy& copy, const Router& router, PortId in, Vc vc, Cycle eligible) {
  copy.at = &router;
  copy.in = in;
  copy.in_vc = vc;
  copy.before = FreeChannels(router);
  Stop stop{.router = site_text(chip_, router),
            .node = node_text(chip_, router),
            .in = channel_text(router, in, vc),
            .eligible = eligible,
            .granted = {},
            .left = {},
            .out = {},
            .choices = {},
            .waits = {}};
  moment_.copies[copy.way].stops.push_back(std::move(stop));
  return stop_of(copy);
}

void PacketFollower::advance(Copy& copy, Cycle cycle) {
  if (cycle >= stop_of(copy).eligible) {
    if (leaves(copy, cycle)) return;
    wait(copy, cycle);
  }
  copy.before = FreeChannels(*copy.at);
}

void PacketFollower::grant(Copy& copy, Cycle cycle, Router::Channel given) {
  Stop& stop = stop_of(copy);
  if (stop.granted) return;
  stop.granted = cycle;
  stop.out = channel_text(*copy.at, given.port, given.vc);
  stop.choices = choices_of(chip_, *copy.at, copy.id, copy.state, copy.in, copy.in_vc, copy.before, given);
}

/// Returns whether the head has left its router in this cycle; then the copy is on its way to the next one.
bool PacketFollower::leaves(Copy& copy, Cycle cycle) {
  const Router& router = *copy.at;
  for (const PortId out : router.ports()) {
    const auto flit = router.sent(out);
    if (!flit || !flit->head() || flit->packet != copy.id || router.last_in(out) != copy.in) continue;
    grant(copy, cycle, {out, flit->vc});
    stop_of(copy).left = cycle;
    copy.state = chip_.packets()[copy.id].state;
    if (out == router.local_port()) {
      copy.at = nullptr;
      return true;
    }
    const Endpoint far = router.far(out);
    arrive(copy, chip_.modules().router_at(far), far.port, flit->vc, cycle + router.link(out).latency() + far.pipeline);
    return true;
  }
  return false;
}

void PacketFollower::wait(Copy& copy, Cycle cycle) {
  Stop& stop = stop_of(copy);
  Stop::Waiting waiting{cycle, cycle, Wait::kBehind, {}};
  const auto front = copy.at->front_flit(copy.in, copy.in_vc);
  if (!front) {  // what was on a link that is dead now
    copy.at = nullptr;
    return;
  }
  if (front->packet == copy.id) {
    const PortId out = copy.at->granted(copy.in, copy.in_vc);
    if (out != kNoPort) grant(copy, cycle, {out, copy.at->granted_vc(copy.in, copy.in_vc)});
    const InputMoment moment = input_moment(chip_, *copy.at, copy.in, copy.in_vc, copy.before);
    if (!stop.granted) stop.choices = moment.choices;
    waiting.wait = moment.wait;
    waiting.why = moment.why;
  } else {
    waiting.why = "is behind " + packet_text(chip_, front->packet).text;
  }
  const bool goes_on = !stop.waits.empty() && stop.waits.back().to + 1 == cycle &&
                       stop.waits.back().wait == waiting.wait && stop.waits.back().why == waiting.why;
  if (goes_on) {
    stop.waits.back().to = cycle;
  } else {
    stop.waits.push_back(std::move(waiting));
  }
}

}  // namespace kintsugi::explain
