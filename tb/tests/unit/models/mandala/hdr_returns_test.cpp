// Faults that end: what the nodes know after a change of the faults is what the nodes of a fresh network with the same
// faults know. The messages are delivered in a random order, so late ones are among them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/mandala/hdr.hpp"
#include "tb/tests/unit/models/mandala/fault_sets.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::mandala {
namespace {

using namespace kintsugi::mandala::test;

SiteId site_of(NodeId node) {
  return SiteId{node.value};
}

/// The nodes of a network, which send each other fault messages as models/routing/fault_aware.hpp says.
class Messengers {
 public:
  explicit Messengers(const Mandala& mandala, unsigned seed = 1, bool exchanges = true)
      : mandala_(mandala),
        network_(make_network(mandala)),
        relation_(AliveMaps(FaultyNetwork(mandala)), 2 * mandala.levels, 2 * mandala.levels),
        random_(seed),
        exchanges_(exchanges) {
    for (const Link& link : network_.links()) {
      const auto port = static_cast<unsigned>(link.a.port.value);
      ends_[crossing_at(mandala_, link.a.node, port).value()] = {link.a.node, link.b.node};
    }
  }

  /// Changes the faults, and delivers messages until there are none.
  void change_to(const Faults& faults) {
    const FaultyNetwork before(mandala_, faults_);
    now_ = FaultyNetwork(mandala_, faults);
    detect_faults(before, faults);
    detect_ends(before);
    faults_ = faults;
    while (!under_way_.empty()) {
      std::swap(under_way_[random_() % under_way_.size()], under_way_.back());
      const auto [to, message] = under_way_.back();
      under_way_.pop_back();
      if (relation_.learn(to, message)) forward(to, {message});
    }
  }

  /// Returns the number of wrong entries in the maps of live nodes. Without `strict`, of crossings with a live end to
  /// which there is a path inside their cluster; the others can be wrong if the cluster has fallen apart.
  unsigned wrong(bool strict) const {
    const AliveMaps fresh(*now_);
    const Network left = what_is_left(mandala_, faults_);
    unsigned count = 0;
    for (NodeId node{0}; node.value < mandala_.nodes(); ++node.value) {
      for (unsigned level = 1; now_->is_alive(node) && level <= mandala_.levels; ++level) {
        count += wrong_at(node, level, fresh, left, strict);
      }
    }
    return count;
  }

  std::uint64_t messages() const { return messages_; }

 private:
  void detect_faults(const FaultyNetwork& before, const Faults& faults) {
    for (NodeId node{0}; node.value < mandala_.nodes(); ++node.value) {
      if (!before.is_alive(node) && now_->is_alive(node)) forward(node, relation_.notice(node, site_of(node)));
      if (!before.is_alive(node) || now_->is_alive(node)) continue;
      for (unsigned port = 0; port < mandala_.ports; ++port) {
        if (const auto far = mandala_.far(node, port)) notice(far->node, site_of(node));
      }
    }
    for (const auto& [a, b] : faults.links) {
      if (std::ranges::find(faults_.links, std::pair{a, b}) != faults_.links.end()) continue;
      notice(a, LinkDefect{site_of(a), site_of(b)});
      notice(b, LinkDefect{site_of(a), site_of(b)});
    }
  }

  void notice(NodeId at, const Fault& fault) {
    if (now_->is_alive(at)) forward(at, relation_.notice(at, fault));
  }

  void detect_ends(const FaultyNetwork& before) {
    for (const Link& link : network_.links()) {
      const auto port = static_cast<unsigned>(link.a.port.value);
      if (before.neighbour(link.a.node, port) || !now_->neighbour(link.a.node, port)) continue;
      for (const auto& [at, to] : {std::pair{link.a.node, link.b.node}, std::pair{link.b.node, link.a.node}}) {
        forward(at, relation_.notice_end(at, {site_of(at), site_of(to)}));
        if (!exchanges_) continue;
        for (const FaultMessage message : relation_.all_known(at)) under_way_.emplace_back(to, message);
      }
    }
  }

  void forward(NodeId from, const std::vector<FaultMessage>& messages) {
    messages_ += messages.size();
    for (unsigned port = 0; port < mandala_.ports; ++port) {
      const auto neighbour = now_->neighbour(from, port);
      for (const FaultMessage message : messages) {
        if (neighbour) under_way_.emplace_back(*neighbour, message);
      }
    }
  }

  unsigned wrong_at(NodeId node, unsigned level, const AliveMaps& fresh, const Network& left, bool strict) const {
    const std::uint32_t size = mandala_.power(level);
    const std::uint32_t cluster = node.value / size;
    const std::vector<unsigned> hops = distances(left, {node}, cluster * size, (cluster + 1) * size);
    unsigned count = 0;
    for (unsigned b = 1; b < mandala_.ports; ++b) {
      for (unsigned a = 0; a < b; ++a) {
        if (relation_.maps().of(node).is_alive(level, a, b) == fresh.of(node).is_alive(level, a, b)) continue;
        const auto [end, other] = ends_.at({level, cluster, a, b});
        if (strict || hops[end.value] != kNever || hops[other.value] != kNever) ++count;
      }
    }
    return count;
  }

  Mandala mandala_;
  Network network_;
  HdrRelation relation_;
  std::mt19937 random_;
  bool exchanges_;
  std::map<Crossing, std::pair<NodeId, NodeId>> ends_;
  Faults faults_;
  std::optional<FaultyNetwork> now_;
  std::vector<std::pair<NodeId, FaultMessage>> under_way_;
  std::uint64_t messages_ = 0;
};

std::vector<Faults> sets_of_at_most_two(const Mandala& mandala) {
  std::vector<Faults> sets = single_faults(mandala);
  sets.push_back({});
  for_each_pair_of_faults(mandala, [&](const Faults& faults) { sets.push_back(faults); });
  return sets;
}

TEST(MandalaHdrReturns, after_any_change_between_two_faults_every_map_is_that_of_a_fresh_network) {
  const Mandala mandala{4, 2};
  const std::vector<Faults> single = single_faults(mandala);
  for (std::size_t i = 0; i < single.size(); ++i) {
    for (std::size_t j = 0; j < single.size(); ++j) {
      if (i == j) continue;
      Messengers nodes(mandala, static_cast<unsigned>(i + j));
      for (const Faults& faults : {single[i], both(single[i], single[j]), single[j], single[i], Faults{}, single[j]}) {
        nodes.change_to(faults);
        ASSERT_EQ(nodes.wrong(true), 0u) << describe(single[i]) << describe(single[j]) << ", then" << describe(faults);
      }
    }
  }
}

TEST(MandalaHdrReturns, parts_that_are_joined_again_know_what_happened_in_each_other) {
  const Mandala mandala{3, 2};
  const std::vector<Faults> sets = sets_of_at_most_two(mandala);
  const std::size_t every = kintsugi::test::part_of(8, 3);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = i % every; j < sets.size(); j += every) {
      Messengers nodes(mandala, static_cast<unsigned>(i + j));
      for (const Faults& faults : {sets[i], sets[j], sets[i], Faults{}}) {
        nodes.change_to(faults);
        ASSERT_EQ(nodes.wrong(faults.nodes.empty() && faults.links.empty()), 0u)
            << describe(sets[i]) << " and" << describe(sets[j]) << ", then" << describe(faults);
      }
    }
  }
}

TEST(MandalaHdrReturns, long_histories_of_many_faults_leave_no_trace_once_all_have_ended) {
  for (const Mandala& mandala : {Mandala{3, 3}, Mandala{4, 2}, Mandala{2, 4}}) {
    for (unsigned history = 0; history < 40; ++history) {
      Messengers nodes(mandala, history);
      std::mt19937 random(history);
      for (unsigned change = 0; change < 12; ++change) {
        sample_faults(mandala, 1 + random() % 5, 1 + random() % 7, [&](const Faults& faults) {
          nodes.change_to(faults);
          ASSERT_EQ(nodes.wrong(false), 0u) << history << describe(faults);
        });
      }
      nodes.change_to({});
      ASSERT_EQ(nodes.wrong(true), 0u) << history;
      EXPECT_GT(nodes.messages(), 0u);
    }
  }
}

/// Without the exchange over the links that work again, the check finds wrong maps.
TEST(MandalaHdrReturns, a_node_that_comes_back_and_is_told_nothing_is_caught) {
  const Mandala mandala{4, 2};
  const Faults first = single_faults(mandala).at(5);
  const Faults second = single_faults(mandala).at(6);
  for (const bool exchanges : {true, false}) {
    Messengers nodes(mandala, 1, exchanges);
    for (const Faults& faults : {first, both(first, second), second}) nodes.change_to(faults);
    EXPECT_EQ(nodes.wrong(false) == 0, exchanges);
  }
}

TEST(MandalaHdrReturns, a_late_message_of_a_fault_does_not_undo_its_end) {
  const Mandala mandala{3, 2};
  HdrRelation relation(AliveMaps{FaultyNetwork(mandala)}, 4, 4);
  const NodeId node{0}, neighbour{1}, third{2};
  const LinkDefect link{site_of(node), site_of(neighbour)};
  const FaultMessage dead = relation.notice(node, link).at(0);
  EXPECT_TRUE(relation.notice(node, link).empty()) << "known already";
  const FaultMessage alive = relation.notice_end(node, link).at(0);
  EXPECT_TRUE(relation.learn(third, alive));
  EXPECT_FALSE(relation.learn(third, dead));
  EXPECT_TRUE(relation.maps().of(third).is_alive(1, 0, 1));
  EXPECT_EQ(relation.all_known(third), std::vector<FaultMessage>{alive});
  EXPECT_TRUE(relation.notice_end(node, link).empty()) << "alive already";
}

TEST(MandalaHdrReturns, a_link_that_changes_more_often_than_a_message_can_count_is_refused) {
  HdrRelation relation(AliveMaps{FaultyNetwork(Mandala{3, 1})}, 2, 2);
  const LinkDefect link{SiteId{0}, SiteId{1}};
  for (unsigned change = 1; change < 0xffff; change += 2) {
    ASSERT_EQ(relation.notice(NodeId{0}, link).size(), 1u);
    ASSERT_EQ(relation.notice_end(NodeId{0}, link).size(), 1u);
  }
  relation.notice(NodeId{0}, link);
  EXPECT_THROW(relation.notice_end(NodeId{0}, link), std::length_error);
}

}  // namespace
}  // namespace kintsugi::mandala
