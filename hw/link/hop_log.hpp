/// The hop log: when the packets of the traffic have passed which router. A router writes it if its thread has one.
///
/// Hop      one router that a packet or a copy of it has passed: the ports, the channels and the cycles in which its
///          head and its tail have left. The first hop comes in by the local port, the last one leaves by it
/// Copies   of one packet have its name, so that its hops may be a tree (multicast) or several ways (sent again)
/// Left out acknowledgements, and packets that the filter does not take
/// Threads  each has a log of its own: a router writes into that of the thread that evaluates it
/// Cost     without a log, one test of a pointer for each flit; with it 32 bytes for each hop
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/packet_table.hpp"

namespace kintsugi {

/// Which packets a log takes: by default all of the traffic.
struct PacketFilter {
  NodeId source = kNoNode;       ///< kNoNode: any
  NodeId destination = kNoNode;  ///< kNoNode: any; otherwise no multicast
  Cycle from = 0;                ///< the first and the last cycle of creation
  Cycle to = std::numeric_limits<Cycle>::max();

  bool takes_all() const {
    return source == kNoNode && destination == kNoNode && from == 0 && to == std::numeric_limits<Cycle>::max();
  }
  bool takes(const Packet& packet) const {
    return packet.serial < kFirstAcknowledgement && packet.created >= from && packet.created <= to &&
           (source == kNoNode || packet.source == source) &&
           (destination == kNoNode || (packet.kind != PacketKind::kCopy && packet.destination == destination));
  }
};

/// A filter that is asked for every packet: one that takes all of them is a single test.
class PacketChoice {
 public:
  explicit PacketChoice(const PacketFilter& filter) : filter_(filter), takes_all_(filter.takes_all()) {}

  bool takes(const Packet& packet) const {
    if (takes_all_) [[likely]]
      return packet.serial < kFirstAcknowledgement;
    return filter_.takes(packet);
  }

 private:
  PacketFilter filter_;
  bool takes_all_;
};

struct LoggedHop {
  static constexpr Cycle kNotYet = std::numeric_limits<Cycle>::max();

  Cycle head = 0;        ///< in which the head has left the router
  Cycle tail = kNotYet;  ///< in which the tail has
  union {
    PacketName packet = {};
    LoggedHop* next;  ///< from HopLog::chain() on, in place of the name: the next hop of the packet, or nullptr
  };
  ModuleIndex router = 0;
  std::uint8_t in = 0;  ///< ports
  std::uint8_t out = 0;
  Vc in_vc;
  Vc out_vc;
};
static_assert(sizeof(LoggedHop) == 32);

class HopLog {
 public:
  /// Hops that are taken from the system at a time. They do not move, so that a router keeps where its open ones are.
  static constexpr std::size_t kBlock = std::size_t{1} << 13U;

  explicit HopLog(const PacketFilter& filter);

  /// Returns whether a packet is logged.
  bool takes(const Packet& packet) const { return choice_.takes(packet); }
  /// Returns where the next hop will stay. All of it must be written before keep().
  LoggedHop* place() const { return next_; }
  /// Adds the hop that was written there. A router does this last: a new block is rare, and so no register needs to be
  /// kept across it.
  void keep() {
    if (++next_ == end_) [[unlikely]]
      add_block();
  }

  std::size_t size() const { return blocks_.size() * kBlock - static_cast<std::size_t>(end_ - next_); }
  /// Returns the hops in the order of their heads, block by block; all blocks but the last one have kBlock of them.
  std::vector<std::span<const LoggedHop>> blocks() const;

  /// Puts the hops of each packet, in the order in which they were added, before those of it that are chained already:
  /// `first_of(packet)` is a reference to the first one of them, or to nullptr. Call it once, after the run.
  template <class FirstOf>
  void chain(const FirstOf& first_of) {
    std::size_t size = kBlock - static_cast<std::size_t>(end_ - next_);
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
      for (LoggedHop* hop = block->get() + size; hop != block->get();) {
        --hop;
        LoggedHop*& first = first_of(hop->packet);
        hop->next = std::exchange(first, hop);
      }
      size = kBlock;
    }
  }

 private:
  struct Free {
    void operator()(LoggedHop* block) const;
  };

  /// Nothing is written to a block before its hops.
  void add_block();

  PacketChoice choice_;
  std::vector<std::unique_ptr<LoggedHop, Free>> blocks_;
  LoggedHop* next_ = nullptr;  // the place of the next hop, and the end of its block
  LoggedHop* end_ = nullptr;
};

}  // namespace kintsugi
