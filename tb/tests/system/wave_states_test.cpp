// The waveform shows the switch states of the models: every state, in the cycle in which it must appear.
#include <gtest/gtest.h>

#include "tb/tests/system/planned.hpp"

namespace kintsugi::test {
namespace {

const std::string kDemo = (source_directory() / "traces" / "demo.yaml").string();

std::vector<std::string> overrides_for(unsigned chain_bits) {
  return {"fabric.chain_bits=" + std::to_string(chain_bits), "traffic.rate=0", "run.cycles=1000", "run.warmup=0",
          "waves={file: states.vcd, scope: [wafer.*.state, wafer.*.shadow, wafer.config_chain.*], to: 600}"};
}

VcdDump run_with(const std::vector<std::string>& overrides) {
  const TemporaryDirectory directory;
  std::vector<std::string> arguments = {"run", kDemo, "--json", "--out", directory.path().string()};
  for (const std::string& each : overrides) arguments.insert(arguments.end(), {"--set", each});
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, 0) << result.err;
  return read_vcd(directory.path() / "states.vcd");
}

/// Returns the changes of a signal with one value from the start, and another one from a given cycle.
VcdChanges change_at(Cycle cycle, const std::string& before, const std::string& after) {
  if (before == after) return {{0, before}};
  if (cycle == 0) return {{0, after}};
  return {{0, before}, {cycle, after}};
}

class ConfigurationInTheWaveform : public testing::TestWithParam<unsigned> {
 protected:
  const std::vector<std::string> overrides_ = overrides_for(GetParam());
  const Planned planned_{kDemo, overrides_};
  const VcdDump dump_ = run_with(overrides_);
};

TEST_P(ConfigurationInTheWaveform, every_switch_takes_its_state_when_the_checksum_has_been_checked) {
  const Fabric& fabric = planned_.fabric();
  const SwitchStates states = switch_states(fabric, planned_.repair.repair.configuration);
  for (std::size_t i = 0; i < fabric.switches.size(); ++i) {
    const SwitchType& type = *fabric.switches[i].type;
    EXPECT_EQ(dump_.changes("wafer." + fabric.switches[i].name + ".state"),
              change_at(planned_.commit_cycle(), type.state_name(0), type.state_name(states[i])))
        << fabric.switches[i].name;
  }
}

TEST_P(ConfigurationInTheWaveform, every_shadow_changes_in_the_cycle_of_the_last_bit_of_its_field) {
  const Fabric& fabric = planned_.fabric();
  std::vector<std::uint64_t> last_bit;
  std::uint64_t bits = 0;
  for (const ConfigField& field : fabric.fields) last_bit.push_back((bits += field.bits) - 1);
  for (const FabricSwitch& each : fabric.switches) {
    const SwitchState state = planned_.repair.repair.configuration.at(each.field);
    EXPECT_EQ(dump_.changes("wafer." + each.name + ".shadow"),
              change_at(last_bit[each.field] / GetParam(), each.type->state_name(0), each.type->state_name(state)))
        << each.name;
  }
}

TEST_P(ConfigurationInTheWaveform, the_chain_shifts_then_checks_then_is_active) {
  const Cycle commit = planned_.commit_cycle();
  const VcdChanges phases = {{0, "shift"}, {commit - 1, "check"}, {commit, "active"}};
  EXPECT_EQ(dump_.changes("wafer.config_chain.phase"), phases);
  EXPECT_EQ(dump_.changes("wafer.config_chain.valid"), (VcdChanges{{0, "1"}, {commit, "0"}}))
      << "a word in every cycle up to the check";
  EXPECT_EQ(std::stoull(value_at(dump_, "wafer.config_chain.bits", commit), nullptr, 2), planned_.stream_bits());
  EXPECT_EQ(std::stoull(value_at(dump_, "wafer.config_chain.crc", commit), nullptr, 2), planned_.repair.crc32);
}

INSTANTIATE_TEST_SUITE_P(ChainBits, ConfigurationInTheWaveform, testing::Values(5, 8, 32, 64));

TEST(IsolationInTheWaveform, is_named_from_the_commit_on) {
  const auto row = [](std::string state) { return change_at(70, "cross", state); };
  std::vector<std::string> overrides = overrides_for(32);
  overrides.emplace_back("fabric.isolate=true");
  const Planned planned(kDemo, overrides);
  ASSERT_EQ(planned.commit_cycle(), 70u) << "two codes more fit into the bits of 16 x 16";
  const VcdDump dump = run_with(overrides);
  const SwitchStates states = switch_states(planned.fabric(), planned.repair.repair.configuration);
  for (std::size_t i = 0; i < planned.fabric().switches.size(); ++i) {
    const FabricSwitch& each = planned.fabric().switches[i];
    EXPECT_EQ(dump.changes("wafer." + each.name + ".state"),
              change_at(70, each.type->state_name(0), each.type->state_name(states[i])))
        << each.name;
  }
  EXPECT_EQ(dump.changes("wafer.r5.c7.bunch_ew.state"), row("cross_alone")) << "dead, replaced along its row";
  EXPECT_EQ(dump.changes("wafer.r5.c7.bunch_ns.state"), row("isolated"));
}

TEST(BunchesWireByWireInTheWaveform, show_every_switch_on_its_own) {
  std::vector<std::string> overrides = overrides_for(32);
  overrides.emplace_back("fabric.bunch=per_wire");
  const Planned planned(kDemo, overrides);
  const VcdDump dump = run_with(overrides);
  const SwitchStates states = switch_states(planned.fabric(), planned.repair.repair.configuration);
  for (std::size_t i = 0; i < planned.fabric().switches.size(); ++i) {
    const FabricSwitch& each = planned.fabric().switches[i];
    EXPECT_EQ(dump.changes("wafer." + each.name + ".state"),
              change_at(planned.commit_cycle(), each.type->state_name(0), each.type->state_name(states[i])))
        << each.name;
  }
  for (const std::string wire : {"w0", "w1", "w2", "w3"}) {
    EXPECT_EQ(value_at(dump, "wafer.r5.c7.bunch_ew." + wire + ".state", planned.commit_cycle()), "cross") << "dead";
  }
}

TEST(DemoWaveform, shows_the_near_miss_around_the_two_dead_pes) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"run", kDemo, "--set", "run.cycles=320", "--set", "run.warmup=0", "--set",
                                      "run.drain=false", "--out", directory.path().string()});
  ASSERT_EQ(result.status, 0) << result.err;
  const VcdDump dump = read_vcd(directory.path() / "demo.vcd");
  // Row 5 is shifted east from column 7, row 6 west: of the links between them only the two nodes at column 7, now at
  // columns 8 and 6, leave column 7 untouched. West of column 3 both rows are shifted west.
  for (int column = 0; column <= 17; ++column) {
    const std::string wanted = column >= 3 && column <= 12 && column != 7 ? "D2" : "X";
    EXPECT_EQ(value_at(dump, "wafer.sh.g5.c" + std::to_string(column) + ".state", 70), wanted) << column;
    EXPECT_EQ(value_at(dump, "wafer.sh.g5.c" + std::to_string(column) + ".state", 69), "OPEN") << column;
  }
  EXPECT_EQ(value_at(dump, "wafer.r5.c7.pe.logical", 300), "idle");
  EXPECT_EQ(value_at(dump, "wafer.r5.c7.bunch_ew.state", 300), "cross");
  EXPECT_EQ(value_at(dump, "wafer.r5.c8.pe.logical", 70), "x6.y4");
  EXPECT_EQ(value_at(dump, "wafer.r5.c17.pe.logical", 70), "x15.y4");
  EXPECT_GT(dump.changes("wafer.r5.c8.pe.delivered").size(), 1u) << "the router that is shown has traffic";
}

}  // namespace
}  // namespace kintsugi::test
