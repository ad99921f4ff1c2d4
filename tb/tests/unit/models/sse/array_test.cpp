#include "models/sse/array.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/sse/role.hpp"
#include "tb/tests/unit/models/sse/array_checks.hpp"

namespace kintsugi::sse {
namespace {

using test::Edge;
using test::Edges;
using test::edges_of;

Counts counts(const Sse& sse) {
  return count(Array(sse));
}

// ---- Counts --------------------------------------------------------------------------------------------------------

TEST(SseArray, counts_of_the_plain_network_follow_their_formula) {
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    const std::size_t N = std::size_t{1} << n;
    EXPECT_EQ(counts({n}), (Counts{N, N, 2, N / 2, 3 * N / 2 - 2 - (n % 2 == 0), 0})) << n;
  }
}

TEST(SseArray, extra_ports_of_the_single_fault_schemes) {
  for (unsigned n = kSmallest; n <= 10; ++n) {
    EXPECT_EQ(counts({n, Scheme::kSft1}).max_extra_ports, 6u) << n;
    EXPECT_EQ(counts({n, Scheme::kSft2}).max_extra_ports, 4u) << n;
    EXPECT_EQ(counts({n, Scheme::kSft1}).self_loops, 4u) << n;
  }
}

TEST(SseArray, shuffle_links_of_k_sft_2_with_16_pes) {
  const std::size_t expected[]{46, 80, 118, 160};
  for (unsigned k = 1; k <= 4; ++k) {
    const Counts of = counts({4, Scheme::kKSft2, k});
    EXPECT_EQ(of.shuffle_links, expected[k - 1]);
    EXPECT_EQ(of.self_loops, 2 * (k + 1));
    EXPECT_EQ(of.pes, 16 + 2 * k);
    EXPECT_EQ(of.exchange_links, 8 + k);
  }
  EXPECT_EQ(counts({4, Scheme::kKSft2, 1}), counts({4, Scheme::kSft2}));
}

TEST(SseArray, k_sft_2_has_4k_extra_ports_once_it_is_large_enough) {
  for (unsigned k = 1; k <= 4; ++k) {
    for (unsigned n = 5; n <= 10; ++n) EXPECT_EQ(counts({n, Scheme::kKSft2, k}).max_extra_ports, 4 * k) << n;
  }
  EXPECT_EQ(counts({4, Scheme::kKSft2, 4}).max_extra_ports, 15u);
  std::size_t most_outs = 0;
  const Array array({7, Scheme::kKSft2, 3});
  for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
    most_outs = std::max(most_outs, array.shuffle_outs(SiteId{pe}).size());
    ASSERT_EQ(array.exchanges(SiteId{pe}).size(), 1u) << "no extra exchange port";
  }
  EXPECT_EQ(most_outs, 2u * 3 + 1);
}

TEST(SseArray, counts_of_the_modular_schemes_with_16_pes_in_4_modules) {
  EXPECT_EQ(counts({4, Scheme::kExm, 1, 1, 4}), (Counts{20, 44, 4, 10, 47, 4}));
  EXPECT_EQ(counts({4, Scheme::kExp1, 1, 1, 4}), (Counts{24, 40, 4, 12, 45, 2}));
  EXPECT_EQ(counts({4, Scheme::kExp2, 1, 1, 4}), (Counts{24, 58, 4, 12, 62, 6}));
}

TEST(SseArray, exp_2_edges_of_table_6) {
  const std::size_t of_8[]{56, 129, 278, 573, 1166, 2349, 4718};
  const std::size_t of_16[]{48, 119, 264, 557, 1140, 2309, 4644};
  for (unsigned n = 4; n <= 10; ++n) {
    EXPECT_EQ(counts({n, Scheme::kExp2, 1, 1, (1u << n) / 8}).simple_edges, of_8[n - 4]);
    EXPECT_EQ(counts({n, Scheme::kExp2, 1, 1, (1u << n) / 16}).simple_edges, of_16[n - 4]);
  }
}

TEST(SseArray, extra_ports_of_the_modular_schemes_are_those_the_paper_gives) {
  for (unsigned k = 1; k <= 3; ++k) {
    EXPECT_EQ(counts({8, Scheme::kExm, k, 1, 8}).max_extra_ports, 4 * k);
    EXPECT_EQ(counts({8, Scheme::kExp1, k, 1, 8}).max_extra_ports, 4 * k);
    EXPECT_EQ(counts({8, Scheme::kExp2, k, 1, 8}).max_extra_ports, 7 * k - 1);
    // The paper gives 3 k (7 l + 1) shuffle ports for EXM+EXP2: right for k = 1, too many above.
    EXPECT_EQ(counts({8, Scheme::kExmExp2, k, 1, 8}).max_extra_ports + 2, (2 * k + 1) * 8);
  }
  // The paper gives 5 k for EXP1+EXP2 with k even and 4 + 10 (k div 2) with k odd: right up to k = 3, too few above. It
  // is the sum of both: 4 for each lockstep pair, 7 for each local one, less 1.
  const unsigned printed[]{4, 10, 14, 20, 24, 30};
  for (unsigned k = 1; k <= 6; ++k) {
    const std::size_t extra = counts({10, Scheme::kExp1Exp2, k, 1, 8}).max_extra_ports;
    EXPECT_EQ(extra, 4 * ((k + 1) / 2) + 7 * (k / 2) - (k > 1));
    EXPECT_EQ(extra == printed[k - 1], k <= 3) << k;
  }
}

TEST(SseArray, one_module_of_exp_1_or_exp_2_is_k_sft_2) {
  const Edges expected = edges_of(Array({5, Scheme::kKSft2, 2}));
  EXPECT_EQ(edges_of(Array({5, Scheme::kExp1, 2, 1, 1})), expected);
  EXPECT_EQ(edges_of(Array({5, Scheme::kExp2, 2, 1, 1})), expected);
  EXPECT_EQ(edges_of(Array({5, Scheme::kExp1Exp2, 2, 1, 1})), expected);
  EXPECT_NE(edges_of(Array({5, Scheme::kKSft2, 3})), expected);
}

TEST(SseArray, the_largest_arrays_can_be_listed) {
  EXPECT_EQ(counts({16, Scheme::kKSft2, 4}).max_extra_ports, 16u);
  EXPECT_EQ(counts({16, Scheme::kSft1}).shuffle_links, 3u * 65536 - 2);
}

// ---- Links, by the equations of the paper
// ----------------------------------------------------------------------------

void keep_between(std::vector<std::int64_t>& numbers, std::int64_t highest) {
  std::erase_if(numbers, [highest](std::int64_t number) { return number < 0 || number > highest; });
}

/// Equations (1) and (2).
Edges sft1_by_equations(std::int64_t N) {
  Edges edges;
  for (std::int64_t i = 0; i <= N; ++i) {
    std::vector<std::int64_t> exchange{i + 1, i % 2 == 0 ? i + 2 : i - 1};
    keep_between(exchange, N);
    std::vector<std::int64_t> shuffle;
    if (i == 0 || i == N) {
      shuffle = {i};
    } else if (i == N / 2) {
      shuffle = {2 * i - 1, 2 * i + 1 - N};
    } else if (i < N / 2) {
      shuffle = {2 * i - 1, 2 * i, 2 * i + 1};
    } else {
      shuffle = {2 * i - 1 - N, 2 * i - N, 2 * i + 1 - N};
    }
    const auto pe = [](std::int64_t number) { return SiteId{static_cast<std::uint32_t>(number)}; };
    for (const std::int64_t to : shuffle) edges.shuffle.insert({pe(i), pe(to)});
    for (const std::int64_t to : exchange) edges.exchange.insert({pe(std::min(i, to)), pe(std::max(i, to))});
  }
  return edges;
}

/// Equation (3), with 2 i - 1 - N where 2 i - i - N is printed.
std::set<Edge> sft2_by_equation(std::uint32_t N) {
  std::set<Edge> edges;
  for (std::uint32_t i = 0; i <= N + 1; ++i) {
    std::vector<std::uint32_t> to{2 * i - 3 - N, 2 * i - 1 - N, 2 * i + 1 - N};
    if (i == 0 || i == N + 1) {
      to = {i};
    } else if (i == 1) {
      to = {2 * i, 2 * i + 2};
    } else if (i == N) {
      to = {2 * i - 3 - N, 2 * i - 1 - N};
    } else if (i == N / 2 || i == N / 2 + 1) {
      to = {2 * i - 2, 2 * i + 1 - N};
    } else if (i < N / 2) {
      to = {2 * i - 2, 2 * i, 2 * i + 2};
    }
    for (const std::uint32_t far : to) edges.insert({SiteId{i}, SiteId{far}});
  }
  return edges;
}

TEST(SseArray, sft_1_has_the_links_of_equations_1_and_2) {
  for (unsigned n = kSmallest; n <= 8; ++n) {
    EXPECT_EQ(edges_of(Array({n, Scheme::kSft1})), sft1_by_equations(1 << n)) << n;
  }
  EXPECT_NE(edges_of(Array({4, Scheme::kPlain})), sft1_by_equations(16));
}

TEST(SseArray, sft_2_has_the_links_of_equation_3) {
  for (unsigned n = kSmallest; n <= 8; ++n) {
    EXPECT_EQ(edges_of(Array({n, Scheme::kSft2})).shuffle, sft2_by_equation(1u << n)) << n;
  }
  EXPECT_NE(edges_of(Array({4, Scheme::kKSft2, 2})).shuffle, sft2_by_equation(16));
}

TEST(SseArray, lists_of_both_ends_agree_and_ascend) {
  const Array array({5, Scheme::kExmExp2, 1, 1, 4});
  std::size_t ins = 0;
  for (std::uint32_t number = 0; number < array.pes(); ++number) {
    const SiteId pe{number};
    ins += array.shuffle_ins(pe).size();
    EXPECT_TRUE(std::is_sorted(array.shuffle_ins(pe).begin(), array.shuffle_ins(pe).end()));
    EXPECT_TRUE(std::is_sorted(array.shuffle_outs(pe).begin(), array.shuffle_outs(pe).end()));
    for (const SiteId from : array.shuffle_ins(pe)) EXPECT_TRUE(array.has_shuffle(from, pe));
    for (const SiteId far : array.exchanges(pe)) EXPECT_TRUE(array.has_exchange(far, pe));
  }
  EXPECT_EQ(ins, array.shuffle_links());
  EXPECT_FALSE(array.has_shuffle(SiteId{0}, SiteId{1}));
  EXPECT_THROW(array.shuffle_outs(SiteId{array.pes()}), std::out_of_range);
}

// ---- Links, as the union of what the tolerated fault sets need
// -------------------------------------------------------

/// Tries every set of faulty units and collects the links that the tolerated ones need.
Edges needed_links(const Sse& sse) {
  Edges edges;
  const std::uint32_t units = sse.pes() / sse.unit_pes();
  for (std::uint32_t set = 0; set < 1u << units; ++set) {
    std::vector<Unit> faulty;
    for (std::uint32_t unit = 0; unit < units; ++unit) {
      if ((set >> unit & 1u) != 0) faulty.push_back({unit / sse.width(), unit % sse.width()});
    }
    const auto isolation = isolate(sse, faulty);
    if (!isolation) continue;
    const auto message = repair_message(sse, *isolation);
    for (std::uint32_t l = 0; l < sse.nodes(); ++l) {
      const SiteId from = pe_of(sse, message, NodeId{l});
      const SiteId partner = pe_of(sse, message, NodeId{l ^ 1u});
      edges.shuffle.insert({from, pe_of(sse, message, NodeId{test::target_by_definition(sse.nodes(), l)})});
      edges.exchange.insert({std::min(from, partner), std::max(from, partner)});
    }
  }
  return edges;
}

void expect_exactly_the_needed_links(const Sse& sse) {
  const Edges needed = needed_links(sse);
  const Edges listed = edges_of(Array(sse));
  EXPECT_EQ(listed.shuffle, needed.shuffle) << test::name_of(sse);
  EXPECT_EQ(listed.exchange, needed.exchange) << test::name_of(sse);
}

TEST(SseArray, the_links_are_those_that_the_tolerated_faults_need) {
  for (const Sse& sse : {
           Sse{3, Scheme::kPlain},
           Sse{3, Scheme::kSft1},
           Sse{3, Scheme::kSft2},
           Sse{3, Scheme::kKSft2, 2},
           Sse{3, Scheme::kKSft2, 3},
           Sse{3, Scheme::kKSft2, 4},
           Sse{4, Scheme::kSft2},
           Sse{4, Scheme::kKSft2, 2},
           Sse{4, Scheme::kKSft2, 3},
           Sse{3, Scheme::kExm, 1, 1, 2},
           Sse{3, Scheme::kExm, 2, 1, 4},
           Sse{4, Scheme::kExm, 1, 1, 4},
           Sse{4, Scheme::kExm, 2, 1, 4},
           Sse{3, Scheme::kExp1, 1, 1, 2},
           Sse{3, Scheme::kExp1, 2, 1, 4},
           Sse{4, Scheme::kExp1, 1, 1, 4},
           Sse{4, Scheme::kExp1, 2, 1, 2},
           Sse{3, Scheme::kExp2, 1, 1, 2},
           Sse{3, Scheme::kExp2, 2, 1, 2},
           Sse{3, Scheme::kExp2, 1, 1, 4},
           Sse{4, Scheme::kExp2, 1, 1, 4},
           Sse{3, Scheme::kExmExp2, 1, 1, 2},
           Sse{3, Scheme::kExmExp2, 1, 2, 2},
           Sse{3, Scheme::kExmExp2, 2, 1, 2},
           Sse{3, Scheme::kExmExp2, 1, 1, 4},
           Sse{3, Scheme::kExp1Exp2, 2, 1, 2},
           Sse{3, Scheme::kExp1Exp2, 3, 1, 2},
           Sse{4, Scheme::kExp1Exp2, 2, 1, 2},
       }) {
    expect_exactly_the_needed_links(sse);
  }
}

TEST(SseArray, slow_the_links_are_those_that_the_tolerated_faults_need_in_larger_arrays) {
  for (const Sse& sse : {
           Sse{4, Scheme::kSft1},
           Sse{5, Scheme::kSft2},
           Sse{4, Scheme::kExmExp2, 1, 1, 4},
           Sse{4, Scheme::kExmExp2, 1, 1, 2},
           Sse{4, Scheme::kExp1Exp2, 2, 1, 4},
           Sse{4, Scheme::kExp1Exp2, 3, 1, 2},
           Sse{3, Scheme::kExp1Exp2, 4, 1, 2},
           Sse{4, Scheme::kExp2, 2, 1, 4},
           Sse{3, Scheme::kExmExp2, 2, 2, 2},
       }) {
    expect_exactly_the_needed_links(sse);
  }
}

TEST(SseArray, the_links_of_another_scheme_are_not_those_that_the_faults_need) {
  EXPECT_NE(edges_of(Array({4, Scheme::kExp1, 1, 1, 4})), needed_links({4, Scheme::kExp2, 1, 1, 4}));
  EXPECT_NE(edges_of(Array({3, Scheme::kKSft2, 2})), needed_links({3, Scheme::kExp1Exp2, 2, 1, 2}));
}

}  // namespace
}  // namespace kintsugi::sse
