#include "models/sse/reconfigure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <stdexcept>

#include "tb/tests/unit/models/repair/subsets.hpp"
#include "tb/tests/unit/models/sse/array_checks.hpp"
#include "tb/tests/unit/models/sse/fault_sets.hpp"

namespace kintsugi::sse {
namespace {

using kintsugi::test::for_each_subset;
using test::first_flaw;
using test::text;

Defects pes(std::initializer_list<std::uint32_t> numbers) {
  Defects faults;
  for (const std::uint32_t number : numbers) faults.sites.push_back(SiteId{number});
  return faults;
}

/// Expects that every set of at most `most` faulty PEs is repaired correctly.
void expect_every_set_repaired(const Sse& sse, std::uint32_t most) {
  const Array array(sse);
  for (std::uint32_t count = 0; count <= most; ++count) {
    for_each_subset(array.pes(), count, [&](const DefectMap& set) {
      const Defects faults{set, {}};
      ASSERT_EQ(first_flaw(array, faults), "") << test::name_of(sse) << ": " << text(faults);
    });
  }
}

/// Returns the number of irreparable sets of `count` faulty PEs.
std::size_t irreparable_sets(const Sse& sse, std::uint32_t count) {
  const Array array(sse);
  std::size_t irreparable = 0;
  for_each_subset(array.pes(), count, [&](const DefectMap& set) {
    irreparable += !reconfigure(array, {set, {}}).repairable;
  });
  return irreparable;
}

// ---- PE faults -----------------------------------------------------------------------------------------------------

TEST(SseReconfigure, single_fault_schemes_repair_every_pe) {
  for (unsigned n = 3; n <= 5; ++n) {
    expect_every_set_repaired({n, Scheme::kPlain}, 0);
    expect_every_set_repaired({n, Scheme::kSft1}, 1);
    expect_every_set_repaired({n, Scheme::kSft2}, 1);
  }
  EXPECT_GT(irreparable_sets({3, Scheme::kPlain}, 1), 0u);
  EXPECT_GT(irreparable_sets({3, Scheme::kSft1}, 2), 0u);
  EXPECT_GT(irreparable_sets({3, Scheme::kSft2}, 2), 0u);
}

TEST(SseReconfigure, k_sft_2_repairs_every_set_of_at_most_k_pes) {
  for (unsigned n = 3; n <= 4; ++n) {
    for (unsigned k = 1; k <= 3; ++k) expect_every_set_repaired({n, Scheme::kKSft2, k}, k);
  }
  for (unsigned k = 1; k <= 2; ++k) expect_every_set_repaired({5, Scheme::kKSft2, k}, k);
  expect_every_set_repaired({3, Scheme::kKSft2, 4}, 4);
  EXPECT_GT(irreparable_sets({3, Scheme::kKSft2, 2}, 3), 0u);
}

TEST(SseReconfigure, slow_k_sft_2_repairs_every_set_of_at_most_k_pes_in_larger_arrays) {
  expect_every_set_repaired({4, Scheme::kKSft2, 4}, 4);
  expect_every_set_repaired({5, Scheme::kKSft2, 3}, 3);
}

TEST(SseReconfigure, exm_and_exp_1_repair_every_set_of_k_pes_but_not_of_one_more) {
  for (const Scheme scheme : {Scheme::kExm, Scheme::kExp1}) {
    for (unsigned k = 1; k <= 2; ++k) {
      for (const unsigned modules : {2u, 4u}) {
        expect_every_set_repaired({3, scheme, k, 1, modules}, k);
        expect_every_set_repaired({4, scheme, k, 1, modules}, k);
        EXPECT_GT(irreparable_sets({3, scheme, k, 1, modules}, k + 1), 0u);
      }
    }
  }
}

TEST(SseReconfigure, exp_1_exp_2_repairs_every_set_of_k_pes) {
  for (unsigned k = 1; k <= 3; ++k) expect_every_set_repaired({3, Scheme::kExp1Exp2, k, 1, 2}, k);
  expect_every_set_repaired({4, Scheme::kExp1Exp2, 2, 1, 4}, 2);
  EXPECT_GT(irreparable_sets({3, Scheme::kExp1Exp2, 2, 1, 2}, 3), 0u);
}

TEST(SseReconfigure, exm_exp_2_repairs_every_set_of_3_pes_with_one_spare_of_each_kind) {
  const Sse sse{4, Scheme::kExmExp2, 1, 1, 4};
  expect_every_set_repaired(sse, 3);  // (k + 1)(l + 1) - 1
  EXPECT_GT(irreparable_sets(sse, 4), 0u);
}

/// Returns whether some choice of modules to drop, positions to isolate everywhere and units to isolate in each module
/// leaves no faulty unit in use: tries all of them.
bool is_tolerated(const std::vector<std::uint32_t>& faulty, std::uint32_t width, unsigned drop, unsigned lockstep,
                  unsigned local) {
  const std::uint32_t virtual_width = width - local;
  const auto clears = [&](std::uint32_t faults, std::uint32_t everywhere, std::uint32_t alone) {
    unsigned position = 0;
    for (unsigned place = 0; place < width; ++place) {
      if ((alone >> place & 1u) != 0) continue;
      if ((faults >> place & 1u) != 0 && (everywhere >> position & 1u) == 0) return false;
      ++position;
    }
    return true;
  };
  const auto can_clear = [&](std::uint32_t faults, std::uint32_t everywhere) {
    for (std::uint32_t alone = 0; alone < 1u << width; ++alone) {
      if (static_cast<unsigned>(std::popcount(alone)) == local && clears(faults, everywhere, alone)) return true;
    }
    return false;
  };
  for (std::uint32_t everywhere = 0; everywhere < 1u << virtual_width; ++everywhere) {
    if (static_cast<unsigned>(std::popcount(everywhere)) != lockstep) continue;
    unsigned left = 0;
    for (const std::uint32_t faults : faulty) left += !can_clear(faults, everywhere);
    if (left <= drop) return true;
  }
  return false;
}

struct Spares {
  Sse sse;
  unsigned modules;
  unsigned lockstep;
  unsigned local;
};

/// Over all sets of faulty units: every repair is correct, and every set that can be repaired is repaired.
void expect_exactly_the_tolerated_sets(const Spares& spares) {
  const Sse& sse = spares.sse;
  const Array array(sse);
  const std::uint32_t units = array.pes() / sse.unit_pes();
  for (std::uint32_t set = 0; set < 1u << units; ++set) {
    std::vector<std::uint32_t> faulty(sse.physical_modules());
    Defects faults;
    for (std::uint32_t unit = 0; unit < units; ++unit) {
      if ((set >> unit & 1u) == 0) continue;
      faulty[unit / sse.width()] |= 1u << unit % sse.width();
      faults.sites.push_back(SiteId{unit * sse.unit_pes()});
    }
    const bool tolerated = is_tolerated(faulty, sse.width(), spares.modules, spares.lockstep, spares.local);
    const Reconfiguration result = reconfigure(array, faults);
    ASSERT_EQ(result.repairable, tolerated) << test::name_of(sse) << ": " << text(faults);
    if (!tolerated) continue;
    ASSERT_EQ(first_flaw(array, faults, result), "") << test::name_of(sse) << ": " << text(faults);
  }
}

TEST(SseReconfigure, exactly_the_tolerated_sets_of_units_are_repaired) {
  for (const Spares& spares : {
           Spares{{3, Scheme::kSft1}, 0, 0, 1},
           Spares{{3, Scheme::kKSft2, 3}, 0, 0, 3},
           Spares{{3, Scheme::kExm, 1, 1, 2}, 1, 0, 0},
           Spares{{3, Scheme::kExm, 2, 1, 4}, 2, 0, 0},
           Spares{{3, Scheme::kExp1, 1, 1, 2}, 0, 1, 0},
           Spares{{3, Scheme::kExp1, 2, 1, 2}, 0, 2, 0},
           Spares{{3, Scheme::kExp2, 1, 1, 2}, 0, 0, 1},
           Spares{{3, Scheme::kExp2, 2, 1, 2}, 0, 0, 2},
           Spares{{3, Scheme::kExp2, 1, 1, 4}, 0, 0, 1},
           Spares{{4, Scheme::kExp2, 1, 1, 4}, 0, 0, 1},
           Spares{{3, Scheme::kExmExp2, 1, 1, 2}, 1, 0, 1},
           Spares{{3, Scheme::kExmExp2, 1, 1, 4}, 1, 0, 1},
           Spares{{3, Scheme::kExp1Exp2, 2, 1, 2}, 0, 1, 1},
           Spares{{3, Scheme::kExp1Exp2, 3, 1, 2}, 0, 2, 1},
           Spares{{3, Scheme::kExp1Exp2, 4, 1, 2}, 0, 2, 2},
       }) {
    expect_exactly_the_tolerated_sets(spares);
  }
}

TEST(SseReconfigure, a_large_array_is_repaired) {
  std::mt19937 random(1);
  for (const Sse& sse : {Sse{16, Scheme::kKSft2, 4}, Sse{16, Scheme::kExmExp2, 1, 1, 16}}) {
    const Array array(sse);
    Defects faults;
    for (unsigned i = 0; i < 3; ++i) faults.sites.push_back(SiteId{static_cast<std::uint32_t>(random() % array.pes())});
    EXPECT_EQ(first_flaw(array, faults), "") << test::name_of(sse) << ": " << text(faults);
  }
}

// ---- Link faults ---------------------------------------------------------------------------------------------------

std::vector<LinkDefect> all_links(const Array& array) {
  std::vector<LinkDefect> links;
  const test::Edges edges = test::edges_of(array);
  for (const auto& [a, b] : edges.shuffle) links.push_back({a, b});
  for (const auto& [a, b] : edges.exchange) links.push_back({a, b});
  return links;
}

/// Returns every set of `count` links.
void expect_every_link_set_repaired(const Sse& sse, std::uint32_t count) {
  const Array array(sse);
  const std::vector<LinkDefect> links = all_links(array);
  for_each_subset(static_cast<std::uint32_t>(links.size()), count, [&](const DefectMap& indices) {
    Defects faults;
    for (const SiteId index : indices) faults.links.push_back(links[index.value]);
    ASSERT_EQ(first_flaw(array, faults), "") << test::name_of(sse) << ": " << text(faults);
  });
}

TEST(SseReconfigure, every_set_of_at_most_k_links_is_repaired) {
  for (unsigned n = 3; n <= 5; ++n) {
    expect_every_link_set_repaired({n, Scheme::kSft1}, 1);
    expect_every_link_set_repaired({n, Scheme::kSft2}, 1);
    expect_every_link_set_repaired({n, Scheme::kKSft2, 2}, 1);
  }
  expect_every_link_set_repaired({3, Scheme::kKSft2, 2}, 2);
  expect_every_link_set_repaired({4, Scheme::kKSft2, 2}, 2);
  for (const Scheme scheme : {Scheme::kExm, Scheme::kExp1, Scheme::kExp2, Scheme::kExp1Exp2}) {
    expect_every_link_set_repaired({4, scheme, 1, 1, 4}, 1);
    expect_every_link_set_repaired({3, scheme, 2, 1, 2}, 2);
  }
  expect_every_link_set_repaired({3, Scheme::kExmExp2, 1, 1, 2}, 2);
}

TEST(SseReconfigure, slow_every_set_of_2_links_of_32_pes_is_repaired) {
  expect_every_link_set_repaired({5, Scheme::kKSft2, 2}, 2);
}

TEST(SseReconfigure, a_pe_and_a_link_are_repaired_together) {
  const Array array({3, Scheme::kKSft2, 2});
  for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
    for (const LinkDefect link : all_links(array)) {
      const Defects faults{{SiteId{pe}}, {link}};
      ASSERT_EQ(first_flaw(array, faults), "") << text(faults);
    }
  }
}

TEST(SseReconfigure, for_a_link_the_pair_at_its_shuffle_out_end_is_isolated) {
  const Array array({4, Scheme::kKSft2, 2});
  const auto isolated = [&](std::uint32_t a, std::uint32_t b) {
    return reconfigure(array, {{}, {{SiteId{a}, SiteId{b}}}}).isolation.local.at(0);
  };
  using Pairs = std::vector<std::uint32_t>;
  EXPECT_EQ(isolated(6, 12), (Pairs{3}));
  EXPECT_EQ(isolated(12, 6), (Pairs{3})) << "there is no link out of 12 into 6: the same link";
  EXPECT_EQ(isolated(5, 10), (Pairs{2}));
  EXPECT_EQ(isolated(10, 5), (Pairs{5})) << "there are both";
  EXPECT_EQ(isolated(14, 15), (Pairs{7})) << "an exchange link";
  EXPECT_EQ(isolated(2, 2), (Pairs{1})) << "a self loop";
}

// ---- Too many faults -----------------------------------------------------------------------------------------------

Reconfiguration refused(const Sse& sse, const Defects& faults) {
  const Reconfiguration result = reconfigure(Array(sse), faults);
  EXPECT_FALSE(result.repairable);
  return result;
}

TEST(SseReconfigure, too_many_faults_are_answered_with_a_minimal_set_and_the_reason) {
  const Reconfiguration pairs = refused({4, Scheme::kKSft2, 2}, pes({1, 2, 3, 8, 17}));
  EXPECT_EQ(pairs.irreparable, pes({1, 2, 8})) << "2 and 3 are one pair";
  EXPECT_EQ(pairs.reason, "3 faulty pairs; there are 2 spare pairs");
  EXPECT_EQ(refused({4, Scheme::kPlain}, pes({5})).reason, "1 faulty pair; there is no spare pair");
  EXPECT_EQ(refused({4, Scheme::kSft1}, pes({5, 9})).reason, "2 faulty PEs; there is 1 spare PE");
  EXPECT_EQ(refused({4, Scheme::kExm, 1, 1, 4}, pes({0, 1, 5})).reason,
            "2 modules have a faulty pair; there is 1 spare module");
  EXPECT_EQ(refused({4, Scheme::kExmExp2, 1, 1, 4}, pes({0, 2, 7, 10, 20})).reason,
            "2 modules have more than 1 faulty pair; there is 1 spare module");
  EXPECT_EQ(refused({4, Scheme::kExp1, 1, 1, 4}, pes({0, 8})).reason,
            "faulty pairs at 2 positions; 1 position can be isolated in all modules");
  EXPECT_EQ(refused({4, Scheme::kExp2, 1, 1, 4}, pes({0, 8, 10, 13})).reason,
            "module 1 has 2 faulty pairs; a module has 1 spare pair");
  EXPECT_EQ(refused({4, Scheme::kExp1Exp2, 2, 1, 4}, pes({0, 2, 4})).reason,
            "faulty pairs at 3 positions; 1 position can be isolated in all modules, then 1 more in each");
}

TEST(SseReconfigure, the_irreparable_set_is_minimal) {
  std::mt19937 random(7);
  for (const Sse& sse :
       {Sse{4, Scheme::kKSft2, 2}, Sse{4, Scheme::kExmExp2, 1, 1, 4}, Sse{4, Scheme::kExp1Exp2, 3, 1, 4},
        Sse{4, Scheme::kExp1, 2, 1, 4}, Sse{4, Scheme::kExp2, 1, 1, 4}}) {
    const Array array(sse);
    const std::vector<LinkDefect> links = all_links(array);
    for (unsigned round = 0; round < 50; ++round) {
      Defects faults;
      for (unsigned i = 0; i < 12; ++i)
        faults.sites.push_back(SiteId{static_cast<std::uint32_t>(random() % array.pes())});
      for (unsigned i = 0; i < 4; ++i) faults.links.push_back(links[random() % links.size()]);
      const Reconfiguration result = reconfigure(array, faults);
      if (result.repairable) continue;
      const Defects& set = result.irreparable;
      EXPECT_FALSE(reconfigure(array, set).repairable);
      for (std::size_t i = 0; i < set.sites.size(); ++i) {
        Defects less = set;
        less.sites.erase(less.sites.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_TRUE(reconfigure(array, less).repairable) << text(set);
      }
      for (std::size_t i = 0; i < set.links.size(); ++i) {
        Defects less = set;
        less.links.erase(less.links.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_TRUE(reconfigure(array, less).repairable) << text(set);
      }
    }
  }
}

TEST(SseReconfigure, what_the_array_does_not_have_is_refused) {
  const Array array({3, Scheme::kSft2});
  const auto message = [&](const Defects& faults) -> std::string {
    try {
      reconfigure(array, faults);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_EQ(message(pes({10})), "there is no PE 10; the array has PEs 0 to 9");
  EXPECT_EQ(message({{}, {{SiteId{0}, SiteId{11}}}}), "there is no PE 11; the array has PEs 0 to 9");
  EXPECT_EQ(message({{}, {{SiteId{0}, SiteId{5}}}}), "there is no link between PE 0 and PE 5");
}

// ---- Reasons and reports -------------------------------------------------------------------------------------------

TEST(SseReconfigure, without_faults_nothing_moves_and_the_spares_are_idle) {
  const Reconfiguration result = reconfigure(Array({3, Scheme::kKSft2, 1}), {});
  EXPECT_EQ(result.moved, 0u);
  for (std::uint32_t l = 0; l < 8; ++l) EXPECT_EQ(result.placement.site_of[l], SiteId{l});
  EXPECT_EQ(result.placement.node_at[8], kNoNode);
  EXPECT_EQ(result.selections[9], Selection{});
}

TEST(SseReconfigure, the_worked_example_of_the_paper) {
  // 4-SFT2 with 16 PEs, F = (2, 7, 10, 15): PE 8 becomes logical 4 and selects E0, which is PE 16.
  const Array array({4, Scheme::kKSft2, 4});
  const Reconfiguration result = reconfigure(array, pes({2, 7, 10, 15}));
  EXPECT_EQ(result.placement.node_at[8], NodeId{4});
  EXPECT_EQ(test::chosen(array.shuffle_outs(SiteId{8}), result.selections[8].shuffle_out), SiteId{16});
  EXPECT_EQ(result.moved, 14u) << "all but the first pair";
}

TEST(SseReconfigure, a_spare_module_takes_over_and_each_one_after_it_moves) {
  const Reconfiguration result = reconfigure(Array({4, Scheme::kExm, 1, 1, 4}), pes({9}));
  EXPECT_EQ(result.isolation.dropped, (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(result.placement.node_at[8], kNoNode) << "healthy, but its module is dropped";
  EXPECT_EQ(result.placement.node_at[12], NodeId{8});
  EXPECT_EQ(result.placement.node_at[16], NodeId{12});
  EXPECT_EQ(result.moved, 8u);
}

TEST(SseReconfigure, in_lockstep_one_position_is_isolated_in_every_module) {
  using Numbers = std::vector<std::uint32_t>;
  const Sse both{4, Scheme::kExp1Exp2, 2, 1, 4};
  const Reconfiguration one = reconfigure(Array(both), pes({2, 8 + 4}));
  EXPECT_TRUE(one.isolation.lockstep.empty()) << "one in each module needs local spares only";
  const Reconfiguration two = reconfigure(Array(both), pes({2, 4, 8 + 4}));
  EXPECT_EQ(two.isolation.lockstep, (Numbers{1}));
  EXPECT_EQ(two.isolation.local, (std::vector<Numbers>{{2}, {2}, {}, {}}));
  EXPECT_EQ(two.placement.node_at[2 * 8 + 2], kNoNode) << "healthy, but isolated in lockstep";
}

// ---- The checker itself --------------------------------------------------------------------------------------------

TEST(SseReconfigure, the_checker_finds_every_wrong_selection) {
  const Array array({3, Scheme::kKSft2, 2});
  const Defects faults = pes({4, 7});
  const Reconfiguration right = reconfigure(array, faults);
  ASSERT_EQ(first_flaw(array, faults, right), "");
  const auto expect_found = [&](std::uint32_t pe, std::optional<std::uint32_t> Selection::*port, std::size_t count) {
    for (std::uint32_t index = 0; index < count; ++index) {
      Reconfiguration wrong = right;
      wrong.selections[pe].*port = index;
      if (wrong.selections[pe] == right.selections[pe]) continue;
      EXPECT_NE(first_flaw(array, faults, wrong), "") << pe << " " << index;
    }
  };
  for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
    expect_found(pe, &Selection::shuffle_out, array.shuffle_outs(SiteId{pe}).size());
    expect_found(pe, &Selection::shuffle_in, array.shuffle_ins(SiteId{pe}).size());
  }
}

TEST(SseReconfigure, the_checker_finds_wrong_numbers_and_faults_in_use) {
  const Array array({3, Scheme::kSft1});
  const Defects faults = pes({4});
  const Reconfiguration right = reconfigure(array, faults);
  Reconfiguration swapped = right;
  std::swap(swapped.placement.node_at[1], swapped.placement.node_at[2]);
  EXPECT_NE(first_flaw(array, faults, swapped), "");
  Reconfiguration twice = right;
  twice.placement.node_at[2] = twice.placement.node_at[1];
  EXPECT_NE(first_flaw(array, faults, twice), "");
  EXPECT_NE(first_flaw(array, pes({5}), right), "") << "PE 5 is in use";
  EXPECT_NE(first_flaw(array, {{}, {{SiteId{1}, SiteId{2}}}}, right), "") << "a shuffle link in use";
  EXPECT_NE(first_flaw(array, {{}, {{SiteId{0}, SiteId{1}}}}, right), "") << "an exchange link in use";
}

}  // namespace
}  // namespace kintsugi::sse
