/// Operations in one line, and random programs.
#pragma once

#include <vector>

#include "models/random/random.hpp"
#include "models/workload/program.hpp"
#include "models/workload/protocol.hpp"

namespace kintsugi::workload::test {

inline Operation send(std::uint64_t bytes, std::uint32_t to, std::uint32_t tag = 0, std::uint8_t nic = 0) {
  return {bytes, RankId{to}, tag, OpKind::kSend, 0, nic};
}
inline Operation recv(std::uint64_t bytes, std::uint32_t from, std::uint32_t tag = 0, std::uint8_t nic = 0) {
  return {bytes, RankId{from}, tag, OpKind::kRecv, 0, nic};
}
inline Operation calc(std::uint64_t nanoseconds, std::uint8_t cpu = 0) {
  return {nanoseconds, RankId{0}, 0, OpKind::kCalc, cpu, 0};
}

/// Builds programs of two ranks; the operations of rank 0 come first.
class TwoRanks {
 public:
  OpId add(std::uint32_t rank, const Operation& operation, std::initializer_list<OpId> needed = {}) {
    const OpId op = builder_.add(RankId{rank}, operation);
    for (const OpId before : needed) builder_.require(op, before);
    return op;
  }
  void after_start(OpId op, OpId before) { builder_.require(op, before, true); }
  Program finish() && { return std::move(builder_).finish(); }

 private:
  ProgramBuilder builder_{2};
};

/// A program of some ranks and about `size` operations. Each send has its receive, and what an operation requires comes
/// before it in one order of all, but for one dependency of some programs; and a receive may get the message of
/// another. So some deadlock.
inline Program random_program(RandomStream& random, std::size_t size) {
  struct Drawn {
    std::uint32_t rank;
    Operation operation;
    std::vector<std::pair<std::size_t, bool>> needed;
  };
  const auto ranks = static_cast<std::uint32_t>(1 + random.below(6));
  const std::uint64_t cpus = 1 + random.below(3);
  const std::uint64_t nics = 1 + random.below(3);
  const std::uint64_t tags = 1 + random.below(3);
  const std::uint64_t wild = random.below(4) == 0 ? 4 : 0;  // in 16ths
  std::vector<Drawn> drawn;
  const auto add = [&](std::uint32_t rank, Operation operation) {
    Drawn each{rank, operation, {}};
    for (std::uint64_t tries = random.below(4); tries > 0 && !drawn.empty(); --tries) {
      const std::size_t other = drawn.size() - 1 - random.below(std::min<std::size_t>(drawn.size(), 12));
      if (drawn[other].rank == rank) each.needed.emplace_back(other, random.below(4) == 0);
    }
    drawn.push_back(each);
  };
  while (drawn.size() < size) {
    const auto rank = static_cast<std::uint32_t>(random.below(ranks));
    if (random.below(3) == 0) {
      add(rank, calc(random.below(3) == 0 ? 0 : random.below(40), static_cast<std::uint8_t>(random.below(cpus))));
      continue;
    }
    const auto to = static_cast<std::uint32_t>(random.below(ranks));
    const auto tag = static_cast<std::uint32_t>(random.below(tags));
    const std::uint64_t bytes = random.below(200);
    add(rank, send(bytes, to, tag, static_cast<std::uint8_t>(random.below(nics))));
    Operation receive = recv(200, rank, tag, static_cast<std::uint8_t>(random.below(nics)));
    if (random.below(16) < wild) receive.peer = kAnyRank;
    if (random.below(16) < wild) receive.tag = kAnyTag;
    add(to, receive);
  }
  if (random.below(3) == 0) {
    const std::size_t late = random.below(drawn.size());
    const std::size_t early = random.below(late + 1);
    if (early != late && drawn[early].rank == drawn[late].rank) drawn[early].needed.emplace_back(late, false);
  }
  std::vector<std::size_t> order(drawn.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
    std::swap(order[i], order[random.below(i + 1)]);
  }
  ProgramBuilder builder(ranks);
  std::vector<OpId> number(drawn.size());
  for (const std::size_t i : order) number[i] = builder.add(RankId{drawn[i].rank}, drawn[i].operation);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    for (const auto& [before, on_start] : drawn[i].needed) builder.require(number[i], number[before], on_start);
  }
  return std::move(builder).finish();
}

inline Protocol random_protocol(RandomStream& random) {
  constexpr double kFactors[] = {0.3, 0.5, 1, 1.7};
  const auto flit = static_cast<std::uint32_t>(4 + random.below(20));
  const auto packet = static_cast<std::uint32_t>(1 + random.below(90));
  const std::uint64_t eager = random.below(3) == 0 ? 1000 : random.below(150);
  return {flit, packet, eager, kFactors[random.below(4)]};
}

}  // namespace kintsugi::workload::test
