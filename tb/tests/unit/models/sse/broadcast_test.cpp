#include "tb/tests/oracles/sse_broadcast.hpp"

#include <gtest/gtest.h>

#include "models/sse/reconfigure.hpp"
#include "tb/tests/unit/models/repair/subsets.hpp"
#include "tb/tests/unit/models/sse/array_checks.hpp"

namespace kintsugi::sse {
namespace {

using kintsugi::test::for_each_subset;

/// At most one PE of each pair: the list in the repair message leaves the other out.
bool has_a_whole_pair(const DefectMap& set) {
  for (std::size_t i = 1; i < set.size(); ++i) {
    if (set[i].value / 2 == set[i - 1].value / 2) return true;
  }
  return false;
}

/// Returns a PE that computes another link than it needs: one to the PE that is logical t(l).
std::optional<SiteId> first_wrong_pe(const Array& array, const DefectMap& faulty, StepC step_c) {
  const Reconfiguration result = reconfigure(array, {faulty, {}});
  for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
    const NodeId l = result.placement.node_at[pe];
    std::optional<SiteId> needed;
    if (l != kNoNode) {
      needed = result.placement.site_of[test::target_by_definition(array.sse().nodes(), l.value)];
    }
    if (broadcast_shuffle_out(array.sse(), faulty, SiteId{pe}, step_c) != needed) return SiteId{pe};
  }
  return std::nullopt;
}

/// Returns the fault sets of at most k PEs with such a PE, in order.
std::vector<DefectMap> failing_sets(const Sse& sse, StepC step_c) {
  const Array array(sse);
  std::vector<DefectMap> failing;
  for (std::uint32_t count = 0; count <= sse.k; ++count) {
    for_each_subset(array.pes(), count, [&](const DefectMap& set) {
      if (!has_a_whole_pair(set) && first_wrong_pe(array, set, step_c)) failing.push_back(set);
    });
  }
  return failing;
}

TEST(SseBroadcast, the_corrected_step_is_right_for_every_set_of_at_most_k_pes) {
  for (unsigned n = 3; n <= 4; ++n) {
    for (unsigned k = 1; k <= 3; ++k) EXPECT_TRUE(failing_sets({n, Scheme::kKSft2, k}, StepC::kCorrected).empty());
  }
  EXPECT_TRUE(failing_sets({5, Scheme::kKSft2, 2}, StepC::kCorrected).empty());
}

TEST(SseBroadcast, slow_the_corrected_step_is_right_in_larger_arrays) {
  EXPECT_TRUE(failing_sets({4, Scheme::kKSft2, 4}, StepC::kCorrected).empty());
  EXPECT_TRUE(failing_sets({5, Scheme::kKSft2, 3}, StepC::kCorrected).empty());
}

TEST(SseBroadcast, the_printed_step_fails_first_for_4_and_7_of_8_pes) {
  EXPECT_TRUE(failing_sets({3, Scheme::kKSft2, 1}, StepC::kPrinted).empty());
  const std::vector<DefectMap> failing = failing_sets({3, Scheme::kKSft2, 2}, StepC::kPrinted);
  ASSERT_FALSE(failing.empty());
  EXPECT_EQ(failing.front(), (DefectMap{SiteId{4}, SiteId{7}}));
  const Sse sse{3, Scheme::kKSft2, 2};
  EXPECT_EQ(first_wrong_pe(Array(sse), failing.front(), StepC::kPrinted), SiteId{3});
  EXPECT_EQ(broadcast_shuffle_out(sse, failing.front(), SiteId{3}, StepC::kPrinted), SiteId{8});
  EXPECT_EQ(broadcast_shuffle_out(sse, failing.front(), SiteId{3}), SiteId{10});
}

TEST(SseBroadcast, the_printed_step_is_right_in_the_example_of_the_paper) {
  const Sse sse{4, Scheme::kKSft2, 4};
  const DefectMap faulty{SiteId{2}, SiteId{7}, SiteId{10}, SiteId{15}};
  EXPECT_EQ(broadcast_shuffle_out(sse, faulty, SiteId{8}, StepC::kPrinted), SiteId{16});
  EXPECT_EQ(broadcast_shuffle_out(sse, faulty, SiteId{8}), SiteId{16});
  EXPECT_EQ(broadcast_shuffle_out(sse, faulty, SiteId{6}), std::nullopt) << "partner of a faulty PE";
}

}  // namespace
}  // namespace kintsugi::sse
