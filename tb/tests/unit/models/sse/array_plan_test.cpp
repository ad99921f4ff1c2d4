// Plans of others on an array: a placement is completed to the selectors of the repair, or the missing links are named.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/repair/random_defects.hpp"
#include "models/sse/array_fabric.hpp"
#include "models/sse/topology.hpp"
#include "tb/tests/unit/models/sse/fault_sets.hpp"

namespace kintsugi::sse::test {
namespace {

using Sentences = std::vector<std::string>;

const std::vector<Sse> kPlannedArrays = {{.n = 4, .scheme = Scheme::kSft1},
                                         {.n = 4, .scheme = Scheme::kSft2},
                                         {.n = 4, .scheme = Scheme::kKSft2, .k = 3},
                                         {.n = 4, .scheme = Scheme::kExm, .modules = 4},
                                         {.n = 4, .scheme = Scheme::kExmExp2, .modules = 2},
                                         {.n = 4, .scheme = Scheme::kExp1Exp2, .k = 2, .modules = 2}};

TEST(ArrayPlan, the_placement_of_a_repair_gives_its_configuration) {
  for (const Sse& sse : kPlannedArrays) {
    const ArrayFabric array(sse);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Repair repair = array.repair(random_defects(sse.pes(), seed % 3, seed), {});
      if (!repair.repairable) continue;
      const CompletedPlan completed = array.complete({.placement = repair.placement});
      EXPECT_EQ(completed.conflicts, Sentences{}) << scheme_name(sse);
      EXPECT_EQ(completed.repair.configuration, repair.configuration) << scheme_name(sse);
      EXPECT_EQ(completed.repair.moved, repair.moved);
      EXPECT_TRUE(completed.repair.repairable);
    }
  }
}

TEST(ArrayPlan, every_link_that_is_missing_is_named_once) {
  const ArrayFabric array({.n = 3, .scheme = Scheme::kSft2});
  Placement placement = array.repair({}, {}).placement;
  std::swap(placement.site_of[1], placement.site_of[6]);
  std::swap(placement.node_at[1], placement.node_at[6]);
  const CompletedPlan completed = array.complete({.placement = placement});
  EXPECT_FALSE(completed.repair.repairable);
  EXPECT_EQ(completed.conflicts, (Sentences{"no exchange link leads from PE 0 to PE 6, where nodes 0 and 1 are",
                                            "no shuffle link leads from PE 1 to PE 5, where nodes 6 and 5 are",
                                            "no exchange link leads from PE 1 to PE 7, where nodes 6 and 7 are",
                                            "no shuffle link leads from PE 3 to PE 1, where nodes 3 and 6 are",
                                            "no shuffle link leads from PE 6 to PE 2, where nodes 1 and 2 are"}));
}

TEST(ArrayPlan, paths_are_refused) {
  const ArrayFabric array({.n = 3, .scheme = Scheme::kSft2});
  EXPECT_THROW(array.complete({.paths = {{SiteId{1}, "east"}}}), std::invalid_argument);
  EXPECT_TRUE(array.info().directions.empty());
}

TEST(ArrayPlan, a_dead_link_is_used_by_the_joins_that_the_definition_says) {
  for (const Sse& sse : kPlannedArrays) {
    const ArrayFabric fabric(sse);
    const Repair repair = fabric.repair({}, {});
    const ExtractedNetwork extracted =
        NetworkExtractor(fabric.fabric()).extract(switch_states(fabric.fabric(), repair.configuration));
    std::size_t used = 0;
    for (const LinkDefect& link : links_of(fabric.array())) {
      for (const Join& join : extracted.joins) {
        EXPECT_EQ(fabric.uses(link, join), is_over(fabric.array(), {join.a, join.b}, link));
        used += fabric.uses(link, join);
      }
    }
    EXPECT_GE(used, sse.nodes()) << scheme_name(sse);
  }
}

}  // namespace
}  // namespace kintsugi::sse::test
