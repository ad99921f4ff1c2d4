/// The order in which packets take escape channels, and whether it goes in a circle.
///
/// Between two escape channels a packet may have taken any number of adaptive ones. What it carries from one to the
/// next is its routing state. So the graph has the escape channels and the states: an edge from a channel to the state
/// that a packet has after it, from a state to every channel that a packet with that state asks for, anywhere, and from
/// a state to another that adaptive hops change it to. Whatever way a packet goes between two channels, the graph has a
/// path for it: where the graph has no cycle, neither have the dependencies of the escape channels, direct or through
/// adaptive ones. (It may have one where they have none: a relation whose state says too little.)
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
  /// A packet in `state` asks for that escape channel; after it, it has state `next`.
  void asks(RoutingState state, std::uint32_t channel, RoutingState next);
  /// A packet in `state` takes an adaptive channel; after it, it has state `next`.
  void goes_on(RoutingState state, RoutingState next);
  void add(const EscapeOrder& other);

  /// Edges of the graph.
  std::uint64_t size() const;
  bool has_cycle() const;
  /// The channels of a cycle, in order; empty when there is none, or one of states alone.
  std::vector<std::uint32_t> find_cycle() const;

 private:
  /// What packets in one state do.
  struct Asked {
    std::vector<std::uint64_t> latest;  // by channel: 1 + the state after it, as last heard; 0: never asked for
    std::set<std::uint32_t> channels;
    std::set<RoutingState> states;
  };

  Asked& in(RoutingState state);
  std::vector<std::vector<std::uint32_t>> numbered(std::vector<std::uint32_t>& channels) const;

  std::unordered_map<RoutingState, Asked> states_;
  std::map<std::uint32_t, std::set<RoutingState>> after_;  // by channel
  RoutingState current_ = 0;                               // mostly the one that is asked about again
  Asked* current_asked_ = nullptr;
};

}  // namespace kintsugi
