/// The multicasts under way: what the headers of their copies say, and the acknowledgements that are awaited.
///
/// Members  of a multicast lie in one list; every copy has a stretch of it, and a fork divides the stretch among its
///          branches. In hardware this is the bit map in the header of the copy. A relation without lists has empty
///          stretches; the list is then only what is expected
/// Forks    where a copy goes on in several directions, or in one and to the PE, its node remembers how many
///          acknowledgements must come before it sends one on to the node of the fork before. The first
///          fork of a multicast is the source itself, which awaits one. What a node remembers is in hardware an entry
///          of a table in its network interface; most_forks() says how many entries one has needed
/// Belongs  every entry to one node, and only its router and PE touch it, the router before the PE can
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "models/network/types.hpp"
#include "models/routing/multicast.hpp"

namespace kintsugi {

/// Things by number; the numbers of things released are given again. What they hold keeps its memory.
template <class Thing>
class Pool {
 public:
  std::uint32_t create() {
    ++live_;
    if (free_.empty()) {
      things_.emplace_back();
      return static_cast<std::uint32_t>(things_.size() - 1);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
  }
  void release(std::uint32_t number) {
    free_.push_back(number);
    --live_;
  }
  Thing& operator[](std::uint32_t number) { return things_[number]; }
  const Thing& operator[](std::uint32_t number) const { return things_[number]; }
  std::size_t live() const { return live_; }

 private:
  std::vector<Thing> things_;
  std::vector<std::uint32_t> free_;
  std::size_t live_ = 0;
};

using MulticastId = std::uint32_t;
using CopyId = std::uint32_t;
using ForkId = std::uint32_t;
inline constexpr ForkId kNoFork = 0xffffffff;

struct Multicast {
  NodeId source;
  Cycle created = 0;
  std::uint32_t size = 0;       ///< members in all
  std::uint32_t reached = 0;    ///< those whose copy has arrived
  std::vector<Member> members;  ///< strictly ascending when there is no list: forks order them otherwise
};

struct Copy {
  MulticastId multicast = 0;
  std::uint32_t first = 0;  ///< its stretch of the members
  std::uint32_t count = 0;
  ForkId fork = kNoFork;  ///< where its acknowledgement goes
};

/// Acknowledgements that are awaited at a node.
struct AwaitingFork {
  MulticastId multicast = 0;
  NodeId node;
  ForkId before = kNoFork;  ///< kNoFork: this is the source
  std::uint32_t awaited = 0;
};

class MulticastTable {
 public:
  /// The relation must outlive the table.
  MulticastTable(const MulticastRelation& relation, std::size_t nodes) : relation_(&relation), entries_(nodes) {}

  /// What the relation says to a copy; one at a time.
  const Fork& fork(const ForkQuery& query, const Copy& copy) {
    answer_.ends_here = false;
    answer_.branches.clear();
    relation_->fork(query, members(copy), answer_);
    return answer_;
  }
  /// Whether copies have lists of their members.
  bool lists_members() const { return relation_->uses_members(); }

  /// A new multicast and its first copy, which stands for all members.
  CopyId start(NodeId source, const MulticastSet& set, Cycle now) {
    const MulticastId id = multicasts_.create();
    Multicast& multicast = multicasts_[id];
    multicast.source = source;
    multicast.created = now;
    multicast.size = static_cast<std::uint32_t>(set.members.size());
    multicast.reached = 0;
    multicast.members.clear();
    for (const NodeId member : set.members) multicast.members.push_back({member});
    return add_copy({id, 0, lists_members() ? multicast.size : 0, kNoFork});
  }

  /// The first copy leaves its source, which awaits the acknowledgement of all from now on.
  void leave_source(CopyId id, Cycle now) {
    Copy& first = copies_[id];
    first.fork = await({first.multicast, multicasts_[first.multicast].source, kNoFork, 1}, now);
  }

  CopyId add_copy(const Copy& copy) {
    const CopyId id = copies_.create();
    copies_[id] = copy;
    return id;
  }
  /// The copy has ended at a PE or in a fork.
  void release_copy(CopyId id) { copies_.release(id); }
  Copy& copy(CopyId id) { return copies_[id]; }
  Multicast& multicast(MulticastId id) { return multicasts_[id]; }
  std::span<Member> members(const Copy& copy) {
    return std::span(multicasts_[copy.multicast].members).subspan(copy.first, copy.count);
  }

  /// A copy has come to the PE of this node. False: nobody wanted it, or a second time.
  bool reach(const Copy& copy, NodeId node) {
    Multicast& multicast = multicasts_[copy.multicast];
    if (multicast.reached == multicast.size || !wants(multicast, copy, node)) return false;
    ++multicast.reached;
    return true;
  }

  /// From now on the node awaits these acknowledgements.
  ForkId await(const AwaitingFork& fork, Cycle now) {
    const ForkId id = forks_.create();
    forks_[id] = fork;
    Entries& entries = entries_of(fork.node, now);
    most_forks_ = std::max(most_forks_, ++entries.taken);
    return id;
  }
  const AwaitingFork& fork(ForkId id) const { return forks_[id]; }
  /// One acknowledgement has come. True: it was the last, and the fork is to be released.
  bool acknowledge(ForkId id) { return --forks_[id].awaited == 0; }
  void release_fork(ForkId id, Cycle now) {
    ++entries_of(forks_[id].node, now).released;
    forks_.release(id);
  }
  void release_multicast(MulticastId id) { multicasts_.release(id); }

  /// Multicasts that have been created and not been acknowledged to their source.
  std::size_t live() const { return multicasts_.live(); }
  std::size_t live_copies() const { return copies_.live(); }
  /// The most entries that one node has needed at the same time, the sources' own included.
  std::uint32_t most_forks() const { return most_forks_; }

 private:
  bool wants(Multicast& multicast, const Copy& copy, NodeId node) {
    if (lists_members()) return copy.count == 1 && multicast.members[copy.first].node == node;
    const auto member = std::ranges::lower_bound(multicast.members, node, {}, &Member::node);
    if (member == multicast.members.end() || member->node != node || member->branch != 0) return false;
    member->branch = 1;  // it has its copy
    return true;
  }

  /// Of one node. What is released in a cycle can be taken again in the next one, whoever is evaluated first.
  struct Entries {
    Cycle cycle = 0;
    std::uint32_t taken = 0;
    std::uint32_t released = 0;  // in that cycle
  };
  Entries& entries_of(NodeId node, Cycle now) {
    Entries& entries = entries_[node.value];
    if (entries.cycle != now) entries = {now, entries.taken - entries.released, 0};
    return entries;
  }

  const MulticastRelation* relation_;
  Fork answer_;
  Pool<Multicast> multicasts_;
  Pool<Copy> copies_;
  Pool<AwaitingFork> forks_;
  std::vector<Entries> entries_;  // by node
  std::uint32_t most_forks_ = 0;
};

}  // namespace kintsugi
