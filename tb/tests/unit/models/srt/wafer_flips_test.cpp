// A switch in a wrong state: extraction and comparison find it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "models/fabric/extraction.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"
#include "models/wafer/switch_rule.hpp"
#include "tb/tests/unit/models/fabric/union_extractor.hpp"
#include "tb/tests/unit/models/srt/wafer_cases.hpp"

namespace kintsugi::srt {
namespace {

using Plan = std::vector<CompensationPath>;

/// A path in every direction; and, for two tracks, two links that alternate.
const Plan kFourWays{
    {{1, 3}, Direction::kEast}, {{4, 2}, Direction::kWest}, {{2, 1}, Direction::kNorth}, {{3, 4}, Direction::kSouth}};
const Plan kOverlap{{{2, 2}, Direction::kEast}, {{3, 3}, Direction::kWest}};

struct Flips {
  int all = 0;
  int wrong = 0;  ///< that give another network
  friend bool operator==(Flips, Flips) = default;
  friend std::ostream& operator<<(std::ostream& out, Flips f) { return out << f.wrong << " of " << f.all; }
};
/// By "sh: X > D1", "ns: cross > connect_0" ...
using FlipsByKind = std::map<std::string, Flips>;

/// "sh", "sv", "ew" or "ns"
std::string kind_of(const std::string& switch_name) {
  return switch_name.starts_with("s") ? switch_name.substr(0, 2) : switch_name.substr(switch_name.size() - 2);
}

/// Puts every switch into every other state, one at a time. In each state the two extractors must see the same.
void flip_everything(const WaferCase& each, const Plan& plan, FlipsByKind& flips) {
  const Wafer wafer(each.torus, {.tracks = each.tracks, .wrap_pitches = {}});
  const Fabric& fabric = wafer.fabric();
  const Network network = make_network(each.torus);
  const Placement placement = place(wafer.grid(), plan);
  const NetworkExtractor extractor(fabric);
  const test::UnionExtractor union_tracer(fabric);
  SwitchStates states = switch_states(fabric, wafer.configure(plan));
  for (std::size_t i = 0; i < states.size(); ++i) {
    const SwitchState right = states[i];
    const SwitchType& type = *fabric.switches[i].type;
    for (states[i] = 0; states[i] < type.states(); ++states[i]) {
      SCOPED_TRACE(fabric.switches[i].name + " " + type.state_name(states[i]));
      const ExtractedNetwork extracted = extractor.extract(states);
      const ExtractedNetwork united = union_tracer.extract(states);
      EXPECT_EQ(extracted.joins, united.joins);
      EXPECT_EQ(extracted.attached, united.attached);
      const bool wrong = difference(extracted, network, placement, fabric).has_value();
      if (states[i] == right) {
        EXPECT_FALSE(wrong);
        continue;
      }
      Flips& kind =
          flips[kind_of(fabric.switches[i].name) + ": " + type.state_name(right) + " > " + type.state_name(states[i])];
      ++kind.all;
      kind.wrong += wrong ? 1 : 0;
    }
    states[i] = right;
  }
}

Flips total(const FlipsByKind& flips, const std::string& prefix) {
  Flips sum;
  for (const auto& [kind, count] : flips) {
    if (!kind.starts_with(prefix)) continue;
    sum.all += count.all;
    sum.wrong += count.wrong;
  }
  return sum;
}

TEST(WaferFlips, every_kind_of_wrong_state_is_caught_that_of_a_bunch_always_and_both_extractions_agree) {
  for (const WaferCase& each : wafer_cases({2})) {
    SCOPED_TRACE(each.name);
    FlipsByKind flips;
    flip_everything(each, {}, flips);
    flip_everything(each, kFourWays, flips);
    for (const std::string axis : {"ew", "ns"}) EXPECT_EQ(total(flips, axis).wrong, total(flips, axis).all);
    if (each.tracks == 2) flip_everything(each, kOverlap, flips);
    for (const auto& [kind, count] : flips) EXPECT_GT(count.wrong, 0) << kind;
    // X, D1 and D2 occur in both planes, each with three wrong states.
    EXPECT_EQ(std::ranges::count_if(flips, [](const auto& kind) { return kind.first.starts_with("s"); }), 2 * 3 * 3);
  }
}

// The switches of lines 0 and N + 1 carry no link when no node is displaced: 20 of the 30 in each plane matter.
TEST(WaferFlips, a_wrong_track_switch_is_a_wrong_network_where_a_link_passes) {
  FlipsByKind flips;
  flip_everything({"", {2, 2, 1}, 1}, {}, flips);
  for (const std::string plane : {"sh", "sv"}) {
    for (const std::string state : {"OPEN", "D1", "D2"}) EXPECT_EQ(flips[plane + ": X > " + state], (Flips{30, 20}));
  }
  EXPECT_EQ(total(flips, ""), (Flips{308, 248}));
  FlipsByKind repaired;
  flip_everything({"", {2, 2, 1}, 1}, kFourWays, repaired);
  EXPECT_EQ(total(repaired, ""), (Flips{308, 272}));
}

}  // namespace
}  // namespace kintsugi::srt
