// The driver of a program on a small chip: what it sends again and when, and when it says that the program is over.
#include "tb/tool/features/program/program_driver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "models/general/routings.hpp"
#include "models/registry/families.hpp"
#include "tb/tests/unit/models/workload/builders.hpp"
#include "tb/tool/features/detection/delivery_record.hpp"

namespace kintsugi {
namespace {

using workload::OpId;
using workload::Program;
using workload::RankId;
using workload::test::calc;
using workload::test::recv;
using workload::test::TwoRanks;

constexpr Cycle kDeath = 15;
constexpr Cycle kReturn = 2500;  // some looks later

/// Three nodes in a row that route around faults, rank 0 at one end, node 2, and rank 1 at the other, node 0. Each
/// other packet is from node 1 to node 0.
class Driven final : public PacketObserver {
 public:
  using Passing = std::vector<std::pair<Cycle, Cycle>>;

  explicit Driven(Program program, Cycle begin = 0, std::vector<Cycle> other_packets = {})
      : Driven(std::move(program), begin, std::move(other_packets), {}, {}) {}
  /// Something dies at the end of cycle kDeath and works again at the end of kReturn.
  static Driven with_fault(Program program, const Fault& fault, std::vector<Cycle> other_packets = {}) {
    return {std::move(program),
            0,
            std::move(other_packets),
            {{kDeath, fault}, {kReturn, fault, true}},
            {{kDeath, kReturn}}};
  }
  Driven(Program program, Cycle begin, std::vector<Cycle> other_packets, std::vector<RunTimeFault> faults,
         Passing passing)
      : relation_(general::make_routing(design_->network(), "around", 2)),
        setup_{std::move(program), {.flit_bytes = 8, .packet_bytes = 32}, "", {}, {NodeId{2}, NodeId{0}}},
        chip_("net", {&design_->network(), relation_.get(), nullptr, nullptr, nullptr, relation_.get()}, two_channels(),
              *this),
        driver(setup_, chip_, begin, surroundings(!faults.empty(), !other_packets.empty(), std::move(passing))) {
    const auto plan = [this](const Defects& now) {
      return ReconfigurationPlan{"", {chip_.faults().spread_step(std::exchange(known_, now), now)}, 0};
    };
    if (!faults.empty()) chip_.faults().controller().expect(std::move(faults), {}, plan);
    std::vector<ListSource::Entry> entries;
    for (const Cycle cycle : other_packets) entries.push_back({cycle, {NodeId{0}}});
    for (NodeTraffic& each : traffic_) each.source = std::make_unique<ListSource>(std::vector<ListSource::Entry>());
    traffic_[1].source = std::make_unique<ListSource>(std::move(entries));
    driver.add_to(traffic_);
    chip_.clock().set_monitor([this](Cycle now) { return watch(now); });
  }

  /// Runs until the program is over; returns the cycle in which the driver says so.
  Cycle run() {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    chip_.nodes().start_traffic(traffic_, driver.begin());
    chip_.clock().run_until(10 * kReturn);
    EXPECT_TRUE(driver.is_over());
    return chip_.clock().now();
  }
  /// Returns whether packets can go from rank to rank: all PEs work, and nothing is being changed.
  bool works() const {
    const auto is_dead = [this](std::uint32_t site) { return chip_.pe(SiteId{site}).dead(); };
    return !is_dead(0) && !is_dead(1) && !is_dead(2) && !chip_.faults().controller().busy();
  }
  /// Returns when the next other packet is due.
  Cycle others_due() const { return traffic_[1].source->due(); }
  std::size_t drops_for(DropReason reason) const { return static_cast<std::size_t>(std::ranges::count(drops, reason)); }

  void created(const Packet&, Cycle) override {}
  void injected(const Packet&, Cycle) override {}
  void arrived(const Packet&, Cycle) override {}
  void delivered(const Packet& packet, Cycle) override { others_delivered += packet.record == kNoNote; }
  void dropped(const Packet& packet, DropReason reason, const Pe&, Cycle) override {
    drops.push_back(reason);
    if (gives_up) return driver.given_up(packet);
    driver.dropped(packet, reason);
  }

 private:
  static ChipParameters two_channels() {
    ChipParameters parameters;
    parameters.router.vcs = 2;
    return parameters;
  }
  ProgramDriver::Surroundings surroundings(bool has_faults, bool has_others, Passing passing) {
    return {[this](PacketName name) { return deliveries.is_delivered(name); },
            has_faults ? &chip_.faults().controller() : nullptr, std::move(passing), has_others};
  }
  bool watch(Cycle now) {
    const std::uint64_t before = driver.sent_again();
    const bool goes_on = driver.watch(now);
    if (driver.sent_again() != before) sent_again_in.push_back(now);
    if (now > kReturn && !works_from && works()) works_from = now;
    looks.push_back(driver.next_look());
    looks.erase(std::ranges::unique(looks).begin(), looks.end());
    return goes_on;
  }

  std::unique_ptr<Design> design_ = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{3}}});
  std::unique_ptr<general::ReroutingRelation> relation_;
  WorkloadSetup setup_;
  Chip chip_;
  std::vector<NodeTraffic> traffic_ = std::vector<NodeTraffic>(3);
  Defects known_;

 public:
  DeliveryRecord deliveries;
  ProgramDriver driver;
  bool gives_up = false;               ///< packets are given up instead of dropped
  std::vector<DropReason> drops;       ///< of each packet
  std::vector<Cycle> sent_again_in;    ///< the cycles in which packets are
  std::optional<Cycle> works_from;     ///< the first cycle at whose end all works again
  std::vector<Cycle> looks;            ///< the next one, as it changes
  std::uint64_t others_delivered = 0;  ///< packets that are not the program's
};

/// One message from rank 0 to rank 1, of packets of 4 flits; each interface takes a part of it.
Program message(std::uint64_t packets, std::uint8_t interfaces = 1) {
  TwoRanks two;
  for (std::uint8_t nic = 0; nic < interfaces; ++nic) {
    two.add(0, workload::test::send(32 * packets / interfaces, 1, nic, nic));
    two.add(1, recv(32 * packets / interfaces, 0, nic));
  }
  return std::move(two).finish();
}

TEST(ProgramDriver, says_that_a_program_is_over_in_the_cycle_in_which_its_last_operation_ends) {
  Driven driven(message(10), 7);
  const Cycle end = driven.run();
  EXPECT_TRUE(driven.driver.run().has_ended());
  EXPECT_FALSE(driven.driver.is_stuck());
  EXPECT_EQ(driven.driver.run().started(OpId{0}), 7u);
  EXPECT_EQ(driven.driver.run().ended(OpId{1}), end) << "the receive";
  EXPECT_EQ(driven.driver.sent_again(), 0u);
}

TEST(ProgramDriver, sends_what_a_dead_receiver_has_lost_again_once_it_works) {
  Driven driven = Driven::with_fault(message(10), SiteId{0});
  driven.run();
  EXPECT_TRUE(driven.driver.run().has_ended());
  EXPECT_GT(driven.drops_for(DropReason::kReached), 0u) << "under way when the PE died";
  EXPECT_GT(driven.drops_for(DropReason::kNoWay), 0u) << "sent afterwards";
  ASSERT_TRUE(driven.works_from);
  EXPECT_EQ(driven.sent_again_in, std::vector<Cycle>{*driven.works_from}) << "all at once, and not before";
  EXPECT_EQ(driven.driver.sent_again(), driven.drops.size());
  EXPECT_EQ(driven.driver.run().packets(RankId{0}), 10u);
}

TEST(ProgramDriver, sends_what_waited_at_a_dead_sender_again_once_it_works) {
  Driven driven = Driven::with_fault(message(12, 3), SiteId{2});
  driven.run();
  EXPECT_TRUE(driven.driver.run().has_ended());
  EXPECT_EQ(driven.drops_for(DropReason::kQueued), 2u) << "behind the packet of the third interface";
  EXPECT_EQ(driven.sent_again_in, std::vector<Cycle>{driven.works_from.value()});
  EXPECT_EQ(driven.driver.sent_again(), 2u);
}

TEST(ProgramDriver, sends_what_has_found_no_way_again_after_the_next_reconfiguration_only) {
  Driven driven = Driven::with_fault(message(10), LinkDefect{SiteId{0}, SiteId{1}});
  driven.run();
  EXPECT_TRUE(driven.driver.run().has_ended());
  EXPECT_GT(driven.drops_for(DropReason::kNoWay), 0u);
  EXPECT_EQ(driven.sent_again_in, std::vector<Cycle>{driven.works_from.value()});
  EXPECT_EQ(driven.driver.sent_again(), driven.drops.size()) << "each is lost once";
}

TEST(ProgramDriver, packets_beside_the_program_end_with_it_and_are_not_sent_again) {
  Driven driven = Driven::with_fault(message(10), SiteId{0}, {3, 100, 20'000});
  EXPECT_EQ(driven.others_due(), 3u);
  EXPECT_LT(driven.run(), 20'000u);
  EXPECT_TRUE(driven.driver.run().has_ended());
  EXPECT_EQ(driven.others_due(), GeometricGaps::kNever);
  EXPECT_EQ(driven.others_delivered, 1u);
  EXPECT_EQ(driven.driver.sent_again() + 1, driven.drops.size()) << "without the packet of cycle 100";
}

TEST(ProgramDriver, finds_a_receive_that_waits_for_ever_at_the_first_look) {
  TwoRanks two;
  two.add(1, recv(8, 0));
  Driven driven(std::move(two).finish(), 100);
  EXPECT_EQ(driven.driver.next_look(), 100 + ProgramDriver::kLookEvery);
  EXPECT_EQ(driven.run(), 100 + ProgramDriver::kLookEvery);
  EXPECT_TRUE(driven.driver.is_stuck());
  EXPECT_FALSE(driven.driver.run().has_ended());
}

TEST(ProgramDriver, does_not_look_before_a_calculation_can_end) {
  TwoRanks two;
  const OpId busy = two.add(0, calc(4500));
  two.add(1, recv(8, 0));
  Driven driven(std::move(two).finish());
  EXPECT_EQ(driven.run(), 4500u);
  EXPECT_TRUE(driven.driver.is_stuck());
  EXPECT_EQ(driven.driver.run().ended(busy), 4500u);
  EXPECT_EQ(driven.looks, (std::vector<Cycle>{1000, 4500, 5500}));
}

TEST(ProgramDriver, finds_no_program_stuck_while_packets_are_under_way) {
  Driven driven(message(600));
  EXPECT_GT(driven.run(), 2 * ProgramDriver::kLookEvery) << "600 packets of 4 flits";
  EXPECT_FALSE(driven.driver.is_stuck());
}

TEST(ProgramDriver, finds_a_program_stuck_whose_receiver_does_not_come_back) {
  Driven driven(message(10), 0, {}, {{kDeath, SiteId{0}}}, {});
  EXPECT_EQ(driven.run(), ProgramDriver::kLookEvery);
  EXPECT_TRUE(driven.driver.is_stuck());
  EXPECT_EQ(driven.driver.sent_again(), 0u);
}

TEST(ProgramDriver, where_packets_are_given_up_a_program_must_seem_stuck_twice) {
  Driven driven(message(10), 0, {}, {{kDeath, SiteId{0}}}, {});
  driven.gives_up = true;
  EXPECT_EQ(driven.run(), 2 * ProgramDriver::kLookEvery);
  EXPECT_TRUE(driven.driver.is_stuck());
}

}  // namespace
}  // namespace kintsugi
