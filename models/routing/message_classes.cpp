#include "models/routing/message_classes.hpp"

#include <limits>
#include <stdexcept>

namespace kintsugi {

MessageClasses::MessageClasses(const RoutingRelation& inner, unsigned classes)
    : inner_(&inner),
      inner_vcs_(inner.vcs()),
      classes_(classes),
      name_(inner.name() + " in " + std::to_string(classes) + " message classes") {
  set_network(inner.network());
  if (inner_vcs_ >= 1 && classes >= 1 && classes <= kMaxVcs / inner_vcs_) return;
  throw std::invalid_argument("routing '" + name_ + "' wants " + std::to_string(std::uint64_t{classes} * inner_vcs_) +
                              " virtual channels; a link has 1 to " + std::to_string(kMaxVcs));
}

void MessageClasses::route(const RouteQuery& query, Candidates& out) const {
  const unsigned message_class = query.state % classes_;
  inner_->route(inner_query(query), out);
  for (Candidate& candidate : out) {
    if (candidate.state > (std::numeric_limits<RoutingState>::max() - message_class) / classes_) {
      throw std::logic_error("routing '" + name_ + "': state " + std::to_string(candidate.state) +
                             " of a header leaves no room for the class");
    }
    if ((candidate.vcs & ~all_vcs(inner_vcs_)) != 0) {
      throw std::logic_error("routing '" + name_ + "': a candidate names a channel outside its class");
    }
    candidate.vcs <<= message_class * inner_vcs_;
    candidate.state = candidate.state * classes_ + message_class;
  }
}

/// Returns the query as the inner relation knows it: state and channel within the class.
RouteQuery MessageClasses::inner_query(const RouteQuery& query) const {
  const unsigned message_class = query.state % classes_;
  RouteQuery inner = query;
  inner.state = query.state / classes_;
  inner.arrival_vc = Vc{};
  if (query.arrival_port == kNoPort) return inner;  // the PE injects packets of all classes on any channel
  if (query.arrival_vc.value / inner_vcs_ != message_class) {
    throw std::logic_error("routing '" + name_ + "': a packet of class " + std::to_string(message_class) +
                           " arrived on channel " + std::to_string(query.arrival_vc.value));
  }
  inner.arrival_vc = Vc::from(query.arrival_vc.value % inner_vcs_);
  return inner;
}

VcSet MessageClasses::adaptive_vcs(NodeId node, PortId port) const {
  const VcSet inner = inner_->adaptive_vcs(node, port);
  VcSet all = 0;
  for (unsigned k = 0; k < classes_; ++k) all |= inner << (k * inner_vcs_);
  return all;
}

}  // namespace kintsugi
