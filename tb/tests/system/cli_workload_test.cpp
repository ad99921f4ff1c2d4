// kintsugi workload: programs of the catalogue as GOAL text, and what is said of wrong parameters.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "models/workload/collectives/catalogue.hpp"
#include "models/workload/goal.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;

/// The parameters that a workload must have, with the values of its examples. The defaults of a transformer are those
/// of one rank, which sends nothing.
Parameters examples_of(const workload::WorkloadInfo& info) {
  Parameters parameters;
  for (const ParameterSpec& spec : info.parameters) {
    if (spec.required) parameters.emplace(spec.name, spec.example.value());
  }
  return parameters;
}

std::string text_of_model(const workload::WorkloadInfo& info, const Parameters& parameters) {
  std::ostringstream out;
  workload::write_goal(info.make(parameters).program, out);
  return out.str();
}

/// Of two files with a program only the names may differ.
std::string without_file_names(const std::string& report) {
  return std::regex_replace(report, std::regex("[^\" ]*exchange\\.(goal|bin)"), "exchange");
}

TEST(WorkloadCommand, prints_every_workload_of_the_catalogue_as_goal_text) {
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    const Parameters parameters = examples_of(info);
    Strings words = {"workload", info.name};
    for (const auto& [name, value] : parameters) words = with(words, {"--set", name + '=' + to_text(value)});
    const ToolResult result = run_tool(words);
    EXPECT_EQ(result.status, 0) << info.name;
    EXPECT_EQ(result.err, "") << info.name;
    EXPECT_EQ(result.out, text_of_model(info, parameters)) << info.name;
    EXPECT_TRUE(workload::read_goal(result.out).mistakes.empty()) << info.name;
  }
}

TEST(WorkloadCommand, takes_a_name_a_text_or_a_file_and_changes_keys) {
  const std::string text = "{name: reduce_scatter, ranks: 8, bytes: 1024}";
  const std::string printed = run_tool({"workload", text}).out;
  EXPECT_TRUE(printed.starts_with("num_ranks 8\n"));
  EXPECT_EQ(run_tool({"workload", "reduce_scatter", "--set", "ranks=8", "--set", "bytes=1024"}).out, printed);
  EXPECT_EQ(run_tool({"workload", "{name: barrier, ranks: 8, bytes: 1024}", "--set", "name=reduce_scatter"}).out,
            printed);
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "scatter").string();
  std::ofstream(file) << "# a part each\nname: reduce_scatter\nranks: 4\nbytes: 1024\n";
  EXPECT_EQ(run_tool({"workload", file, "--set", "ranks=8"}).out, printed);
}

TEST(WorkloadCommand, writes_a_file_and_reports_what_it_has) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "deep" / "all.goal").string();
  const std::string text = "{name: alltoall, ranks: 4, bytes: 100}";
  const ToolResult result = run_tool({"workload", text, "--out", file});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out,
            "workload      alltoall\nranks         4\noperations    28\nmessages      12\nbytes         1200\n"
            "calculations  4\ndependencies  24\nfile          " +
                file + '\n');
  EXPECT_EQ(text_of(file), "// Written by kintsugi workload\n" + run_tool({"workload", text}).out);
  const json report = json::parse(run_tool({"workload", text, "--out", file, "--json"}).out);
  EXPECT_EQ(report, json({{"workload", "alltoall"},
                          {"parameters", {{"ranks", 4}, {"bytes", 100}}},
                          {"ranks", 4},
                          {"operations", 28},
                          {"messages", 12},
                          {"bytes", 1200},
                          {"calculations", 4},
                          {"dependencies", 24},
                          {"file", file}}));
}

TEST(WorkloadCommand, lists_the_catalogue_without_a_name) {
  const std::string all = run_tool({"list"}).out;
  const ToolResult result = run_tool({"workload"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(all.find(result.out), std::string::npos);
  const json listed = json::parse(run_tool({"workload", "--json"}).out);
  EXPECT_EQ(listed.at("workloads"), json::parse(run_tool({"list", "--json"}).out).at("workloads"));
  ASSERT_EQ(listed.at("workloads").size(), workload::workloads().size());
  const std::string help = run_tool({"help", "workload"}).out;
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    EXPECT_NE(result.out.find("  " + info.name + ": " + info.summary + '\n'), std::string::npos) << info.name;
    EXPECT_NE(help.find("\n  " + info.name + ' '), std::string::npos) << info.name;
    for (const ParameterSpec& spec : info.parameters) {
      EXPECT_NE(result.out.find("\n  " + spec.name + ' '), std::string::npos) << spec.name;
    }
  }
  EXPECT_NE(result.out.find("  algorithm  how: direct, pairwise; default direct\n"), std::string::npos) << result.out;
}

/// What is said of a wrong command line, which must write no file.
std::string refusal_of(const Strings& words) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "x.goal").string();
  const ToolResult result = run_tool(with(with({"workload"}, words), {"--out", file}));
  EXPECT_EQ(result.status, 2) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_FALSE(std::filesystem::exists(directory.path())) << result.err;
  return result.err;
}

TEST(WorkloadCommand, names_what_is_wrong_and_what_to_do) {
  EXPECT_EQ(refusal_of({"allreduc"}), "kintsugi: unknown WORKLOAD 'allreduc'; did you mean 'allreduce'?\n");
  EXPECT_EQ(refusal_of({"{name: brodcast}"}),
            "<command line>:1:8: name: unknown name 'brodcast'; did you mean 'broadcast'?\n");
  EXPECT_EQ(refusal_of({"barrier"}), "kintsugi: ranks is missing: ranks that take part, 2 to 65536\n");
  EXPECT_EQ(refusal_of({"{ranks: 4}"}),
            "<command line>:1:1: name is missing; valid: allreduce, reduce_scatter, allgather, broadcast, alltoall, "
            "barrier, halo, fft, transformer\n");
  EXPECT_EQ(refusal_of({"barrier", "--set", "ranks=1"}), "--set ranks=1: ranks must be 2 to 65536, not '1'\n");
  EXPECT_EQ(refusal_of({"barrier", "--set", "ranks=4", "--set", "byte=4"}),
            "--set byte=4: unknown key 'byte'; valid: name, ranks, times\n");
  EXPECT_EQ(refusal_of({"{name: allgather, ranks: 6, bytes: 9, algorithm: doubling}"}),
            "<command line>:1:26: ranks is 6; algorithm doubling needs a power of two; ring takes any number\n");
  EXPECT_EQ(refusal_of({"{name: allreduce, ranks: 6, bytes: 9, algorithm: ring2d}"}),
            "<command line>:1:1: columns is missing: the length of the rows in which the ranks are arranged\n");
  EXPECT_EQ(refusal_of({"allreduce", "--set", "ranks=4", "--set", "bytes=64", "--set", "columns=2"}),
            "--set columns=2: columns is a parameter of algorithm ring2d, not of ring; omit columns, or set algorithm "
            "to ring2d\n");
  EXPECT_EQ(refusal_of({"no/such.yaml"}).substr(0, 36), "no/such.yaml: cannot read this file:");
  EXPECT_EQ(refusal_of({"{[]: 1}"}).substr(0, 18), "<command line>:1:2");
  EXPECT_EQ(
      refusal_of({""}),
      "kintsugi: WORKLOAD: the name of the workload is empty; valid: allreduce, reduce_scatter, allgather, broadcast, "
      "alltoall, barrier, halo, fft, transformer; or leave it out to list them\n");
  EXPECT_EQ(refusal_of({}), "--out: WORKLOAD is missing; kintsugi workload lists the names\n");
}

constexpr const char* kBinaryProgram = "traces/programs/exchange.bin";

TEST(WorkloadCommand, writes_a_program_of_the_binary_form_as_text_that_runs_alike) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "exchange.goal").string();
  const ToolResult report = run_tool({"workload", "--text", kBinaryProgram, "--out", file, "--json"});
  EXPECT_EQ(report.status, 0) << report.err;
  const json document = json::parse(report.out);
  EXPECT_EQ(document.at("workload"), kBinaryProgram);
  EXPECT_EQ(document.at("ranks"), 4);
  EXPECT_EQ(document.at("messages"), 8);
  EXPECT_EQ(document.at("dependencies"), 20);
  EXPECT_EQ("// Written by kintsugi workload\n" + run_tool({"workload", kBinaryProgram, "--text"}).out, text_of(file));
  EXPECT_EQ(run_tool({"workload", "--text", file}).out, run_tool({"workload", "--text", kBinaryProgram}).out);
  for (const Strings& form : {Strings{}, Strings{"--json"}}) {
    const auto run = [&](const std::string& program) {
      const std::string scenario = "{network: {kind: mesh, sides: [2, 2]}, traffic: {workload: " + program + "}}";
      const ToolResult result = run_tool(with({"run", scenario}, form));
      EXPECT_EQ(result.status, 0) << result.err;
      return without_file_names(result.out);
    };
    const std::string of_text = run(file);
    EXPECT_NE(of_text.find(", calc l"), std::string::npos) << "an operation is named: " << of_text;
    EXPECT_EQ(of_text, run(kBinaryProgram));
  }
}

TEST(WorkloadCommand, refuses_a_program_of_a_file_that_is_damaged_or_has_parameters) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "cut.bin").string();
  std::ofstream(file, std::ios::binary) << text_of(kBinaryProgram).substr(0, 300);
  const auto refusal_of = [](const Strings& words) {
    const ToolResult result = run_tool(with({"workload", "--text"}, words));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_TRUE(refusal_of({file}).starts_with(file + ": byte 14: the part of rank 0 would be byte 78 to ")) << file;
  EXPECT_EQ(refusal_of({file, "--set", "ranks=4"}),
            "--set ranks=4: the program of a file has no parameters; leave out --set or --text\n");
  EXPECT_EQ(refusal_of({}), "--text: the file is missing: name one with a program in GOAL\n");
  EXPECT_EQ(
      refusal_of({"no/such.goal"}),
      "--text: cannot read no/such.goal: No such file or directory; --text takes a file in GOAL, text or binary\n");
}

TEST(WorkloadCommand, names_the_option_that_takes_the_program_of_a_file) {
  for (const std::string file : {"traces/programs/exchange.bin", "traces/programs/workers.goal"}) {
    const ToolResult result = run_tool({"workload", file});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, file + ": a program in GOAL; add --text to write it as text\n");
  }
}

TEST(WorkloadCommand, has_a_report_in_json_only_with_a_file) {
  const ToolResult result = run_tool({"workload", "{name: barrier, ranks: 4}", "--json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(json::parse(result.out).at("errors").at(0).at("source"), "--json");
  EXPECT_EQ(result.err, "--json: the program is GOAL text, no JSON; add --out FILE, or leave --json out\n");
  EXPECT_EQ(run_tool({"workload", "--set", "ranks=4"}).err,
            "--set ranks=4: WORKLOAD is missing; kintsugi workload lists the names\n");
}

TEST(WorkloadCommand, does_not_write_over_what_it_reads) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "a.yaml").string();
  std::ofstream(file) << "name: barrier\nranks: 4\n";
  const ToolResult result = run_tool({"workload", file, "--out", file});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--out: '" + file + "' is the workload; name another file\n");
  EXPECT_EQ(text_of(file), "name: barrier\nranks: 4\n");
}

TEST(WorkloadCommand, a_file_that_cannot_be_written_is_refused_at_its_option_before_the_work) {
  const std::string file = std::string(240, 'x');
  const ToolResult result =
      run_tool({"workload", "alltoall", "--set", "ranks=2000", "--set", "bytes=8", "--out", file, "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--out: '" + file + "' cannot be written: its name has 240 bytes; valid is at most 230\n");
}

}  // namespace
}  // namespace kintsugi::test
