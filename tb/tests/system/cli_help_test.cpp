// `kintsugi help TOPIC` covers every key, and what `kintsugi new` writes can be proved and run.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/scenario/key_list.hpp"
#include "tb/tool/scenario/reader.hpp"

namespace kintsugi::test {
namespace {

TEST(HelpTopic, of_its_section_has_every_key_that_the_readers_know) {
  std::map<std::string, std::string> help;
  for (const Term& section : section_terms()) {
    const ToolResult result = run_tool({"help", section.name});
    EXPECT_EQ(result.status, 0) << result.err;
    help[section.name] = result.out;
    for (const std::string& line : lines_of(result.out)) EXPECT_LE(line.size(), 100u) << line;
  }
  std::size_t keys = 0;
  for (const Family* family : families()) {
    Diagnostics errors;
    const std::string text =
        "{network: {kind: " + family->kind() +
        "}, fabric: {}, defects: {}, repair: {}, faults: [{}], detection: {}, router: {}, link: {}, "
        "traffic: {multicast: {}}, run: {}, waves: {}, expect: {single_packets: [{}]}}";
    for (std::string key : read_scenario(*parse_document(text, "all", errors), "all", errors).known_keys) {
      if (const std::size_t item = key.find(".0."); item != std::string::npos) key.erase(item, 2);
      if (key.find('.') == std::string::npos) continue;
      EXPECT_NE(help[key.substr(0, key.find('.'))].find("  " + key), std::string::npos) << key;
      ++keys;
    }
  }
  EXPECT_GT(keys, 500u);
}

TEST(HelpTopic, of_a_section_prints_type_range_default_and_names) {
  const std::string help = run_tool({"help", "router"}).out;
  EXPECT_TRUE(help.starts_with("Section router of a scenario: timing of the routers\n\n  router.preset  ")) << help;
  EXPECT_NE(
      help.find("  router.buffer               flits per virtual channel; integer, 1 to 64; default of the preset\n"),
      std::string::npos)
      << help;
  EXPECT_NE(help.find("    booksim                   4 cycles in a router"), std::string::npos) << help;
}

TEST(HelpTopic, is_a_key_or_a_mapping_in_a_section_too) {
  EXPECT_EQ(run_tool({"help", "run.seed"}).out,
            "  run.seed                    of all random streams of the run; integer, 0 to 2^63 - 1; default 1\n");
  const std::string multicast = run_tool({"help", "traffic.multicast"}).out;
  EXPECT_TRUE(multicast.starts_with("  traffic.multicast  ")) << multicast;
  EXPECT_NE(multicast.find("\n  traffic.multicast.level  "), std::string::npos) << multicast;
  EXPECT_EQ(multicast.find("traffic.rate"), std::string::npos) << multicast;
}

TEST(HelpTopic, network_with_a_kind_has_its_parameters_fabric_and_routings) {
  const std::string help = run_tool({"help", "network", "srt2d"}).out;
  for (const char* part : {"\n  network.shift ", "\n  fabric.tracks ", "\n  defects.switch ", "\n  minimal-adaptive ",
                           "\n  around ", "[plane, gap, position,"}) {
    EXPECT_NE(help.find(part), std::string::npos) << part << " in\n" << help;
  }
  EXPECT_EQ(help.find("mandala"), std::string::npos);
  EXPECT_EQ(run_tool({"help", "network", "srt4d"}).err, "kintsugi: unknown KIND 'srt4d'; did you mean 'srt1d'?\n");
}

TEST(HelpTopic, that_is_a_command_too_has_both) {
  const std::string help = run_tool({"help", "run"}).out;
  EXPECT_TRUE(help.starts_with(run_tool({"run", "--help"}).out + "\nSection run of a scenario: for how long\n"))
      << help;
}

TEST(HelpTopic, is_a_json_document_on_request) {
  const auto document = nlohmann::json::parse(run_tool({"help", "link", "--json"}).out);
  ASSERT_EQ(document["keys"].size(), 2u);
  EXPECT_EQ(document["keys"][1]["key"], "link.reach");
  EXPECT_EQ(document["keys"][1]["range"], "1 to 65536");
  EXPECT_EQ(run_tool({"help", "topo", "--json"}).err,
            "kintsugi: --json: only topics about the keys of a scenario have it; leave it out\n");
}

TEST(HelpTopic, is_named_by_the_message_about_an_unknown_key) {
  EXPECT_EQ(run_tool({"prove", "{network: {kind: full, nodes: 4}, link: {wibble: 2}}"}).err,
            "<command line>:1:42: unknown key 'link.wibble'; valid: latency, reach; see kintsugi help link\n");
  EXPECT_EQ(run_tool({"help", "link"}).status, 0);
}

/// Writes a new scenario to a file, and returns its name.
std::string written(const TemporaryDirectory& out, const std::string& kind, const std::string& purpose) {
  const std::string file = out.path().string() + '/' + kind + '_' + purpose + ".yaml";
  const ToolResult result = run_tool({"new", kind, "--for", purpose, "--out", file});
  EXPECT_EQ(result.status, 0) << kind << ' ' << purpose << '\n' << result.err;
  return file;
}

const std::vector<std::string> kPurposes = {"run", "repair", "faults", "detection", "waves"};

TEST(NewScenarioSlow, of_every_kind_and_purpose_is_proved_and_runs_unchanged) {
  const TemporaryDirectory out;
  for (const Family* family : families()) {
    for (const std::string& purpose : kPurposes) {
      const std::string file = written(out, family->kind(), purpose);
      const ToolResult proof = run_tool({"prove", file, "--quiet"});
      EXPECT_EQ(proof.status, 0) << file << '\n' << proof.out << proof.err;
      const ToolResult run = run_tool({"run", file, "--quiet", "--out", out.path().string()});
      EXPECT_EQ(run.status, 0) << file << '\n' << run.out << run.err;
    }
  }
}

TEST(NewScenario, has_every_key_of_its_sections_with_its_comment) {
  const std::string text = run_tool({"new", "srt2d", "--for", "repair"}).out;
  for (const KeySpec& spec : keys_of(*find_family("srt2d"))) {
    const std::string section = spec.path.substr(0, spec.path.find('.'));
    const std::string name = spec.path.substr(section.size() + 1);
    if (text.find('\n' + section + ':') == std::string::npos || name.find('.') != std::string::npos) continue;
    EXPECT_NE(text.find(' ' + name + ':'), std::string::npos) << spec.path;
  }
  EXPECT_NE(text.find("  # flits per virtual channel; integer, 1 to 64; default of the preset\n  # buffer:\n"),
            std::string::npos)
      << text;
  for (const std::string& line : lines_of(text)) EXPECT_LE(line.size(), 100u) << line;
}

TEST(NewScenario, replaces_no_file) {
  const TemporaryDirectory out;
  const std::string file = written(out, "full", "run");
  EXPECT_EQ(run_tool({"new", "full", "--out", file}).err,
            "--out: '" + file + "' is there already; name another file, or remove it\n");
}

TEST(NewScenario, of_a_graph_comes_with_its_file) {
  const TemporaryDirectory out;
  written(out, "graph", "run");
  EXPECT_EQ(out.files(), (std::vector<std::string>{"graph_run.csv", "graph_run.yaml"}));
  EXPECT_EQ(run_tool({"new", "graph"}).err,
            "--out: KIND graph reads a file, which is written beside the scenario; add --out FILE\n");
}

TEST(NewScenario, refuses_an_unknown_kind) {
  EXPECT_EQ(run_tool({"new", "mash"}).err, "kintsugi: unknown KIND 'mash'; did you mean 'mesh'?\n");
}

}  // namespace
}  // namespace kintsugi::test
