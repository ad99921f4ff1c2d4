/// The multicasts under way: the headers of their copies, and the acknowledgements that nodes await.
///
/// Members  of a multicast are one list; every copy has a range of it, and a fork divides the range among its branches.
///          In hardware this is the bit map in the header of the copy. A relation without lists has empty ranges; the
///          list then only serves to check the arrivals
/// Forks    at the node of a fork, an entry counts the acknowledgements that must arrive before the node sends one to
///          the node of the previous fork. The first fork of a multicast is the source, which awaits one. In hardware
///          the entries are a table in the network interface; most_forks() is the largest number that a node needed
/// Owner    every entry belongs to one node; only its router and PE touch it, the router before the PE
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "hw/link/multicast_ids.hpp"
#include "hw/link/packet_table.hpp"
#include "models/network/types.hpp"
#include "models/routing/multicast.hpp"

namespace kintsugi {

/// Objects by number; numbers of released objects are used again. A released object keeps its memory.
template <class Thing>
class Pool {
 public:
  std::uint32_t create() {
    ++live_;
    if (free_.empty()) {
      things_.emplace_back();
      return narrow<std::uint32_t>(things_.size() - 1);
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

struct Multicast {
  NodeId source;
  std::uint32_t serial = 0;  ///< its number among the packets of its source
  Cycle created = 0;
  std::uint32_t size = 0;       ///< members in all
  std::uint32_t reached = 0;    ///< members whose copy has arrived
  std::vector<Member> members;  ///< strictly ascending for a relation without lists; otherwise forks reorder them
};

struct Copy {
  MulticastId multicast = 0;
  std::uint32_t first = 0;  ///< its range of the members
  std::uint32_t count = 0;
  ForkId fork = kNoFork;  ///< to which its acknowledgement goes
};

/// The acknowledgements of one fork that a node awaits.
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

  /// Returns the fork of a copy, from the relation; valid until the next call.
  const Fork& fork(const ForkQuery& query, const Copy& copy) {
    fork_.ends_here = false;
    fork_.branches.clear();
    relation_->fork(query, members(copy), fork_);
    return fork_;
  }
  /// Returns whether copies have lists of their members.
  bool lists_members() const { return relation_->uses_members(); }

  /// Makes a new multicast, the packet of that name, and its first copy, which is for all members.
  CopyId start(const PacketName& packet, const MulticastSet& set, Cycle now) {
    const MulticastId id = multicasts_.create();
    Multicast& multicast = multicasts_[id];
    multicast.source = packet.source;
    multicast.serial = packet.serial;
    multicast.created = now;
    multicast.size = narrow<std::uint32_t>(set.members.size());
    multicast.reached = 0;
    multicast.members.clear();
    for (const NodeId member : set.members) multicast.members.push_back({member});
    return add_copy({id, 0, lists_members() ? multicast.size : 0, kNoFork});
  }

  /// Called when the first copy leaves its source, which then awaits the acknowledgement of all members.
  void leave_source(CopyId id, Cycle now) {
    Copy& first = copies_[id];
    first.fork = await({first.multicast, multicasts_[first.multicast].source, kNoFork, 1}, now);
  }

  CopyId add_copy(const Copy& copy) {
    const CopyId id = copies_.create();
    copies_[id] = copy;
    return id;
  }
  /// Releases a copy that has ended at a PE or in a fork.
  void release_copy(CopyId id) { copies_.release(id); }
  Copy& copy(CopyId id) { return copies_[id]; }
  const Copy& copy(CopyId id) const { return copies_[id]; }
  Multicast& multicast(MulticastId id) { return multicasts_[id]; }
  const Multicast& multicast(MulticastId id) const { return multicasts_[id]; }
  std::span<Member> members(const Copy& copy) {
    return std::span(multicasts_[copy.multicast].members).subspan(copy.first, copy.count);
  }

  /// Called when a copy reaches the PE of this node. Returns false if the node is no member or has a copy already.
  bool reach(const Copy& copy, NodeId node) {
    Multicast& multicast = multicasts_[copy.multicast];
    if (multicast.reached == multicast.size || !wants(multicast, copy, node)) return false;
    ++multicast.reached;
    return true;
  }

  /// Makes the node of the fork await its acknowledgements.
  ForkId await(const AwaitingFork& fork, Cycle now) {
    const ForkId id = forks_.create();
    forks_[id] = fork;
    Entries& entries = entries_of(fork.node, now);
    most_forks_ = std::max(most_forks_, ++entries.taken);
    return id;
  }
  const AwaitingFork& fork(ForkId id) const { return forks_[id]; }
  /// Called when an acknowledgement arrives. Returns true if it was the last: the caller must release the fork.
  bool acknowledge(ForkId id) { return --forks_[id].awaited == 0; }
  void release_fork(ForkId id, Cycle now) {
    ++entries_of(forks_[id].node, now).released;
    forks_.release(id);
  }
  void release_multicast(MulticastId id) { multicasts_.release(id); }

  /// Returns the number of multicasts that are not yet acknowledged to their source.
  std::size_t live() const { return multicasts_.live(); }
  std::size_t live_copies() const { return copies_.live(); }
  /// Returns the largest number of entries that one node needed at the same time, those of sources included.
  std::uint32_t most_forks() const { return most_forks_; }

 private:
  bool wants(Multicast& multicast, const Copy& copy, NodeId node) {
    if (lists_members()) return copy.count == 1 && multicast.members[copy.first].node == node;
    const auto member = std::ranges::lower_bound(multicast.members, node, {}, &Member::node);
    if (member == multicast.members.end() || member->node != node || member->branch != 0) return false;
    member->branch = 1;  // it has its copy
    return true;
  }

  /// The entries of one node. One that is released in a cycle can be taken in the next, in any order of evaluation.
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
  Fork fork_;
  Pool<Multicast> multicasts_;
  Pool<Copy> copies_;
  Pool<AwaitingFork> forks_;
  std::vector<Entries> entries_;  // by node
  std::uint32_t most_forks_ = 0;
};

}  // namespace kintsugi
