// PEs that die while packets are under way: which packets are dropped and which are not, on an array and on a wafer.
#include <bit>
#include <map>

#include "tb/tests/unit/hw/chip/built_array.hpp"

namespace kintsugi::test {
namespace {

using Phase = ReconfigurationPhase;

/// Repairs through the controller of a chip, and checks the network and the conservation of flits each time.
class Repairer {
 public:
  Repairer(Bench& bench, std::vector<RunTimeFault> faults, Defects known = {}) : bench_(bench), known_(known) {
    bench.chip->faults().controller().expect(std::move(faults), known, [this](const Defects& d) { return plan(d); });
  }
  /// Runs until the last packet has arrived and the last fault is repaired.
  void finish() {
    while ((bench_.chip->packets().live() != 0 || bench_.chip->faults().controller().busy()) &&
           bench_.clock().run_until(bench_.clock().next() + 1)) {
    }
  }
  /// The logical nodes of PEs when these died, by PE.
  std::map<const Pe*, NodeId> victims;
  std::size_t plans = 0;

 private:
  ReconfigurationPlan plan(const Defects& defects) {
    ++plans;
    EXPECT_EQ(check_conservation(*bench_.chip).value_or(""), "");
    for (const SiteId site : defects.sites) victims.try_emplace(&bench_.chip->pe(site), bench_.chip->pe(site).node());
    const Repair repair = bench_.fabric->repair(defects, {});
    ReconfigurationPlan plan;
    if (!repair.repairable) plan.failure = repair.reason.empty() ? "no repair" : repair.reason;
    if (!repair.repairable) return plan;
    plan.steps = bench_.chip->configuration().steps(stream_of(bench_.fabric->fabric(), repair.configuration),
                                                    repair.placement, repair.message);
    auto& complaint = plan.steps.back().complaint;
    complaint = [this, placement = repair.placement, chain_says = std::move(complaint)] {
      const Fabric& fabric = bench_.fabric->fabric();
      const ExtractedNetwork extracted = NetworkExtractor(fabric).extract(bench_.chip->configuration().read_back());
      EXPECT_EQ(difference(extracted, bench_.network(), placement, fabric).value_or(""), "");
      EXPECT_EQ(bench_.chip->nodes().placement(), placement);
      EXPECT_EQ(check_conservation(*bench_.chip).value_or(""), "");
      return chain_says();
    };
    return plan;
  }

  Bench& bench_;
  Defects known_;
};

/// Expects that every packet has arrived, or was dropped once, from or to a node whose PE had died.
void expect_only_victims_dropped(const Bench& bench, const Repairer& repairer) {
  EXPECT_EQ(bench.record.arrivals.size() + bench.record.drops.size(), bench.record.created_packets);
  for (const Record::Dropped& dropped : bench.record.drops) {
    ASSERT_TRUE(dropped.pe->dead());
    const NodeId victim = repairer.victims.at(dropped.pe);
    EXPECT_EQ(dropped.reason == DropReason::kQueued ? dropped.source : dropped.destination, victim);
  }
  EXPECT_TRUE(bench.chip->faults().is_quiescent());
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
}

ChipParameters with_narrow_chain() {
  ChipParameters parameters;
  parameters.chain_bits = 8;
  return parameters;
}

TEST(RunTimeFaults, on_a_3_sft_2_of_64_only_packets_of_the_dead_pes_are_dropped) {
  BuiltArray built({6, sse::Scheme::kKSft2, 3}, with_narrow_chain());
  built.load(built.repair({}));
  const Cycle begin = built.bench.clock().next();
  built.bench.start_uniform(0.2, 16, 7, begin + 4000);
  Repairer repairer(built.bench, {{begin + 1000, SiteId{20}}, {begin + 2500, SiteId{7}}});
  built.bench.clock().run_until(begin + 4000);
  repairer.finish();
  expect_only_victims_dropped(built.bench, repairer);
  EXPECT_GT(built.bench.record.drops.size(), 3u);
  EXPECT_EQ(repairer.plans, 2u);
  const std::size_t bits = 8 * stream_of(built.fabric(), built.repair({}).configuration).size();
  for (const auto& done : built.bench.chip->faults().controller().reconfigurations()) {
    EXPECT_TRUE(done.complete);
    EXPECT_GT(done.spent(Phase::kDrain), 0u);
    EXPECT_EQ(done.spent(Phase::kPlan), 0u);
    EXPECT_EQ(done.spent(Phase::kLoad), (bits + 7) / 8);
    EXPECT_EQ(done.spent(Phase::kSwitch), 1u);
    EXPECT_EQ(done.spent(Phase::kResume), 1u);
  }
  EXPECT_EQ(built.states_flaw({SiteId{7}, SiteId{20}}, built.bench.chip->nodes().placement()), "");
  EXPECT_EQ(built.ends_flaw(built.bench.chip->nodes().placement()), "");
}

TEST(RunTimeFaults, the_controller_waits_for_a_stream_with_gaps) {
  BuiltArray built({6, sse::Scheme::kKSft2, 3}, with_narrow_chain());
  built.load(built.repair({}));
  const Cycle begin = built.bench.clock().next();
  built.bench.start();
  Repairer repairer(built.bench, {{begin + 10, SiteId{20}}});
  ConfigChain& chain = built.bench.chip->configuration().chain();
  constexpr Cycle kGap = 37;
  while (chain.phase() != ConfigChain::Phase::kShift) built.bench.run(1);
  built.bench.run(5);
  chain.set_valid(false);
  built.bench.run(kGap);
  chain.set_valid(true);
  built.bench.run(200);
  const auto& done = built.bench.chip->faults().controller().reconfigurations().front();
  EXPECT_TRUE(done.complete);
  EXPECT_EQ(done.spent(Phase::kLoad), stream_of(built.fabric(), built.repair({}).configuration).size() + kGap);
  EXPECT_EQ(done.spent(Phase::kSwitch), 1u);
  EXPECT_EQ(built.states_flaw({SiteId{20}}, built.bench.chip->nodes().placement()), "");
}

TEST(RunTimeFaults, on_a_wafer_too) {
  Bench bench("srt2d", srt2d(3, "standard"), "monotone", with_narrow_chain(), true);
  elaborate();
  bench.configure({SiteId{30}});
  const Cycle begin = bench.clock().next();
  bench.start_uniform(0.3, 16, 7, begin + 3000);
  Repairer repairer(bench, {{begin + 1000, SiteId{40}}, {begin + 1005, SiteId{55}}, {begin + 2000, SiteId{22}}},
                    {SiteId{30}});
  bench.clock().run_until(begin + 3000);
  repairer.finish();
  EXPECT_EQ(bench.chip->faults().controller().failure(), "");
  expect_only_victims_dropped(bench, repairer);
  EXPECT_GT(bench.record.drops.size(), 0u);
  EXPECT_EQ(repairer.plans, 2u);
}

/// One flow on an array of 8: node 2 sends to node 5, its PE dies in the middle of the first of three packets.
TEST(RunTimeFaults, a_packet_half_injected_by_the_dying_pe_completes_and_those_behind_it_are_dropped) {
  BuiltArray built({3, sse::Scheme::kKSft2, 2});
  built.load(built.repair({}));
  const Cycle begin = built.bench.clock().next();
  for (int i = 0; i < 3; ++i) built.bench.send(begin, NodeId{2}, NodeId{5}, 32);
  built.bench.send(begin + 40, NodeId{2}, NodeId{6}, 8);
  built.bench.start();
  Repairer repairer(built.bench, {{begin + 5, SiteId{2}}});
  built.bench.clock().run_until(begin + 6);
  EXPECT_TRUE(built.bench.pe(SiteId{2}).sending());
  EXPECT_EQ(built.bench.record.drops.size(), 2u);
  built.bench.clock().run_until(begin + 41);
  repairer.finish();
  ASSERT_EQ(built.bench.record.arrivals.size(), 2u) << "and the next packet of the node comes from its new PE";
  EXPECT_EQ(built.bench.record.arrivals[0].serial, 0u);
  EXPECT_EQ(built.bench.record.arrivals[1].serial, 3u);
  EXPECT_EQ(built.bench.record.arrivals[1].created, begin + 40) << "creation goes on in the cycles of the node";
  EXPECT_NE(built.bench.chip->nodes().placement().site_of[2], SiteId{2});
  for (const Record::Dropped& dropped : built.bench.record.drops) {
    EXPECT_EQ(dropped.reason, DropReason::kQueued);
    EXPECT_EQ(dropped.cycle, begin + 5);
  }
}

TEST(RunTimeFaults, a_packet_that_is_half_delivered_when_its_pe_dies_is_dropped_once) {
  BuiltArray built({3, sse::Scheme::kKSft2, 2});
  built.load(built.repair({}));
  const Cycle begin = built.bench.clock().next();
  built.bench.send(begin, NodeId{2}, NodeId{5}, 64);
  built.bench.send(begin, NodeId{3}, NodeId{5}, 4);
  built.bench.send(begin + 50, NodeId{1}, NodeId{5}, 4);
  built.bench.start();
  Repairer repairer(built.bench, {{begin + 40, SiteId{5}}});
  built.bench.clock().run_until(begin + 51);
  repairer.finish();
  ASSERT_EQ(built.bench.record.drops.size(), 1u);
  EXPECT_EQ(built.bench.record.drops[0].source, NodeId{2});
  EXPECT_EQ(built.bench.record.drops[0].reason, DropReason::kReached);
  const FlitCounters counters = built.bench.chip->counters();
  EXPECT_GT(counters.dropped, 0u);
  EXPECT_LT(counters.dropped, 64u) << "the flits that came before are delivered";
  EXPECT_EQ(counters.injected, counters.delivered + counters.dropped);
  EXPECT_EQ(built.bench.record.arrivals.size(), 2u) << "the packet created meanwhile waits for the new PE";
}

TEST(RunTimeFaults,
     a_dead_pe_gets_a_node_when_its_fault_comes_too_late_for_the_plan_and_no_packet_of_that_node_is_dropped) {
  BuiltArray built({3, sse::Scheme::kKSft2, 2}, with_narrow_chain());
  built.load(built.repair({}));
  const Cycle begin = built.bench.clock().next();
  for (std::uint32_t node = 0; node < 8; ++node) {
    for (int i = 0; i < 3; ++i) built.bench.send(begin + 10, NodeId{node}, NodeId{(node + 3) % 8}, 8);
  }
  built.bench.start();
  // PE 8, a spare, dies while node 6 is on its way to it.
  Repairer repairer(built.bench, {{begin + 2, SiteId{6}}, {begin + 5, SiteId{8}}});
  built.bench.clock().run_until(begin + 11);
  repairer.finish();
  EXPECT_EQ(repairer.plans, 2u);
  EXPECT_EQ(built.bench.record.drops.size(), 0u);
  EXPECT_EQ(built.bench.record.arrivals.size(), 24u);
  EXPECT_EQ(built.bench.chip->nodes().placement().node_at[8], kNoNode);
}

TEST(RunTimeFaults, too_many_leave_the_chip_drained_and_the_queues_whole) {
  BuiltArray built({4, sse::Scheme::kKSft2, 1});
  built.load(built.repair({SiteId{3}}));
  const Cycle begin = built.bench.clock().next();
  built.bench.start_uniform(0.3, 16, 7, begin + 2000);
  Repairer repairer(built.bench, {{begin + 500, SiteId{9}}}, {SiteId{3}});
  built.bench.clock().run_until(begin + 2000);
  EXPECT_EQ(built.bench.chip->faults().controller().phase(), Phase::kFailed);
  EXPECT_EQ(built.bench.chip->faults().controller().failure(), "2 faulty pairs; there is 1 spare pair");
  EXPECT_EQ(built.bench.chip->counters().in_network(), 0u);
  EXPECT_EQ(check_conservation(*built.bench.chip).value_or(""), "");
  std::uint64_t queued = 0;
  for (std::uint32_t site = 0; site < built.bench.chip->sites(); ++site) {
    queued += built.bench.pe(SiteId{site}).queued_packets();
  }
  EXPECT_EQ(built.bench.record.arrivals.size() + built.bench.record.drops.size() + queued,
            built.bench.record.created_packets);
  EXPECT_EQ(built.bench.chip->packets().live(), queued);
}

TEST(RunTimeFaults, a_pe_with_another_setting_refuses_the_stream_and_the_controller_says_which) {
  BuiltArray built({3, sse::Scheme::kKSft2, 2});
  built.load(built.repair({}));
  built.bench.start();
  built.bench.chip->faults().controller().expect(
      {{built.bench.clock().next() + 5, SiteId{4}}}, {}, [&](const Defects& defects) {
        Repair repair = built.repair(defects);
        repair.configuration[6] = repair.configuration[6] == 0 ? 1 : 0;
        ReconfigurationPlan plan;
        plan.steps = built.bench.chip->configuration().steps(stream_of(built.fabric(), repair.configuration),
                                                             repair.placement, repair.message);
        return plan;
      });
  built.bench.run(100);
  EXPECT_EQ(built.bench.chip->faults().controller().phase(), Phase::kFailed);
  EXPECT_NE(built.bench.chip->faults().controller().failure().find("array.p3.select_out was sent "), std::string::npos)
      << built.bench.chip->faults().controller().failure();
}

TEST(RunTimeFaults, the_conservation_check_notices_a_flit_that_vanishes_silently) {
  BuiltArray built({3, sse::Scheme::kKSft2, 2});
  built.load(built.repair({}));
  built.bench.send(built.bench.clock().next(), NodeId{2}, NodeId{5}, 32);
  built.bench.start();
  built.bench.run(12);
  ASSERT_EQ(check_conservation(*built.bench.chip).value_or(""), "");
  std::size_t dropped = 0;
  for (std::uint32_t site = 0; site < built.bench.chip->sites() && dropped == 0; ++site) {
    Router& router = built.bench.chip->router(SiteId{site});
    LinkReceiver& receiver = *router.endpoint(PortId{0}).receiver;
    const LinkReceiver::Arrivals due = receiver.arrivals(built.bench.clock().next());
    dropped = due.flits != 0;
    if (dropped != 0) due.flit_marks[std::countr_zero(due.flits)] = 0;
  }
  ASSERT_EQ(dropped, 1u);
  EXPECT_NE(check_conservation(*built.bench.chip).value_or(""), "");
  EXPECT_FALSE(built.bench.chip->faults().is_quiescent()) << "so a drain would not end, and the watchdog would";
}

}  // namespace
}  // namespace kintsugi::test
