// What collectives do with data, shown by symbols; and how long they take alone, compared with closed forms.
#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "models/workload/collectives/doubling.hpp"
#include "models/workload/collectives/exchanges.hpp"
#include "models/workload/collectives/rings.hpp"
#include "models/workload/collectives/trees.hpp"
#include "models/workload/validation.hpp"
#include "tb/tests/oracles/collectives_alone.hpp"
#include "tb/tests/unit/models/workload/collectives/symbols.hpp"
#include "tb/tests/unit/models/workload/contention_free.hpp"

namespace kintsugi::workload::test {
namespace {

constexpr std::uint64_t kOrders = 3;  // random orders of each program

Members first_ranks(std::uint32_t p) {
  Members members;
  for (std::uint32_t rank = 0; rank < p; ++rank) members.push_back(RankId{rank});
  return members;
}

using Compose = std::function<void(Composer&, const Members&)>;

Composed composed_of(std::uint32_t p, std::uint64_t reduce_bytes_per_ns, const Compose& compose) {
  Composer composer(p, {reduce_bytes_per_ns, true});
  compose(composer, first_ranks(p));
  return std::move(composer).finish();
}

/// Returns whether each rank has in each block what is wanted, after some random orders of execution.
using Wanted = std::function<bool(std::uint32_t rank, const Blocks& blocks)>;
bool is_right(const Composed& composed, std::uint32_t blocks, const Wanted& wanted, std::uint64_t orders = kOrders) {
  for (std::uint64_t order = 0; order < orders; ++order) {
    Symbols symbols(composed, blocks, order);
    if (!symbols.run()) return false;
    for (std::uint32_t rank = 0; rank < composed.program.ranks(); ++rank) {
      if (!wanted(rank, symbols.of_rank(rank))) return false;
    }
  }
  return true;
}

/// Shows it with and without time for adding, and that no order of eager or long messages makes it wait for ever.
void expect_right(std::uint32_t p, std::uint32_t blocks, const Wanted& wanted, const Compose& compose) {
  for (const std::uint64_t speed : {0, 4}) {
    const Composed composed = composed_of(p, speed, compose);
    EXPECT_TRUE(is_right(composed, blocks, wanted)) << "p = " << p << ", adding " << speed;
    for (const std::uint64_t eager : {std::uint64_t{0}, ~std::uint64_t{0}}) {
      Protocol protocol;
      protocol.eager_bytes = eager;
      const Findings findings = check(composed.program, protocol);
      EXPECT_TRUE(findings.list.empty()) << "p = " << p << ": " << findings.list.front().message;
    }
  }
}

bool has_all_sums(std::uint32_t p, const Blocks& blocks) {
  for (std::uint32_t block = 0; block < blocks.size(); ++block) {
    if (blocks[block] != sum_of_all(p, block)) return false;
  }
  return true;
}

Wanted all_sums(std::uint32_t p) {
  return [p](std::uint32_t, const Blocks& blocks) { return has_all_sums(p, blocks); };
}
Wanted own_sum(std::uint32_t p) {
  return [p](std::uint32_t rank, const Blocks& blocks) { return blocks[rank] == sum_of_all(p, rank); };
}
/// Block i is that of rank i.
bool has_each_part(std::uint32_t, const Blocks& blocks) {
  for (std::uint32_t block = 0; block < blocks.size(); ++block) {
    if (blocks[block] != Sum{{{block, block}, 1}}) return false;
  }
  return true;
}
Wanted exchanged(std::uint32_t p) {
  return [p](std::uint32_t rank, const Blocks& blocks) {
    for (std::uint32_t from = 0; from < p; ++from) {
      if (from != rank && blocks[p + from] != Sum{{{from, rank}, 1}}) return false;
    }
    return true;
  };
}

Compose on_ring(std::uint32_t p) {
  return [p](Composer& composer, const Members& members) { ring_all_reduce(composer, members, {1000, p}, {0, p}); };
}

TEST(Collectives, every_all_reduce_gives_all_members_each_sum_once) {
  for (std::uint32_t p = 2; p <= 17; ++p) {
    const std::uint32_t kept = power_below(p);
    expect_right(p, p, all_sums(p), on_ring(p));
    expect_right(p, 1, all_sums(p), [](Composer& c, const Members& m) { doubling_all_reduce(c, m, {1000, 1}); });
    expect_right(p, kept, all_sums(p), [&](Composer& c, const Members& m) {
      rabenseifner_all_reduce(c, m, {1000, kept});
    });
    expect_right(p, 1, all_sums(p), [](Composer& c, const Members& m) { tree_all_reduce(c, m, {1000, 1}); });
    expect_right(p, 1, all_sums(p), [](Composer& c, const Members& m) { multicast_all_reduce(c, m, {1000, 1}); });
    for (std::uint32_t columns = 1; columns <= p; ++columns) {
      if (p % columns != 0) continue;
      expect_right(p, p, all_sums(p), [&](Composer& c, const Members& m) {
        ring_all_reduce_2d(c, m, columns, {1000, p});
      });
    }
  }
}

TEST(Collectives, reduce_scatter_leaves_each_member_the_sum_of_its_part) {
  for (std::uint32_t p = 2; p <= 17; ++p) {
    expect_right(p, p, own_sum(p), [&](Composer& c, const Members& m) {
      ring_reduce_scatter(c, m, {1000, p}, parts_of({0, p}, p));
    });
    if (!std::has_single_bit(p)) continue;
    expect_right(p, p, own_sum(p), [&](Composer& c, const Members& m) { halving_reduce_scatter(c, m, {1000, p}); });
  }
}

TEST(Collectives, all_gather_gives_all_members_each_part) {
  for (std::uint32_t p = 2; p <= 17; ++p) {
    expect_right(p, p, has_each_part, [&](Composer& c, const Members& m) {
      ring_all_gather(c, m, {1000, p}, parts_of({0, p}, p));
    });
    if (!std::has_single_bit(p)) continue;
    expect_right(p, p, has_each_part, [&](Composer& c, const Members& m) { doubling_all_gather(c, m, {1000, p}); });
  }
}

TEST(Collectives, broadcast_and_reduce_have_member_0_as_their_root) {
  for (std::uint32_t p = 2; p <= 17; ++p) {
    expect_right(
        p, 1,
        [](std::uint32_t, const Blocks& blocks) {
          return blocks[0] == Sum{{{0, 0}, 1}};
        },
        [](Composer& c, const Members& m) {
          tree_broadcast(c, m, {1000, 1});
        });
    expect_right(
        p, 1,
        [](std::uint32_t, const Blocks& blocks) {
          return blocks[0] == Sum{{{0, 0}, 1}};
        },
        [](Composer& c, const Members& m) {
          multicast_broadcast(c, m, {1000, 1});
        });
    expect_right(
        p, 1, [p](std::uint32_t rank, const Blocks& blocks) { return rank != 0 || has_all_sums(p, blocks); },
        [](Composer& c, const Members& m) {
          tree_reduce(c, m, {1000, 1});
        });
  }
}

TEST(Collectives, all_to_all_brings_each_member_the_block_that_each_other_has_for_it) {
  for (std::uint32_t p = 2; p <= 17; ++p) {
    expect_right(p, 2 * p, exchanged(p), [](Composer& c, const Members& m) { direct_all_to_all(c, m, 100); });
    expect_right(p, 2 * p, exchanged(p), [](Composer& c, const Members& m) { pairwise_all_to_all(c, m, 100); });
  }
}

TEST(Collectives, no_member_leaves_a_barrier_before_it_has_heard_of_all) {
  for (std::uint32_t p = 2; p <= 17; ++p) {
    expect_right(
        p, 1, [p](std::uint32_t, const Blocks& blocks) { return blocks[0].size() == p; },
        [](Composer& c, const Members& m) { dissemination_barrier(c, m); });
  }
}

/// A send that does not wait for what it is to pass on.
TEST(Collectives, a_missing_dependency_is_found_by_the_symbols) {
  const std::uint32_t p = 4;
  const Composed right = composed_of(p, 0, on_ring(p));
  const Program& program = right.program;
  std::size_t number = 0;
  std::size_t tried = 0;
  for (std::uint32_t op = 0; op < program.size(); ++op) {
    for (const Dependent dependent : program.dependents(OpId{op})) {
      const bool passes_on = program[OpId{op}].kind == OpKind::kRecv && program[dependent.op()].kind == OpKind::kSend;
      const bool is_still_right = passes_on && is_right(without_dependency(right, number), p, all_sums(p), 200);
      EXPECT_FALSE(is_still_right) << number;
      tried += passes_on;
      ++number;
    }
  }
  EXPECT_EQ(tried, 4u * 5);
}

TEST(Collectives, a_wrong_use_of_data_is_found_by_the_symbols) {
  const std::uint32_t p = 4;
  const Composed right = composed_of(p, 0, on_ring(p));
  for (std::size_t op = 0; op < right.data.size(); ++op) {
    Composed wrong = composed_of(p, 0, on_ring(p));
    using Action = DataUse::Action;
    DataUse& use = wrong.data[op];
    if (use.action == Action::kRead) {
      use.slice.first = (use.slice.first + 1) % p;
    } else {
      use.action = use.action == Action::kAdd ? Action::kWrite : Action::kAdd;
    }
    EXPECT_FALSE(is_right(wrong, p, all_sums(p), 1)) << op;
  }
}

TEST(Collectives, the_bytes_of_unequal_parts_add_up) {
  const Buffer buffer{1003, 7};
  std::uint64_t sum = 0;
  for (std::uint32_t block = 0; block < 7; ++block) {
    const std::uint64_t size = buffer.size({block, 1});
    EXPECT_TRUE(size == 143 || size == 144);
    sum += size;
  }
  EXPECT_EQ(sum, 1003u);
  EXPECT_EQ(buffer.size({2, 3}), buffer.size({2, 1}) + buffer.size({3, 1}) + buffer.size({4, 1}));
}

TEST(Collectives, a_halo_exchange_brings_each_rank_what_its_neighbours_have) {
  for (const std::vector<std::uint32_t>& sides :
       std::vector<std::vector<std::uint32_t>>{{3, 4}, {2, 1}, {2, 3, 4}, {5}}) {
    for (const bool wraps : {true, false}) {
      std::uint32_t p = 1;
      for (const std::uint32_t side : sides) p *= side;
      const auto own = static_cast<std::uint32_t>(2 * sides.size());
      const Halo halo{sides, std::vector<std::uint64_t>(sides.size(), 64), wraps, 2, 5};
      const auto wanted = [&](std::uint32_t rank, const Blocks& blocks) {
        std::uint32_t stride = 1;
        for (std::uint32_t d = 0; d < sides.size(); ++d) {
          const std::int64_t at = rank / stride % sides[d];
          for (const std::int64_t up : {0, 1}) {
            const std::int64_t beside = at + (up == 1 ? 1 : -1);
            const bool is_inside = beside >= 0 && beside < sides[d];
            const auto block = static_cast<std::uint32_t>(2 * d + up);
            std::uint32_t from = rank;  // what it has at the beginning is its own
            std::uint32_t what = block;
            if (sides[d] > 1 && (is_inside || wraps)) {
              from = static_cast<std::uint32_t>(rank - at * stride + (beside + sides[d]) % sides[d] * stride);
              what = own;
            }
            if (blocks[block] != Sum{{{from, what}, 1}}) return false;
          }
          stride *= sides[d];
        }
        return blocks[own] == Sum{{{rank, own}, 1}};
      };
      expect_right(p, own + 1, wanted, [&](Composer& c, const Members&) { halo_exchange(c, halo); });
    }
  }
}

/// Runs a collective alone in a network without contention; returns the cycle in which it ends.
Cycle cycles_of(const Composed& composed, const Protocol& protocol, Cycle latency, Cycle hop = 0) {
  ProgramRun run(composed.program, protocol);
  EXPECT_TRUE(ContentionFree(run, latency, hop).run_to_end());
  Cycle last = 0;
  for (std::uint32_t op = 0; op < composed.program.size(); ++op) last = std::max(last, run.ended(OpId{op}));
  return last;
}

struct Timed {
  const char* name;
  Compose compose;
  Cycle alone;
  bool only_eager = false;
};

std::vector<Timed> timed(std::uint32_t p, std::uint32_t columns, std::uint64_t bytes, const Alone& alone) {
  const Buffer parts{bytes, p};
  const Buffer whole{bytes, 1};
  const std::vector<Slice> each = parts_of(parts.all(), p);
  const auto of = [](auto function, auto... arguments) {
    return [=](Composer& c, const Members& m) { function(c, m, arguments...); };
  };
  return {{"ring reduce-scatter", of(ring_reduce_scatter, parts, each), alone.ring_reduce_scatter(p, bytes)},
          {"ring all-gather", of(ring_all_gather, parts, each), alone.ring_all_gather(p, bytes)},
          {"ring all-reduce", of(ring_all_reduce, parts, parts.all()), alone.ring_all_reduce(p, bytes)},
          {"2D ring all-reduce", of(ring_all_reduce_2d, columns, parts),
           alone.ring_all_reduce_2d(columns, p / columns, bytes)},
          {"doubling all-reduce", of(doubling_all_reduce, whole), alone.doubling_all_reduce(p, bytes)},
          {"halving reduce-scatter", of(halving_reduce_scatter, parts), alone.halving_reduce_scatter(p, bytes)},
          {"doubling all-gather", of(doubling_all_gather, parts), alone.doubling_all_gather(p, bytes)},
          {"Rabenseifner all-reduce", of(rabenseifner_all_reduce, parts), alone.rabenseifner_all_reduce(p, bytes)},
          {"tree reduce", of(tree_reduce, whole), alone.tree_reduce(p, bytes)},
          {"tree broadcast", of(tree_broadcast, whole), alone.tree_broadcast(p, bytes), true},
          {"tree all-reduce", of(tree_all_reduce, whole), alone.tree_all_reduce(p, bytes), true},
          {"multicast broadcast", of(multicast_broadcast, whole), alone.multicast_broadcast(p, bytes), true},
          {"multicast all-reduce", of(multicast_all_reduce, whole), alone.multicast_all_reduce(p, bytes), true},
          {"barrier", of(dissemination_barrier), alone.dissemination_barrier(p)},
          {"direct all-to-all", of(direct_all_to_all, bytes / p), alone.direct_all_to_all(p, bytes / p), true},
          {"pairwise all-to-all", of(pairwise_all_to_all, bytes / p), alone.pairwise_all_to_all(p, bytes / p)}};
}

/// Compares runs of all on a network where any two members are neighbours, or with a hop on a ring.
void expect_closed_forms(std::uint32_t p, std::uint32_t columns, const Protocol& protocol, std::uint64_t speed,
                         Cycle hop) {
  const Cycle latency = 9;
  const bool is_eager = protocol.eager_bytes != 0;
  for (const std::uint64_t bytes : {64u * 40, 64u * 333}) {
    for (const Timed& each : timed(p, columns, bytes, Alone(protocol, latency, speed).on_ring(hop))) {
      if (each.only_eager && !is_eager) continue;
      const Composed composed = composed_of(p, speed, each.compose);
      EXPECT_EQ(cycles_of(composed, protocol, latency, hop), each.alone)
          << each.name << ", p = " << p << ", bytes = " << bytes << (is_eager ? ", eager" : "") << ", adding " << speed
          << ", hop " << hop;
    }
  }
}

TEST(Collectives, alone_they_take_the_cycles_of_their_closed_forms) {
  for (const std::uint32_t p : {4, 8, 16, 32}) {
    for (const std::uint64_t eager : {std::uint64_t{0}, ~std::uint64_t{0}}) {
      for (const std::uint64_t speed : {0, 7}) {
        const Protocol protocol{.flit_bytes = 16, .packet_bytes = 100, .eager_bytes = eager, .cycles_per_ns = 1.5};
        const std::uint32_t columns = std::uint32_t{1} << (std::bit_width(p) / 2);
        expect_closed_forms(p, columns, protocol, speed, 0);
        expect_closed_forms(p, 2, protocol, speed, 37);
      }
    }
  }
}

TEST(Collectives, the_closed_form_of_a_ring_is_two_times_p_minus_1_steps_of_t0) {
  const Protocol protocol{.flit_bytes = 8, .packet_bytes = 80, .cycles_per_ns = 1};
  const Cycle t0 = 11 + 5 - 1;  // of 5 flits
  EXPECT_EQ(Alone(protocol, 11).ring_all_reduce(16, 16 * 40), 2 * 15 * t0);
}

TEST(Collectives, a_2d_ring_of_more_than_two_columns_has_no_form_on_a_ring) {
  const Alone alone = Alone(Protocol(), 9).on_ring(5);
  EXPECT_GT(alone.ring_all_reduce_2d(2, 4, 640), 0u);
  EXPECT_THROW(alone.ring_all_reduce_2d(4, 2, 640), std::logic_error);
}

TEST(Collectives, some_keep_their_closed_forms_for_other_numbers_of_members) {
  for (const std::uint32_t p : {3, 5, 6, 12, 17}) {
    for (const Cycle hop : {0, 21}) {
      const Protocol protocol{.flit_bytes = 16, .packet_bytes = 64, .eager_bytes = 100, .cycles_per_ns = 1};
      const Alone alone = Alone(protocol, 6).on_ring(hop);
      const std::uint64_t bytes = p * 101;
      const auto cycles = [&](const Compose& compose) {
        return cycles_of(composed_of(p, 0, compose), protocol, 6, hop);
      };
      EXPECT_EQ(cycles([&](Composer& c, const Members& m) {
                  ring_all_reduce(c, m, {bytes, p}, {0, p});
                }),
                alone.ring_all_reduce(p, bytes));
      EXPECT_EQ(cycles([](Composer& c, const Members& m) { dissemination_barrier(c, m); }),
                alone.dissemination_barrier(p));
      EXPECT_EQ(cycles([](Composer& c, const Members& m) { pairwise_all_to_all(c, m, 101); }),
                alone.pairwise_all_to_all(p, 101));
      EXPECT_EQ(cycles([](Composer& c, const Members& m) { direct_all_to_all(c, m, 100); }),
                alone.direct_all_to_all(p, 100));
      EXPECT_EQ(cycles([](Composer& c, const Members& m) {
                  multicast_broadcast(c, m, {100, 1});
                }),
                alone.multicast_broadcast(p, 100));
    }
  }
}

TEST(Collectives, an_iteration_of_a_halo_takes_its_calculation_and_its_faces_one_after_the_other) {
  const Protocol protocol{.flit_bytes = 16, .packet_bytes = 64, .cycles_per_ns = 1};
  const Halo halo{{3, 4, 5}, {100, 200, 300}, true, 3, 50};
  Composer composer(60);
  halo_exchange(composer, halo);
  const Cycle flits = 2 * (protocol.flits(100) + protocol.flits(200) + protocol.flits(300));
  EXPECT_EQ(cycles_of(std::move(composer).finish(), protocol, 12), 3 * (50 + 12 - 1 + flits));
}

TEST(Collectives, transposes_of_a_transform_are_all_to_alls_between_calculations) {
  const Protocol protocol{.flit_bytes = 16, .packet_bytes = 64, .cycles_per_ns = 1};
  const Alone alone(protocol, 12);
  Composer composer(32);
  fft_transposes(composer, 8, 3200, 40);
  const Composed composed = std::move(composer).finish();
  EXPECT_EQ(cycles_of(composed, protocol, 12),
            3 * 40 + alone.direct_all_to_all(8, 400) + alone.direct_all_to_all(4, 800));
  EXPECT_EQ(composed.program.group(OpId{0}), "fft_x");
}

}  // namespace
}  // namespace kintsugi::workload::test
