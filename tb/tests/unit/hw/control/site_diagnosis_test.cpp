// Self-diagnosis module by module: a ring of sites, whose signals are followed cycle by cycle.
#include "hw/control/site_diagnosis.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/repair/ring_of_testers.hpp"

namespace kintsugi::test {
namespace {

/// A site takes the number of words of a message as its node.
class CountWords final : public LocalRule {
 public:
  std::vector<SwitchId> switches_of(SiteId) const override { return {}; }
  Setting setting_of(SiteId, std::span<const std::uint32_t> message) const override {
    return {NodeId{static_cast<std::uint32_t>(message.size())}, {}};
  }
};

/// A wire that loses reports of one site.
class LossyWire final : public sc_core::sc_module, public DiagnosisIf {
 public:
  LossyWire(sc_core::sc_module_name name, SiteDiagnosis& from, SiteId of) : sc_module(name), from_(&from), of_(of) {}
  const DiagnosisSignals* sent_in(Cycle cycle) const override {
    const DiagnosisSignals* sent = from_->sent_in(cycle);
    if (sent == nullptr) return nullptr;
    passed_ = *sent;
    std::erase_if(passed_.reports, [this](const TestReport& report) { return report.failed.by == of_; });
    return &passed_;
  }
  std::span<const std::uint32_t> message() const override { return from_->message(); }
  ModuleIndex index() const override { return from_->index(); }

 private:
  SiteDiagnosis* from_;
  SiteId of_;
  mutable DiagnosisSignals passed_;
};

constexpr std::uint32_t kSites = 6;
constexpr Cycle kInterval = 20, kTimeOut = 3, kFirst = 10;

struct Ring {
  /// With `loses`, both neighbours of this site lose its reports.
  explicit Ring(std::optional<SiteId> loses = std::nullopt, Schedule schedule = Schedule::kDomain)
      : clock("clock", schedule), fabric(kSites) {
    for (std::uint32_t site = 0; site < kSites; ++site) {
      const std::string number = std::to_string(site);
      rules.push_back(std::make_unique<SiteRule>(("rule" + number).c_str(), clock, rule, SiteId{site}));
      sites.push_back(std::make_unique<SiteDiagnosis>(("site" + number).c_str(), clock, fabric, SiteId{site},
                                                      DiagnosisTiming{kInterval, kTimeOut}));
      sites.back()->attach(*rules.back());
    }
    for (std::uint32_t site = 0; site < kSites; ++site) bind(SiteId{site}, loses);
    for (const auto& site : sites) site->begin(kFirst, {});
  }

  void bind(SiteId site, std::optional<SiteId> loses) {
    const auto ports = fabric.graph().ports(site);
    for (std::size_t port = 0; port < ports.size(); ++port) {
      const SiteId far = ports[port].far;
      const auto back = std::ranges::find(fabric.graph().ports(far), ports[port].link, &TestGraph::Port::link);
      const auto far_port = static_cast<std::size_t>(back - fabric.graph().ports(far).begin());
      if (loses != far) {
        at(site).bind(port, at(far), far_port);
        continue;
      }
      const std::string name = "lossy" + std::to_string(site.value);
      wires.push_back(std::make_unique<LossyWire>(name.c_str(), at(far), far));
      at(site).bind(port, *wires.back(), far_port);
    }
  }
  SiteDiagnosis& at(SiteId site) { return *sites[site.value]; }
  std::size_t reports(std::uint32_t site) { return at(SiteId{site}).reports(); }
  /// Runs up to the end of cycle `last`.
  void run_through(Cycle last) { clock.run_until(last + 1); }

  ClockDomain clock;
  RingOfTesters fabric;
  CountWords rule;
  std::vector<std::unique_ptr<SiteRule>> rules;
  std::vector<std::unique_ptr<SiteDiagnosis>> sites;
  std::vector<std::unique_ptr<LossyWire>> wires;
};

TEST(SiteDiagnosis, without_faults_no_test_fails) {
  Ring ring;
  ring.run_through(500);
  for (std::uint32_t site = 0; site < kSites; ++site) EXPECT_EQ(ring.reports(site), 0u);
}

TEST(SiteDiagnosis, a_dead_pe_is_noticed_when_the_answer_is_missing_and_the_reports_go_a_hop_a_cycle) {
  Ring ring;
  ring.run_through(30);  // a test is sent in cycle 30
  ring.at(SiteId{2}).die();
  constexpr Cycle kNoticed = 30 + kTimeOut;
  ring.run_through(kNoticed - 1);
  EXPECT_EQ(ring.reports(1), 0u);
  ring.run_through(kNoticed);
  EXPECT_EQ(ring.reports(1), 1u);
  EXPECT_EQ(ring.reports(3), 1u);
  EXPECT_EQ(ring.reports(0), 0u);
  ring.run_through(kNoticed + 1);
  EXPECT_EQ(ring.reports(0), 1u);
  EXPECT_EQ(ring.reports(5), 0u);
  ring.run_through(kNoticed + 3);
  EXPECT_EQ(ring.reports(0), 2u) << "that of site 3 has come by way of 4 and 5";
  ring.run_through(kNoticed + 4);
  for (const std::uint32_t site : {0u, 1u, 3u, 4u, 5u}) EXPECT_EQ(ring.reports(site), 2u);
  EXPECT_EQ(ring.reports(2), 0u);
}

TEST(SiteDiagnosis, a_pe_that_dies_after_its_answer_is_noticed_at_the_next_test) {
  Ring ring;
  ring.run_through(31);  // the answer to the test of cycle 30 is under way
  ring.at(SiteId{2}).die();
  ring.run_through(50 + kTimeOut - 1);
  EXPECT_EQ(ring.reports(1), 0u);
  ring.run_through(50 + kTimeOut);
  EXPECT_EQ(ring.reports(1), 1u);
}

TEST(SiteDiagnosis, a_dead_link_is_reported_by_both_ends) {
  Ring ring;
  ring.run_through(31);  // the answers are under way, and are lost with the link
  for (const std::uint32_t site : {2u, 3u}) {
    const auto ports = ring.fabric.graph().ports(SiteId{site});
    const auto port = std::ranges::find(ports, 2u, &TestGraph::Port::link);
    ring.at(SiteId{site}).cut(static_cast<std::size_t>(port - ports.begin()));
  }
  ring.run_through(30 + kTimeOut);
  EXPECT_EQ(ring.reports(2), 1u);
  EXPECT_EQ(ring.reports(3), 1u);
  ring.run_through(100);
  EXPECT_EQ(ring.at(SiteId{0}).diagnosis(100).defects, Defects({}, {LinkDefect{SiteId{2}, SiteId{3}}}));
}

TEST(SiteDiagnosis, a_diagnosis_waits_until_every_report_of_a_test_must_have_arrived) {
  Ring ring;
  ring.run_through(30);
  ring.at(SiteId{2}).die();
  const Cycle settled = 30 + kTimeOut + ring.fabric.step_bound();
  ring.run_through(settled - 1);
  EXPECT_TRUE(ring.at(SiteId{0}).diagnosis(settled - 1).defects.empty());
  ring.run_through(settled);
  for (const std::uint32_t site : {0u, 1u, 3u, 4u, 5u}) {
    EXPECT_EQ(ring.at(SiteId{site}).diagnosis(settled).defects, Defects{SiteId{2}}) << site;
  }
}

/// PE 2 is dead; PE 3 answers the test and dies before it can report PE 2.
TEST(SiteDiagnosis, a_pe_is_found_although_a_neighbour_dies_between_test_and_report) {
  Ring ring;
  ring.run_through(30);
  ring.at(SiteId{2}).die();
  ring.run_through(31);
  ring.at(SiteId{3}).die();
  ring.run_through(48);
  EXPECT_EQ(ring.at(SiteId{0}).diagnosis(48).defects, Defects{SiteId{2}}) << "PE 3 has passed its test";
  ring.run_through(80);
  EXPECT_EQ(ring.at(SiteId{0}).diagnosis(80).defects, Defects({SiteId{2}, SiteId{3}}));
}

TEST(SiteDiagnosis, a_report_that_is_lost_on_every_way_makes_another_diagnosis_than_the_model) {
  const Defects link({}, {LinkDefect{SiteId{2}, SiteId{3}}});
  Ring ring(SiteId{2});  // its neighbours lose its reports
  ring.run_through(29);
  for (const std::uint32_t site : {2u, 3u}) {
    const auto ports = ring.fabric.graph().ports(SiteId{site});
    const auto port = std::ranges::find(ports, 2u, &TestGraph::Port::link);
    ring.at(SiteId{site}).cut(static_cast<std::size_t>(port - ports.begin()));
  }
  ring.run_through(100);
  const Defects found = ring.at(SiteId{0}).diagnosis(100).defects;
  EXPECT_NE(found, notice(ring.fabric, {}, link).diagnosed);
  EXPECT_EQ(found, Defects{SiteId{2}}) << "PE 2 seems silent";
}

TEST(SiteDiagnosis, a_repair_message_goes_a_hop_a_cycle_and_every_site_computes_its_setting_on_arrival) {
  Ring ring;
  ring.run_through(40);
  ring.at(SiteId{4}).die();
  for (const auto& site : ring.sites) site->await_message();
  const std::vector<std::uint32_t> message = {7, 8, 9};
  ring.at(SiteId{0}).send(message);
  ring.run_through(41);
  EXPECT_EQ(ring.at(SiteId{0}).message_arrived(), 41u);
  EXPECT_EQ(ring.rules[1]->setting().node, kNoNode);
  ring.run_through(43);
  EXPECT_EQ(ring.at(SiteId{2}).message_arrived(), 43u);
  EXPECT_EQ(ring.rules[2]->setting().node, NodeId{3});
  ring.run_through(60);
  EXPECT_EQ(ring.at(SiteId{3}).message_arrived(), 44u);
  EXPECT_EQ(ring.at(SiteId{4}).message_arrived(), 0u);
  EXPECT_EQ(ring.rules[4]->setting().node, kNoNode) << "a dead PE has no node";
  const std::vector<std::uint32_t> next = {1};
  for (const auto& site : ring.sites) site->await_message();
  ring.at(SiteId{0}).send(next);
  ring.run_through(80);
  EXPECT_EQ(ring.rules[3]->setting().node, NodeId{1}) << "a later message takes the place of the first";
}

TEST(SiteDiagnosis, numbers_are_exchanged_in_two_cycles) {
  Ring ring;
  ring.run_through(40);
  ring.at(SiteId{4}).die();
  for (const auto& site : ring.sites) site->exchange();
  ring.run_through(41);
  EXPECT_EQ(ring.rules[2]->setting().node, kNoNode);
  ring.run_through(42);
  EXPECT_EQ(ring.rules[2]->setting().node, NodeId{2});
  EXPECT_EQ(ring.rules[2]->setting().states.at(0), 1 + 3);
  EXPECT_EQ(ring.rules[3]->setting().states.at(0), 2) << "no number of PE 4 was received";
  EXPECT_EQ(ring.rules[4]->setting().node, kNoNode);
}

}  // namespace
}  // namespace kintsugi::test
