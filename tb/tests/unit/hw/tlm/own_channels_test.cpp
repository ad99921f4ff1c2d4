// Requests and responses on channels of their own: which packet takes which channel, and what must fit together.
#include <array>
#include <set>

#include "tb/tests/unit/hw/tlm/random_transactions.hpp"

namespace kintsugi::test {
namespace {

/// In random_transactions(): nodes that only begin transactions, and nodes that only serve them.
const std::set<NodeId> kOnlyRequests{NodeId{2}, NodeId{4}, NodeId{6}, NodeId{8}, NodeId{12}, NodeId{14}};
const std::set<NodeId> kOnlyResponses{NodeId{5}, NodeId{15}};

/// Counts the flits between routers by class: those of requests are on channels 0 and 1, those of responses on 2 and 3.
class ChannelWatch {
 public:
  explicit ChannelWatch(TlmRig& rig) : chip_(rig.chip.get()) {
    rig.chip->clock().after_each_cycle([this] { look(); });
  }
  std::array<std::uint64_t, 2> flits{};
  std::set<Vc> channels;

 private:
  void look() {
    for (const auto& router : chip_->modules().routers) {
      for (const PortId port : ids<PortId>(router->network_ports())) {
        if (const auto flit = router->sent(port)) count(*flit);
      }
    }
  }
  void count(const Flit& flit) {
    const Packet& packet = chip_->packets()[flit.packet];
    const unsigned its_class = packet.state % 2;
    EXPECT_EQ(flit.vc.value / 2, its_class);
    EXPECT_TRUE(its_class == 0 || !kOnlyRequests.contains(packet.source)) << packet.source.value;
    EXPECT_TRUE(its_class == 1 || !kOnlyResponses.contains(packet.source)) << packet.source.value;
    ++flits[its_class];
    channels.insert(flit.vc);
  }
  const Chip* chip_;
};

TEST(TlmOwnChannels, requests_take_those_of_class_0_and_responses_those_of_class_1) {
  std::unique_ptr<ChannelWatch> watch;
  random_transactions(300, Schedule::kDomain, 1, true,
                      [&](TlmRig& rig) { watch = std::make_unique<ChannelWatch>(rig); });
  EXPECT_GT(watch->flits[0], 10'000u);
  EXPECT_GT(watch->flits[1], 10'000u);
  EXPECT_EQ(watch->channels.size(), 4u);
}

TEST(TlmOwnChannels, need_two_classes_and_a_chip_that_routes_by_them) {
  const auto design = find_family("mesh")->build(mesh_of(2));
  const auto relation = design->routing("dimension-order", 1);
  const MessageClasses one(*relation, 1), two(*relation, 2), others(*relation, 2);
  EXPECT_EQ(mistake_in([&] { const TlmNetwork network({}, {.classes = &one}); }),
            "message classes must be 2 to 32, not 1");
  const auto attached = [&](const RoutingRelation& of_the_chip) {
    return mistake_in([&] {
      TlmNetwork network({}, {.classes = &two});
      const ChipPlan plan{.network = &design->network(), .relation = &of_the_chip};
      ChipParameters parameters;
      parameters.router.vcs = of_the_chip.vcs();
      Chip chip("net", plan, parameters, network);
      network.attach(chip);
    });
  };
  EXPECT_EQ(attached(*relation),
            "the chip must route by the message classes of its transactions, 'dimension-order in 2 message classes', "
            "not by 'dimension-order'");
  EXPECT_NE(attached(others), "") << "the same object";
  EXPECT_EQ(attached(two), "");
}

TEST(TlmOwnChannels, transactions_are_refused_on_a_chip_with_detection) {
  const auto design = find_family("mesh")->build(mesh_of(2));
  const auto relation = design->routing("dimension-order", 1);
  EXPECT_EQ(mistake_in([&] {
              TlmNetwork network({});
              const ChipPlan plan{.network = &design->network(), .relation = relation.get()};
              ChipParameters parameters;
              parameters.detection.emplace();
              Chip chip("net", plan, parameters, network);
              network.attach(chip);
            }),
            "transactions are sent again by TlmParameters::retries; the chip must be without detection");
}

}  // namespace
}  // namespace kintsugi::test
