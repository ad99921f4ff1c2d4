#include "hw/link/multicast_table.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

/// A relation without routes: the tests use the table alone.
class Nowhere final : public MulticastRelation {
 public:
  explicit Nowhere(bool lists) : lists_(lists) {}
  bool uses_members() const override { return lists_; }
  void fork(const ForkQuery&, std::span<Member>, Fork&) const override {}

 private:
  bool lists_;
};

const MulticastSet kPair{0, {NodeId{2}, NodeId{5}}};

TEST(MulticastTable, without_a_list_every_member_is_reached_once_and_no_other_node) {
  const Nowhere relation(false);
  MulticastTable table(relation, 8);
  const Copy copy = table.copy(table.start({NodeId{0}, 7}, kPair, 0));
  EXPECT_TRUE(table.members(copy).empty());
  EXPECT_FALSE(table.reach(copy, NodeId{3})) << "not a member";
  EXPECT_TRUE(table.reach(copy, NodeId{5}));
  EXPECT_FALSE(table.reach(copy, NodeId{5})) << "a second copy";
  EXPECT_TRUE(table.reach(copy, NodeId{2}));
  EXPECT_FALSE(table.reach(copy, NodeId{2})) << "all have theirs";
  EXPECT_EQ(table.multicast(copy.multicast).reached, 2u);
  EXPECT_EQ(table.multicast(copy.multicast).serial, 7u);
}

TEST(MulticastTable, with_a_list_a_copy_is_for_the_one_member_it_has_left) {
  const Nowhere relation(true);
  MulticastTable table(relation, 8);
  const Copy both = table.copy(table.start({NodeId{0}, 7}, kPair, 0));
  EXPECT_EQ(table.members(both).size(), 2u);
  EXPECT_FALSE(table.reach(both, NodeId{2})) << "it is to fork before";
  const Copy first{both.multicast, 0, 1, kNoFork};
  EXPECT_FALSE(table.reach(first, NodeId{5}));
  EXPECT_TRUE(table.reach(first, NodeId{2}));
}

}  // namespace
}  // namespace kintsugi
