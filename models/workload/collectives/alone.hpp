/// How long a collective takes that is alone in a network in which no two of its messages meet: closed forms.
///
/// Transfer  a message of f flits arrives x = d + f - 1 cycles after it was sent, where d is the T0 of a packet of one
///           flit (hw/README.md): its packets leave one after the other. A request and an answer add 2 d
/// Adding    g cycles for the bytes of a part (Composer), once it has arrived
/// Holds     if the parts of the data are equal; for every p where "any" stands, else for p = 2^k; for what is marked
///           eager with eager messages only. models/workload/README.md derives them
#pragma once

#include "models/workload/protocol.hpp"

namespace kintsugi::workload {

class Alone {
 public:
  /// `latency` is d, at least 1.
  Alone(const Protocol& protocol, Cycle latency, std::uint64_t reduce_bytes_per_ns = 0)
      : protocol_(protocol), latency_(latency), reduce_bytes_per_ns_(reduce_bytes_per_ns) {}

  Cycle transfer(std::uint64_t bytes) const;
  Cycle adding(std::uint64_t bytes) const;

  /// @name `bytes` is what each member has at the beginning, or at the end of an all-gather
  /// @{
  Cycle ring_reduce_scatter(std::uint32_t p, std::uint64_t bytes) const;                           ///< any
  Cycle ring_all_gather(std::uint32_t p, std::uint64_t bytes) const;                               ///< any
  Cycle ring_all_reduce(std::uint32_t p, std::uint64_t bytes) const;                               ///< any
  Cycle ring_all_reduce_2d(std::uint32_t columns, std::uint32_t rows, std::uint64_t bytes) const;  ///< any
  Cycle doubling_all_reduce(std::uint32_t p, std::uint64_t bytes) const;
  Cycle halving_reduce_scatter(std::uint32_t p, std::uint64_t bytes) const;
  Cycle doubling_all_gather(std::uint32_t p, std::uint64_t bytes) const;
  Cycle rabenseifner_all_reduce(std::uint32_t p, std::uint64_t bytes) const;
  Cycle tree_broadcast(std::uint32_t p, std::uint64_t bytes) const;  ///< eager
  Cycle tree_reduce(std::uint32_t p, std::uint64_t bytes) const;
  Cycle tree_all_reduce(std::uint32_t p, std::uint64_t bytes) const;  ///< eager
  Cycle dissemination_barrier(std::uint32_t p) const;                 ///< any
  /// @}
  /// @name `bytes` is what a member has for one other
  /// @{
  Cycle direct_all_to_all(std::uint32_t p, std::uint64_t bytes) const;    ///< any, eager
  Cycle pairwise_all_to_all(std::uint32_t p, std::uint64_t bytes) const;  ///< any
                                                                          /// @}

 private:
  Protocol protocol_;
  Cycle latency_;
  std::uint64_t reduce_bytes_per_ns_;
};

}  // namespace kintsugi::workload
