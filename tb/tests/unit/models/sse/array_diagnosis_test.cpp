// Self-diagnosis of arrays: for every set of faults that small arrays bear, what the PEs find out leads to the
// selectors that a list of the faults leads to, by both methods and within the bound of steps.
#include "models/sse/array_diagnosis.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/sse/array_fabric.hpp"
#include "models/sse/reconfigure.hpp"
#include "tb/tests/unit/models/sse/fault_sets.hpp"

namespace kintsugi::sse {
namespace {

using namespace kintsugi::sse::test;

constexpr unsigned kApart = 1000;  // hops between PEs that no live links connect

/// All hops over live links between live PEs, by Floyd and Warshall: no search, and no reports.
class AllHops {
 public:
  AllHops(const Array& array, const Defects& faults) : pes_(array.pes()), hops_(pes_ * pes_, kApart) {
    const auto is_alive = [&](SiteId pe) { return std::ranges::find(faults.sites, pe) == faults.sites.end(); };
    for (const LinkDefect link : links_of(array)) {
      const bool dead = std::ranges::find(faults.links, link) != faults.links.end();
      if (dead || !is_alive(link.a) || !is_alive(link.b)) continue;
      at(link.a, link.b) = at(link.b, link.a) = 1;
    }
    for (std::uint32_t pe = 0; pe < pes_; ++pe) {
      if (is_alive(SiteId{pe})) at(SiteId{pe}, SiteId{pe}) = 0;
    }
    for (std::uint32_t via = 0; via < pes_; ++via) {
      const unsigned* const rest = hops_.data() + via * pes_;
      for (std::uint32_t a = 0; a < pes_; ++a) {
        unsigned* const row = hops_.data() + a * pes_;
        const unsigned to_via = row[via];
        if (to_via >= kApart) continue;
        for (std::uint32_t b = 0; b < pes_; ++b) row[b] = std::min(row[b], to_via + rest[b]);
      }
    }
  }
  unsigned operator()(SiteId a, SiteId b) const { return hops_[a.value * pes_ + b.value]; }
  bool connected(SiteId a, SiteId b) const { return (*this)(a, b) < kApart; }

 private:
  unsigned& at(SiteId a, SiteId b) { return hops_[a.value * pes_ + b.value]; }
  std::uint32_t pes_;
  std::vector<unsigned> hops_;
};

/// Returns what PEs that live links connect with `from` can find out: the others, and dead links among themselves.
Defects seen_from(const Array& array, const Defects& faults, const AllHops& hops, SiteId from) {
  Defects seen;
  for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
    if (!hops.connected(from, SiteId{pe})) seen.sites.push_back(SiteId{pe});
  }
  for (const LinkDefect link : faults.links) {
    if (hops.connected(from, link.a) && hops.connected(from, link.b)) seen.links.push_back(link);
  }
  return seen;
}

std::string difference(const Reconfiguration& told, const Reconfiguration& noticed) {
  if (!told.repairable || !noticed.repairable) return "not repaired";
  if (told.placement != noticed.placement) return "another placement";
  return told.selections == noticed.selections ? "" : "other selectors";
}

struct Limits {
  Sse sse;
  std::uint32_t most_pes;
  std::uint32_t most_links;
};

const std::vector<Limits>& small_arrays() {
  static const std::vector<Limits> all = {{{3, Scheme::kSft1}, 1, 1},
                                          {{4, Scheme::kSft1}, 1, 1},
                                          {{3, Scheme::kSft2}, 1, 1},
                                          {{4, Scheme::kSft2}, 1, 1},
                                          {{3, Scheme::kKSft2, 1}, 1, 1},
                                          {{4, Scheme::kKSft2, 1}, 1, 1},
                                          {{3, Scheme::kKSft2, 2}, 2, 2},
                                          {{4, Scheme::kKSft2, 2}, 2, 2},
                                          {{3, Scheme::kKSft2, 3}, 3, 2},
                                          {{4, Scheme::kKSft2, 3}, 3, 1},
                                          {{3, Scheme::kKSft2, 4}, 4, 1},
                                          {{3, Scheme::kExm, 1, 1, 2}, 1, 1},
                                          {{4, Scheme::kExm, 1, 1, 4}, 1, 1},
                                          {{4, Scheme::kExm, 2, 1, 4}, 2, 1},
                                          {{3, Scheme::kExp1, 1, 1, 2}, 1, 1},
                                          {{4, Scheme::kExp1, 1, 1, 4}, 1, 1},
                                          {{4, Scheme::kExp1, 2, 1, 4}, 2, 1},
                                          {{3, Scheme::kExp2, 1, 1, 2}, 1, 1},
                                          {{4, Scheme::kExp2, 2, 1, 4}, 2, 1},
                                          {{4, Scheme::kExmExp2, 1, 1, 4}, 2, 1},
                                          {{4, Scheme::kExp1Exp2, 2, 1, 4}, 2, 1}};
  return all;
}

/// More sets than are checked in a moment.
const std::vector<Limits>& larger_arrays() {
  static const std::vector<Limits> all = {
      {{3, Scheme::kKSft2, 4}, 4, 2},         {{4, Scheme::kKSft2, 4}, 4, 1},
      {{4, Scheme::kExmExp2, 1, 1, 4}, 3, 1}, {{4, Scheme::kExp1Exp2, 3, 1, 4}, 3, 1},
      {{5, Scheme::kKSft2, 2}, 2, 2},         {{5, Scheme::kKSft2, 3}, 3, 1},
      {{5, Scheme::kExp1, 1, 1, 8}, 1, 1},    {{6, Scheme::kExp2, 1, 1, 8}, 1, 1}};
  return all;
}

/// Visits every set of PEs alone and of links alone, up to the limits.
template <class Check>
void for_each_set(const Limits& limits, Check check) {
  const Array array(limits.sse);
  const ArrayDiagnosis diagnosis(array);
  for_each_pe_set(array, limits.most_pes, [&](const Defects& set) { check(array, diagnosis, set); });
  for_each_link_set(array, limits.most_links, [&](const Defects& set) { check(array, diagnosis, set); });
}

TEST(ArrayDiagnosis, tests_every_link_that_a_list_of_faults_can_name_once) {
  for (const Limits& limits : small_arrays()) {
    const Array array(limits.sse);
    const ArrayDiagnosis diagnosis(array);
    std::vector<LinkDefect> tested(diagnosis.graph().links().begin(), diagnosis.graph().links().end());
    std::ranges::sort(tested);
    EXPECT_EQ(tested, links_of(array)) << name_of(limits.sse);
  }
}

TEST(ArrayDiagnosis, finds_the_link_that_a_defect_means) {
  const Array array({4, Scheme::kKSft2, 2});
  const ArrayDiagnosis diagnosis(array);
  for (std::uint32_t a = 0; a < array.pes(); ++a) {
    for (std::uint32_t b = 0; b < array.pes(); ++b) {
      const SiteId from{a}, to{b};
      const auto found = diagnosis.graph().find({from, to});
      const bool is_joined = array.has_shuffle(from, to) || array.has_shuffle(to, from) || array.has_exchange(from, to);
      ASSERT_EQ(found.has_value(), is_joined);
      if (!found) continue;
      const LinkDefect meant = array.has_shuffle(from, to)   ? LinkDefect{from, to}
                               : array.has_shuffle(to, from) ? LinkDefect{to, from}
                                                             : LinkDefect{std::min(from, to), std::max(from, to)};
      EXPECT_EQ(diagnosis.graph().links()[*found], meant);
    }
  }
}

void expect_selectors_of_told_sets(const Limits& limits) {
  for_each_set(limits, [&](const Array& array, const ArrayDiagnosis& diagnosis, const Defects& set) {
    const Notice found = notice(diagnosis, {}, set);
    ASSERT_TRUE(found.observer) << name_of(limits.sse) << text(set);
    ASSERT_EQ(difference(reconfigure(array, set), reconfigure(array, found.diagnosed)), "")
        << name_of(limits.sse) << text(set);
    ASSERT_LE(found.report_steps, diagnosis.step_bound()) << name_of(limits.sse) << text(set);
    ASSERT_LE(found.broadcast_steps, diagnosis.step_bound()) << name_of(limits.sse) << text(set);
  });
}

TEST(ArrayDiagnosis, every_set_of_faults_leads_to_the_selectors_of_the_told_set_within_the_bound) {
  for (const Limits& limits : small_arrays()) expect_selectors_of_told_sets(limits);
}

TEST(ArrayDiagnosisSlow, every_set_of_faults_leads_to_the_selectors_of_the_told_set_within_the_bound) {
  for (const Limits& limits : larger_arrays()) expect_selectors_of_told_sets(limits);
}

TEST(ArrayDiagnosis, is_what_live_links_show_by_another_algorithm) {
  for (const Limits& limits : small_arrays()) {
    if (limits.sse.n > 3) continue;
    for_each_set(limits, [&](const Array& array, const ArrayDiagnosis& diagnosis, const Defects& set) {
      const AllHops hops(array, set);
      const Notice found = notice(diagnosis, {}, set);
      ASSERT_EQ(found.diagnosed, seen_from(array, set, hops, *found.observer)) << text(set);
      unsigned farthest = 0;
      for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
        if (hops.connected(*found.observer, SiteId{pe})) {
          farthest = std::max(farthest, hops(*found.observer, SiteId{pe}));
        }
      }
      ASSERT_EQ(found.broadcast_steps, farthest);
    });
  }
}

TEST(ArrayDiagnosis, faults_of_pes_and_links_together_are_what_live_links_show) {
  const Array array({3, Scheme::kKSft2, 2});
  const ArrayDiagnosis diagnosis(array);
  for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
    for (const LinkDefect link : links_of(array)) {
      const Defects set({SiteId{pe}}, {link});
      const Notice found = notice(diagnosis, {}, set);
      ASSERT_TRUE(found.observer);
      ASSERT_EQ(found.diagnosed, seen_from(array, set, AllHops(array, set), *found.observer)) << text(set);
      ASSERT_EQ(first_flaw(array, set, reconfigure(array, found.diagnosed)), "") << text(set);
    }
  }
}

void expect_bound(const Limits& limits) {
  unsigned farthest = 0;
  for_each_set(limits, [&](const Array& array, const ArrayDiagnosis&, const Defects& set) {
    const AllHops hops(array, set);
    for (std::uint32_t a = 0; a < array.pes(); ++a) {
      for (std::uint32_t b = 0; b < a; ++b) {
        if (hops.connected(SiteId{a}, SiteId{b})) farthest = std::max(farthest, hops(SiteId{a}, SiteId{b}));
      }
    }
  });
  EXPECT_LE(farthest, 2 * limits.sse.n + 1) << name_of(limits.sse);
}

TEST(ArrayDiagnosis, no_two_connected_pes_are_further_apart_than_the_bound) {
  for (const Limits& limits : small_arrays()) expect_bound(limits);
}

TEST(ArrayDiagnosisSlow, no_two_connected_pes_are_further_apart_than_the_bound) {
  for (const Limits& limits : larger_arrays()) {
    if (limits.sse.n < 5) expect_bound(limits);
  }
}

TEST(ArrayDiagnosis, every_pe_that_the_observer_is_connected_with_comes_to_the_same_diagnosis) {
  const Array array({3, Scheme::kKSft2, 2});
  const ArrayDiagnosis diagnosis(array);
  for_each_pe_set(array, 2, [&](const Defects& set) {
    const Notice found = notice(diagnosis, {}, set);
    const std::vector<FailedTest> failed = failed_tests(diagnosis.graph(), set);
    unsigned observers = 0;
    for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
      if (std::ranges::binary_search(found.diagnosed.sites, SiteId{pe})) continue;
      const Diagnosis own = diagnose(diagnosis.graph(), SiteId{pe}, failed);
      ASSERT_EQ(own.defects, found.diagnosed);
      observers += is_observer(diagnosis, SiteId{pe}, own);
    }
    ASSERT_EQ(observers, 1u);
  });
}

TEST(ArrayDiagnosis, a_pe_that_is_cut_off_does_not_take_itself_for_the_observer) {
  const Array array({3, Scheme::kKSft2, 1});
  const ArrayDiagnosis diagnosis(array);
  const std::vector<FailedTest> failed = failed_tests(diagnosis.graph(), {SiteId{1}});
  const Diagnosis own = diagnose(diagnosis.graph(), SiteId{0}, failed);
  EXPECT_EQ(own.live_pes, 1u) << "PE 1 is the only neighbour of PE 0";
  EXPECT_FALSE(is_observer(diagnosis, SiteId{0}, own));
}

TEST(ArrayDiagnosis, more_faults_than_the_array_bears_are_found_too) {
  const Array array({3, Scheme::kKSft2, 2});
  const ArrayDiagnosis diagnosis(array);
  const Defects set{SiteId{2}, SiteId{5}, SiteId{8}};
  const Notice found = notice(diagnosis, {}, set);
  ASSERT_TRUE(found.observer);
  EXPECT_EQ(found.diagnosed, set);
  EXPECT_FALSE(reconfigure(array, found.diagnosed).repairable);
}

TEST(ArrayDiagnosis, a_link_has_the_name_that_its_address_has_in_a_list_of_defects) {
  const ArrayFabric fabric({4, Scheme::kKSft2, 3});
  const auto diagnosis = fabric.self_diagnosis();
  const TestGraph& graph = diagnosis->graph();
  const AddressResolver resolve(fabric);
  const auto address = [](SiteId pe) { return PeAddress{static_cast<int>(pe.value)}; };
  for (const LinkDefect link : graph.links()) {
    for (const LinkDefect name : {link, LinkDefect{link.b, link.a}}) {
      const LinkDefect named = std::get<LinkDefect>(resolve(LinkAddress{address(name.a), address(name.b)}));
      EXPECT_EQ(named, graph.links()[*graph.find(name)]) << name.a.value << " " << name.b.value;
    }
  }
}

// ---- Reports that are lost -----------------------------------------------------------------------------------------

TEST(ArrayDiagnosis, one_lost_report_of_a_dead_pe_changes_nothing_because_the_pe_is_silent) {
  const Array array({3, Scheme::kKSft2, 2});
  const ArrayDiagnosis diagnosis(array);
  for (std::uint32_t dead = 2; dead < array.pes() - 2; ++dead) {
    const std::vector<FailedTest> failed = failed_tests(diagnosis.graph(), {SiteId{dead}});
    const SiteId observer = *notice(diagnosis, {}, {SiteId{dead}}).observer;
    for (std::size_t lost = 0; lost < failed.size(); ++lost) {
      std::vector<FailedTest> rest = failed;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(lost));
      const Defects found = diagnose(diagnosis.graph(), observer, rest).defects;
      ASSERT_TRUE(std::ranges::binary_search(found.sites, SiteId{dead})) << dead;
    }
  }
}

TEST(ArrayDiagnosis, all_lost_reports_of_a_fault_leave_it_unknown) {
  const Array array({3, Scheme::kKSft2, 2});
  const ArrayDiagnosis diagnosis(array);
  EXPECT_TRUE(diagnose(diagnosis.graph(), SiteId{6}, {}).defects.empty());
}

TEST(ArrayDiagnosis, a_lost_report_of_a_dead_link_makes_a_wrong_diagnosis) {
  const Array array({3, Scheme::kKSft2, 2});
  const ArrayDiagnosis diagnosis(array);
  const Defects set({}, {LinkDefect{SiteId{3}, SiteId{6}}});
  std::vector<FailedTest> failed = failed_tests(diagnosis.graph(), set);
  ASSERT_EQ(failed.size(), 2u) << "of both ends";
  const SiteId observer{8};
  EXPECT_EQ(diagnose(diagnosis.graph(), observer, failed).defects, set);
  failed.erase(failed.begin());
  EXPECT_EQ(diagnose(diagnosis.graph(), observer, failed).defects.sites, (DefectMap{SiteId{3}})) << "it seems silent";
}

// ---- The exchange of logical numbers -------------------------------------------------------------------------------

std::vector<NodeId> numbers_of_all(const ArrayDiagnosis& diagnosis, const Defects& diagnosed) {
  std::vector<NodeId> numbers;
  for (std::uint32_t pe = 0; pe < diagnosis.graph().sites(); ++pe) {
    numbers.push_back(diagnosis.number_of(SiteId{pe}, diagnosed));
  }
  return numbers;
}

/// Returns the numbers that a PE receives from its neighbours, over live links from live PEs.
std::vector<NodeId> received_by(const ArrayDiagnosis& diagnosis, const Defects& faults,
                                const std::vector<NodeId>& numbers, SiteId pe) {
  const auto is_in = [](const auto& list, const auto& item) { return std::ranges::find(list, item) != list.end(); };
  std::vector<NodeId> received;
  for (const TestGraph::Port& port : diagnosis.graph().ports(pe)) {
    const bool silent = is_in(faults.sites, port.far) || is_in(faults.links, diagnosis.graph().links()[port.link]);
    received.push_back(silent ? kNoNode : numbers[port.far.value]);
  }
  return received;
}

/// Compares the settings that follow from the numbers of the neighbours with those of the repair message.
void expect_settings_of_the_message(const ArrayFabric& fabric, const ArrayDiagnosis& diagnosis, const Defects& set) {
  const Defects diagnosed = notice(diagnosis, {}, set).diagnosed;
  const auto message = fabric.repair(set, {}).message.value();
  const std::vector<NodeId> numbers = numbers_of_all(diagnosis, diagnosed);
  for (std::uint32_t number = 0; number < numbers.size(); ++number) {
    const SiteId pe{number};
    const LocalRule::Setting wanted = fabric.setting_of(pe, message);
    if (std::ranges::binary_search(diagnosed.sites, pe)) {
      ASSERT_EQ(wanted.node, kNoNode) << "a PE that receives no number has no node";
      continue;
    }
    ASSERT_EQ(diagnosis.setting_among(pe, numbers[number], received_by(diagnosis, set, numbers, pe)), wanted)
        << text(set) << ", PE " << number;
  }
}

TEST(ArrayExchange, every_set_of_faults_leads_to_the_settings_of_the_repair_message) {
  for (const Limits& limits : small_arrays()) {
    SCOPED_TRACE(name_of(limits.sse));
    const ArrayFabric fabric(limits.sse);
    for_each_set(limits, [&](const Array&, const ArrayDiagnosis& diagnosis, const Defects& set) {
      expect_settings_of_the_message(fabric, diagnosis, set);
    });
  }
}

TEST(ArrayExchangeSlow, every_set_of_four_pes_of_sixteen_leads_to_the_settings_of_the_repair_message) {
  const Limits limits{{4, Scheme::kKSft2, 4}, 4, 0};
  const ArrayFabric fabric(limits.sse);
  for_each_set(limits, [&](const Array&, const ArrayDiagnosis& diagnosis, const Defects& set) {
    expect_settings_of_the_message(fabric, diagnosis, set);
  });
}

/// Equation (4), a faulty pair after the other: L' - 2 above the pair whose lower PE has number 2 j.
NodeId by_equation_4(const Sse& sse, std::span<const SiteId> faulty, SiteId pe) {
  std::set<std::uint32_t, std::greater<>> pairs;
  for (const SiteId each : faulty) pairs.insert(each.value / 2);
  std::uint32_t number = pe.value;
  for (const std::uint32_t j : pairs) {
    if (pe.value / 2 == j) return kNoNode;
    if (number > 2 * j + 1) number -= 2;
  }
  return number < sse.nodes() ? NodeId{number} : kNoNode;
}

TEST(ArrayExchange, numbers_are_those_of_equation_4) {
  for (const unsigned k : {1u, 2u, 3u}) {
    const Array array({4, Scheme::kKSft2, k});
    const ArrayDiagnosis diagnosis(array);
    for_each_pe_set(array, k, [&](const Defects& set) {
      for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
        ASSERT_EQ(diagnosis.number_of(SiteId{pe}, set), by_equation_4(array.sse(), set.sites, SiteId{pe})) << text(set);
      }
    });
  }
}

TEST(ArrayExchange, a_port_whose_partner_sends_no_number_stays_open) {
  const Array array({3, Scheme::kKSft2, 1});
  const ArrayDiagnosis diagnosis(array);
  std::vector<NodeId> received = received_by(diagnosis, {}, numbers_of_all(diagnosis, {}), SiteId{3});
  const auto whole = diagnosis.setting_among(SiteId{3}, NodeId{3}, received);
  EXPECT_NE(whole.states[0], SelectorType::kOpen);
  for (NodeId& number : received) {
    if (number == NodeId{6}) number = kNoNode;  // t(3)
  }
  EXPECT_EQ(diagnosis.setting_among(SiteId{3}, NodeId{3}, received).states[0], SelectorType::kOpen);
}

}  // namespace
}  // namespace kintsugi::sse
