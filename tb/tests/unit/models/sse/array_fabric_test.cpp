#include "models/sse/array_fabric.hpp"

#include <gtest/gtest.h>

#include "models/sse/role.hpp"
#include "tb/tests/oracles/sse_broadcast.hpp"
#include "tb/tests/unit/models/sse/fault_sets.hpp"

namespace kintsugi::sse {
namespace {

using test::Visit;

/// An array, its extractor, and the plain network.
class Extracted {
 public:
  explicit Extracted(const Sse& sse) : fabric(sse), network(make_network(sse)), extractor_(fabric.fabric()) {}

  ExtractedNetwork extract(const Configuration& configuration) const {
    return extractor_.extract(switch_states(fabric.fabric(), configuration));
  }

  /// Planned, set, extracted, and every PE asked for its own setting.
  void expect_repaired(const Defects& defects) const {
    const Repair repair = fabric.repair(defects, {});
    ASSERT_TRUE(repair.repairable) << name() << ": " << test::text(defects);
    const ExtractedNetwork extracted = extract(repair.configuration);
    ASSERT_EQ(test::extraction_flaw(fabric.array(), defects, repair.placement, extracted), "")
        << name() << ": " << test::text(defects);
    ASSERT_EQ(difference(extracted, network, repair.placement, fabric.fabric()), std::nullopt);
    ASSERT_EQ(first_pe_of_another_opinion(repair), kNoSite) << name() << ": " << test::text(defects);
  }

  /// Returns the first PE that computes another setting than the plan has for it.
  SiteId first_pe_of_another_opinion(const Repair& repair) const {
    const SwitchStates states = switch_states(fabric.fabric(), repair.configuration);
    for (std::uint32_t pe = 0; pe < fabric.array().pes(); ++pe) {
      const LocalRule::Setting own = fabric.setting_of(SiteId{pe}, *repair.message);
      LocalRule::Setting planned{repair.placement.node_at[pe], {}};
      for (const SwitchId id : fabric.switches_of(SiteId{pe})) planned.states.push_back(states[id.value]);
      if (own != planned) return SiteId{pe};
    }
    return kNoSite;
  }

  std::string name() const { return test::name_of(fabric.array().sse()); }

  ArrayFabric fabric;
  Network network;

 private:
  NetworkExtractor extractor_;
};

void expect_pe_sets_repaired(const Sse& sse, std::uint32_t most) {
  const Extracted extracted(sse);
  test::for_each_pe_set(extracted.fabric.array(), most, [&](const Defects& set) { extracted.expect_repaired(set); });
}

void expect_link_sets_repaired(const Sse& sse, std::uint32_t most) {
  const Extracted extracted(sse);
  test::for_each_link_set(extracted.fabric.array(), most, [&](const Defects& set) { extracted.expect_repaired(set); });
}

// ---- What is there -------------------------------------------------------------------------------------------------

TEST(SseArrayFabric, names_are_those_of_the_pes) {
  const ArrayFabric pairs({3, Scheme::kSft2});
  EXPECT_EQ(pairs.fabric().name, "array");
  EXPECT_EQ(pairs.fabric().sites.size(), 10u);
  EXPECT_EQ(pairs.fabric().sites[5].name, "p5");
  EXPECT_EQ(pairs.fabric().sites[5].address, (std::vector<int>{5}));
  EXPECT_EQ(pairs.fabric().switches.size(), 20u);
  EXPECT_EQ(pairs.fabric().switches[10].name, "p5.select_out");
  EXPECT_EQ(pairs.fabric().switches[11].name, "p5.select_in");
  EXPECT_EQ(pairs.fabric().links.size(), 5u) << "exchange ports are joined without a switch";
  const ArrayFabric single({3, Scheme::kSft1});
  EXPECT_EQ(single.fabric().switches.size(), 27u);
  EXPECT_EQ(single.fabric().switches[17].name, "p5.select_exchange");
  EXPECT_TRUE(single.fabric().links.empty());
}

TEST(SseArrayFabric, a_selector_has_a_link_for_each_candidate) {
  const ArrayFabric fabric({4, Scheme::kKSft2, 2});
  for (std::uint32_t number = 0; number < fabric.array().pes(); ++number) {
    const SiteId pe{number};
    const auto ids = fabric.switches_of(pe);
    ASSERT_EQ(ids.size(), 2u);
    EXPECT_EQ(fabric.fabric().switches[ids[0].value].type->states(), fabric.array().shuffle_outs(pe).size() + 1);
    EXPECT_EQ(fabric.fabric().switches[ids[1].value].type->states(), fabric.array().shuffle_ins(pe).size() + 1);
  }
}

TEST(SseArrayFabric, with_all_selectors_open_no_pe_is_attached) {
  for (const Sse& sse : {Sse{3, Scheme::kSft1}, Sse{3, Scheme::kKSft2, 2}}) {
    const Extracted extracted(sse);
    const ExtractedNetwork off = extracted.extract(Configuration(extracted.fabric.fabric().fields.size(), 0));
    EXPECT_TRUE(off.attached.empty());
    EXPECT_TRUE(off.joins.empty());
  }
}

// ---- Every set of faults -------------------------------------------------------------------------------------------

TEST(SseArrayFabric, a_plain_array_is_the_plain_network) {
  for (unsigned n = 3; n <= 6; ++n) expect_pe_sets_repaired({n}, 0);
}

TEST(SseArrayFabric, every_pe_set_of_8_and_16_pes_is_extracted_as_the_plain_network) {
  for (unsigned n = 3; n <= 4; ++n) {
    expect_pe_sets_repaired({n, Scheme::kSft1}, 1);
    expect_pe_sets_repaired({n, Scheme::kSft2}, 1);
    for (unsigned k = 1; k <= 3; ++k) expect_pe_sets_repaired({n, Scheme::kKSft2, k}, k);
  }
  expect_pe_sets_repaired({3, Scheme::kKSft2, 4}, 4);
}

TEST(SseArrayFabric, every_pe_set_of_32_pes_is_extracted_as_the_plain_network) {
  expect_pe_sets_repaired({5, Scheme::kSft1}, 1);
  expect_pe_sets_repaired({5, Scheme::kSft2}, 1);
  for (unsigned k = 1; k <= 2; ++k) expect_pe_sets_repaired({5, Scheme::kKSft2, k}, k);
}

TEST(SseArrayFabric, slow_every_pe_set_of_larger_arrays_is_extracted_as_the_plain_network) {
  expect_pe_sets_repaired({4, Scheme::kKSft2, 4}, 4);
  expect_pe_sets_repaired({5, Scheme::kKSft2, 3}, 3);
}

TEST(SseArrayFabric, every_link_set_is_extracted_as_the_plain_network) {
  for (unsigned n = 3; n <= 5; ++n) {
    expect_link_sets_repaired({n, Scheme::kSft1}, 1);
    expect_link_sets_repaired({n, Scheme::kKSft2, 1}, 1);
  }
  for (unsigned n = 3; n <= 4; ++n) expect_link_sets_repaired({n, Scheme::kKSft2, 2}, 2);
}

TEST(SseArrayFabric, slow_every_pair_of_links_of_32_pes_is_extracted_as_the_plain_network) {
  expect_link_sets_repaired({5, Scheme::kKSft2, 2}, 2);
}

TEST(SseArrayFabric, schemes_with_modules_are_extracted_as_the_plain_network) {
  for (const Scheme scheme : {Scheme::kExm, Scheme::kExp1, Scheme::kExp2, Scheme::kExp1Exp2}) {
    expect_pe_sets_repaired({4, scheme, 1, 1, 4}, 1);
    expect_pe_sets_repaired({4, scheme, 2, 1, 4}, 2);
    expect_link_sets_repaired({4, scheme, 1, 1, 4}, 1);
  }
  expect_pe_sets_repaired({4, Scheme::kExmExp2, 1, 1, 4}, 3);
}

/// Over the sets of `count` PEs.
std::size_t refused_sets(const Sse& sse, std::uint32_t count) {
  const ArrayFabric fabric(sse);
  std::size_t refused = 0;
  kintsugi::test::for_each_subset(fabric.array().pes(), count, [&](const DefectMap& set) {
    const Repair repair = fabric.repair(set, {});
    refused += !repair.repairable;
    EXPECT_EQ(repair.repairable, repair.reason.empty());
  });
  return refused;
}

TEST(SseArrayFabric, each_scheme_refuses_some_set_of_one_more_than_it_tolerates) {
  for (unsigned k = 1; k <= 2; ++k) {
    EXPECT_GT(refused_sets({4, Scheme::kKSft2, k}, k + 1), 0u);
    EXPECT_GT(refused_sets({4, Scheme::kExm, k, 1, 4}, k + 1), 0u);
    EXPECT_GT(refused_sets({4, Scheme::kExp1, k, 1, 4}, k + 1), 0u);
    EXPECT_GT(refused_sets({4, Scheme::kExp2, k, 1, 4}, k + 1), 0u);
    EXPECT_GT(refused_sets({4, Scheme::kExp1Exp2, k, 1, 4}, k + 1), 0u);
  }
  EXPECT_GT(refused_sets({4, Scheme::kExmExp2, 1, 1, 4}, 4), 0u);
}

// ---- Results -------------------------------------------------------------------------------------------------------

TEST(SseArrayFabric, too_many_faults_are_answered_with_the_set_and_the_reason) {
  const ArrayFabric fabric({4, Scheme::kKSft2, 1});
  const Repair repair = fabric.repair({{SiteId{1}, SiteId{8}}, {{SiteId{2}, SiteId{4}}}}, {});
  EXPECT_FALSE(repair.repairable);
  EXPECT_EQ(repair.irreparable_subset.size(), 2u);
  EXPECT_EQ(repair.reason, "2 faulty pairs; there is 1 spare pair");
  EXPECT_TRUE(fabric.repair({SiteId{1}, SiteId{8}}, {.explain = false}).irreparable_subset.empty());
}

TEST(SseArrayFabric, says_what_is_isolated) {
  const auto isolated = [](const Sse& sse, const Defects& defects) {
    return ArrayFabric(sse).repair(defects, {}).isolated;
  };
  EXPECT_EQ(isolated({4, Scheme::kKSft2, 2}, {SiteId{5}, SiteId{8}}), "PEs 4 and 5; PEs 8 and 9");
  EXPECT_EQ(isolated({4, Scheme::kSft1}, {SiteId{5}}), "PE 5");
  EXPECT_EQ(isolated({4, Scheme::kExm, 1, 1, 4}, {SiteId{5}}), "module 1");
  EXPECT_EQ(isolated({4, Scheme::kExp1, 1, 1, 4}, {SiteId{3}}), "pair 1 of every module");
  EXPECT_EQ(isolated({4, Scheme::kExp1, 1, 1, 4}, {SiteId{5}}), "") << "an idle spare";
  EXPECT_EQ(isolated({4, Scheme::kKSft2, 2}, {}), "");
}

/// "1-2" of the link between PE 1 and PE 2, or why there is none.
std::string resolved_link(const ArrayFabric& fabric, int a, int b) {
  try {
    const auto link = std::get<LinkDefect>(AddressResolver(fabric)(LinkAddress{{a}, {b}}));
    return std::to_string(link.a.value) + "-" + std::to_string(link.b.value);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(SseArrayFabric, refuses_links_that_are_not_there) {
  const ArrayFabric fabric({3, Scheme::kSft2});
  EXPECT_EQ(resolved_link(fabric, 1, 2), "1-2");
  EXPECT_EQ(resolved_link(fabric, 0, 1), "0-1") << "an exchange link";
  EXPECT_EQ(resolved_link(fabric, 1, 7), "there is no link between PE 1 and PE 7");
  EXPECT_EQ(resolved_link(fabric, 1, 10), "no PE at 10: the number must be 0 to 9");
}

TEST(SseArrayFabric, a_selector_has_so_many_links_at_most) {
  try {
    ArrayFabric({7, Scheme::kExmExp2, 8, 8, 8});
    ADD_FAILURE() << "accepted";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.parameter(), "network.k");
    EXPECT_STREQ(error.what(),
                 "a selector of this array would have 262 links, and 254 are the most that can be built; take fewer "
                 "spares");
  }
}

TEST(SseArrayFabric, refuses_planners_and_rules_it_does_not_know) {
  const ArrayFabric fabric({3, Scheme::kSft2});
  const auto refusal = [&](const RepairOptions& options) -> std::string {
    try {
      fabric.repair({}, options);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal({.planner = "greedy"}), "unknown planner 'greedy'; valid: exact");
  EXPECT_EQ(refusal({.rule = "strict"}), "unknown rule 'strict'; valid: exact");
  EXPECT_EQ(refusal({.objective = "moved"}), "unknown objective 'moved'; valid: any");
}

// ---- The checks themselves -----------------------------------------------------------------------------------------

/// Returns the configuration in which every PE takes its shuffle-out from the repair message by the paper's algorithm.
Configuration by_broadcast(const ArrayFabric& fabric, const DefectMap& faulty, StepC step_c) {
  Configuration configuration = fabric.repair(faulty, {}).configuration;
  const Array& array = fabric.array();
  for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
    const auto out = broadcast_shuffle_out(array.sse(), faulty, SiteId{pe}, step_c);
    const auto outs = array.shuffle_outs(SiteId{pe});
    const auto found = out ? std::ranges::find(outs, *out) : outs.end();
    configuration[2 * pe] =
        found == outs.end() ? SelectorType::kOpen : SelectorType::choose(static_cast<unsigned>(found - outs.begin()));
  }
  return configuration;
}

TEST(SseArrayFabric, the_printed_algorithm_does_not_make_the_network_with_4_and_7_of_8_pes_faulty) {
  const Extracted extracted({3, Scheme::kKSft2, 2});
  const DefectMap faulty{SiteId{4}, SiteId{7}};
  const Repair repair = extracted.fabric.repair(faulty, {});
  const auto flaw = [&](StepC step_c) {
    const ExtractedNetwork found = extracted.extract(by_broadcast(extracted.fabric, faulty, step_c));
    return difference(found, extracted.network, repair.placement, extracted.fabric.fabric()).value_or("");
  };
  EXPECT_EQ(flaw(StepC::kCorrected), "");
  EXPECT_EQ(flaw(StepC::kPrinted), "p3.shuffle_out (node n3) should meet p10.shuffle_in but meets nothing");
}

TEST(SseArrayFabric, every_wrong_state_of_every_selector_is_seen_and_the_pe_is_named) {
  for (const Sse& sse : {Sse{3, Scheme::kKSft2, 2}, Sse{3, Scheme::kSft1}}) {
    const Extracted extracted(sse);
    const Repair right = extracted.fabric.repair({SiteId{4}}, {});
    const std::uint32_t selectors = sse.unit_pes() == 1 ? 3 : 2;
    for (std::uint32_t field = 0; field < right.configuration.size(); ++field) {
      for (SwitchState state = 0; state < extracted.fabric.fabric().fields[field].states; ++state) {
        Repair wrong = right;
        wrong.configuration[field] = state;
        if (wrong.configuration == right.configuration) continue;
        EXPECT_NE(test::extraction_flaw(extracted.fabric.array(), {SiteId{4}}, right.placement,
                                        extracted.extract(wrong.configuration)),
                  "");
        EXPECT_EQ(extracted.first_pe_of_another_opinion(wrong), SiteId{field / selectors});
      }
    }
  }
}

TEST(SseRole, a_repair_message_of_another_length_is_refused) {
  const Sse sse{4, Scheme::kExmExp2, 1, 2, 4};
  std::vector<std::uint32_t> words(1 + 5 * 2, kNoUnit);
  EXPECT_EQ(role_of(sse, words, SiteId{0}).logical, NodeId{0});
  words.pop_back();
  EXPECT_THROW(role_of(sse, words, SiteId{0}), std::invalid_argument);
}

TEST(SseRole, the_repair_message_lists_what_is_isolated) {
  const Sse sse{4, Scheme::kExmExp2, 1, 1, 4};
  const Isolation isolation = *isolate(sse, std::vector<Unit>{{0, 1}, {2, 0}, {2, 2}});
  EXPECT_EQ(repair_message(sse, isolation), (std::vector<std::uint32_t>{2, 1, kNoUnit, kNoUnit, kNoUnit, kNoUnit}));
}

}  // namespace
}  // namespace kintsugi::sse
