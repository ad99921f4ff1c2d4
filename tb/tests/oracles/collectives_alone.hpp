/// How long a collective takes that is alone in a network in which no two of its messages meet, and no flit waits for a
/// credit: closed forms.
///
/// Transfer  a message of f flits arrives x = d + f - 1 cycles after it was sent, where d is the T0 of a packet of one
///           flit (hw/README.md): its packets leave one after the other. A request and an answer add 2 d
/// Ring      a message to the member n places further passes n links: d is larger by (n - 1) h. No two messages meet if
///           each that passes two links or more has at most h flits; in a direct all-to-all if (p - 2) f <= h; in rings
///           of steps, trees and multicasts without help of the network always
/// Adding    g cycles for the bytes of a part (Composer), once it has arrived
/// Holds     if the parts of the data are equal; for every p where "any" stands, else for p = 2^K; for what is marked
///           eager with eager messages only. models/workload/README.md derives them
#pragma once

#include "models/workload/protocol.hpp"

namespace kintsugi::workload {

class Alone {
 public:
  /// `latency` is d between neighbours, at least 1. Any two members are neighbours, as on a fully connected network.
  Alone(const Protocol& protocol, Cycle latency, std::uint64_t reduce_bytes_per_ns = 0)
      : protocol_(protocol), latency_(latency), reduce_bytes_per_ns_(reduce_bytes_per_ns) {}

  /// Returns the same for members on a ring in both directions, where `hop` is h: the cycles that a flit takes from one
  /// member to the next, through a router and over a link.
  Alone on_ring(Cycle hop) const;

  /// Returns x for the member `places` further.
  Cycle transfer(std::uint64_t bytes, std::uint32_t places = 1) const;
  Cycle adding(std::uint64_t bytes) const;

  /// @name `bytes` is what each member has at the beginning, or at the end of an all-gather
  /// @{
  Cycle ring_reduce_scatter(std::uint32_t p, std::uint64_t bytes) const;  ///< any
  Cycle ring_all_gather(std::uint32_t p, std::uint64_t bytes) const;      ///< any
  Cycle ring_all_reduce(std::uint32_t p, std::uint64_t bytes) const;      ///< any
  /// any; on a ring with two columns only: rows of more have a way back of several links, by which members come out of
  /// step. Throws std::logic_error for more
  Cycle ring_all_reduce_2d(std::uint32_t columns, std::uint32_t rows, std::uint64_t bytes) const;
  Cycle doubling_all_reduce(std::uint32_t p, std::uint64_t bytes) const;
  Cycle halving_reduce_scatter(std::uint32_t p, std::uint64_t bytes) const;
  Cycle doubling_all_gather(std::uint32_t p, std::uint64_t bytes) const;
  Cycle rabenseifner_all_reduce(std::uint32_t p, std::uint64_t bytes) const;
  Cycle tree_broadcast(std::uint32_t p, std::uint64_t bytes) const;  ///< on a ring eager
  Cycle tree_reduce(std::uint32_t p, std::uint64_t bytes) const;
  Cycle tree_all_reduce(std::uint32_t p, std::uint64_t bytes) const;  ///< on a ring eager
  /// any, eager: to each other member by itself, without help of the network
  Cycle multicast_broadcast(std::uint32_t p, std::uint64_t bytes) const;
  Cycle multicast_all_reduce(std::uint32_t p, std::uint64_t bytes) const;  ///< eager, as multicast_broadcast()
  /// any, eager: by packets that the network copies, which fit into a buffer; on a ring of at most h flits in all
  Cycle cast_broadcast(std::uint32_t p, std::uint64_t bytes) const;
  Cycle cast_all_reduce(std::uint32_t p, std::uint64_t bytes) const;  ///< eager, as cast_broadcast()
  Cycle dissemination_barrier(std::uint32_t p) const;                 ///< any
  /// @}
  /// @name `bytes` is what a member has for one other
  /// @{
  Cycle direct_all_to_all(std::uint32_t p, std::uint64_t bytes) const;    ///< any, eager
  Cycle pairwise_all_to_all(std::uint32_t p, std::uint64_t bytes) const;  ///< any
                                                                          /// @}

 private:
  /// Returns the cycles of a ring of p members whose successors are some places further.
  Cycle steps(std::uint32_t p, std::uint64_t bytes, std::uint32_t places, bool adds) const;

  Protocol protocol_;
  Cycle latency_;
  std::uint64_t reduce_bytes_per_ns_;
  Cycle hop_ = 0;  // 0: any two members are neighbours
};

}  // namespace kintsugi::workload
