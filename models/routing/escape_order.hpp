/// The order in which packets take escape channels, as a graph, and whether the graph has a cycle.
///
/// Between two escape channels a packet may take any number of adaptive ones. What it carries from one escape channel
/// to the next is its routing state. So the nodes of the graph are the escape channels and the states. Its edges lead
///   from a channel to the state that a packet has after it,
///   from a state to every channel that a packet with that state requests at any node,
///   from a state to a state that adaptive hops change it to.
/// Whatever route a packet takes between two channels, the graph has a path for it. So if the graph has no cycle, the
/// dependencies of the escape channels, direct or through adaptive ones, have none either. The converse does not hold:
/// the graph may have a cycle where the dependencies have none, if a relation keeps too little in its state.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "models/routing/relation.hpp"

namespace kintsugi {

class EscapeOrder {
 public:
  /// Records that a packet in `state` requests that escape channel and has state `next` after it.
  void add_request(RoutingState state, std::uint32_t channel, RoutingState next);
  /// Records that a packet in `state` takes an adaptive channel and has state `next` after it.
  void add_adaptive_hop(RoutingState state, RoutingState next);
  void add(const EscapeOrder& other);

  /// Returns the number of edges of the graph.
  std::uint64_t size() const;
  bool has_cycle() const;
  /// Returns the channels of a cycle, in order; empty if there is no cycle, or only cycles of states alone.
  std::vector<std::uint32_t> find_cycle() const;

 private:
  /// What packets in one state request.
  struct Requests {
    std::vector<std::uint64_t> latest;  // by channel: 1 + the state after it, as last recorded; 0: never requested
    std::set<std::uint32_t> channels;
    std::set<RoutingState> states;
  };

  Requests& in(RoutingState state);
  std::vector<std::vector<std::uint32_t>> numbered(std::vector<std::uint32_t>& channels) const;

  std::unordered_map<RoutingState, Requests> states_;
  std::map<std::uint32_t, std::set<RoutingState>> after_;  // by channel
  RoutingState current_ = 0;                               // the latest state: the next call mostly has it again
  Requests* current_requests_ = nullptr;
};

}  // namespace kintsugi
