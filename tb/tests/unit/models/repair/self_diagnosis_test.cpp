// Self-diagnosis of any fabric: a ring of sites whose PEs test their neighbours.
#include "models/repair/self_diagnosis.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/repair/ring_of_testers.hpp"

namespace kintsugi {
namespace {

using test::RingOfTesters;

DefectMap pes(std::initializer_list<std::uint32_t> numbers) {
  DefectMap map;
  for (const std::uint32_t number : numbers) map.push_back(SiteId{number});
  return map;
}

TEST(SelfDiagnosis, a_dead_pe_is_found_and_nothing_else) {
  const RingOfTesters ring(6);
  const Notice found = notice(ring, {}, {SiteId{2}});
  EXPECT_EQ(found.observer, SiteId{0});
  EXPECT_EQ(found.diagnosed, Defects{SiteId{2}});
  EXPECT_EQ(found.report_steps, 3u) << "from site 3 by way of 4 and 5";
  EXPECT_EQ(found.broadcast_steps, 3u);
}

TEST(SelfDiagnosis, a_dead_link_is_found_and_both_its_pes_are_alive) {
  const RingOfTesters ring(6);
  const Defects link({}, {LinkDefect{SiteId{2}, SiteId{3}}});
  EXPECT_EQ(notice(ring, {}, link).diagnosed, link);
}

TEST(SelfDiagnosis, what_is_cut_off_counts_as_faulty) {
  const RingOfTesters ring(6);
  EXPECT_EQ(notice(ring, {}, {SiteId{2}, SiteId{4}}).diagnosed, Defects(pes({2, 3, 4})));
}

TEST(SelfDiagnosis, the_next_observer_takes_over_when_the_first_is_dead) {
  const RingOfTesters ring(6);
  EXPECT_EQ(notice(ring, {}, {SiteId{0}}).observer, SiteId{3});
  EXPECT_EQ(notice(ring, {}, {SiteId{0}, SiteId{3}}).observer, std::nullopt);
}

TEST(SelfDiagnosis, an_observer_needs_as_many_pes_as_the_network) {
  const RingOfTesters ring(6);
  EXPECT_EQ(notice(ring, {}, {SiteId{1}, SiteId{5}}).observer, SiteId{3}) << "site 0 is alone";
}

TEST(SelfDiagnosis, faults_found_before_are_not_reported_again) {
  const RingOfTesters ring(8);
  const Notice found = notice(ring, {SiteId{3}}, {SiteId{6}});
  EXPECT_EQ(found.diagnosed, Defects(pes({3, 4, 5, 6})));
  EXPECT_EQ(found.report_steps, 1u) << "from site 7; site 5 is cut off";
}

/// PE 3 dies between its test of PE 2, which is dead, and its report.
TEST(SelfDiagnosis, a_dead_pe_is_found_although_a_neighbour_dies_before_it_reports) {
  const RingOfTesters ring(6);
  const TestGraph& graph = ring.graph();
  std::vector<FailedTest> failed = failed_tests(graph, {SiteId{2}});
  std::erase_if(failed, [](const FailedTest& test) { return test.by == SiteId{3}; });
  EXPECT_EQ(diagnose(graph, SiteId{0}, failed).defects, Defects{SiteId{2}});
}

TEST(SelfDiagnosis, a_fault_at_a_faulty_pe_is_of_no_account) {
  const RingOfTesters ring(6);
  const Defects diagnosed{SiteId{2}};
  EXPECT_TRUE(covers(ring.graph(), diagnosed, SiteId{2}));
  EXPECT_TRUE(covers(ring.graph(), diagnosed, LinkDefect{SiteId{3}, SiteId{2}}));
  EXPECT_FALSE(covers(ring.graph(), diagnosed, LinkDefect{SiteId{3}, SiteId{4}}));
  EXPECT_FALSE(covers(ring.graph(), diagnosed, SiteId{3}));
}

TEST(SelfDiagnosis, a_loop_is_tested_by_its_own_pe) {
  const std::vector<LinkDefect> links = {{SiteId{0}, SiteId{0}}, {SiteId{0}, SiteId{1}}};
  const TestGraph graph(2, links);
  EXPECT_EQ(graph.ports(SiteId{0}).size(), 2u);
  const Defects loop({}, {links[0]});
  const std::vector<FailedTest> failed = failed_tests(graph, loop);
  EXPECT_EQ(failed, (std::vector<FailedTest>{{0, SiteId{0}}}));
  EXPECT_EQ(diagnose(graph, SiteId{1}, failed).defects, loop);
}

TEST(TestGraph, finds_a_link_by_its_name_before_the_one_in_the_other_direction) {
  const std::vector<LinkDefect> links = {{SiteId{1}, SiteId{0}}, {SiteId{0}, SiteId{1}}, {SiteId{2}, SiteId{1}}};
  const TestGraph graph(3, links);
  EXPECT_EQ(graph.find({SiteId{1}, SiteId{0}}), 0u);
  EXPECT_EQ(graph.find({SiteId{0}, SiteId{1}}), 1u);
  EXPECT_EQ(graph.find({SiteId{1}, SiteId{2}}), 2u);
  EXPECT_EQ(graph.find({SiteId{0}, SiteId{2}}), std::nullopt);
}

}  // namespace
}  // namespace kintsugi
