// Every scenario in traces/ has a known result: traces/golden/<case>.json. tb/golden refreshes them after an intended
// change.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::ordered_json;

struct Case {
  std::string name;  ///< of the golden file
  int status = 0;
  std::vector<std::string> arguments;
};

std::ostream& operator<<(std::ostream& out, const Case& known) {
  return out << known.name;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"demo", 0, {"run", "traces/demo.yaml"}},
      {"irreparable", 1, {"run", "traces/irreparable.yaml"}},
      {"torus_wafer", 0, {"run", "traces/torus_wafer.yaml"}},
      {"wafer32", 0, {"run", "traces/wafer32.yaml"}},
      {"ring256", 0, {"run", "traces/ring256.yaml"}},
      {"space512", 0, {"run", "traces/space512.yaml"}},
      {"broken_switches", 0, {"run", "traces/broken_switches.yaml"}},
      {"closed_ring", 0, {"run", "traces/closed_ring.yaml"}},
      {"closed_ring_isolated", 0, {"run", "traces/closed_ring.yaml", "--set", "fabric.isolate=true"}},
      {"two_tracks", 0, {"run", "traces/two_tracks.yaml"}},
      {"two_tracks_adaptive",
       0,
       {"run", "traces/two_tracks.yaml", "--set", "router.routing=adaptive", "--set", "router.vcs=4", "--set",
        "traffic.rate=0.6", "--set", "run.cycles=1500"}},
      {"two_tracks_with_one", 1, {"repair", "traces/two_tracks.yaml", "--set", "fabric.tracks=1"}},
      {"hotspot", 0, {"run", "traces/hotspot.yaml"}},
      {"bursts", 0, {"run", "traces/bursts.yaml"}},
      {"reduction", 0, {"run", "traces/reduction.yaml"}},
      {"rdt_alpha_uniform", 0, {"run", "traces/rdt_alpha_uniform.yaml"}},
      {"rdt_alpha_transpose", 0, {"run", "traces/rdt_alpha_transpose.yaml"}},
      {"rdt_alpha_area", 0, {"run", "traces/rdt_alpha_area.yaml"}},
      {"rdt_beta_uniform", 0, {"run", "traces/rdt_beta_uniform.yaml"}},
      {"rdt_beta_transpose", 0, {"run", "traces/rdt_beta_transpose.yaml"}},
      {"rdt_beta_area", 0, {"run", "traces/rdt_beta_area.yaml"}},
      {"rdt_multicast", 0, {"run", "traces/rdt_multicast.yaml"}},
      {"mandala_faults", 0, {"run", "traces/mandala_faults.yaml"}},
      {"allreduce_wafer", 0, {"run", "traces/allreduce_wafer.yaml"}},
      {"workers", 0, {"run", "traces/workers.yaml"}},
      {"mesh_detection", 0, {"run", "traces/mesh_detection.yaml"}},
      {"graph_soc", 0, {"run", "traces/graph_soc.yaml"}},
      {"soc_flows", 0, {"run", "traces/soc_flows.yaml"}},
      {"soc_table", 0, {"run", "traces/soc_table.yaml"}},
      {"requests", 0, {"run", "traces/requests.yaml"}},
      {"priorities", 0, {"run", "traces/priorities.yaml"}},
      {"graph_chords", 0, {"run", "traces/graph_chords.yaml"}},
      {"mandala_broadcast", 0, {"run", "traces/mandala_broadcast.yaml"}},
      {"sse_array64", 0, {"run", "traces/sse_array64.yaml"}},
      {"sse_array64_repair", 0, {"repair", "traces/sse_array64.yaml"}},
      {"sse_modules1024", 0, {"run", "traces/sse_modules1024.yaml"}},
      {"sse_irreparable", 1, {"repair", "traces/sse_irreparable.yaml"}},
      {"sse_run_time_faults", 0, {"run", "traces/sse_run_time_faults.yaml"}},
      {"sse_self_diagnosis", 0, {"run", "traces/sse_self_diagnosis.yaml"}},
      {"sse_too_many_faults", 1, {"run", "traces/sse_too_many_faults.yaml"}},
      {"srt_run_time_faults", 0, {"run", "traces/srt_run_time_faults.yaml"}},
      {"transient_faults", 0, {"run", "traces/transient_faults.yaml"}},
      {"srt_too_many_faults", 1, {"run", "traces/srt_too_many_faults.yaml"}},
      {"expectations", 0, {"run", "traces/expectations.yaml"}},
      {"rivals", 0, {"run", "traces/rivals.yaml"}},
      {"rivals_maps",
       0,
       {"yield", "traces/rivals.yaml", "--rivals", "--planner", "straight", "--pe-defect", "0.02", "--cluster", "2",
        "--maps", "100"}},
      {"broken", 2, {"run", "traces/broken.yaml"}},
  };
  return kCases;
}

/// Makes a report comparable: a real number becomes a text of six decimals, and the names of written files, which
/// depend on where the test runs, are removed.
void settle(ordered_json& json) {
  if (json.is_object()) json.erase("files");
  if (json.is_structured()) {
    for (ordered_json& item : json) settle(item);
  }
  if (!json.is_number_float()) return;
  char text[64];
  std::snprintf(text, sizeof text, "%.6f", json.get<double>());
  json = text;
}

bool refreshing() {
  const char* wanted = std::getenv("KINTSUGI_GOLDEN");
  return wanted != nullptr && std::string(wanted) == "refresh";
}

void compare_with_golden(const Case& known) {
  const TemporaryDirectory directory;
  std::vector<std::string> arguments = known.arguments;
  arguments.insert(arguments.end(), {"--json", "--quiet", "--out", directory.path().string()});
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, known.status) << result.err;
  ordered_json found = ordered_json::parse(result.out);
  settle(found);
  const std::filesystem::path golden = source_directory() / "traces" / "golden" / (known.name + ".json");
  if (refreshing()) {
    std::ofstream(golden) << found.dump(2) << '\n';
    return;
  }
  std::ifstream file(golden);
  ASSERT_TRUE(file) << golden << " is missing: run tb/golden";
  EXPECT_EQ(found, ordered_json::parse(file)) << "if this is meant: tb/golden";
}

/// Whole runs of large networks are slow in debug builds, which check every cycle.
bool is_large(const Case& known) {
  return known.name == "wafer32" || known.name == "ring256" || known.name == "demo" ||
         known.name == "sse_modules1024" || known.name == "srt_run_time_faults" || known.name == "rivals" ||
         known.name.starts_with("rdt_alpha") || known.name.starts_with("rdt_beta");
}

std::vector<Case> chosen(bool large) {
  std::vector<Case> list;
  std::ranges::copy_if(cases(), std::back_inserter(list), [&](const Case& c) { return is_large(c) == large; });
  return list;
}

class Golden : public testing::TestWithParam<Case> {};
TEST_P(Golden, result_is_the_known_one) {
  compare_with_golden(GetParam());
}
INSTANTIATE_TEST_SUITE_P(Traces, Golden, testing::ValuesIn(chosen(false)),
                         [](const auto& known) { return known.param.name; });

class GoldenSlow : public testing::TestWithParam<Case> {};
TEST_P(GoldenSlow, result_is_the_known_one) {
  compare_with_golden(GetParam());
}
INSTANTIATE_TEST_SUITE_P(Traces, GoldenSlow, testing::ValuesIn(chosen(true)),
                         [](const auto& known) { return known.param.name; });

TEST(GoldenFiles, belong_to_a_scenario_and_every_scenario_has_one) {
  std::set<std::string> wanted;
  std::set<std::string> scenarios;
  for (const Case& known : cases()) {
    wanted.insert(known.name + ".json");
    scenarios.insert(known.arguments.at(1));
  }
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(source_directory() / "traces" / "golden")) {
    found.insert(entry.path().filename().string());
  }
  EXPECT_EQ(found, wanted);
  for (const auto& entry : std::filesystem::directory_iterator(source_directory() / "traces")) {
    if (entry.path().extension() != ".yaml") continue;
    EXPECT_TRUE(scenarios.contains("traces/" + entry.path().filename().string())) << entry.path();
  }
}

}  // namespace
}  // namespace kintsugi::test
