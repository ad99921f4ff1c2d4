/// Routing in the shuffle-exchange network, on logical numbers, so that it is the same after a reconfiguration. It
/// offers one candidate, which does not depend on the source.
///
/// destination-tag   n rounds of { shuffle; exchange if the low bit is not the next bit of the destination, from the
///                   highest down }. At 0 and N - 1 the shuffle leads to the node itself and takes no hop. A packet
///                   that reaches its destination earlier is delivered there.
/// shortest-forward  the fewest hops with shuffle and exchange
/// shortest          the fewest hops with unshuffle too: the links carry both ways. It lowers the average, not the
///                   diameter of 2 n - 1.
///
/// Channels  by up/down classes: a hop to a larger number is up. A packet starts in class 0; the class rises by one
///           when an up hop follows a down hop. There are floor(n / 2) + 1 classes in destination-tag, and up to n = 10
///           in all. shortest-forward has one more from n = 11 on, where the only shortest route from 1355 to 186 has
///           six such turns, and two more from n = 15 on (21803 to 2794: nine turns). shortest has one more from n = 15
///           on (24704 to 21930 by the route it takes: eight turns). V channels are divided among c classes: class i
///           begins at ceil(i V / c); V is the number of classes to 32.
/// Deadlock  within a class numbers rise, then fall; classes only rise. So no channel can wait for itself. The proof
///           then has to show that no packet needs another class. With UpDown::kIgnore all hops take all channels,
///           which is cyclic; tests use it to show that the proof finds the cycle.
/// Header    bits 0 .. 4 the rounds done and bit 5 that a round's exchange is due (destination-tag), bit 6 that the
///           last hop was down, bits 7 .. 10 the class
/// Errors    throws std::invalid_argument if n is out of range, or there are too few channels or more than 32
/// Source    destination tags: H. S. Stone, "Parallel Processing with the Perfect Shuffle", 1971, as cited by H. I.
///           Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003. The other routings and the classes are not
///           there.
#pragma once

#include <string>

#include "models/routing/relation.hpp"
#include "models/sse/shortest.hpp"

namespace kintsugi::sse {

enum class UpDown {
  kChange,  ///< the class rises
  kIgnore,  ///< any channel
};

inline constexpr unsigned kLargestShortest = 16;

/// Returns the classes of destination-tag: the number of channels that it needs to be free of deadlock.
constexpr unsigned updown_classes(const Sse& sse) {
  return sse.n / 2 + 1;
}
/// Returns the classes of shortest-forward or shortest, for n up to kLargestShortest: no formula is known, the numbers
/// are those of the routes of all pairs.
constexpr unsigned updown_classes(const Sse& sse, Directions directions) {
  const unsigned more = directions == Directions::kForward && sse.n >= 11 ? 1 : 0;
  return updown_classes(sse) + more + (sse.n >= 15 ? 1 : 0);
}

class SseRelation : public RoutingRelation {
 public:
  const std::string& name() const final { return name_; }
  unsigned vcs() const final { return vcs_; }
  bool uses_source() const final { return false; }

 protected:
  SseRelation(std::string name, const Sse& sse, unsigned classes, unsigned vcs, UpDown updown);
  const Sse& sse() const { return sse_; }
  /// Returns the candidate for a hop; its state has the new class and direction.
  Candidate candidate(NodeId at, Hop hop, RoutingState state) const;

 private:
  VcSet channels(unsigned updown_class) const;

  std::string name_;
  Sse sse_;
  unsigned classes_;
  unsigned vcs_;
  UpDown updown_;
};

class TagRelation final : public SseRelation {
 public:
  TagRelation(const Sse& sse, unsigned vcs, UpDown updown = UpDown::kChange);
  void route(const RouteQuery& query, Candidates& out) const override;
};

class ShortestRelation final : public SseRelation {
 public:
  ShortestRelation(const Sse& sse, Directions directions, unsigned vcs, UpDown updown = UpDown::kChange);
  void route(const RouteQuery& query, Candidates& out) const override;

 private:
  Directions directions_;
};

}  // namespace kintsugi::sse
