// Broadcasts to the group around a node, without a list of members, in the hardware.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

struct Shape {
  std::int64_t ports;
  std::int64_t levels;
};

std::string broadcast_shape_name(const testing::TestParamInfo<Shape>& info) {
  return "C" + std::to_string(info.param.ports) + "L" + std::to_string(info.param.levels);
}

constexpr std::uint16_t kFlits = 4;

ChipParameters chip_with_buffers(Schedule schedule = Schedule::kDomain) {
  ChipParameters parameters;
  parameters.router.buffer = 8;
  parameters.router.latency = 0;
  parameters.schedule = schedule;
  return parameters;
}

/// A broadcast from every node to its group of every level, `gap` cycles apart, in shuffled order; with `beside`
/// unicast packets at the same time.
class Broadcasts {
 public:
  Broadcasts(const Shape& shape, Cycle gap, unsigned beside, Schedule schedule = Schedule::kDomain)
      : bench_("mandala", {{"ports", shape.ports}, {"levels", shape.levels}}, "rsim", chip_with_buffers(schedule),
               false, static_cast<unsigned>(shape.levels), {}, Multicasts::kBroadcast),
        groups_(bench_.design->multicast_groups()),
        gap_(gap),
        beside_(beside) {}

  void run() {
    elaborate();
    std::vector<std::pair<std::uint32_t, unsigned>> all;
    for (std::uint32_t source = 0; source < nodes(); ++source) {
      for (unsigned level = 1; level <= groups_->highest_level(); ++level) all.emplace_back(source, level);
    }
    std::shuffle(all.begin(), all.end(), random_);
    for (std::size_t i = 0; i < all.size(); ++i) order(i * gap_, NodeId{all[i].first}, all[i].second);
    bench_.start();
    bench_.run(all.size() * gap_);
    for (int i = 0; i < 300 && bench_.chip->packets().live() != 0; ++i) bench_.run(100);
    collect();
  }

  /// Expects one copy for each node of the group, one acknowledgement after the last of them, and no other copy.
  void expect_one_copy_each() const {
    for (const auto& [key, order] : orders_) {
      const auto found = reached_.find(key);
      ASSERT_TRUE(found != reached_.end());
      ASSERT_EQ(found->second, order.set.members) << "source " << key.first << " level " << order.level;
    }
    EXPECT_EQ(reached_.size(), orders_.size());
    EXPECT_EQ(bench_.record.reached, orders_.size());
    ASSERT_EQ(bench_.record.acknowledgements.size(), orders_.size());
    for (const auto& each : bench_.record.acknowledgements) EXPECT_EQ(each.reached, each.members);
    EXPECT_EQ(check_conservation(*bench_.chip).value_or(""), "");
    EXPECT_EQ(bench_.chip->packets().live() + bench_.chip->multicasts()->live_copies(), 0u);
  }

  /// Expects that every copy, alone in the network, takes the steps of the distance, at most 2^m - 1; some take as
  /// many.
  void expect_steps_of_zero_load() const {
    std::map<unsigned, unsigned> most;  // by level
    for (const Record::Arrival& arrival : bench_.record.arrivals) {
      if (arrival.kind != PacketKind::kCopy) continue;
      const Order& order = orders_.at({arrival.source.value, arrival.serial});
      most[order.level] = std::max(most[order.level], arrival.hops);
      EXPECT_EQ(arrival.latency, 1 + arrival.hops + 1 + (kFlits - 1));
    }
    for (const auto& [level, steps] : most) EXPECT_EQ(steps, (1u << level) - 1) << "level " << level;
    EXPECT_EQ(most.size(), groups_->highest_level());
  }

  /// Returns a text that lists every arrival.
  std::string text() const {
    std::multiset<std::string> lines;
    for (const Record::Arrival& arrival : bench_.record.arrivals) {
      lines.insert(std::to_string(arrival.delivered) + ' ' + std::to_string(arrival.source.value) + ' ' +
                   std::to_string(arrival.serial) + ' ' + std::to_string(arrival.destination.value) + '\n');
    }
    std::string text;
    for (const std::string& line : lines) text += line;
    return text;
  }

 private:
  struct Order {
    MulticastSet set;
    unsigned level = 0;
  };
  using Key = std::pair<std::uint32_t, std::uint64_t>;  // source, serial

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(bench_.network().nodes()); }

  void order(Cycle cycle, NodeId source, unsigned level) {
    for (unsigned i = 0; i < beside_; ++i) {
      const NodeId from{static_cast<std::uint32_t>(random_() % nodes())};
      const NodeId to{static_cast<std::uint32_t>(random_() % nodes())};
      if (from == to) continue;
      bench_.send(cycle, from, to, static_cast<std::uint16_t>(1 + random_() % 12));
      ++serials_[from.value];
    }
    MulticastSet set = groups_->around(source, level);
    bench_.multicast_to(cycle, source, set, kFlits);
    orders_[{source.value, serials_[source.value]++}] = {std::move(set), level};
  }

  void collect() {
    for (const Record::Arrival& arrival : bench_.record.arrivals) {
      if (arrival.kind == PacketKind::kCopy)
        reached_[{arrival.source.value, arrival.serial}].push_back(arrival.destination);
    }
    for (auto& [key, list] : reached_) std::ranges::sort(list);
  }

  Bench bench_;
  std::unique_ptr<MulticastGroups> groups_;
  Cycle gap_;
  unsigned beside_;
  std::mt19937 random_{5};
  std::map<std::uint32_t, std::uint64_t> serials_;  // of the next packet, by source
  std::map<Key, Order> orders_;
  std::map<Key, std::vector<NodeId>> reached_;
};

class RepairMessage : public testing::TestWithParam<Shape> {};

TEST_P(RepairMessage, alone_every_node_of_the_group_has_one_copy_in_as_many_steps_as_the_paper_says) {
  Broadcasts broadcasts(GetParam(), 100, 0);
  broadcasts.run();
  broadcasts.expect_one_copy_each();
  broadcasts.expect_steps_of_zero_load();
}

TEST_P(RepairMessage, among_other_packets_every_node_of_the_group_has_one_copy) {
  const auto nodes = static_cast<unsigned>(std::pow(GetParam().ports, GetParam().levels));
  Broadcasts broadcasts(GetParam(), nodes > 100 ? 30 : 12, 1 + nodes / 16);
  broadcasts.run();
  broadcasts.expect_one_copy_each();
}

INSTANTIATE_TEST_SUITE_P(Mandala, RepairMessage,
                         testing::Values(Shape{3, 1}, Shape{3, 2}, Shape{3, 3}, Shape{4, 1}, Shape{4, 2}, Shape{4, 3},
                                         Shape{4, 4}, Shape{8, 1}, Shape{8, 2}),
                         broadcast_shape_name);

TEST(Broadcasting, is_the_same_on_every_schedule) {
  const auto text = [](Schedule schedule) {
    return in_child([schedule] {
      Broadcasts broadcasts({4, 2}, 6, 3, schedule);
      broadcasts.run();
      return broadcasts.text();
    });
  };
  const std::string domain = text(Schedule::kDomain);
  EXPECT_GT(domain.size(), 1000u);
  EXPECT_EQ(text(Schedule::kProcess), domain);
  EXPECT_EQ(text(Schedule::kAlways), domain);
}

}  // namespace
}  // namespace kintsugi::test
