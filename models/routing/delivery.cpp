#include "models/routing/delivery.hpp"

namespace kintsugi {

DeliveryCheck::DeliveryCheck(const Network& network, const RoutingRelation& relation, const ChannelNumbers& numbers,
                             DependencyGraph& dependencies, RoutingState start, DeliveryObserver* observer)
    : network_(&network),
      relation_(&relation),
      numbers_(&numbers),
      dependencies_(&dependencies),
      adaptive_(relation.is_adaptive()),
      start_(start),
      observer_(observer) {}

void DeliveryCheck::set_destination(NodeId destination) {
  destination_ = destination;
  visits_.forget_all();
}

bool DeliveryCheck::delivers(NodeId source) {
  source_ = source;
  if (relation_->uses_source()) visits_.forget_all();
  open({kInjected, {source, kNoPort}, Vc{}, start_});
  while (true) {
    if (pending_.size() > path_.back().first_pending) {
      const Place next = pending_.back();
      pending_.pop_back();
      check(next);
    } else {
      const bool good = close();
      if (path_.empty()) return good;
    }
  }
}

std::uint64_t DeliveryCheck::key(const Place& place) const {
  const bool by_node = adaptive_ || place.held == kInjected;
  const std::uint32_t where = by_node ? numbers_->channels() + place.arrival.node.value : place.held;
  return std::uint64_t{where} << 32 | place.state;
}

void DeliveryCheck::open(const Place& place) {
  const std::uint64_t place_key = key(place);
  visits_.mark(place_key) = VisitMark::kOpen;
  path_.push_back({place_key, pending_.size()});
  expand(place);
}

/// Puts all places that may come next on the pending list.
void DeliveryCheck::expand(const Place& place) {
  RouteQuery query;
  query.at = place.arrival.node;
  query.arrival_port = adaptive_ ? kNoPort : place.arrival.port;
  query.arrival_vc = adaptive_ ? Vc{} : place.vc;
  query.source = relation_->uses_source() ? source_ : kNoNode;
  query.destination = destination_;
  query.state = place.state;
  Candidates candidates;
  relation_->route(query, candidates);
  if (candidates.empty()) fail(place, "there is no candidate");
  if (adaptive_) check_escape(place, candidates);
  for (const Candidate& candidate : candidates) follow(place, candidate);
}

void DeliveryCheck::check_escape(const Place& place, const Candidates& candidates) {
  bool escape = false;
  for (const Candidate& candidate : candidates) {
    const VcSet adaptive = candidate.vcs & relation_->adaptive_vcs(place.arrival.node, candidate.port);
    if (adaptive == 0) escape = true;
    if (adaptive != 0 && adaptive != candidate.vcs) fail(place, "a candidate names both adaptive and escape channels");
  }
  if (!escape) fail(place, "no candidate is on an escape channel");
}

/// Records the order of the escape channels; `candidate` is possible.
void DeliveryCheck::note_order(const Place& place, const Candidate& candidate) {
  const VcSet adaptive = relation_->adaptive_vcs(place.arrival.node, candidate.port);
  if ((candidate.vcs & adaptive) != 0) escapes_.add_adaptive_hop(place.state, candidate.state);
  for (unsigned vc = 0; vc < numbers_->vcs(); ++vc) {
    if ((candidate.vcs & ~adaptive & vc_bit(vc)) == 0) continue;
    escapes_.add_request(place.state, numbers_->number({place.arrival.node, candidate.port}, vc), candidate.state);
  }
}

void DeliveryCheck::follow(const Place& place, const Candidate& candidate) {
  const PortRef out{place.arrival.node, candidate.port};
  if (out.port.value >= network_->ports(out.node).size()) {
    return fail(place, "a candidate names port " + std::to_string(out.port.value) + ", which does not exist");
  }
  const std::optional<PortRef> far = network_->peer(out);
  if (!far) return fail(place, "a candidate names port " + network_->describe(out) + ", which is open");
  if (candidate.vcs == 0) fail(place, "a candidate names no virtual channel");
  if ((candidate.vcs & ~all_vcs(numbers_->vcs())) != 0) {
    fail(place, "a candidate names a virtual channel that the links do not have");
  }
  const VcSet vcs = candidate.vcs & all_vcs(numbers_->vcs());
  if (observer_ != nullptr && place.held == kInjected) observer_->begins(source_, out.port, vcs);
  if (adaptive_) {
    note_order(place, candidate);
  } else if (place.held != kInjected) {
    dependencies_->add(place.held, candidate.port, vcs);
  }
  for (unsigned vc = 0; vc < numbers_->vcs(); ++vc) {
    if ((vcs & vc_bit(vc)) == 0) continue;
    pending_.push_back({numbers_->number(out, vc), *far, Vc{static_cast<std::uint8_t>(vc)}, candidate.state});
  }
}

/// Opens a place that may come next, or takes over what is known about it.
void DeliveryCheck::check(const Place& next) {
  if (next.arrival.node == destination_) {
    if (observer_ != nullptr) observer_->arrives(next.held, next.state);
    return;
  }
  switch (visits_.mark(key(next))) {
    case VisitMark::kNew:
      return open(next);
    case VisitMark::kOpen:
      return fail(next, "the packet can come here again and again");
    case VisitMark::kBad:
      path_.back().good = false;
      return;
    case VisitMark::kGood:
      return;
  }
}

/// Ends the last place of the path; if it is not good, the one before is not good either.
bool DeliveryCheck::close() {
  const Step step = path_.back();
  path_.pop_back();
  visits_.mark(step.key) = step.good ? VisitMark::kGood : VisitMark::kBad;
  if (!path_.empty() && !step.good) path_.back().good = false;
  return step.good;
}

void DeliveryCheck::fail(const Place& place, const std::string& reason) {
  path_.back().good = false;
  if (!first_failure_.empty()) return;
  first_failure_ = network_->node_name(source_) + " to " + network_->node_name(destination_) + ": at " +
                   network_->node_name(place.arrival.node) + ", " + reason;
}

}  // namespace kintsugi
