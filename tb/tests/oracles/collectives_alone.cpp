#include "tb/tests/oracles/collectives_alone.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/workload/collectives/composer.hpp"

namespace kintsugi::workload {

namespace {

/// Returns the places between two members of a ring of p, the shorter way round.
std::uint32_t shorter_way(std::uint32_t p, std::uint32_t places) {
  return std::min(places, p - places);
}

}  // namespace

Alone Alone::on_ring(Cycle hop) const {
  Alone alone = *this;
  alone.hop_ = hop;
  return alone;
}

Cycle Alone::transfer(std::uint64_t bytes, std::uint32_t places) const {
  const Cycle latency = latency_ + (places - 1) * hop_;
  return latency + protocol_.flits(bytes) - 1 + (protocol_.is_eager(bytes) ? 0 : 2 * latency);
}

Cycle Alone::adding(std::uint64_t bytes) const {
  return protocol_.cycles(reduce_nanoseconds(bytes, reduce_bytes_per_ns_));
}

Cycle Alone::steps(std::uint32_t p, std::uint64_t bytes, std::uint32_t places, bool adds) const {
  return (p - 1) * (transfer(bytes / p, places) + (adds ? adding(bytes / p) : 0));
}

Cycle Alone::ring_reduce_scatter(std::uint32_t p, std::uint64_t bytes) const {
  return steps(p, bytes, 1, true);
}

Cycle Alone::ring_all_gather(std::uint32_t p, std::uint64_t bytes) const {
  return steps(p, bytes, 1, false);
}

Cycle Alone::ring_all_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return ring_reduce_scatter(p, bytes) + ring_all_gather(p, bytes);
}

Cycle Alone::ring_all_reduce_2d(std::uint32_t columns, std::uint32_t rows, std::uint64_t bytes) const {
  if (hop_ != 0 && columns > 2) throw std::logic_error("a 2D ring of more than two columns has no form on a ring");
  const std::uint64_t part = bytes / columns;
  return ring_reduce_scatter(columns, bytes) + steps(rows, part, columns, true) + steps(rows, part, columns, false) +
         ring_all_gather(columns, bytes);
}

Cycle Alone::doubling_all_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return tree_reduce(p, bytes);  // a message to the member 1, 2, 4 ... places further in each step, as up a tree
}

Cycle Alone::halving_reduce_scatter(std::uint32_t p, std::uint64_t bytes) const {
  Cycle cycles = 0;
  for (std::uint32_t far = 1; far < p; far *= 2) {
    const std::uint64_t half = bytes / p * far;
    cycles += transfer(half, far) + adding(half);
  }
  return cycles;
}

Cycle Alone::doubling_all_gather(std::uint32_t p, std::uint64_t bytes) const {
  Cycle cycles = 0;
  for (std::uint32_t far = 1; far < p; far *= 2) cycles += transfer(bytes / p * far, far);
  return cycles;
}

Cycle Alone::rabenseifner_all_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return halving_reduce_scatter(p, bytes) + doubling_all_gather(p, bytes);
}

Cycle Alone::tree_broadcast(std::uint32_t p, std::uint64_t bytes) const {
  Cycle cycles = 0;
  for (std::uint32_t far = 1; far < p; far *= 2) cycles += transfer(bytes, far);
  return cycles;
}

Cycle Alone::tree_reduce(std::uint32_t p, std::uint64_t bytes) const {
  Cycle cycles = 0;
  for (std::uint32_t far = 1; far < p; far *= 2) cycles += transfer(bytes, far) + adding(bytes);
  return cycles;
}

Cycle Alone::tree_all_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return tree_reduce(p, bytes) + tree_broadcast(p, bytes);
}

Cycle Alone::multicast_broadcast(std::uint32_t p, std::uint64_t bytes) const {
  Cycle last = 0;
  for (std::uint32_t far = 1; far < p; ++far) {
    last = std::max(last, (far - 1) * protocol_.flits(bytes) + transfer(bytes, shorter_way(p, far)));
  }
  return last;
}

Cycle Alone::multicast_all_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return tree_reduce(p, bytes) + multicast_broadcast(p, bytes);
}

Cycle Alone::cast_broadcast(std::uint32_t p, std::uint64_t bytes) const {
  return p == 1 ? 0 : transfer(bytes, p / 2);
}

Cycle Alone::cast_all_reduce(std::uint32_t p, std::uint64_t bytes) const {
  return tree_reduce(p, bytes) + cast_broadcast(p, bytes);
}

Cycle Alone::dissemination_barrier(std::uint32_t p) const {
  Cycle cycles = 0;
  for (std::uint32_t far = 1; far < p; far *= 2) cycles += transfer(0, shorter_way(p, far));
  return cycles;
}

Cycle Alone::direct_all_to_all(std::uint32_t p, std::uint64_t bytes) const {
  return multicast_broadcast(p, bytes);  // each member sends the same messages in the same order as the root there
}

Cycle Alone::pairwise_all_to_all(std::uint32_t p, std::uint64_t bytes) const {
  Cycle cycles = 0;
  for (std::uint32_t far = 1; far < p; ++far) cycles += transfer(bytes, shorter_way(p, far));
  return cycles;
}

}  // namespace kintsugi::workload
