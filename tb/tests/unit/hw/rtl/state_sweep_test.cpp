// The configurations in which a bench drives every switch into every state.
#include "hw/rtl/state_sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "models/fabric/extraction.hpp"
#include "tb/tests/unit/hw/rtl/fabric_cases.hpp"

namespace kintsugi::test {
namespace {

using rtl::StateSweep;

class RtlStateSweep : public testing::TestWithParam<FabricCase> {};
INSTANTIATE_TEST_SUITE_P(Wafers, RtlStateSweep, testing::ValuesIn(wafers(2)),
                         [](const testing::TestParamInfo<FabricCase>& each) { return each.param.name; });
INSTANTIATE_TEST_SUITE_P(OtherWafers, RtlStateSweep, testing::ValuesIn(other_wafers()),
                         [](const testing::TestParamInfo<FabricCase>& each) { return each.param.name; });
INSTANTIATE_TEST_SUITE_P(Arrays, RtlStateSweep, testing::ValuesIn(arrays()),
                         [](const testing::TestParamInfo<FabricCase>& each) { return each.param.name; });

TEST_P(RtlStateSweep, has_every_switch_in_every_state) {
  const RepairedFabric repaired(GetParam());
  const Fabric& fabric = repaired.fabric();
  const StateSweep sweep = rtl::state_sweep(fabric);
  std::vector<std::set<SwitchState>> seen(fabric.switches.size());
  for (const Configuration& each : sweep.configurations) {
    const SwitchStates states = switch_states(fabric, each);
    for (std::size_t i = 0; i < states.size(); ++i) seen[i].insert(states[i]);
  }
  unsigned most = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const unsigned states = fabric.fields[fabric.switches[i].field].states;
    EXPECT_EQ(seen[i].size(), states) << fabric.switches[i].name;
    EXPECT_LT(*seen[i].rbegin(), states) << fabric.switches[i].name;
    most = std::max(most, states);
  }
  EXPECT_LE(sweep.configurations.size(), rtl::kMostTargeted + most);
  EXPECT_EQ(rtl::state_sweep(fabric).configurations, sweep.configurations) << "the same in every call";
}

/// Where a switch has no neighbour its lanes lead nowhere, so ways through it are none from port to port.
TEST_P(RtlStateSweep, leads_ports_through_most_of_the_ways_in_switches) {
  const RepairedFabric repaired(GetParam());
  const StateSweep sweep = rtl::state_sweep(repaired.fabric());
  EXPECT_GE(sweep.passed * 100, sweep.passages * 70);
  EXPECT_LE(sweep.passed, sweep.passages);
}

TEST(RtlStateSweepOfAnArray, leads_ports_through_every_way_in_every_selector) {
  for (const FabricCase& each : arrays()) {
    const RepairedFabric repaired(each);
    const StateSweep sweep = rtl::state_sweep(repaired.fabric());
    EXPECT_EQ(sweep.passed, sweep.passages) << each.name;
  }
}

/// Returns where all ports lead.
std::vector<std::optional<Join>> ends_of_ports(const Fabric& fabric, const NetworkExtractor& extractor,
                                               const Configuration& configuration) {
  const SwitchStates states = switch_states(fabric, configuration);
  std::vector<std::optional<Join>> ends;
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    for (const PortId port : ids<PortId>(fabric.layout.size())) ends.push_back(extractor.follow({site, port}, states));
  }
  return ends;
}

/// Returns whether a switch of the field joins lanes in this state.
bool joins_lanes(const Fabric& fabric, std::size_t field, SwitchState state) {
  for (const FabricSwitch& each : fabric.switches) {
    if (each.field != field) continue;
    for (std::size_t t = 0; t < each.type->terminals().size(); ++t) {
      const auto terminal = static_cast<TerminalNo>(t);
      for (unsigned lane = 0; lane < each.type->lanes(terminal); ++lane) {
        if (each.type->through(state, {terminal, static_cast<Lane>(lane)})) return true;
      }
    }
  }
  return false;
}

/// Returns how many states that join lanes no port sees: in no configuration a port would lead elsewhere with another.
std::size_t states_that_no_port_sees(const Fabric& fabric, const std::vector<Configuration>& configurations) {
  const NetworkExtractor extractor(fabric);
  std::size_t unseen = 0;
  for (std::size_t field = 0; field < fabric.fields.size(); ++field) {
    for (unsigned s = 0; s < fabric.fields[field].states; ++s) {
      if (!joins_lanes(fabric, field, static_cast<SwitchState>(s))) continue;
      const bool is_seen = std::ranges::any_of(configurations, [&](const Configuration& each) {
        if (each[field] != s) return false;
        Configuration changed = each;
        changed[field] = static_cast<SwitchState>((s + 1) % fabric.fields[field].states);
        return ends_of_ports(fabric, extractor, changed) != ends_of_ports(fabric, extractor, each);
      });
      unseen += !is_seen;
    }
  }
  return unseen;
}

/// With the extraction of another room: a selector in another state joins other ports.
TEST(RtlStateSweepOfAnArray, has_configurations_in_which_ports_see_every_state_that_joins_lanes) {
  const RepairedFabric repaired(arrays().back());
  const std::vector<Configuration> all = rtl::state_sweep(repaired.fabric()).configurations;
  EXPECT_EQ(states_that_no_port_sees(repaired.fabric(), all), 0u);
  EXPECT_GT(states_that_no_port_sees(repaired.fabric(), {all.front()}), 0u) << "one does not do";
}

}  // namespace
}  // namespace kintsugi::test
