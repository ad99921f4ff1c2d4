/// Keeps the dependencies between arcs free of cycles: a packet that holds the channel of one arc may wait for that of
/// the next only if the dependency has been added, and none is added that closes a cycle.
///
/// Dependency  from an arc to one that leaves the node it leads to; not to its own reverse, which no route takes
/// Order       the arcs are kept in an order in which every dependency leads upwards. A dependency that agrees with it
///             costs nothing; for another one, only the arcs between its two ends are searched and moved
/// Refused     a dependency that closed a cycle once closes it as long as no other is taken back, so it is not searched
///             for again
/// Source      the order: Pearce and Kelly, "A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs", 2006
#pragma once

#include <cstdint>
#include <vector>

#include "models/general/live_graph.hpp"

namespace kintsugi::general {

class ArcOrder {
 public:
  /// `graph` must outlive the order.
  explicit ArcOrder(const LiveGraph& graph);

  /// Adds a dependency, unless it is there or closes a cycle. Returns whether it is there now.
  bool add(ArcId from, ArcId to);
  /// Marks a place to which back() returns.
  void mark() { journal_.clear(); }
  /// Takes back all dependencies that were added, and forgets all that were refused, since mark().
  void back();
  /// Returns for each arc its level: 1 + the largest level of the arcs that depend on it; 1 if there are none. Every
  /// dependency leads to a higher level.
  std::vector<std::uint32_t> levels() const;

 private:
  enum class State : std::uint8_t { kUnknown, kThere, kRefused };
  std::size_t slot(ArcId from, ArcId to) const {
    return first_[from] + (to - graph_->first_leaving(graph_->arc(from).to.value));
  }
  bool make_room(ArcId from, ArcId to);
  bool collect_after(ArcId start, std::uint32_t highest);
  void collect_before(ArcId start, std::uint32_t lowest);
  void reorder();

  const LiveGraph* graph_;
  std::vector<std::size_t> first_;    // by arc: its first slot
  std::vector<State> states_;         // by slot
  std::vector<std::uint32_t> place_;  // by arc, in the order
  std::vector<std::size_t> journal_;  // slots changed since mark()
  std::vector<bool> seen_;            // by arc; all false between two calls
  std::vector<ArcId> after_;          // found by the last search
  std::vector<ArcId> before_;
};

}  // namespace kintsugi::general
