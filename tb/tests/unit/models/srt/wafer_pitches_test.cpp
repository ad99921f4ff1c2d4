#include <gtest/gtest.h>

#include <algorithm>

#include "models/fabric/extraction.hpp"
#include "models/repair/random_defects.hpp"
#include "models/srt/wafer.hpp"

namespace kintsugi::srt {
namespace {

constexpr unsigned kWrapPitches = 1000;  // more than any way without a wrap

/// Returns the longest join of every level that does not use a wrap.
void find_longest(const NetworkExtractor& extractor, const Wafer& wafer, const Torus& torus, const Repair& repair,
                  std::vector<unsigned>& longest) {
  const ExtractedNetwork extracted = extractor.extract(switch_states(wafer.fabric(), repair.configuration));
  for (const Join& join : extracted.joins) {
    if (join.pitches >= kWrapPitches) continue;
    const NodeId node = repair.placement.node_at[join.a.site.value];
    const bool bypass = join.a.port >= torus_port::kBypassEast;
    const unsigned level = bypass ? torus.level(torus.x(node), torus.y(node)) : 0;
    longest.at(level) = std::max(longest.at(level), join.pitches);
  }
}

TEST(WaferPitches, without_faults_a_link_of_level_l_is_two_to_the_l_long) {
  const Torus torus{5, 5, 1};
  const Wafer wafer(torus, {.tracks = 1, .wrap_pitches = kWrapPitches});
  std::vector<unsigned> longest(5);
  find_longest(NetworkExtractor(wafer.fabric()), wafer, torus, wafer.repair({}, {}), longest);
  EXPECT_EQ(longest, (std::vector<unsigned>{1, 2, 4, 8, 16}));
}

TEST(WaferPitches, a_repair_stretches_a_link_only_so_far) {
  const Torus torus{5, 5, 1};
  const Wafer wafer(torus, {.tracks = 1, .wrap_pitches = kWrapPitches});
  const NetworkExtractor extractor(wafer.fabric());
  std::vector<unsigned> longest(5);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Repair repair =
        wafer.repair(random_defects(wafer.grid().sites(), 28, seed), {.planner = "straight", .explain = false});
    if (repair.repairable) find_longest(extractor, wafer, torus, repair, longest);
  }
  EXPECT_EQ(longest[0], 3u);
  const std::vector<unsigned> seen{3, 6, 10, 17, 31};  // in 16 000 repairs with 20, 28 and 40 faults
  for (std::size_t level = 0; level < longest.size(); ++level) {
    EXPECT_LE(longest[level], seen[level]);
    EXPECT_GT(longest[level], 1u << level);
  }
}

TEST(WaferPitches, a_return_wire_counts_as_often_as_it_is_asked_to) {
  for (const unsigned pitches : {1u, 5u}) {
    const Torus torus{3, 3, 1};
    const Wafer wafer(torus, {.tracks = 1, .wrap_pitches = pitches});
    const Configuration straight = wafer.configure({});
    const auto join =
        NetworkExtractor(wafer.fabric())
            .follow({wafer.grid().site({4, 8}), torus_port::kEast}, switch_states(wafer.fabric(), straight));
    ASSERT_TRUE(join);
    EXPECT_EQ(join->pitches, pitches + 2);  // and one pitch through the spare at each end
  }
}

}  // namespace
}  // namespace kintsugi::srt
