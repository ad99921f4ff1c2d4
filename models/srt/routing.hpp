/// Routing of the Shifted Recursive Torus: along its ring in one dimension, first x then y in two.
///
/// Channels   the class of a packet is the virtual channel it takes. It starts at 0, is one higher for the hops after
///            the one that wraps (ring coordinate N - 1 to 0 or back; that hop still has the old class), and starts at
///            0 again in dimension y. A route wraps at most once in a dimension: classes 0 and 1 are used, at least two
///            channels needed. The class is derived from the channel the packet came by; the header carries no state.
/// Deadlock   in channel order (dimension, class, ring coordinate going positive or its mirror image going negative)
///            every hop ascends. With WrapClass::kKeep it does not: the dependencies of a ring are then a circle.
/// Answers    one candidate with one channel
/// Source     Kawai, Inoguchi and Horiguchi 2000, sections 3.2 and 3.3 (definition 7, theorem 1), 3.5
#pragma once

#include <memory>
#include <string>

#include "models/routing/relation.hpp"
#include "models/srt/ring_route.hpp"

namespace kintsugi::srt {

enum class WrapClass {
  kRaise,  ///< the class rises after the wrap
  kKeep,   ///< it does not: not free of deadlock, kept to show that the proof finds it
};

/// A dimension of an SRT as a router sees it: four ports, and a ring of nodes to route along.
class Axis {
 public:
  struct Ports {
    PortId ahead;
    PortId behind;
    PortId bypass_ahead;
    PortId bypass_behind;
  };
  /// Where a packet is: ring coordinates, and the physical one, which decides between the two ports of a half turn.
  struct Place {
    unsigned source = 0;
    unsigned at = 0;
    unsigned destination = 0;
    unsigned physical_at = 0;
    PortId arrival_port;
    Vc arrival_vc;
  };
  Axis(const RingRoute& route, const Ports& ports, WrapClass wrap_class)
      : route_(&route), ports_(ports), wrap_class_(wrap_class) {}
  /// The next hop of a packet that is not at its destination in this dimension.
  Candidate next(const Place& place) const;

 private:
  PortId port(Heading way, bool bypass, const Place& place) const;
  unsigned channel_class(const Place& place) const;
  bool arrived_by_wrap(const Place& place) const;

  const RingRoute* route_;
  Ports ports_;
  WrapClass wrap_class_;
};

class RingRelation final : public RoutingRelation {
 public:
  /// std::invalid_argument for parameters out of range, or fewer than 2 or more than 32 channels.
  RingRelation(const Ring& ring, RingAlgorithm algorithm, unsigned vcs, WrapClass wrap_class = WrapClass::kRaise);
  const std::string& name() const override { return route_->name(); }
  unsigned vcs() const override { return vcs_; }
  void route(const RouteQuery& query, Candidates& out) const override;
  bool uses_source() const override { return route_->uses_source(); }

 private:
  unsigned vcs_;
  std::unique_ptr<const RingRoute> route_;
  Axis axis_;
};

class TorusRelation final : public RoutingRelation {
 public:
  /// std::invalid_argument for parameters out of range, or fewer than 2 or more than 32 channels.
  TorusRelation(const Torus& torus, RingAlgorithm algorithm, unsigned vcs, WrapClass wrap_class = WrapClass::kRaise);
  const std::string& name() const override { return route_->name(); }
  unsigned vcs() const override { return vcs_; }
  void route(const RouteQuery& query, Candidates& out) const override;
  bool uses_source() const override { return route_->uses_source(); }

 private:
  Candidate next_in_row(const RouteQuery& query) const;
  Candidate next_in_column(const RouteQuery& query) const;

  Torus torus_;
  unsigned inverse_shift_;
  unsigned vcs_;
  std::unique_ptr<const RingRoute> route_;
  Axis row_;
  Axis column_;
};

}  // namespace kintsugi::srt
