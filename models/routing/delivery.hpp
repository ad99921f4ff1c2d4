/// Checks delivery: does a packet arrive whichever candidates it is given? This is the full search over all choices. It
/// also collects the dependencies between channels.
///
/// A place of the search is the channel that the packet's header arrived on (or the PE, at the start) and the routing
/// state. For a given destination, and a given source if the relation uses it, what follows depends on nothing else. A
/// place is good if it has a candidate, all its candidates are possible and all of them lead to good places. A place on
/// a cycle, or one that can lead to a cycle, is not good.
///
/// With adaptive routing a place is a node and the routing state. A good place then also has a candidate on escape
/// channels, and no candidate with channels of both kinds. Instead of the dependencies the search then collects the
/// order of the escape channels.
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

/// Is shown where the packets of a DeliveryCheck begin and end.
class DeliveryObserver {
 public:
  virtual ~DeliveryObserver() = default;
  /// Called for the channels that a new packet may request at its source.
  virtual void begins(NodeId /*source*/, PortId, VcSet) {}
  /// Called for a channel on which a packet may reach its destination, and the state of its header there.
  virtual void arrives(std::uint32_t /*channel*/, RoutingState) {}
};

class DeliveryCheck {
 public:
  /// All arguments must outlive the check, which adds to `dependencies`.
  /// `start`     the routing state of a new packet
  /// `observer`  nullptr: none; it may be shown the same several times
  DeliveryCheck(const Network& network, const RoutingRelation& relation, const ChannelNumbers& numbers,
                DependencyGraph& dependencies, RoutingState start = 0, DeliveryObserver* observer = nullptr);
  /// Sets the destination of the packets of the following calls of delivers().
  void set_destination(NodeId destination);
  /// Returns whether a packet from `source`, which is not the destination, always arrives.
  bool delivers(NodeId source);
  /// Describes the first pair that was not delivered, and why; empty while all were.
  const std::string& first_failure() const { return first_failure_; }
  /// With adaptive routing: what the packets so far have requested. `dependencies` then stays unchanged.
  const EscapeOrder& escapes() const { return escapes_; }

 private:
  enum class VisitMark : std::uint8_t { kNew, kOpen, kGood, kBad };
  struct Place {
    std::uint32_t held;  ///< channel number, or kInjected
    PortRef arrival;
    Vc vc;
    RoutingState state;
  };
  /// A place whose choices are being followed; those still to follow are pending_[first_pending] and later ones.
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
  RoutingState start_;
  DeliveryObserver* observer_;
  NodeId source_;
  NodeId destination_;
  SearchTable<std::uint64_t, VisitMark> visits_;
  std::vector<Step> path_;
  std::vector<Place> pending_;
  std::string first_failure_;
};

}  // namespace kintsugi
