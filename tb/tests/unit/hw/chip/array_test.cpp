// Shuffle-exchange arrays in hardware: the modules are the array of the model. For every tolerated set of faults the
// states that come through the chain make exactly the plain network, and every PE computes the same states.
#include "tb/tests/oracles/sse_broadcast.hpp"
#include "tb/tests/unit/hw/chip/built_array.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

using sse::Scheme;
using sse::Sse;

// ---- What is built -------------------------------------------------------------------------------------------------

std::string text(const sse::Counts& counts) {
  std::string words;
  for (const std::size_t number : {counts.pes, counts.shuffle_links, counts.self_loops, counts.exchange_links,
                                   counts.simple_edges, counts.max_extra_ports}) {
    words += std::to_string(number) + " ";
  }
  return words;
}

/// Counts the modules in a process of its own; SystemC elaborates once per process.
std::string built_counts(const Sse& sse) {
  return in_child([&] {
    BuiltArray built(sse);
    return text(PortCount(*built.bench.chip).count());
  });
}

TEST(ArrayModules, have_the_ports_of_the_published_schemes) {
  EXPECT_EQ(built_counts({4}), "16 16 2 8 21 0 ");
  EXPECT_EQ(built_counts({4, Scheme::kKSft2, 1}), "18 46 4 9 48 4 ");
  EXPECT_EQ(built_counts({4, Scheme::kExm, 1, 1, 4}), "20 44 4 10 47 4 ");
  EXPECT_EQ(built_counts({4, Scheme::kExp1, 1, 1, 4}), "24 40 4 12 45 2 ");
  EXPECT_EQ(built_counts({4, Scheme::kExp2, 1, 1, 4}), "24 58 4 12 62 6 ");
  EXPECT_EQ(built_counts({4, Scheme::kExmExp2, 1, 1, 4}), "30 148 8 15 141 16 ");
}

TEST(ArrayModules, are_those_that_the_model_counts_for_every_scheme) {
  for (unsigned n = 3; n <= 6; ++n) {
    for (const Sse& sse :
         {Sse{n}, Sse{n, Scheme::kSft1}, Sse{n, Scheme::kSft2}, Sse{n, Scheme::kKSft2, 1}, Sse{n, Scheme::kKSft2, 2},
          Sse{n, Scheme::kKSft2, 3}, Sse{n, Scheme::kKSft2, 4}, Sse{n, Scheme::kExm, 1, 1, 4},
          Sse{n, Scheme::kExm, 2, 1, 4}, Sse{n, Scheme::kExp1, 1, 1, 4}, Sse{n, Scheme::kExp1, 2, 1, 2},
          Sse{n, Scheme::kExp2, 1, 1, 4}, Sse{n, Scheme::kExp2, 2, 1, 2}, Sse{n, Scheme::kExmExp2, 1, 1, 4},
          Sse{n, Scheme::kExp1Exp2, 2, 1, 4}, Sse{n, Scheme::kExp1Exp2, 3, 1, 2}}) {
      EXPECT_EQ(built_counts(sse), text(sse::count(sse::Array(sse)))) << sse::test::name_of(sse);
    }
  }
}

TEST(ArrayModules, have_their_names) {
  BuiltArray built({3, Scheme::kSft1});
  for (const char* name : {"array.clock", "array.config_chain", "array.p5.router", "array.p5.pe", "array.p5.select_out",
                           "array.p5.select_in", "array.p5.select_exchange", "array.p5.rule", "array.p8.router"}) {
    EXPECT_NE(sc_core::sc_find_object(name), nullptr) << name;
  }
}

// ---- Every set of faults -------------------------------------------------------------------------------------------

/// An array, the largest number of simultaneous faults, and the number of sets of that size or smaller.
struct Exhaustive {
  Sse sse;
  std::uint32_t most;
  std::size_t sets;
};

std::string name_of(const testing::TestParamInfo<Exhaustive>& info) {
  std::string name;
  for (const char c : sse::test::name_of(info.param.sse)) {
    const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (fits || !name.ends_with('_')) name += fits ? c : '_';
  }
  return name + "_faults_" + std::to_string(info.param.most);
}

class ArrayPeFaults : public testing::TestWithParam<Exhaustive> {};
class ArrayLinkFaults : public testing::TestWithParam<Exhaustive> {};

TEST_P(ArrayPeFaults, leave_the_plain_network_in_hardware) {
  BuiltArray built(GetParam().sse);
  sse::test::for_each_pe_set(built.array, GetParam().most, [&](const Defects& set) { built.expect_repaired(set); });
  EXPECT_EQ(built.repaired(), GetParam().sets);
}

TEST_P(ArrayLinkFaults, leave_the_plain_network_in_hardware) {
  BuiltArray built(GetParam().sse);
  sse::test::for_each_link_set(built.array, GetParam().most, [&](const Defects& set) { built.expect_repaired(set); });
  EXPECT_EQ(built.repaired(), GetParam().sets);
}

INSTANTIATE_TEST_SUITE_P(SinglePes, ArrayPeFaults,
                         testing::Values(Exhaustive{{3, Scheme::kSft1}, 1, 10}, Exhaustive{{4, Scheme::kSft1}, 1, 18},
                                         Exhaustive{{5, Scheme::kSft1}, 1, 34}, Exhaustive{{3, Scheme::kSft2}, 1, 11},
                                         Exhaustive{{4, Scheme::kSft2}, 1, 19}, Exhaustive{{5, Scheme::kSft2}, 1, 35}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(
    KPes, ArrayPeFaults,
    testing::Values(Exhaustive{{3, Scheme::kKSft2, 1}, 1, 11}, Exhaustive{{4, Scheme::kKSft2, 1}, 1, 19},
                    Exhaustive{{5, Scheme::kKSft2, 1}, 1, 35}, Exhaustive{{3, Scheme::kKSft2, 2}, 2, 79},
                    Exhaustive{{4, Scheme::kKSft2, 2}, 2, 211}, Exhaustive{{5, Scheme::kKSft2, 2}, 2, 667},
                    Exhaustive{{3, Scheme::kKSft2, 3}, 3, 470}, Exhaustive{{4, Scheme::kKSft2, 3}, 3, 1794},
                    Exhaustive{{5, Scheme::kKSft2, 3}, 3, 9178}, Exhaustive{{3, Scheme::kKSft2, 4}, 4, 2517},
                    Exhaustive{{4, Scheme::kKSft2, 4}, 4, 12951}),
    name_of);
INSTANTIATE_TEST_SUITE_P(Modules, ArrayPeFaults,
                         testing::Values(Exhaustive{{4, Scheme::kExm, 1, 1, 4}, 1, 21},
                                         Exhaustive{{4, Scheme::kExm, 2, 1, 4}, 2, 301},
                                         Exhaustive{{4, Scheme::kExp1, 1, 1, 4}, 1, 25},
                                         Exhaustive{{4, Scheme::kExp1, 2, 1, 4}, 2, 529},
                                         Exhaustive{{4, Scheme::kExp2, 2, 1, 4}, 2, 529},
                                         Exhaustive{{4, Scheme::kExmExp2, 1, 1, 4}, 3, 4526},
                                         Exhaustive{{4, Scheme::kExp1Exp2, 2, 1, 4}, 2, 529},
                                         Exhaustive{{4, Scheme::kExp1Exp2, 3, 1, 4}, 3, 10701}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(
    Links, ArrayLinkFaults,
    testing::Values(Exhaustive{{3, Scheme::kSft1}, 1, 29}, Exhaustive{{4, Scheme::kSft1}, 1, 65},
                    Exhaustive{{5, Scheme::kSft1}, 1, 137}, Exhaustive{{3, Scheme::kKSft2, 1}, 1, 28},
                    Exhaustive{{4, Scheme::kKSft2, 1}, 1, 56}, Exhaustive{{5, Scheme::kKSft2, 1}, 1, 112},
                    Exhaustive{{3, Scheme::kKSft2, 2}, 2, 1082}, Exhaustive{{4, Scheme::kKSft2, 2}, 2, 4096},
                    Exhaustive{{5, Scheme::kKSft2, 2}, 2, 15932}, Exhaustive{{4, Scheme::kExm, 1, 1, 4}, 1, 55},
                    Exhaustive{{4, Scheme::kExp1, 1, 1, 4}, 1, 53}, Exhaustive{{4, Scheme::kExp2, 1, 1, 4}, 1, 71}),
    name_of);

/// EXP2 of N = 16 in four modules: every choice of at most one PE in each.
TEST(ArrayModules, exp_2_bears_one_fault_in_each_module_in_hardware) {
  const Sse sse{4, Scheme::kExp2, 1, 1, 4};
  BuiltArray built(sse);
  const std::uint32_t pes = sse.width() * sse.unit_pes();
  std::uint32_t sets = 1;
  for (unsigned module = 0; module < 4; ++module) sets *= pes + 1;
  for (std::uint32_t set = 0; set < sets; ++set) {
    Defects defects;
    std::uint32_t rest = set;
    for (std::uint32_t module = 0; module < 4; ++module, rest /= pes + 1) {
      if (rest % (pes + 1) != 0) defects.sites.push_back(SiteId{module * pes + rest % (pes + 1) - 1});
    }
    built.expect_repaired(defects);
  }
  EXPECT_EQ(built.repaired(), 7u * 7 * 7 * 7);
}

// ---- What each PE computes itself ----------------------------------------------------------------------------------

TEST(ArrayRules, a_pe_that_computes_another_state_refuses_the_stream_and_is_named) {
  BuiltArray built({3, Scheme::kKSft2, 2});
  built.load(built.repair({}));
  const SwitchStates before = built.bench.chip->configuration().read_back();
  const Repair right = built.repair({SiteId{4}});
  for (std::uint32_t field = 0; field < right.configuration.size(); ++field) {
    Repair wrong = right;
    SwitchState& state = wrong.configuration[field];
    state = state == 0 ? 1 : 0;
    built.load(wrong);
    ASSERT_EQ(built.phase(), ConfigChain::Phase::kRefused);
    const std::string pe = "array.p" + std::to_string(field / 2);
    const std::string selector = pe + (field % 2 == 0 ? ".select_out" : ".select_in");
    const std::string& error = built.bench.chip->configuration().chain().error();
    ASSERT_NE(error.find(selector + " was sent "), std::string::npos) << error;
    ASSERT_NE(error.find("and " + pe + " itself computes "), std::string::npos) << error;
    ASSERT_EQ(built.bench.chip->configuration().read_back(), before) << "the old states stay";
  }
  built.expect_repaired({SiteId{4}});
}

TEST(ArrayRules, a_pe_that_is_to_be_another_node_refuses_the_stream) {
  BuiltArray built({3, Scheme::kSft2});
  Repair wrong = built.repair({});
  std::swap(wrong.placement.node_at[2], wrong.placement.node_at[9]);
  built.load(wrong);
  EXPECT_EQ(built.bench.chip->configuration().chain().error(),
            "bitstream refused, the old states stay: array.p2 is to be no node, and finds itself to be node 2");
}

TEST(ArrayRules, a_repair_message_with_other_faults_is_noticed) {
  BuiltArray built({3, Scheme::kKSft2, 2});
  Repair mixed = built.repair({SiteId{4}});
  mixed.message = built.repair({SiteId{6}}).message;
  built.load(mixed);
  EXPECT_EQ(built.phase(), ConfigChain::Phase::kRefused);
}

/// RECONFIGURE-k-SFT2 as printed, and as corrected: N = 8, k = 2, PEs 4 and 7 faulty.
Repair by_broadcast_list(const BuiltArray& built, const DefectMap& faulty, sse::StepC step_c) {
  Repair repair = built.repair(faulty);
  for (std::uint32_t pe = 0; pe < built.array.pes(); ++pe) {
    const auto out = sse::broadcast_shuffle_out(built.array.sse(), faulty, SiteId{pe}, step_c);
    const auto outs = built.array.shuffle_outs(SiteId{pe});
    const auto found = out ? std::ranges::find(outs, *out) : outs.end();
    const auto index = static_cast<unsigned>(found - outs.begin());
    repair.configuration[2 * pe] = found == outs.end() ? SelectorType::kOpen : SelectorType::choose(index);
  }
  return repair;
}

TEST(ArrayRules, the_printed_algorithm_is_refused_and_makes_another_network_where_it_is_not_compared) {
  BuiltArray built({3, Scheme::kKSft2, 2});
  const DefectMap faulty{SiteId{4}, SiteId{7}};
  const Repair corrected = by_broadcast_list(built, faulty, sse::StepC::kCorrected);
  built.load(corrected);
  ASSERT_EQ(built.phase(), ConfigChain::Phase::kActive);
  EXPECT_EQ(built.states_flaw(faulty, corrected.placement), "");
  const Repair printed = by_broadcast_list(built, faulty, sse::StepC::kPrinted);
  built.load(printed);
  EXPECT_EQ(built.phase(), ConfigChain::Phase::kRefused);
  EXPECT_NE(built.bench.chip->configuration().chain().error().find("array.p3.select_out was sent "), std::string::npos);
}

TEST(ArrayRules, without_a_repair_message_the_comparison_finds_the_printed_algorithm_wrong) {
  BuiltArray built({3, Scheme::kKSft2, 2});
  const DefectMap faulty{SiteId{4}, SiteId{7}};
  const Repair printed = by_broadcast_list(built, faulty, sse::StepC::kPrinted);
  built.load(printed, false);
  EXPECT_EQ(built.phase(), ConfigChain::Phase::kActive);
  EXPECT_EQ(built.states_flaw(faulty, printed.placement), "not the plain network");
  EXPECT_NE(built.ends_flaw(printed.placement), "");
}

// ---- Traffic -------------------------------------------------------------------------------------------------------

/// Lists every packet with its cycles from the start of the traffic, and the cycle in which each flit arrived.
std::string flow(Bench& bench, double rate, Cycle cycles) {
  const Cycle begin = bench.clock().next();
  bench.record.keeps_flits = true;
  bench.start_uniform(rate, 16, 7, begin + cycles);
  bench.clock().run_until(begin + cycles);
  while (bench.chip->packets().live() != 0 && bench.clock().run_until(bench.clock().next() + 1)) {
  }
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
  EXPECT_EQ(bench.record.arrivals.size(), bench.record.created_packets);
  auto& all = bench.record.arrivals;
  std::ranges::sort(all, [](const Record::Arrival& a, const Record::Arrival& b) {
    return std::tuple(a.source, a.serial) < std::tuple(b.source, b.serial);
  });
  std::string text;
  for (const Record::Arrival& each : all) {
    for (const std::uint64_t number :
         {std::uint64_t{each.source.value}, each.serial, std::uint64_t{each.destination.value}, each.created - begin,
          each.injected - begin, each.delivered - begin, std::uint64_t{each.hops}}) {
      text += std::to_string(number) + " ";
    }
    text += '\n';
  }
  auto& flits = bench.record.flit_arrivals;
  std::ranges::sort(flits);
  for (const Record::FlitArrival& each : flits) text += std::to_string(each.cycle - begin) + ' ';
  return text;
}

ChipParameters timing(const std::vector<LinkLatency>& by_kind) {
  ChipParameters parameters;
  parameters.router = {2, 4, 1};
  parameters.link.by_kind = by_kind;
  parameters.chain_bits = 64;
  return parameters;
}

/// Compares the directly wired plain network with a repaired array, packet for packet and cycle for cycle.
void expect_same_flow(const Sse& sse, const Defects& defects, double rate, Cycle cycles,
                      const std::vector<LinkLatency>& by_kind = {}) {
  const std::string plain = in_child([&] {
    Bench bench("sse", {{"n", std::int64_t{sse.n}}}, "destination-tag", timing(by_kind), false, sse.n / 2 + 1);
    elaborate();
    return flow(bench, rate, cycles);
  });
  const std::string repaired = in_child([&] {
    BuiltArray built(sse, timing(by_kind));
    built.expect_repaired(defects);
    return flow(built.bench, rate, cycles);
  });
  EXPECT_GT(std::ranges::count(plain, '\n'), 400);
  EXPECT_TRUE(repaired == plain) << "a packet takes another time through the repaired array";
}

TEST(ArrayTraffic, packets_take_the_same_cycles_through_a_repaired_3_sft_2_of_64_as_through_the_plain_network) {
  expect_same_flow({6, Scheme::kKSft2, 3}, {SiteId{5}, SiteId{20}, SiteId{61}}, 0.05, 4000);
}

TEST(ArrayTraffic, and_when_kinds_of_links_take_different_times) {
  expect_same_flow({6, Scheme::kKSft2, 3}, {SiteId{5}, SiteId{20}, SiteId{61}}, 0.05, 4000, {3, 2});
  expect_same_flow({5, Scheme::kSft1}, {SiteId{9}}, 0.05, 4000, {1, 4});
}

TEST(ArrayTrafficSlow, packets_take_the_same_cycles_through_a_repaired_exp_2_of_1024) {
  Defects defects;
  for (std::uint32_t module = 0; module < 64; module += 3) defects.sites.push_back(SiteId{module * 18 + module % 18});
  expect_same_flow({10, Scheme::kExp2, 1, 1, 64}, defects, 0.02, 2000);
}

}  // namespace
}  // namespace kintsugi::test
