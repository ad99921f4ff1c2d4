// Strong types: what is counted, converted and refused.
#include "models/network/types.hpp"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

namespace kintsugi::test {
namespace {

template <class A, class B>
concept can_add = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept can_compare = requires(A a, B b) {
  a == b;
};

static_assert(can_add<unsigned, unsigned> && !can_add<PortId, PortId> && !can_add<NodeId, unsigned>);
static_assert(can_compare<PortId, PortId> && !can_compare<PortId, Vc> && !can_compare<PortId, unsigned>);
static_assert(!std::is_convertible_v<unsigned, Vc> && !std::is_convertible_v<Vc, PortId>);

TEST(StrongTypes, an_identifier_is_made_from_its_index) {
  EXPECT_EQ(PortId::from(std::size_t{65535}), kNoPort);
  EXPECT_EQ(Vc::from(31).index(), 31u);
  EXPECT_EQ(NodeId::from(std::uint64_t{0xffffffff}), kNoNode);
}

#ifndef NDEBUG
TEST(StrongTypesDeathTest, an_index_that_does_not_fit_is_a_mistake) {
  EXPECT_DEATH(Vc::from(256), "in_range");
  EXPECT_DEATH(PortId::from(-1), "in_range");
}
#endif

TEST(StrongTypes, a_range_counts_from_zero) {
  std::vector<Vc> vcs;
  for (const Vc vc : ids<Vc>(3)) vcs.push_back(vc);
  EXPECT_EQ(vcs, (std::vector{Vc{0}, Vc{1}, Vc{2}}));
  EXPECT_EQ(ids<Vc>(3).size(), 3u);
  for (const Vc vc : ids<Vc>(0)) FAIL() << +vc.value;
}

TEST(StrongTypes, a_set_of_ports_has_room_for_all_of_them) {
  PortSet all = 0;
  for (const PortId port : ids<PortId>(kMaxPorts)) {
    EXPECT_EQ(all & port_bit(port), 0u);
    all |= port_bit(port);
  }
  EXPECT_EQ(all, ~PortSet{0});
}

}  // namespace
}  // namespace kintsugi::test
