// The router's stages for heads: route computation and channel allocation.
#include <span>

#include "hw/clock/bit_set.hpp"
#include "hw/router/router.hpp"

namespace kintsugi {

void Router::allocate_channels(Cycle now) {
  allocation_due_ = Due::kNo;
  if (chip_.multicasts != nullptr) open_forks(now);
  const PortId first = lowest<PortId>(waiting_ports_);
  const VcSet waiting = sets_[first.index()].waiting;
  if (is_single(waiting_ports_) && is_single(waiting) && forking_ports_ == 0) {
    allocate_lone(first, lowest<Vc>(waiting), now);
    return;
  }
  route_heads(now);
  collect_requests(now);
  if (allocator_ != nullptr) [[unlikely]]
    return grant_chosen();
  for (const PortId port : set_bits<PortId>(requested_ports_)) grant_channels(port);
}

/// Allocates for a lone head, which has no rival: mostly it gets a channel at once, and its candidates need not be
/// kept.
void Router::allocate_lone(PortId port, Vc vc, Cycle now) {
  const bool fresh = input(port, vc).out_port == kNone;
  if (fresh) route_head(port, vc, (*chip_.packets)[front(input(port, vc)).packet]);
  std::span<const Candidate> candidates =
      fresh ? std::span<const Candidate>(chip_.own->candidates.data(), chip_.own->candidates.size())
            : this->candidates(port, vc);
  if (restrictions_ != 0) [[unlikely]]
    candidates = first_offered(candidates, fresh ? now : waiting_since(port, vc), now);
  if (const auto request = request_of(port, vc, candidates)) {
    grant_channel(*request);
  } else if (fresh) {
    keep_candidates(port, vc, now);
  }
}

void Router::route_heads(Cycle now) {
  for (const PortId port : set_bits<PortId>(waiting_ports_)) {
    for (const Vc vc : set_bits<Vc>(sets_[port.index()].waiting)) {
      if (input(port, vc).out_port != kNone) continue;
      route_head(port, vc, (*chip_.packets)[front(input(port, vc)).packet]);
      keep_candidates(port, vc, now);
    }
  }
}

void Router::keep_candidates(PortId port, Vc vc, Cycle now) {
  std::unique_ptr<CandidateList>& list = candidates_[channel(port, vc)];
  if (list == nullptr) [[unlikely]]
    list = std::make_unique<CandidateList>();
  list->assign(chip_.own->candidates.begin(), chip_.own->candidates.end());
  if (is_patient()) [[unlikely]]
    waiting_since_[channel(port, vc)] = now;
  input(port, vc).out_port = kAsked;
}

/// Computes the candidates of a head, in the list that the routers of a thread share.
[[gnu::always_inline]] inline void Router::route_head(PortId port, Vc vc, Packet& packet) {
  Candidates& candidates = chip_.own->candidates;
  candidates.clear();
  if (packet.destination == node_) {
    candidates.push_back({local_port(), vcs_to_pe(vc), packet.state});
    return;
  }
  const PortId arrival = port == local_port() ? kNoPort : port;
  relation_->route({node_, arrival, vc, packet.source, packet.destination, packet.state}, candidates);
  if (candidates.empty() && chip_.drops_unroutable) drop_unroutable(packet, vc);
}

/// Sends a packet without candidates to the PE, which drops it.
void Router::drop_unroutable(Packet& packet, Vc vc) {
  packet.unroutable = true;
  chip_.own->candidates.push_back({local_port(), vcs_to_pe(vc), packet.state});
}

/// Collects the requests: every waiting head requests the first of its candidates that has a free channel.
[[gnu::always_inline]] inline std::optional<Router::Request> Router::request_of(
    PortId in_port, Vc in_vc, std::span<const Candidate> candidates) const {
  for (const Candidate& candidate : candidates) {
    if ((sets_[candidate.port.index()].free & candidate.vcs) == 0) continue;
    return Request{in_port, in_vc, &candidate};
  }
  return std::nullopt;
}

/// Returns the channels that a candidate can get now: free ones, of which adaptive ones need an empty buffer. Behind
/// another packet in an adaptive channel a head could not turn to an escape channel, and the two might wait for each
/// other.
VcSet Router::available(const Candidate& candidate) {
  VcSet channels = sets_[candidate.port.index()].free & candidate.vcs;
  for (const Vc vc :
       set_bits<Vc>((restrictions_ & kAdaptive) != 0 ? channels & adaptive_vcs_[candidate.port.index()] : 0)) {
    if (credits(candidate.port, vc) >= depth_) continue;
    channels &= ~vc_bit(vc);
    if (allocation_due_ == Due::kNo) allocation_due_ = Due::kOnArrival;
  }
  return channels;
}

/// Returns whether a candidate is kept back from a head that has not waited long enough. The head requests again when
/// it has: an alarm evaluates the router when the first of its heads has waited long enough, and the others ask for
/// theirs then.
bool Router::is_withheld(const Candidate& candidate, Cycle waiting_since, Cycle now) {
  const Cycle end = waiting_since + parameters_.patience;
  if (!candidate.deferred || now >= end) return false;
  if (allocation_due_ == Due::kNo) allocation_due_ = Due::kOnArrival;
  if (alarm_ <= now || end < alarm_) {
    alarm_ = end;
    chip_.clock->set_alarm(index_, end);
  }
  return true;
}

/// Returns the first candidate that a head may have now, alone; none if there is no such candidate.
std::span<const Candidate> Router::first_offered(std::span<const Candidate> candidates, Cycle waiting_since,
                                                 Cycle now) {
  while (!candidates.empty() &&
         (is_withheld(candidates.front(), waiting_since, now) || available(candidates.front()) == 0)) {
    candidates = candidates.subspan(1);
  }
  return candidates.first(candidates.empty() ? 0 : 1);
}

void Router::collect_requests(Cycle now) {
  requested_ports_ = 0;
  for (const PortId in_port : set_bits<PortId>(waiting_ports_)) {
    for (const Vc in_vc : set_bits<Vc>(sets_[in_port.index()].waiting)) {
      if (input(in_port, in_vc).out_port == kForked) {
        request_branches(in_port, in_vc);
        continue;
      }
      std::span<const Candidate> candidates = this->candidates(in_port, in_vc);
      if (restrictions_ != 0) [[unlikely]]
        candidates = first_offered(candidates, waiting_since(in_port, in_vc), now);
      const auto request = request_of(in_port, in_vc, candidates);
      if (!request) continue;
      const PortId port = request->candidate->port;
      chip_.own->requests[port.index()].push_back(*request);
      requested_ports_ |= port_bit(port);
    }
  }
}

void Router::grant_channels(PortId port) {
  std::vector<Request>& requests = chip_.own->requests[port.index()];
  while (!requests.empty()) {
    if (sets_[port.index()].free == 0) {
      allocation_due_ = Due::kNow;  // in the next cycle they may request others
      requests.clear();
      return;
    }
    const std::size_t first = next_in_turn(requests, port);
    const Candidate& candidate = *requests[first].candidate;
    if (available(candidate) != 0) {
      grant_channel(requests[first]);
    } else {
      allocation_due_ = Due::kNow;  // in the next cycle it may request another
    }
    requests[first] = requests.back();
    requests.pop_back();
  }
}

/// Grants the requests that the allocator chooses. The other heads request again in the next cycle.
void Router::grant_chosen() {
  std::vector<HeadRequest>& heads = chip_.own->heads;
  heads.clear();
  for (const PortId port : set_bits<PortId>(requested_ports_)) {
    for (const Request& request : chip_.own->requests[port.index()]) {
      heads.push_back({request.in_port, request.in_vc, port});
    }
  }
  allocator_->choose(heads);
  auto head = heads.cbegin();
  for (const PortId port : set_bits<PortId>(requested_ports_)) {
    std::vector<Request>& requests = chip_.own->requests[port.index()];
    for (const Request& request : requests) {
      const bool is_chosen = (head++)->chosen && available(*request.candidate) != 0;
      if (is_chosen) {
        grant_channel(request);
      } else {
        allocation_due_ = Due::kNow;
      }
    }
    requests.clear();
  }
}

/// Moves the pointers of a class and of an allocator past an input channel that is given a channel of a port.
void Router::keep_turn(PortId port, PortId in_port, Vc in_vc) {
  if (turns_ != nullptr) {
    turn_of(port, class_of(in_vc)).last_channel = narrow<std::uint16_t>(channel(in_port, in_vc));
  }
  if (allocator_ != nullptr) allocator_->given(in_port, in_vc, port);
}

/// Returns the request of the input channel that is the next above the one served last, or the lowest if none is above.
[[gnu::always_inline]] inline std::size_t Router::next_in_turn(const std::vector<Request>& requests,
                                                               PortId port) const {
  if (turns_ != nullptr) [[unlikely]]
    return next_of_class(requests, port);
  const unsigned all = (network_ports() + 1) * vcs_;
  const unsigned last = ports_[port.index()].last_channel;
  std::size_t best = 0;
  unsigned best_turn = 2 * all;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const unsigned asking = channel(requests[i].in_port, requests[i].in_vc);
    const unsigned turn = asking > last ? asking : asking + all;
    if (turn < best_turn) {
      best = i;
      best_turn = turn;
    }
  }
  return best;
}

/// Returns the same among those of the class with the lowest number, by the pointer of this class.
std::size_t Router::next_of_class(const std::vector<Request>& requests, PortId port) const {
  const unsigned all = (network_ports() + 1) * vcs_;
  std::size_t best = 0;
  unsigned best_class = parameters_.classes;
  unsigned best_turn = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const unsigned number = class_of(requests[i].in_vc);
    const unsigned asking = channel(requests[i].in_port, requests[i].in_vc);
    const unsigned turn = asking > turn_of(port, number).last_channel ? asking : asking + all;
    if (number > best_class || (number == best_class && turn >= best_turn)) continue;
    best = i;
    best_class = number;
    best_turn = turn;
  }
  return best;
}

/// Returns the one of these channels that has most credits, in a tie the lowest.
[[gnu::always_inline]] inline Vc Router::best_channel(PortId port, VcSet free) const {
  Vc best = lowest<Vc>(free);
  for (const Vc vc : set_bits<Vc>(free & (free - 1))) {
    if (credits(port, vc) > credits(port, best)) best = vc;
  }
  return best;
}

/// Grants one of the requested channels.
[[gnu::always_inline]] inline void Router::grant_channel(const Request& request) {
  const Candidate& candidate = *request.candidate;
  const PortId port = candidate.port;
  const Vc vc = best_channel(port, sets_[port.index()].free & candidate.vcs);
  move_turn(port, request.in_port, request.in_vc);
  if (request.branch != nullptr) {
    hold_channel(port, vc, {kForked, request.in_vc});
    request.branch->granted = true;
    request.branch->vc = vc;
    return;
  }
  hold_channel(port, vc, {byte_of(request.in_port), request.in_vc});
  InputVc& in = input(request.in_port, request.in_vc);
  give_channel(in, port, vc);
  write_header((*chip_.packets)[front(in).packet], port, candidate.state);
  clear_waiting(request.in_port, request.in_vc);
  if (credits_[in.out_channel] != 0) set_sendable(request.in_port, request.in_vc);
}

/// Returns the way out of a head that arrives at an empty buffer and has no rival: the channel that the stages would
/// give it, if it has a credit; none if the head would stay, or is that of a copy. Its header is not changed.
Router::Passage Router::passage_of(PortId port, Vc vc, PacketId id, Cycle now) {
  Packet& packet = (*chip_.packets)[id];
  if (packet.kind == PacketKind::kCopy) return {};
  route_head(port, vc, packet);
  std::span<const Candidate> candidates(chip_.own->candidates.data(), chip_.own->candidates.size());
  if (restrictions_ != 0) [[unlikely]]
    candidates = first_offered(candidates, now, now);
  for (const Candidate& candidate : candidates) {
    const VcSet free = sets_[candidate.port.index()].free & candidate.vcs;
    if (free == 0) continue;
    const Vc best = best_channel(candidate.port, free);
    if (credits(candidate.port, best) == 0) return {};
    return {&packet, candidate.state, candidate.port, best};
  }
  return {};
}

}  // namespace kintsugi
