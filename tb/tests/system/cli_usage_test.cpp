// The command line: help, versions, exit statuses, wrong options.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

const std::vector<std::string> kCommands = {"demo",    "run",     "topo",     "route", "prove", "repair",   "map",
                                            "convert", "check",   "export",   "yield", "sweep", "saturate", "packets",
                                            "diff",    "explain", "coverage", "list",  "new",   "workload", "help"};

TEST(Usage, help_of_the_program_names_every_command) {
  const ToolResult help = run_tool({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const std::string& command : kCommands)
    EXPECT_NE(help.out.find("  " + command + " "), std::string::npos) << command;
  EXPECT_EQ(help.err, "") << "the SystemC library keeps quiet";
}

TEST(Usage, every_command_has_help) {
  for (const std::string& command : kCommands) {
    const ToolResult help = run_tool({command, "--help"});
    EXPECT_EQ(help.status, 0) << command;
    EXPECT_EQ(help.out.find("--json") == std::string::npos, command == "new") << command;
  }
}

TEST(Usage, version) {
  const ToolResult version = run_tool({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_TRUE(version.out.starts_with("kintsugi ")) << version.out;
}

TEST(Usage, a_command_is_needed) {
  const ToolResult result = run_tool({});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "kintsugi: a command is missing; valid: demo, run, topo, route, prove, repair, map, convert, check, "
            "export, yield, sweep, "
            "saturate, packets, diff, explain, coverage, list, new, "
            "workload and help; see kintsugi --help\n");
}

TEST(Usage, an_unknown_command_is_answered_with_the_nearest) {
  const ToolResult result = run_tool({"tpo", "x.yaml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "kintsugi: unknown command 'tpo'; did you mean 'topo'?\n");
}

/// Returns what standard error says about a wrong command line.
std::string complaint(const std::vector<std::string>& arguments) {
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  return result.err;
}

const std::string kNetwork = "{kind: srt2d, n: 2}";

TEST(Usage, an_unknown_option_is_answered_with_the_nearest) {
  EXPECT_EQ(complaint({"run", "x.yaml", "--jsn"}), "kintsugi: unknown option '--jsn'; did you mean '--json'?\n");
  EXPECT_EQ(complaint({"run", "x.yaml", "--thread=4"}),
            "kintsugi: unknown option '--thread'; did you mean '--threads'?\n");
  EXPECT_EQ(complaint({"list", "--wibble"}),
            "kintsugi: unknown option '--wibble'; valid: --help, --json, --quiet, --timing\n");
}

TEST(Usage, an_option_of_another_command_is_said_to_be_one) {
  EXPECT_EQ(complaint({"topo", kNetwork, "--threads", "4"}),
            "kintsugi: unknown option '--threads'; demo and run have it\n");
  EXPECT_EQ(complaint({"topo", kNetwork, "--states", "a.csv"}),
            "kintsugi: unknown option '--states'; repair and check have it\n");
  EXPECT_EQ(complaint({"run", "--version"}),
            "kintsugi: unknown option '--version'; it stands without a command: kintsugi --version\n");
}

TEST(Usage, a_file_whose_name_begins_with_a_dash_is_not_taken_for_an_option_without_a_hint) {
  EXPECT_EQ(complaint({"run", "-x.yaml"}), "kintsugi: unknown option '-x.yaml'; a file of this name: ./-x.yaml\n");
  EXPECT_EQ(complaint({"run", "-json"}), "kintsugi: unknown option '-json'; did you mean '--json'?\n");
  EXPECT_EQ(complaint({"run", "--", "-x.yaml"}), "-x.yaml: cannot read this file: No such file or directory\n");
}

TEST(Usage, an_option_before_the_command_is_said_to_go_after_it) {
  EXPECT_EQ(complaint({"--threads", "2", "run", "x.yaml"}),
            "kintsugi: --threads goes after the command: kintsugi run --threads N ...\n");
  EXPECT_EQ(complaint({"--quiet"}), "kintsugi: --quiet goes after a command: kintsugi COMMAND --quiet\n");
  EXPECT_EQ(complaint({"--jsn", "run", "x.yaml"}), "kintsugi: unknown option '--jsn'; did you mean '--json'?\n");
  EXPECT_EQ(complaint({"--", "run", "x.yaml"}), "kintsugi: -- goes after the command: kintsugi COMMAND -- ...\n");
  EXPECT_EQ(complaint({"--versoin"}), "kintsugi: unknown option '--versoin'; did you mean '--version'?\n");
}

TEST(Usage, flags_take_no_value) {
  EXPECT_EQ(complaint({"run", "x.yaml", "--quiet=false"}), "kintsugi: --quiet takes no value; leave out '=false'\n");
  EXPECT_EQ(complaint({"topo", kNetwork, "--paper="}), "kintsugi: --paper takes no value; leave out '='\n");
  EXPECT_EQ(complaint({"list", "--help=run"}), "kintsugi: --help takes no value; leave out '=run'\n");
  EXPECT_EQ(complaint({"--help=run"}), "kintsugi: --help takes no value; leave out '=run'\n");
  EXPECT_EQ(complaint({"--version=3"}), "kintsugi: --version takes no value; leave out '=3'\n");
}

TEST(Usage, an_option_without_its_value_is_said_to_need_one) {
  EXPECT_EQ(complaint({"run", "x.yaml", "--threads"}), "kintsugi: --threads needs a value: --threads N\n");
  EXPECT_EQ(complaint({"run", "x.yaml", "--out", "--quiet"}),
            "kintsugi: --out needs a value: --out DIR; '--quiet' is an option\n");
  EXPECT_EQ(complaint({"topo", kNetwork, "--set"}), "kintsugi: --set needs a value: --set KEY.PATH=VALUE\n");
}

TEST(Usage, a_missing_input_is_described) {
  EXPECT_EQ(complaint({"run"}),
            "kintsugi: SCENARIO is missing: a YAML file, or the text itself if it begins with {; see kintsugi run "
            "--help\n");
}

TEST(Usage, surplus_arguments_are_named) {
  EXPECT_EQ(complaint({"run", "x.yaml", "more", "again"}),
            "kintsugi: run takes one SCENARIO; 'more' and 'again' are too many\n");
  EXPECT_EQ(complaint({"route", kNetwork, "0", "1", "2"}),
            "kintsugi: route takes NETWORK, FROM and TO; '2' is too many: put text that has blanks between quotes\n");
  EXPECT_EQ(complaint({"run", "a", "b", "c", "d", "e", "f", "g"}),
            "kintsugi: run takes one SCENARIO; 'b', 'c', 'd', 'e' and 2 more are too many\n");
  EXPECT_EQ(complaint({"list", "networks"}), "kintsugi: list takes no argument; 'networks' is too many\n");
  EXPECT_EQ(complaint({"topo", "{kind:", "srt2d}"}),
            "kintsugi: topo takes one NETWORK; 'srt2d}' is too many: put text that has blanks between quotes\n");
}

TEST(Usage, all_mistakes_of_a_command_line_are_reported_together) {
  EXPECT_EQ(complaint({"run", "a", "b", "--threads", "65", "--schedule", "proces", "--quiet=1", "--out="}),
            "--threads: '65' is not an integer from 1 to 64, or auto\n"
            "--schedule: unknown name 'proces'; did you mean 'process'?\n"
            "kintsugi: --quiet takes no value; leave out '=1'\n"
            "--out: the name of the directory is empty; name a directory, or omit --out\n"
            "kintsugi: run takes one SCENARIO; 'b' is too many\n");
}

TEST(Usage, options_that_exclude_each_other_are_named) {
  EXPECT_EQ(complaint({"yield", kNetwork, "--seed", "2", "--faults", "1", "--exhaustive"}),
            "kintsugi: --seed and --exhaustive exclude each other; leave one out\n");
}

TEST(Usage, an_unknown_schedule_is_answered_with_the_valid_ones) {
  EXPECT_EQ(complaint({"run", "x.yaml", "--schedule", "foo"}),
            "--schedule: unknown name 'foo'; valid: always, domain, process\n");
}

TEST(Usage, numbers_are_decimal_and_ranges_are_in_plain_digits) {
  for (const std::string number : {"0", "65", "-1", "two", "0x10", "1e1", " 3", "3 ", "2.0", "Auto", "automatic"}) {
    EXPECT_EQ(complaint({"run", "x.yaml", "--threads", number}),
              "--threads: '" + number + "' is not an integer from 1 to 64, or auto\n");
  }
  EXPECT_EQ(complaint({"yield", kNetwork, "--seed", "9223372036854775808"}),
            "--seed: '9223372036854775808' is not an integer from 0 to 2^63 - 1\n");
  EXPECT_EQ(complaint({"yield", kNetwork, "--maps", "0"}), "--maps: '0' is not an integer from 1 to 10^12\n");
  EXPECT_EQ(complaint({"saturate", "x.yaml", "--accepted", "nan"}),
            "--accepted: 'nan' is not a number from 0.01 to 1\n");
  EXPECT_EQ(complaint({"saturate", "x.yaml", "--tolerance", "0"}),
            "--tolerance: '0' is not a decimal number above 0 and at most 1, of at most 15 digits after the point\n");
  EXPECT_EQ(
      complaint({"saturate", "x.yaml", "--tolerance", "1e-16"}),
      "--tolerance: '1e-16' is not a decimal number above 0 and at most 1, of at most 15 digits after the point\n");
  EXPECT_EQ(complaint({"yield", kNetwork, "--pe-defect", "0.1,,0.2"}),
            "--pe-defect: the value is empty; valid: a number from 0 to 1\n");
  EXPECT_EQ(run_tool({"run", "{network: {kind: srt1d, n: 2}}", "--threads", "01"}).status, 0);
}

TEST(Usage, a_long_word_is_cut_in_its_message) {
  EXPECT_EQ(complaint({"list", "--" + std::string(100000, 'x')}).substr(0, 100),
            "kintsugi: unknown option '--" + std::string(62, 'x') + "...'; vali");
  EXPECT_EQ(complaint({"run", "x.yaml", "--threads", std::string(100000, '7')}),
            "--threads: '" + std::string(64, '7') + "...' is not an integer from 1 to 64, or auto\n");
}

TEST(Usage, an_empty_name_has_a_sentence) {
  EXPECT_EQ(complaint({"run", "x.yaml", "--out", ""}),
            "--out: the name of the directory is empty; name a directory, or omit --out\n");
  EXPECT_EQ(complaint({"repair", "x.yaml", "--svg", ""}),
            "--svg: the name of the file is empty; name a file that ends in .svg\n");
  EXPECT_EQ(complaint({"topo", kNetwork, "--plot", ""}),
            "--plot: the name of the file is empty; name a file that ends in .svg\n");
  EXPECT_EQ(complaint({"topo", kNetwork, "--routing", ""}),
            "--routing: the name of the routing is empty; kintsugi list names the routings of every network\n");
  EXPECT_EQ(complaint({"topo", kNetwork, "--search", ""}),
            "--search: the name of the parameter is empty; name a parameter, or omit --search\n");
  EXPECT_EQ(complaint({"yield", kNetwork, "--planner", "exact,"}),
            "--planner: a name is empty; give a name, or leave the option out\n");
  EXPECT_EQ(complaint({"yield", kNetwork, "--faults", ""}),
            "--faults: the number of defective PEs is empty; give a number or a range A:B\n");
  EXPECT_TRUE(complaint({""}).starts_with("kintsugi: unknown command ''; valid: demo, run,"));
}

TEST(UsageHelp, as_a_word_is_the_option) {
  EXPECT_EQ(run_tool({"help"}).out, run_tool({"--help"}).out);
  EXPECT_EQ(run_tool({"help", "topo"}).out, run_tool({"topo", "--help"}).out);
  EXPECT_EQ(run_tool({"help", "help"}).out, run_tool({"help", "-h"}).out);
  EXPECT_EQ(complaint({"help", "rn"}), "kintsugi: unknown topic 'rn'; did you mean 'run'?\n");
  EXPECT_EQ(complaint({"help", "run", "topo"}),
            "kintsugi: help takes a KIND with the topic network only; leave out 'topo'\n");
  EXPECT_EQ(complaint({"help", "network", "mesh", "a"}), "kintsugi: help takes TOPIC and KIND; 'a' is too many\n");
}

TEST(UsageHelp, has_no_options_of_the_other_commands) {
  EXPECT_EQ(complaint({"help", "--quiet"}), "kintsugi: unknown option '--quiet'; other commands have it\n");
}

TEST(UsageHelp, is_printed_whatever_else_is_wrong) {
  const std::string help = run_tool({"run", "--help"}).out;
  EXPECT_EQ(run_tool({"run", "--threads", "99", "--wibble", "--help"}).out, help);
  EXPECT_EQ(run_tool({"run", "a", "b", "-h"}).out, help);
}

TEST(Usage, every_command_refuses_a_missing_file) {
  for (const std::string command : {"run", "topo", "prove", "repair", "export", "sweep", "saturate"}) {
    const ToolResult result = run_tool({command, "none.yaml"});
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_EQ(result.out, "") << command;
    EXPECT_EQ(result.err, "none.yaml: cannot read this file: No such file or directory\n") << command;
  }
}

TEST(Usage, every_command_refuses_an_empty_argument) {
  for (const std::string command : {"run", "topo", "prove", "repair", "export", "yield", "sweep", "saturate"}) {
    for (const std::string argument : {"", "  "}) {
      const ToolResult result = run_tool({command, argument});
      EXPECT_EQ(result.status, 2) << command;
      EXPECT_EQ(result.err,
                "<command line>: the name of the file is empty; name a file, or give the text itself, beginning with "
                "{\n")
          << command;
    }
  }
}

/// Returns the message of the only error in the document.
std::string message_in(const ToolResult& result) {
  const auto document = nlohmann::json::parse(result.out);
  if (document.size() != 1 || document.at("errors").size() != 1) return "not one error: " + result.out;
  const auto& error = document["errors"][0];
  EXPECT_EQ(error.at("source"), "kintsugi");
  EXPECT_EQ(error.at("line"), 0);
  EXPECT_EQ(error.at("column"), 0);
  return error.at("message");
}

TEST(UsageJson, a_wrong_option_is_a_document) {
  const ToolResult result = run_tool({"list", "--json", "--wibble"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(message_in(result), "unknown option '--wibble'; valid: --help, --json, --quiet, --timing");
  EXPECT_NE(result.err.find("--wibble"), std::string::npos);
}

TEST(UsageJson, an_unknown_command_is_a_document) {
  const ToolResult result = run_tool({"tpo", "--json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(message_in(result), "unknown command 'tpo'; did you mean 'topo'?");
  EXPECT_EQ(result.err, "kintsugi: unknown command 'tpo'; did you mean 'topo'?\n");
}

TEST(UsageJson, a_value_of_the_flag_itself_is_a_document) {
  EXPECT_EQ(message_in(run_tool({"list", "--json=true"})), "--json takes no value; leave out '=true'");
}

TEST(UsageJson, an_option_before_the_command_is_a_document) {
  EXPECT_EQ(message_in(run_tool({"--json", "run", "x.yaml"})),
            "--json goes after the command: kintsugi run --json ...");
}

TEST(UsageJson, a_file_that_cannot_be_written_is_a_document) {
  const ToolResult result =
      run_tool({"topo", "{kind: srt2d, n: 2}", "--dot", "--out", "CMakeLists.txt/x", "--json", "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "kintsugi: " + message_in(result) + "\n");
}

TEST(UsageJson, help_is_no_document) {
  const ToolResult result = run_tool({"list", "--json", "--help"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("Usage"), std::string::npos);
}

TEST(StandardOutput, that_is_lost_is_status_two) {
  for (const std::string lost : {" > /dev/full", " >&-"}) {
    for (const std::string arguments :
         {"list", "list --json", "--help", "--version", "topo '{kind: srt1d, n: 4}'",
          "workload allreduce --set ranks=4 --set bytes=64", "run '{network: {kind: srt1d, n: 4}, run: {cycles: 200}}'",
          "sweep '{base: {network: {kind: srt1d, n: 2}, run: {cycles: 200}}, axes: {traffic.rate: [0.1]}}'"}) {
      const ToolResult result =
          run_program({"sh", "-c", std::string("\"") + program_path() + "\" " + arguments + lost});
      EXPECT_EQ(result.status, 2) << arguments << lost;
      EXPECT_NE(result.err.find("kintsugi: cannot write to standard output; what is printed there is not complete\n"),
                std::string::npos)
          << arguments << lost;
    }
  }
}

TEST(Usage, the_last_value_of_an_option_counts) {
  const std::string scenario = "{network: {kind: srt1d, n: 2}}";
  EXPECT_EQ(run_tool({"run", scenario, "--threads", "2", "--threads", "1", "--json", "--json"}).out,
            run_tool({"run", scenario, "--json"}).out);
  EXPECT_EQ(complaint({"run", scenario, "--threads", "99", "--threads", "1"}),
            "--threads: '99' is not an integer from 1 to 64, or auto\n")
      << "each of them must be valid";
}

TEST(Usage, the_last_out_counts) {
  const TemporaryDirectory first;
  const TemporaryDirectory last;
  const ToolResult result =
      run_tool({"topo", "{kind: srt2d, n: 2}", "--dot", "--out", first.path().string(), "--out", last.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(first.files().empty());
  EXPECT_EQ(last.files(), std::vector<std::string>{"network.dot"});
}

TEST(Usage, options_may_follow_the_input) {
  EXPECT_EQ(run_tool({"topo", "{kind: srt2d, n: 2}", "--set", "n=3", "--set", "shift=3", "--json"}).status, 0);
  EXPECT_EQ(run_tool({"topo", "--set", "n=3", "{kind: srt2d, n: 2}"}).status, 0);
}

}  // namespace
}  // namespace kintsugi::test
