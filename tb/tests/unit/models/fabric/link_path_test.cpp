// The path of a link: the same ends and lengths as the extraction, and what lies between them.
#include "models/fabric/link_path.hpp"

#include <gtest/gtest.h>

#include <random>

#include "models/fabric/extraction.hpp"
#include "models/sse/array_fabric.hpp"
#include "tb/tests/unit/models/fabric/small_fabric.hpp"
#include "tb/tests/unit/models/srt/wafer_cases.hpp"

namespace kintsugi::test {
namespace {

SitePort path_port(std::uint32_t site, std::uint16_t number) {
  return {SiteId{site}, PortId{number}};
}

TEST(LinkPath, names_the_switches_and_wires_in_their_order) {
  const SmallFabric small;
  const LinkPaths paths(small.fabric);
  const LinkPath path = paths.from(path_port(0, 0), {TrackSwitchType::kX, 1, 1});
  EXPECT_EQ(path.end, path_port(1, 1));
  EXPECT_EQ(path.pitches, 3u);
  EXPECT_FALSE(path.open_at || path.fixed);
  ASSERT_EQ(path.passages.size(), 3u);
  EXPECT_EQ(path.passages[0].switch_id, SwitchId{1});
  EXPECT_EQ(path.passages[0].wire, 0u);
  EXPECT_EQ(path.passages[1].switch_id, SwitchId{0});
  EXPECT_EQ(path.passages[1].in, (LaneRef{TrackSwitchType::kWest, 0}));
  EXPECT_EQ(path.passages[1].out, (LaneRef{TrackSwitchType::kEast, 0}));
  EXPECT_EQ(path.passages[1].wire, 1u);
  EXPECT_EQ(path.passages[2].switch_id, SwitchId{2});
  EXPECT_FALSE(path.passages[2].wire) << "a tap";
  EXPECT_EQ(paths.tapped(path_port(1, 1)), SwitchId{2});
}

TEST(LinkPath, says_where_it_is_open) {
  const SmallFabric small;
  const LinkPaths paths(small.fabric);
  const LinkPath stopped = paths.from(path_port(0, 0), {TrackSwitchType::kOpen, 1, 1});
  EXPECT_FALSE(stopped.end);
  EXPECT_EQ(stopped.open_at, SwitchId{0}) << "the track switch joins nothing";
  EXPECT_EQ(paths.from(path_port(0, 0), {TrackSwitchType::kX, 0, 1}).open_at, SwitchId{1})
      << "bypassed: no tap is joined";
  const LinkPath off = paths.from(path_port(0, 0), {TrackSwitchType::kD1, 1, 1});
  EXPECT_EQ(off.open_at, SwitchId{0}) << "no wire leads from the south of the track switch";
  EXPECT_EQ(off.passages.size(), 2u);
}

/// Compares all ports in states that are drawn at random.
void compare_paths(const Fabric& fabric, unsigned seed) {
  std::mt19937 random(seed);
  SwitchStates states;
  for (const FabricSwitch& each : fabric.switches) {
    states.push_back(static_cast<SwitchState>(random() % each.type->states()));
  }
  const NetworkExtractor extractor(fabric);
  const LinkPaths paths(fabric);
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    for (const PortId number : ids<PortId>(fabric.layout.size())) {
      const SitePort from{site, number};
      const std::optional<Join> join = extractor.follow(from, states);
      const LinkPath path = paths.from(from, states);
      ASSERT_EQ(path.end.has_value(), join.has_value());
      if (!join) continue;
      EXPECT_EQ(*path.end, join->a == from ? join->b : join->a);
      EXPECT_EQ(path.pitches, join->pitches);
    }
  }
}

TEST(LinkPath, has_the_ends_and_lengths_of_the_extraction_in_any_states) {
  for (const srt::WaferCase& each : srt::wafer_cases({2})) {
    const srt::Wafer wafer(each.torus, {.tracks = each.tracks, .wrap_pitches = {}});
    for (unsigned seed = 0; seed < 20; ++seed) compare_paths(wafer.fabric(), seed);
  }
  for (const sse::Scheme scheme : {sse::Scheme::kSft1, sse::Scheme::kSft2}) {
    const sse::ArrayFabric array({.n = 4, .scheme = scheme});
    for (unsigned seed = 0; seed < 20; ++seed) compare_paths(array.fabric(), seed);
  }
}

TEST(LinkPath, of_a_link_without_a_switch_has_no_passages) {
  const sse::ArrayFabric array({.n = 3, .scheme = sse::Scheme::kSft2});
  const LinkPaths paths(array.fabric());
  const LinkPath path = paths.from(path_port(0, 2), SwitchStates(array.fabric().switches.size()));
  EXPECT_EQ(path.end, path_port(1, 2));
  EXPECT_EQ(path.fixed, 0u);
  EXPECT_TRUE(path.passages.empty());
  EXPECT_FALSE(paths.tapped(path_port(0, 2)));
}

}  // namespace
}  // namespace kintsugi::test
