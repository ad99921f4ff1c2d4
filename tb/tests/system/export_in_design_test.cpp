// kintsugi export in a design with other modules: a prefix for its names, manifests, heads, what the licence allows.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "models/version.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

const std::string kDesignWafer = "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 3], [4, 1]]}}";
const std::string kDesignMesh = "{network: {kind: mesh, sides: [2, 2]}}";

using DesignWords = std::vector<std::string>;

class ExportInDesign : public ::testing::Test {
 protected:
  /// Returns the folder of an export.
  std::string written(const std::string& folder, DesignWords words) const {
    const std::string out = (directory_.path() / folder).string();
    words.insert(words.begin(), "export");
    words.insert(words.end(), {"--out", out});
    const ToolResult result = run_tool(words);
    EXPECT_EQ(result.status, 0) << result.err;
    return out;
  }

  static std::string read(const std::string& file) { return text_of(file); }

  static std::set<std::string> files_in(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& each : std::filesystem::directory_iterator(folder)) names.insert(each.path().filename().string());
    return names;
  }

  static std::string lint(const std::string& options) {
    const ToolResult result =
        run_program({"sh", "-c", "verilator --lint-only -Wall -Wno-MULTITOP " + options + " 2>&1 >/dev/null"});
    return result.out + (result.status == 0 ? "" : "status " + std::to_string(result.status) + '\n');
  }

  TemporaryDirectory directory_;
};

/// Returns all texts that a node and what is below it have; of a mapping that stands for a file, its key.
std::set<std::string> names_below(const YAML::Node& node) {
  std::set<std::string> names;
  if (node.IsScalar()) names.insert(node.as<std::string>());
  for (const auto& each : node) {
    if (node.IsMap()) {
      names.insert(each.first.as<std::string>());
    } else {
      names.merge(names_below(each));
    }
  }
  return names;
}

/// Returns a manifest of FuseSoC as YAML, without its first line.
YAML::Node core_of(const std::string& file) {
  const std::string text = text_of(file);
  EXPECT_TRUE(text.starts_with("CAPI=2:\n")) << text;
  return YAML::Load(text.substr(text.find('\n') + 1));
}

TEST_F(ExportInDesign, with_prefixes_two_are_read_together_by_verilator) {
  const std::string wafer = written("a", {kDesignWafer, "--prefix", "left"});
  const std::string mesh = written("b", {kDesignMesh, "--prefix", "right"});
  const std::string plain = written("c", {kDesignWafer, "--preconfigured"});
  EXPECT_EQ(lint("-F " + wafer + "/left_wafer.f -F " + mesh + "/right_kt_routers.f -F " + plain + "/wafer.f"), "");
  EXPECT_EQ(lint("-F " + wafer + "/left_wafer.f -Dleft_KT_ASSERTIONS"), "") << "the list has the folder of the macros";
}

TEST_F(ExportInDesign, without_prefixes_two_have_modules_of_the_same_names) {
  const std::string mesh = written("b", {kDesignMesh}),
                    other = written("c", {"{network: {kind: mesh, sides: [2, 3]}}"});
  const std::string said = lint("-F " + mesh + "/kt_routers.f -F " + other + "/kt_routers.f");
  EXPECT_NE(said.find("Duplicate declaration of module: 'kt_routers'"), std::string::npos) << said;
}

TEST_F(ExportInDesign, with_a_prefix_differs_in_it_alone) {
  for (const DesignWords& words : std::vector<DesignWords>{
           {kDesignWafer, "--systemc"}, {kDesignWafer, "--preconfigured"}, {kDesignMesh, "--systemc"}}) {
    const std::string plain = written("plain" + words.back(), words);
    DesignWords with = words;
    with.insert(with.end(), {"--prefix", "xyzzy"});
    const std::string prefixed = written("prefixed" + words.back(), with);
    std::set<std::string> names;
    for (const std::string& name : files_in(prefixed)) {
      const bool is_global = name.starts_with("xyzzy_");
      names.insert(is_global ? name.substr(6) : name);
      if (name == "exported.txt") continue;
      std::string text = read(prefixed + '/' + name);
      for (const std::string& added : DesignWords{" --prefix xyzzy", "xyzzy_"}) {
        for (std::size_t at = 0; (at = text.find(added, at)) != std::string::npos;) text.erase(at, added.size());
      }
      EXPECT_EQ(text == read(plain + '/' + (is_global ? name.substr(6) : name)), true) << name;
    }
    EXPECT_EQ(names, files_in(plain));
  }
}

TEST_F(ExportInDesign, with_a_prefix_has_no_message_and_passes_its_bench) {
  for (const DesignWords& words : std::vector<DesignWords>{{kDesignWafer}, {kDesignMesh}}) {
    DesignWords with = words;
    with.insert(with.end(), {"--prefix", "left"});
    const std::string out = written(words.front().substr(20, 4), with);
    EXPECT_EQ(run_program({"make", "-s", "-C", out, "lint"}).out, "");
    const std::string said = run_program({"make", "-s", "-C", out, "sim"}).out;
    EXPECT_TRUE(said.ends_with("PASS\n")) << said;
  }
}

TEST_F(ExportInDesign, has_the_names_that_it_always_had_without_a_prefix) {
  const std::set<std::string> files = files_in(written("a", {kDesignWafer}));
  for (const char* name : {"wafer.sv", "kt_wafer_pkg.sv", "kt_field.sv", "kt_bench.sv", "wafer.sdc", "wafer.f"}) {
    EXPECT_TRUE(files.contains(name)) << name;
  }
}

TEST(ExportPrefix, that_is_no_identifier_or_a_keyword_is_refused) {
  const auto refusal_of = [](const std::string& prefix) {
    const ToolResult result = run_tool({"export", kDesignMesh, "--prefix", prefix});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_EQ(refusal_of("7up"),
            "--prefix: '7up' is no identifier of SystemVerilog: letters, digits and '_', of which the first is no "
            "digit\n");
  EXPECT_EQ(refusal_of("module"), "--prefix: 'module' is a keyword of SystemVerilog; take another identifier\n");
  EXPECT_NE(refusal_of("").find("'' is no identifier"), std::string::npos);
  EXPECT_NE(refusal_of("a.b").find("'a.b' is no identifier"), std::string::npos);
  EXPECT_NE(refusal_of(std::string(65, 'a')).find("has more than 64 letters"), std::string::npos);
}

TEST_F(ExportInDesign, is_listed_for_bender_and_fusesoc) {
  for (const DesignWords& words : std::vector<DesignWords>{{kDesignWafer},
                                                           {kDesignWafer, "--systemc", "--prefix", "left"},
                                                           {kDesignWafer, "--preconfigured"},
                                                           {kDesignWafer, "--part", "chip"},
                                                           {kDesignMesh, "--systemc"}}) {
    const std::string out = written("out" + std::to_string(words.size()) + words.back(), words);
    const std::set<std::string> files = files_in(out);
    const auto core = std::ranges::find_if(files, [](const std::string& name) { return name.ends_with(".core"); });
    ASSERT_NE(core, files.end());
    const std::string top = core->substr(0, core->size() - 5);

    const YAML::Node bender = YAML::LoadFile(out + "/Bender.yml");
    EXPECT_EQ(bender["package"]["name"].as<std::string>(), top);
    std::set<std::string> modules, named;
    for (const std::string& name : files) {
      if (name.ends_with(".sv")) modules.insert(name);
    }
    for (const YAML::Node& group : bender["sources"]) named.merge(names_below(group["files"]));
    EXPECT_EQ(named, modules) << words.back();
    DesignWords list;
    for (const std::string& line : lines_of(read(out + '/' + top + ".f"))) {
      if (line.ends_with(".sv")) list.push_back(line);
    }
    EXPECT_EQ(bender["sources"][0]["files"].as<DesignWords>(), list) << "packages first";

    const YAML::Node fusesoc = core_of(out + '/' + *core);
    EXPECT_EQ(fusesoc["name"].as<std::string>(), "kintsugi:export:" + top + ':' + version());
    EXPECT_EQ(fusesoc["targets"]["default"]["toplevel"].as<std::string>(), top);
    std::set<std::string> all{*core, "exported.txt"};
    for (const auto& set : fusesoc["filesets"]) all.merge(names_below(set.second["files"]));
    EXPECT_EQ(all, files) << words.back();
    for (const auto& target : fusesoc["targets"]) {
      for (const YAML::Node& set : target.second["filesets"]) {
        EXPECT_TRUE(fusesoc["filesets"][set.as<std::string>()].IsDefined()) << set;
      }
    }
  }
}

TEST_F(ExportInDesign, has_its_licence_version_and_command_in_the_head_of_every_file) {
  std::filesystem::create_directories(directory_.path());
  const std::string scenario = (directory_.path() / "it's mine.yaml").string();
  std::ofstream(scenario) << kDesignWafer;
  const std::string out = written("out", {scenario, "--prefix", "left", "--flit-bits", "5"});
  const std::string command =
      "kintsugi " + version() + ": kintsugi export 'it'\\''s mine.yaml' --part fabric --flit-bits 5 --prefix left";
  for (const std::string& name : files_in(out)) {
    if (name == "exported.txt") continue;
    DesignWords lines = lines_of(read(out + '/' + name));
    ASSERT_GE(lines.size(), 3u) << name;
    if (name.ends_with(".core")) lines.erase(lines.begin());
    EXPECT_TRUE(lines[0].ends_with("SPDX-License-Identifier: Apache-2.0")) << lines[0];
    EXPECT_NE(lines[1].find(command), std::string::npos) << name << ": " << lines[1];
  }
}

TEST_F(ExportInDesign, is_the_same_on_every_machine) {
  for (const char* folder : {"here", "there"}) {
    const std::filesystem::path home = directory_.path() / folder;
    std::filesystem::create_directories(home);
    std::ofstream(home / "mesh.csv") << "a,b\nx,y\ny,z\nz,x\n";
  }
  const auto of = [this](const std::string& folder) {
    const std::string file = (directory_.path() / folder / "mesh.csv").string();
    return written(folder + "/out",
                   {"{network: {kind: graph, file: " + file + ", format: csv}}", "--set", "network.file=" + file});
  };
  const std::string here = of("here"), there = of("there");
  for (const std::string& name : files_in(here)) EXPECT_EQ(read(here + '/' + name), read(there + '/' + name)) << name;
  const std::string head = lines_of(read(here + "/Makefile")).at(1);
  EXPECT_EQ(head, "# kintsugi " + version() +
                      ": kintsugi export '{network: {kind: graph, file: mesh.csv, format: csv}}' --set "
                      "network.file=mesh.csv --part routers");
}

TEST_F(ExportInDesign, has_a_page_that_says_what_the_licence_allows) {
  for (const DesignWords& words :
       std::vector<DesignWords>{{kDesignWafer}, {kDesignWafer, "--part", "chip"}, {kDesignMesh}}) {
    const std::string page = read(written("page" + std::to_string(words.size()) + words.front(), words) + "/README.md");
    const std::size_t said = page.find("\n## What you may do\n\nAll files of this folder are under the Apache License");
    ASSERT_NE(said, std::string::npos);
    EXPECT_EQ(page.find("## What you may do", said + 4), std::string::npos) << "once";
  }
  EXPECT_NE(text_of("LICENSE").find("Apache License\n                           Version 2.0"), std::string::npos);
}

/// Returns a bench that sends a number of its own into every port, and prints the number that every port receives.
/// Icarus Verilog takes constant indices only.
std::string bench_of_lanes(std::size_t sites, std::size_t ports) {
  const std::string lanes = '[' + std::to_string(sites - 1) + ":0][" + std::to_string(ports - 1) + ":0][15:0]";
  std::string send, print;
  for (std::size_t i = 0; i < sites * ports; ++i) {
    const std::string at = '[' + std::to_string(i / ports) + "][" + std::to_string(i % ports) + ']';
    send += "    from" + at + " = " + std::to_string(i + 1) + ";\n";
    print += "    $display(\"%0d\", to" + at + ");\n";
  }
  return "module bench;\n  logic " + lanes + " from;\n  wire " + lanes +
         " to;\n  wafer_packed #(.FlitBits(16)) dut (.lane_i(from), .lane_o(to));\n  initial begin\n" + send +
         "    #1;\n" + print + "  end\nendmodule\n";
}

TEST_F(ExportInDesign, has_packed_ports_that_meet_as_those_with_names) {
  const std::string out = written("out", {kDesignWafer, "--preconfigured", "--ports", "packed"});
  EXPECT_EQ(run_program({"make", "-s", "-C", out, "lint"}).out, "");
  EXPECT_NE(run_program({"make", "-n", "-C", out, "lint"}).out.find("--top-module wafer_packed"), std::string::npos);
  DesignWords names, far;
  for (const std::string& line : lines_of(read(out + "/connections.txt"))) {
    std::istringstream words(line);
    std::string number, name, other;
    if (line.starts_with('#') || !(words >> number >> name >> other)) continue;
    EXPECT_EQ(number, std::to_string(names.size()));
    names.push_back(name);
    far.push_back(other);
  }
  const std::set<std::string> sites = [&] {
    std::set<std::string> all;
    for (const std::string& name : names) all.insert(name.substr(0, name.rfind('.')));
    return all;
  }();
  ASSERT_EQ(names.size() % sites.size(), 0u);
  std::ofstream(out + "/lanes.sv") << bench_of_lanes(sites.size(), names.size() / sites.size());
  const ToolResult simulated = run_program(
      {"sh", "-c",
       "cd '" + out + "' && iverilog -g2012 -s bench -o lanes.vvp -c wafer.f lanes.sv && vvp -n lanes.vvp"});
  const DesignWords received = lines_of(simulated.out);
  ASSERT_EQ(received.size(), names.size()) << simulated.out << simulated.err;
  std::size_t joined = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto end = std::ranges::find(names, far[i]);
    const std::size_t expected = end == names.end() ? 0 : static_cast<std::size_t>(end - names.begin()) + 1;
    EXPECT_EQ(received[i], std::to_string(expected)) << names[i];
    joined += expected > 0 ? 1 : 0;
  }
  EXPECT_GE(joined, 64u);
  const std::string package = read(out + "/kt_wafer_ports_pkg.sv");
  EXPECT_NE(package.find("SITE_r0_c1 = 5'd0,\n"), std::string::npos) << package;
  EXPECT_NE(package.find("PORT_bypass_s = 3'd7\n"), std::string::npos) << package;
}

TEST_F(ExportInDesign, has_packed_ports_with_the_chain_too) {
  const std::string out = written("out", {kDesignWafer, "--ports", "packed", "--prefix", "left"});
  EXPECT_EQ(run_program({"make", "-s", "-C", out, "lint"}).out, "");
  const ToolResult yosys = run_program(
      {"sh", "-c",
       "cd '" + out +
           "' && yosys -q -p 'read_verilog -sv left_*_pkg.sv left_kt_track_switch.sv "
           "left_kt_bunch_switch.sv left_kt_config_chain.sv left_kt_config_reader.sv left_kt_field.sv left_wafer.sv "
           "left_wafer_packed.sv; hierarchy -check -top left_wafer_packed; proc; check -assert' 2>&1"});
  EXPECT_EQ(yosys.status, 0) << yosys.out;
  EXPECT_NE(read(out + "/README.md").find("| `left_wafer_packed.sv`, `left_kt_wafer_ports_pkg.sv` |"),
            std::string::npos);
}

TEST(ExportPorts, are_packed_for_fabrics_alone) {
  for (const DesignWords& words : std::vector<DesignWords>{{kDesignMesh}, {kDesignWafer, "--part", "chip"}}) {
    DesignWords all{"export"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--ports", "packed"});
    const ToolResult result = run_tool(all);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err,
              "--ports: routers and chips have a vector of all PEs for each of their ports; valid: --part fabric, or "
              "without --ports packed\n");
  }
}

TEST_F(ExportInDesign, replaces_no_manifest_of_the_user) {
  const std::filesystem::path out = directory_.path() / "out";
  std::filesystem::create_directories(out);
  std::ofstream(out / "Bender.yml") << "package: {name: mine}\n";
  const ToolResult refused = run_tool({"export", kDesignMesh, "--out", out.string()});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("that were changed since: Bender.yml; nothing was written."), std::string::npos)
      << refused.err;
  EXPECT_EQ(files_in(out.string()), std::set<std::string>{"Bender.yml"});
}

TEST_F(ExportInDesign, names_what_one_with_another_prefix_has_left) {
  written("out", {kDesignMesh});
  const ToolResult again =
      run_tool({"export", kDesignMesh, "--prefix", "left", "--out", (directory_.path() / "out").string(), "--json"});
  EXPECT_EQ(again.status, 0);
  const nlohmann::json report = nlohmann::json::parse(again.out);
  EXPECT_EQ(report.at("prefix"), "left");
  EXPECT_NE(report.at("left_over").dump().find("\"kt_fifo.sv\""), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
