#include "models/workload/collectives/alone.hpp"

#include <bit>

#include "models/workload/collectives/composer.hpp"

namespace kintsugi::workload {

Cycle Alone::transfer(std::uint64_t bytes) const {
  return latency_ + protocol_.flits(bytes) - 1 + (protocol_.is_eager(bytes) ? 0 : 2 * latency_);
}

Cycle Alone::adding(std::uint64_t bytes) const {
  return protocol_.cycles(reduce_nanoseconds(bytes, reduce_bytes_per_ns_));
}

Cycle Alone::ring_reduce_scatter(std::uint32_t p, std::uint64_t bytes) const {
  return (p - 1) * (transfer(bytes / p) + adding(bytes / p));
}

Cycle Alone::ring_all_gather(std::uint32_t p, std::uint64_t bytes) const {
  return (p - 1) * transfer(bytes / p);
}

Cycle Alone::ring_all_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return ring_reduce_scatter(p, bytes) + ring_all_gather(p, bytes);
}

Cycle Alone::ring_all_reduce_2d(std::uint32_t columns, std::uint32_t rows, std::uint64_t bytes) const {
  return ring_reduce_scatter(columns, bytes) + ring_all_reduce(rows, bytes / columns) + ring_all_gather(columns, bytes);
}

Cycle Alone::doubling_all_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return static_cast<Cycle>(std::bit_width(p) - 1) * (transfer(bytes) + adding(bytes));
}

Cycle Alone::halving_reduce_scatter(std::uint32_t p, std::uint64_t bytes) const {
  Cycle cycles = 0;
  for (std::uint32_t parts = 2; parts <= p; parts *= 2) cycles += transfer(bytes / parts) + adding(bytes / parts);
  return cycles;
}

Cycle Alone::doubling_all_gather(std::uint32_t p, std::uint64_t bytes) const {
  Cycle cycles = 0;
  for (std::uint32_t parts = 2; parts <= p; parts *= 2) cycles += transfer(bytes / parts);
  return cycles;
}

Cycle Alone::rabenseifner_all_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return halving_reduce_scatter(p, bytes) + doubling_all_gather(p, bytes);
}

Cycle Alone::tree_broadcast(std::uint32_t p, std::uint64_t bytes) const {
  return static_cast<Cycle>(std::bit_width(p) - 1) * transfer(bytes);
}

Cycle Alone::tree_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return static_cast<Cycle>(std::bit_width(p) - 1) * (transfer(bytes) + adding(bytes));
}

Cycle Alone::tree_all_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return tree_reduce(p, bytes) + tree_broadcast(p, bytes);
}

Cycle Alone::dissemination_barrier(std::uint32_t p) const {
  return static_cast<Cycle>(std::bit_width(p - 1)) * transfer(0);
}

Cycle Alone::direct_all_to_all(std::uint32_t p, std::uint64_t bytes) const {
  return p == 1 ? 0 : (p - 2) * protocol_.flits(bytes) + transfer(bytes);
}

Cycle Alone::pairwise_all_to_all(std::uint32_t p, std::uint64_t bytes) const {
  return (p - 1) * transfer(bytes);
}

}  // namespace kintsugi::workload
