#include "models/workload/collectives/rings.hpp"

namespace kintsugi::workload {

namespace {

/// Makes step after step of a ring. Member i sends part i - 1 + `ahead` - step, and receives the one before it.
template <class Receive>
void run_ring(Composer& composer, const Members& members, const Buffer& buffer, const std::vector<Slice>& parts,
              std::uint32_t ahead, Receive receive) {
  const auto p = static_cast<std::uint32_t>(members.size());
  const std::uint32_t tag = composer.take_tags(p);
  for (std::uint32_t step = 0; step + 1 < p; ++step) {
    for (std::uint32_t i = 0; i < p; ++i) {
      const Slice mine = parts[(i + 2 * p - 1 + ahead - step) % p];
      const Slice theirs = parts[(i + 2 * p - 2 + ahead - step) % p];
      const OpId sent = composer.send(members[i], members[(i + 1) % p], buffer.size(mine), tag + step, mine);
      const OpId got = receive(members[i], members[(i + p - 1) % p], buffer.size(theirs), tag + step, theirs);
      composer.go_on(members[i], {sent, got});
    }
  }
}

}  // namespace

void ring_reduce_scatter(Composer& composer, const Members& members, const Buffer& buffer,
                         const std::vector<Slice>& parts) {
  run_ring(composer, members, buffer, parts, 0,
           [&](RankId rank, RankId from, std::uint64_t bytes, std::uint32_t tag, Slice slice) {
             return composer.recv_and_add(rank, from, bytes, tag, slice);
           });
}

void ring_all_gather(Composer& composer, const Members& members, const Buffer& buffer,
                     const std::vector<Slice>& parts) {
  run_ring(composer, members, buffer, parts, 1,
           [&](RankId rank, RankId from, std::uint64_t bytes, std::uint32_t tag, Slice slice) {
             return composer.recv(rank, from, bytes, tag, slice);
           });
}

void ring_all_reduce(Composer& composer, const Members& members, const Buffer& buffer, Slice slice) {
  const std::vector<Slice> parts = parts_of(slice, static_cast<std::uint32_t>(members.size()));
  ring_reduce_scatter(composer, members, buffer, parts);
  ring_all_gather(composer, members, buffer, parts);
}

void ring_all_reduce_2d(Composer& composer, const Members& members, std::uint32_t columns, const Buffer& buffer) {
  const auto rows = static_cast<std::uint32_t>(members.size()) / columns;
  const std::vector<Slice> parts = parts_of(buffer.all(), columns);
  const auto row = [&](std::uint32_t y) {
    return Members(members.begin() + y * columns, members.begin() + (y + 1) * columns);
  };
  for (std::uint32_t y = 0; y < rows; ++y) ring_reduce_scatter(composer, row(y), buffer, parts);
  for (std::uint32_t x = 0; x < columns; ++x) {
    Members column;
    for (std::uint32_t y = 0; y < rows; ++y) column.push_back(members[y * columns + x]);
    ring_all_reduce(composer, column, buffer, parts[x]);
  }
  for (std::uint32_t y = 0; y < rows; ++y) ring_all_gather(composer, row(y), buffer, parts);
}

}  // namespace kintsugi::workload
