/// Routing in a whole MANDALA network without faults. Candidates do not depend on the source.
///
/// rsim      port = digit of the destination at the highest level i at which it differs from the node's. So a packet
///           goes to the corner of its own cluster of level i - 1 that has the link to the destination's cluster of
///           level i - 1, and behind that link it has one level less to correct. At most 2^L - 1 hops; not always the
///           fewest from L = 3 on.
/// shortest  the fewest hops. Let a and b be the clusters of level i - 1 of node and destination. A packet takes the
///           link from a to b, or goes through a third cluster c of that level; hops_to_corner() gives both lengths. If
///           they are equal it takes the link from a to b, otherwise the smallest of the best c.
/// redirect  rsim, but a packet for which rsim's port has no free channel of its class may once leave towards a third
///           cluster c of level i - 1. The relation offers every c, the shortest route first, as deferred candidates:
///           the patience of the routers says how long the packet must remain blocked. The header carries (i, c) until
///           digit i is c; from there on it is rsim.
///
/// Channels  with one virtual channel the dependencies form a cycle for L = 2 and more. There are two ways of making
///           classes:
///           highest digit   a hop takes class i - 1, where i is the highest level at which the node that it leaves
///                           differs from the destination. The class never rises along a route. L classes; rsim only
///           port changes    a hop takes as class the number of times the packet has changed the port number so far; it
///                           never falls. Hops by port p alone lead to the network's corner p, where port p is open, so
///                           within a class they form no cycle. A run is a sequence of hops by one port number: a route
///                           has at most L runs with rsim, L + 1 with shortest, L + 2 with redirect
///           V channels are divided among n classes: class k begins at ceil(k V / n); V is n to 32. With kIgnore all
///           hops may take all channels; tests use it to show that the proof finds the cycle.
/// Header    bits 0 .. 4 last port + 1, bits 5 .. 9 the class (port changes); redirect: bits 10 .. 14 the level i, bits
///           15 .. 18 c, bit 19 that it has been redirected
/// Errors    throws std::invalid_argument for the same reasons as validate(), if the network is only a prefix, if there
///           are too few channels or more than 32, and if shortest or redirect is given Classes::kHighestDigit
/// Source    Flavell et al., sections 3.1 (the printed loop of Rsim has != for ==) and 6. Shortest routes and classes
///           are not in the paper.
#pragma once

#include <string>

#include "models/mandala/geometry.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi::mandala {

enum class Classes {
  kHighestDigit,
  kPortChanges,
  kIgnore,
};

/// @name Changes of port number, in a header
/// @{
/// Returns the state after a hop by that port.
constexpr RoutingState after_port(RoutingState state, unsigned port) {
  const RoutingState last = state & 31u;
  if (last != 0 && last != port + 1) state += 1u << 5;
  return (state & ~31u) | (port + 1);
}
constexpr unsigned port_changes(RoutingState state) {
  return state >> 5 & 31u;
}
/// @}

class MandalaRelation : public RoutingRelation {
 public:
  const std::string& name() const final { return name_; }
  unsigned vcs() const final { return vcs_; }
  bool uses_source() const final { return false; }
  const Mandala& mandala() const { return mandala_; }
  unsigned classes() const { return classes_; }
  Classes kind_of_classes() const { return kind_; }

 protected:
  MandalaRelation(std::string name, const Mandala& mandala, unsigned classes, unsigned vcs, Classes kind);
  /// Appends the hop by a port, unless no class is left. `level` sets the class if classes are by the highest
  /// digit, and is otherwise ignored. `deferred`: only for a packet that remains blocked.
  void offer(unsigned port, unsigned level, RoutingState state, Candidates& out, bool deferred = false) const;

 private:
  std::string name_;
  Mandala mandala_;
  unsigned classes_;
  unsigned vcs_;
  Classes kind_;
};

class RsimRelation final : public MandalaRelation {
 public:
  RsimRelation(const Mandala& mandala, unsigned vcs, Classes kind = Classes::kHighestDigit);
  void route(const RouteQuery& query, Candidates& out) const override;
};

struct ShortestWay {
  unsigned hops = 0;
  unsigned port = 0;  ///< port of the first hop
};
/// Returns the number of hops and the first port of the shortest route between two nodes, which must be different.
ShortestWay shortest_way(const Mandala& mandala, NodeId from, NodeId to);

class ShortestRelation final : public MandalaRelation {
 public:
  ShortestRelation(const Mandala& mandala, unsigned vcs, Classes kind = Classes::kPortChanges);
  void route(const RouteQuery& query, Candidates& out) const override;
};

class RedirectRelation final : public MandalaRelation {
 public:
  RedirectRelation(const Mandala& mandala, unsigned vcs, Classes kind = Classes::kPortChanges);
  void route(const RouteQuery& query, Candidates& out) const override;
};

}  // namespace kintsugi::mandala
