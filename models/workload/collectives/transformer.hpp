/// A training step of layers of a transformer, one layer on each pipeline stage, under tensor, pipeline and data
/// parallelism.
///
/// Ranks       rank (d * pipeline + s) * tensor + t is part t of stage s of replica d
/// Tokens      n = micro_batch * sequence are in work at a time; a value has `value_bytes` bytes
/// Forward     a stage gets n * hidden values from the stage before, calculates attention, sums n * hidden values over
///             its tensor parts, calculates the feed-forward part, sums n * hidden values again, and sends them to the
///             next stage. Part t of a stage sends to part t of the next one
/// Backward    the same the other way round, with twice the calculation
/// Schedule    all micro-batches forward, then all backward in the opposite order (GPipe). A rank does not wait for the
///             end of what it sends to another stage
/// Gradients   after the last one, the gradients of a part are summed over the replicas: (4 hidden^2 + 2 hidden
///             feed_forward) / tensor values
/// Sums        are all-reduces on a ring
/// Operations  attention: n (8 hidden^2 + 4 sequence hidden) / tensor; feed-forward: 4 n hidden feed_forward / tensor;
///             a multiplication and an addition are two. Biases, norms and activation functions are not counted
/// Source      Shoeybi et al., "Megatron-LM", 2019; Narayanan et al., "Efficient Large-Scale Language Model Training on
///             GPU Clusters Using Megatron-LM", 2021; Huang et al., "GPipe", 2019
#pragma once

#include "models/workload/collectives/buffer.hpp"

namespace kintsugi::workload {

struct Transformer {
  std::uint32_t tensor = 1;    ///< parts of a layer
  std::uint32_t pipeline = 1;  ///< stages
  std::uint32_t data = 1;      ///< replicas
  std::uint64_t hidden = 1024;
  std::uint64_t feed_forward = 4096;
  std::uint64_t sequence = 1024;  ///< tokens
  std::uint64_t micro_batch = 1;  ///< sequences
  std::uint32_t micro_batches = 1;
  std::uint64_t value_bytes = 2;
  std::uint64_t operations_per_ns = 1000;  ///< of a rank

  std::uint32_t ranks() const { return tensor * pipeline * data; }
  std::uint64_t tokens() const { return micro_batch * sequence; }
  /// @name Of one rank and one micro-batch, forward
  /// @{
  std::uint64_t attention_nanoseconds() const;
  std::uint64_t feed_forward_nanoseconds() const;
  /// @}
  std::uint64_t activation_bytes() const { return tokens() * hidden * value_bytes; }
  std::uint64_t gradient_bytes() const;
};

/// The composer has transformer.ranks() ranks.
void compose_transformer(Composer& composer, const Transformer& transformer);

}  // namespace kintsugi::workload
