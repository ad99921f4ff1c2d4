// A value that is refused gives one message: what depends on it is not judged by the default that takes its place.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/tool/scenario/mistakes.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

/// A value of a scenario and wrong ones in its place.
struct Refused {
  std::string path;
  std::vector<std::string> values;
};

std::string as_text(const Value& value) {
  if (value.type != Value::Type::kList) return value.text;
  std::string text;
  for (const Value& item : value.items) text += (text.empty() ? "" : ", ") + as_text(item);
  return "[" + text + "]";
}

/// Adds every value of a mapping, those of mappings in it too. A value is replaced by nothing and by a list in a list,
/// a list by the same with nothing in front, a section by a list.
void add_values(const Value& map, const std::string& path, std::vector<Refused>& all) {
  for (const Value::Entry& entry : map.entries) {
    const Value& value = entry.value;
    const std::string key = path + entry.key;
    if (value.type == Value::Type::kMap) {
      add_values(value, key + ".", all);
      all.push_back({key, {"[[]]"}});
    } else if (value.type == Value::Type::kList) {
      const bool of_mappings = !value.items.empty() && value.items.front().type == Value::Type::kMap;
      all.push_back({key, of_mappings ? std::vector<std::string>{"[null]"}
                                      : std::vector<std::string>{"[null, " + as_text(value).substr(1)}});
    } else {
      all.push_back({key, {"null", "[[]]"}});
    }
  }
}

std::vector<Refused> values_of(const std::string& argument) {
  Diagnostics errors;
  std::vector<Refused> all;
  add_values(parse_source(open_source(argument), errors), "", all);
  return all;
}

/// Expects one message of each wrong value in the place of each value.
void expect_one_message_each(const std::string& argument) {
  ASSERT_EQ(mistakes_in(argument), Lines{}) << argument;
  for (const Refused& refused : values_of(argument)) {
    for (const std::string& value : refused.values) {
      const std::string option = refused.path + "=" + value;
      const Lines lines = mistakes_in(argument, {option});
      EXPECT_EQ(lines.size(), 1u) << argument << " --set " << option << '\n' << testing::PrintToString(lines);
      for (const std::string& line : lines) EXPECT_TRUE(line.starts_with("--set " + option)) << line;
    }
  }
}

class RefusedValues : public testing::TestWithParam<const char*> {};

/// Returns the scenario with the places of shipped files in it.
std::string with_shipped_files(std::string scenario) {
  const std::string folder = "traces/", source = source_directory().string() + "/";
  for (std::size_t at = scenario.find(folder); at != std::string::npos; at = scenario.find(folder, at)) {
    scenario.insert(at, source);
    at += source.size() + folder.size();
  }
  return scenario;
}

TEST_P(RefusedValues, give_one_message) {
  expect_one_message_each(with_shipped_files(GetParam()));
}

constexpr const char* kScenarios[] = {
    "{network: {kind: torus, sides: [4, 4]}, router: {vcs: 4}, traffic: {rate: 0.1, flits: 2, reply: {flits: 3, "
    "service: 9, channels: own}, window: 4}}",
    "{network: {kind: torus, sides: [4, 4]}, traffic: {pattern: hotspot, hotspots: [{node: 3, share: 0.3}], rate: 0.1, "
    "rates: [{node: 1, rate: 0}], burst: {mean: 20, pause: 30, alpha: 1.5}}}",
    "{network: {kind: graph, file: traces/graphs/soc.graphml}, router: {vcs: 4, table: traces/tables/soc.csv}}",
    "{network: {kind: torus, sides: [4, 4]}, traffic: {among: [8, 9], pattern: hotspot, node: 9, share: 0.3}}",
    "{network: {kind: torus, sides: [4, 4]}, traffic: {pattern: area, k: 2, columns: 4, rate: 0.1, self: true}}",
    "{network: {kind: torus, sides: [4, 4]}, traffic: {workload: {name: allreduce, bytes: 64, ranks: 4}, "
    "place: [0, 1, 2, 3], flit_bytes: 1, packet_bytes: 65000, eager_bytes: 4}}",
    "{network: {kind: torus, sides: [4, 4]}, traffic: {workload: {name: allreduce, bytes: 64}, place: annealed, "
    "place_seed: 4}}",
    "{network: {kind: torus, sides: [4, 4]}, router: {buffer: 16, vcs: 4}, traffic: {multicast: {to: list, "
    "nodes: [1, 2], rate: 0.001, flits: 16}}}",
    "{network: {kind: torus, sides: [4, 4]}, router: {buffer: 16}, traffic: {multicast: {to: random, size: 5, "
    "flits: 16}}}",
    "{network: {kind: torus, sides: [4, 4]}, fabric: {}, link: {reach: 2}, repair: {objective: short, longest: 5}, "
    "defects: {random: 1, seed: 4}, run: {cycles: 90000, warmup: 80000}, faults: [{cycle: 70000, pe: [1, 1]}]}",
    "{network: {kind: srt2d, n: 3}, fabric: {corners: true, tracks: 2}, defects: {pe: [[0, 0]], track: [[H, 1, 1, "
    "1]]}}",
    "{network: {kind: torus, sides: [4, 4]}, router: {routing: updown, weight: latency}, link: {latency: {base: 3}}, "
    "run: {cycles: 90000}, faults: [{cycle: 70000, pe: 3}]}",
    "{network: {kind: mandala, ports: 4, levels: 3}, router: {routing: redirect, patience: 50}}",
    "{network: {kind: torus, sides: [4, 4]}, traffic: {flows: [[0, 1, 0.6], [0, 2, 0.3]], scale: 0.9, flits: 4}}",
    "{network: {kind: sse, n: 6, scheme: exp2, k: 1, modules: 4}, defects: {pe: [70]}}",
    "traces/mesh_detection.yaml",
    "traces/allreduce_wafer.yaml",
    "traces/expectations.yaml",
    "traces/hotspot.yaml",
    "traces/two_tracks.yaml",
    "traces/rdt_multicast.yaml",
};

INSTANTIATE_TEST_SUITE_P(Scenarios, RefusedValues, testing::ValuesIn(kScenarios),
                         [](const auto& scenario) { return "scenario_" + std::to_string(scenario.index); });

class RefusedGraph : public testing::Test {
 protected:
  RefusedGraph() { fs::create_directories(folder_); }
  ~RefusedGraph() override { fs::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

 private:
  fs::path folder_ = fs::path(testing::TempDir()) / "kintsugi_refused_graph";
};

TEST_F(RefusedGraph, leaves_the_nodes_of_a_trace_unjudged) {
  const std::string graph = write("wrong.csv", "source,target\ncpu,memory\nmemory\n");
  write("a.trace", "1,cpu,memory,4\n2,memory,cpu,4\n3,cpu,memory,0\n");
  const std::string scenario =
      write("scenario.yaml", "network: {kind: graph, file: wrong.csv}\ntraffic: {trace: a.trace}\n");
  const Lines lines = mistakes_in(scenario);
  ASSERT_EQ(lines.size(), 2u) << testing::PrintToString(lines);
  EXPECT_TRUE(lines[0].starts_with(graph + ":3:")) << lines[0];
  EXPECT_TRUE(lines[1].ends_with("a.trace:3:14: flits must be 1 to 65535, not '0'")) << lines[1];
}

}  // namespace
}  // namespace kintsugi::test
