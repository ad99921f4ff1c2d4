/// Routing of the Shifted Recursive Torus: along the ring of each line, first x, then y, then z.
///
/// Names      recursive, monotone: one heading along each ring, see ring_route.hpp
///            adaptive, adaptive-recursive: monotone and recursive routing with jumps (jump.hpp)
/// Channels   The class of a packet is the virtual channel it takes. It is 0 at the start and rises by one for the hops
///            after the one that wraps (ring coordinate N - 1 to 0 or back; that hop still has the old class). It is 0
///            again at the start of the next dimension. A route wraps at most once in a dimension, so it uses classes 0
///            and 1 and needs at least two channels. The class is derived from the channel the packet arrived on.
///            Adaptive routing starts each dimension in any class; if the wrap lies ahead, in any but the last.
/// Adaptive   If the link that the packet wants has no free channel, the packet may jump past its destination, once in
///            a dimension. It comes back in the opposite direction: with monotone routing by a monotone route, with
///            recursive routing by ring links, because the plan made at the source does not cover the way back.
/// Deadlock   In channel order (dimension, class, ring coordinate going positive or its mirror image going negative)
///            every hop ascends. With WrapClass::kKeep or Jumps::kEverywhere it does not, and the dependencies of a
///            ring have a cycle.
/// Candidates Deterministic routing: one candidate with one channel. Adaptive: the wanted link, then the jump if there
///            is one, both in the packet's class. A packet that may start in several classes gets two candidates for
///            each link: the class that this pair of source and destination prefers, then all other classes. Without
///            the preference the router would take the lowest free class, on the first link mostly class 0, and all
///            packets would share class 0 on the links further on
/// State      0, or 1 from the jump until the packet leaves the dimension (the state that a packet brings into another
///            dimension is ignored)
/// Source     Kawai, Inoguchi and Horiguchi 2000, sections 3.2 to 3.5 (definition 7, theorems 1 to 3). Adaptive routing
///            over monotone routing is not in the paper.
#pragma once

#include <boost/container/static_vector.hpp>
#include <memory>
#include <string>

#include "models/routing/relation.hpp"
#include "models/routing/staged.hpp"
#include "models/routing/tables.hpp"
#include "models/srt/jump.hpp"
#include "models/srt/ring_route.hpp"

namespace kintsugi::srt {

enum class WrapClass {
  kRaise,  ///< the class rises after the wrap
  kKeep,   ///< the class stays: not free of deadlock; tests use it to show that the proof finds the cycle
};

/// A dimension of an SRT as a router sees it: four ports, and a ring of nodes to route along.
class Axis {
 public:
  /// Where a packet is, in ring coordinates. `physical_at`, the x, y or z of the node, decides which port has the link
  /// to the opposite node.
  struct Place {
    unsigned source = 0;
    unsigned at = 0;
    unsigned destination = 0;
    unsigned physical_at = 0;
    PortId arrival_port;
    Vc arrival_vc;
    RoutingState state = 0;
  };
  Axis(const RingRoute& route, const AxisPorts& ports, unsigned vcs, WrapClass wrap_class, Jumps jumps)
      : route_(&route), ports_(ports), vcs_(vcs), wrap_class_(wrap_class), jumps_(jumps) {}
  /// Appends the next hops of a packet that has not reached its destination in this dimension.
  void route(const Place& place, Candidates& out) const;

 private:
  void offer(const Candidate& hop, const Place& place, Candidates& out) const;
  bool wants_bypass(Heading way, bool jumped, const Place& place) const;
  PortId port(Heading way, bool bypass, const Place& place) const;
  bool starts(const Place& place) const;
  VcSet starting_vcs(Heading way, const Place& place) const;
  unsigned channel_class(const Place& place) const;
  bool arrived_by_wrap(const Place& place) const;

  const RingRoute* route_;
  AxisPorts ports_;
  unsigned vcs_;
  WrapClass wrap_class_;
  Jumps jumps_;
};

/// The stages of a torus: its axes. The line of an axis is that of the nodes whose other coordinates are 0, where ring
/// coordinates are those of the nodes. A link between opposite nodes is ahead at the smaller coordinate of either line.
class AxisStages final : public StagedRouting {
 public:
  explicit AxisStages(const Torus& torus) : torus_(torus) {}
  unsigned stages() const override { return torus_.dimensions; }
  std::vector<NodeId> line(unsigned stage) const override;
  unsigned stage_of(PortRef port) const override { return port.port.value % (2 * torus_.dimensions) / 2; }
  PortRef on_line(PortRef port) const override;

 private:
  Torus torus_;
};

class TorusRelation : public RoutingRelation, public HasTables {
 public:
  /// Throws std::invalid_argument if a parameter is out of range, or there are fewer than 2 or more than 32 channels.
  TorusRelation(const Torus& torus, RingAlgorithm algorithm, unsigned vcs, WrapClass wrap_class = WrapClass::kRaise,
                Jumps jumps = Jumps::kNever);
  const std::string& name() const override { return name_; }
  unsigned vcs() const override { return vcs_; }
  void route(const RouteQuery& query, Candidates& out) const override;
  bool uses_source() const override { return route_->uses_source(); }
  const StagedRouting* staged() const override { return &stages_; }
  void make_tables(const Progress& progress) const override { route_->make_tables(progress); }

 private:
  /// A dimension, and the factor that makes its ring coordinate of the row coordinate.
  struct Dimension {
    Axis axis;
    unsigned ring_factor;
  };
  Axis::Place place_on(unsigned axis, const RouteQuery& query) const;

  Torus torus_;
  AxisStages stages_;
  unsigned vcs_;
  std::string name_;
  std::unique_ptr<const RingRoute> route_;
  boost::container::static_vector<Dimension, kMostDimensions> dimensions_;
};

/// The routing of the torus of one dimension.
class RingRelation final : public TorusRelation {
 public:
  RingRelation(const Ring& ring, RingAlgorithm algorithm, unsigned vcs, WrapClass wrap_class = WrapClass::kRaise,
               Jumps jumps = Jumps::kNever)
      : TorusRelation(torus_of(ring), algorithm, vcs, wrap_class, jumps) {}
};

}  // namespace kintsugi::srt
