// The router's stages for heads: route computation and channel allocation.
#include <span>

#include "hw/clock/members.hpp"
#include "hw/router/router.hpp"

namespace kintsugi {

void Router::allocate_channels(Cycle now) {
  allocation_due_ = Due::kNo;
  if (chip_.multicasts != nullptr) open_forks(now);
  const unsigned first = lowest(waiting_ports_);
  const VcSet waiting = sets_[first].waiting;
  if (is_single(waiting_ports_) && is_single(waiting) && forking_ports_ == 0) {
    allocate_lone(first, lowest(waiting));
    return;
  }
  route_heads();
  collect_requests();
  for (const unsigned port : members(requested_ports_)) grant_channels(port);
}

/// A lone head has no rival. Mostly it gets a channel at once and its candidates need not be kept.
void Router::allocate_lone(unsigned port, unsigned vc) {
  const bool fresh = input(port, vc).out_port == kNone;
  if (fresh) route_head(port, vc);
  std::span<const Candidate> wishes =
      fresh ? std::span<const Candidate>(chip_.own->answers.data(), chip_.own->answers.size())
            : this->wishes(PortId{static_cast<std::uint16_t>(port)}, vc);
  if (adaptive_) [[unlikely]]
    wishes = first_available(wishes);
  if (const auto request = request_of(port, vc, wishes)) {
    grant_channel(*request);
  } else if (fresh) {
    keep_wishes(port, vc);
  }
}

void Router::route_heads() {
  for (const unsigned port : members(waiting_ports_)) {
    for (const unsigned vc : members(sets_[port].waiting)) {
      if (input(port, vc).out_port != kNone) continue;
      route_head(port, vc);
      keep_wishes(port, vc);
    }
  }
}

void Router::keep_wishes(unsigned port, unsigned vc) {
  wishes_[port * vcs_ + vc].assign(chip_.own->answers.begin(), chip_.own->answers.end());
  input(port, vc).out_port = kAsked;
}

/// The answer of the relation, in the place that the routers of a thread share.
[[gnu::always_inline]] inline void Router::route_head(unsigned port, unsigned vc) {
  const Packet& packet = (*chip_.packets)[front(input(port, vc)).packet];
  Candidates& answers = chip_.own->answers;
  answers.clear();
  if (packet.destination == node_) {
    answers.push_back({local_port(), all_vcs(vcs_), packet.state});
    return;
  }
  const PortId arrival = port == local_ ? kNoPort : PortId{static_cast<std::uint16_t>(port)};
  relation_->route({node_, arrival, Vc{static_cast<std::uint8_t>(vc)}, packet.source, packet.destination, packet.state},
                   answers);
  if (answers.empty() && chip_.strands) strand(front(input(port, vc)).packet);
}

/// There is no way on: the packet goes to the PE, which loses it.
void Router::strand(PacketId id) {
  Packet& packet = (*chip_.packets)[id];
  packet.stranded = true;
  chip_.own->answers.push_back({local_port(), all_vcs(vcs_), packet.state});
}

/// A waiting head asks for the first of its candidates that has a free channel.
[[gnu::always_inline]] inline std::optional<Router::Request> Router::request_of(
    unsigned in_port, unsigned in_vc, std::span<const Candidate> wishes) const {
  for (const Candidate& wish : wishes) {
    if ((sets_[wish.port.value].free & wish.vcs) == 0) continue;
    return Request{static_cast<std::uint8_t>(in_port), static_cast<std::uint8_t>(in_vc), &wish};
  }
  return std::nullopt;
}

/// The channels a candidate can be given now: free, and the adaptive ones among them with an empty buffer. A packet
/// that goes to an adaptive channel must find its head at the front there: behind another packet it could not turn to
/// an escape channel, and the two might wait for each other.
VcSet Router::available(const Candidate& wish) {
  VcSet channels = sets_[wish.port.value].free & wish.vcs;
  for (const unsigned vc : members(adaptive_ ? channels & adaptive_vcs_[wish.port.value] : 0)) {
    if (credits(wish.port, vc) >= depth_) continue;
    channels &= ~vc_bit(vc);
    if (allocation_due_ == Due::kNo) allocation_due_ = Due::kOnArrival;
  }
  return channels;
}

/// The first of the candidates with a channel that can be given now, if there is one, and no other.
std::span<const Candidate> Router::first_available(std::span<const Candidate> wishes) {
  while (!wishes.empty() && available(wishes.front()) == 0) wishes = wishes.subspan(1);
  return wishes.first(wishes.empty() ? 0 : 1);
}

void Router::collect_requests() {
  requested_ports_ = 0;
  for (const unsigned in_port : members(waiting_ports_)) {
    for (const unsigned in_vc : members(sets_[in_port].waiting)) {
      if (input(in_port, in_vc).out_port == kForked) {
        request_branches(in_port, in_vc);
        continue;
      }
      std::span<const Candidate> wishes = this->wishes(PortId{static_cast<std::uint16_t>(in_port)}, in_vc);
      if (adaptive_) [[unlikely]]
        wishes = first_available(wishes);
      const auto request = request_of(in_port, in_vc, wishes);
      if (!request) continue;
      const unsigned port = request->wish->port.value;
      requests_[port].push_back(*request);
      requested_ports_ |= std::uint64_t{1} << port;
    }
  }
}

void Router::grant_channels(unsigned port) {
  std::vector<Request>& requests = requests_[port];
  while (!requests.empty()) {
    if (sets_[port].free == 0) {
      allocation_due_ = Due::kNow;  // in the next cycle they may ask for others
      requests.clear();
      return;
    }
    const std::size_t first = next_in_turn(requests, port);
    const Candidate& wish = *requests[first].wish;
    if (available(wish) != 0) {
      grant_channel(requests[first]);
    } else {
      allocation_due_ = Due::kNow;  // in the next cycle it may ask for another
    }
    requests[first] = requests.back();
    requests.pop_back();
  }
}

std::size_t Router::next_in_turn(const std::vector<Request>& requests, unsigned port) const {
  const unsigned all = (local_ + 1) * vcs_;
  std::size_t best = 0;
  unsigned best_distance = all;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const unsigned channel = requests[i].in_port * vcs_ + requests[i].in_vc;
    const unsigned distance = (channel + all - 1 - ports_[port].last_channel) % all;
    if (distance < best_distance) {
      best = i;
      best_distance = distance;
    }
  }
  return best;
}

/// Gives one of the channels asked for, and the next turn to somebody else.
[[gnu::always_inline]] inline unsigned Router::take_channel(const Request& request) {
  const Candidate& wish = *request.wish;
  const unsigned port = wish.port.value;
  unsigned best = kMaxVcs;
  for (const unsigned vc : members(sets_[port].free & wish.vcs)) {
    if (best == kMaxVcs || credits_[port * vcs_ + vc] > credits_[port * vcs_ + best]) best = vc;
  }
  sets_[port].free &= ~vc_bit(best);
  ports_[port].last_channel = static_cast<std::uint16_t>(request.in_port * vcs_ + request.in_vc);
  return best;
}

[[gnu::always_inline]] inline void Router::grant_channel(const Request& request) {
  const unsigned vc = take_channel(request);
  if (request.branch != nullptr) return grant_branch(request, vc);
  const Candidate& wish = *request.wish;
  const unsigned port = wish.port.value;
  OutputVc& out = outputs_[port * vcs_ + vc];
  out.owner_port = request.in_port;
  out.owner_vc = request.in_vc;
  InputVc& in = input(request.in_port, request.in_vc);
  in.out_port = static_cast<std::uint8_t>(port);
  in.out_mark = Inbox::mark(vc);
  in.out_channel = static_cast<std::uint16_t>(port * vcs_ + vc);
  Packet& packet = (*chip_.packets)[front(in).packet];
  packet.state = wish.state;
  packet.hops = static_cast<std::uint16_t>(packet.hops + (port != local_));
  clear_waiting(request.in_port, request.in_vc);
  if (credits_[in.out_channel] != 0) set_sendable(request.in_port, request.in_vc);
}

}  // namespace kintsugi
