/// Does a packet arrive whichever candidates it is given? The walk over all choices, which also collects the
/// dependencies between channels.
///
/// A place of the walk is a channel that the packet's header has come by (or the PE, at the start) and the routing
/// state; for a given destination, and for a relation that looks at it a given source, what follows depends on nothing
/// else. A place is good when it has a candidate, all candidates are possible and all of them lead to good
/// places; one on a circle, or with a way to a circle, is not.
///
/// With adaptive routing a place is a node and the routing state. A good one also has a candidate on escape channels,
/// and no candidate with channels of both kinds. What is collected then is the order of the escape channels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/routing/dependencies.hpp"
#include "models/routing/escape_order.hpp"
#include "models/routing/relation.hpp"
#include "models/routing/search_table.hpp"

namespace kintsugi {

class DeliveryCheck {
 public:
  /// All arguments must outlive the check; `dependencies` is added to.
  DeliveryCheck(const Network& network, const RoutingRelation& relation, const ChannelNumbers& numbers,
                DependencyGraph& dependencies);
  /// From now on packets go there.
  void set_destination(NodeId destination);
  /// Whether a packet from there always arrives. `source` is another node than the destination.
  bool delivers(NodeId source);
  /// Why the first pair that was not delivered was not, in words.
  const std::string& first_failure() const { return first_failure_; }
  /// With adaptive routing: what the packets so far have asked for. `dependencies` then stay as they are.
  const EscapeOrder& escapes() const { return escapes_; }

 private:
  enum class VisitMark : std::uint8_t { kNew, kOpen, kGood, kBad };
  struct Place {
    std::uint32_t held;  ///< channel number, or kInjected
    PortRef arrival;
    Vc vc;
    RoutingState state;
  };
  /// A place whose choices are being followed; those still to follow are pending_[first_pending] and on.
  struct Step {
    std::uint64_t key;
    std::size_t first_pending;
    bool good = true;
  };

  std::uint64_t key(const Place& place) const;
  void open(const Place& place);
  void expand(const Place& place);
  void check_escape(const Place& place, const Candidates& candidates);
  void note_order(const Place& place, const Candidate& candidate);
  void follow(const Place& place, const Candidate& candidate);
  void check(const Place& next);
  bool close();
  void fail(const Place& place, const std::string& reason);

  const Network* network_;
  const RoutingRelation* relation_;
  const ChannelNumbers* numbers_;
  DependencyGraph* dependencies_;
  EscapeOrder escapes_;
  bool adaptive_;
  NodeId source_;
  NodeId destination_;
  SearchTable<std::uint64_t, VisitMark> visits_;
  std::vector<Step> path_;
  std::vector<Place> pending_;
  std::string first_failure_;
};

}  // namespace kintsugi
