// `kintsugi help TOPIC` covers every key, and what `kintsugi new` writes can be proved and run.
#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/cli/application.hpp"
#include "tb/tool/cli/help.hpp"
#include "tb/tool/cli/starter.hpp"
#include "tb/tool/scenario/key_list.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/sweep/reader.hpp"

namespace kintsugi::test {
namespace {

/// Another program can run the commands of kintsugi, and its jobs are elsewhere then.
TEST(Help, says_where_the_jobs_of_every_command_run) {
  for (const char* command : {"sweep", "yield"}) {
    const std::array words = {"kintsugi", command, "--help"};
    std::ostringstream help;
    std::streambuf* const before = std::cout.rdbuf(help.rdbuf());
    cli::parse(static_cast<int>(words.size()), words.data(), {.jobs = 3});
    std::cout.rdbuf(before);
    EXPECT_NE(help.str().find("3 on each rank"), std::string::npos) << help.str();
  }
}

TEST(ManPage, of_a_command_has_all_that_its_help_says) {
  const std::string page = run_tool({"help", "--man", "repair"}).out;
  EXPECT_TRUE(page.starts_with(".\\\" Written by kintsugi help --man\n.TH KINTSUGI\\-REPAIR 1 ")) << page;
  EXPECT_NE(page.find("\n.SH NAME\nkintsugi\\-repair \\- plan a repair, "), std::string::npos) << page;
  EXPECT_NE(page.find("\n.SH SYNOPSIS\nkintsugi repair [OPTIONS] SCENARIO\n"), std::string::npos) << page;
  EXPECT_NE(page.find("\n.TP\n\\fB\\-\\-exhaustive K\\fR\nplan, set, extract"), std::string::npos) << page;
  EXPECT_NE(page.find("; not together with \\-\\-collect\n"), std::string::npos) << page;
  EXPECT_NE(page.find("\n.SH EXIT STATUS\n.TP\n\\fB0\\fR\ndone, and all checks held\n"), std::string::npos) << page;
  EXPECT_NE(page.find("\n.SH SEE ALSO\n\\fBkintsugi\\fR(1)\n"), std::string::npos) << page;
  std::size_t options = 0;
  for (const std::string& line : lines_of(run_tool({"repair", "--help"}).out)) {
    if (!line.starts_with("  --")) continue;
    std::string name = line.substr(2, line.find(' ', 2) - 2);
    for (std::size_t at = 0; (at = name.find('-', at)) != std::string::npos; at += 2) name.insert(at, "\\");
    EXPECT_NE(page.find("\\fB" + name), std::string::npos) << name;
    ++options;
  }
  EXPECT_GE(options, 10u);
}

TEST(ManPage, of_the_program_names_every_command_and_its_page) {
  const std::string page = run_tool({"help", "--man"}).out;
  EXPECT_NE(page.find("\n.SH NAME\nkintsugi \\- router chips that heal around their defects"), std::string::npos)
      << page;
  EXPECT_NE(page.find("\n.TP\n\\fBprove\\fR\nprove delivery"), std::string::npos) << page;
  EXPECT_NE(page.find("\\fBkintsugi\\-prove\\fR(1), "), std::string::npos) << page;
}

/// The page of the program for clusters is a file: it has the commands and examples of that program.
TEST(ManPage, of_the_program_for_clusters_names_its_commands_and_examples) {
  const std::string page = text_of("tb/mpi/kintsugi-mpi.1");
  const std::array words = {"kintsugi-mpi", "--help"};
  std::ostringstream printed;
  std::streambuf* const before = std::cout.rdbuf(printed.rdbuf());
  cli::parse(static_cast<int>(words.size()), words.data(), {.is_other = true});
  std::cout.rdbuf(before);
  std::size_t commands = 0, examples = 0;
  bool lists_commands = false;
  for (std::string line : lines_of(printed.str())) {
    lists_commands = line == "Commands:" || (lists_commands && line.starts_with("  "));
    if (lists_commands && line.starts_with("  ")) {
      const std::string name = line.substr(2, line.find(' ', 2) - 2);
      EXPECT_NE(page.find(".BR kintsugi\\-" + name + " (1)"), std::string::npos) << name;
      ++commands;
    }
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos || line.find(" kintsugi-mpi ") == std::string::npos || line[begin] == '-') continue;
    std::string example = line.substr(begin);
    if (!example.starts_with("mpirun ") && !example.starts_with("srun ")) continue;
    for (std::size_t at = 0; (at = example.find('-', at)) != std::string::npos; at += 2) example.insert(at, "\\");
    EXPECT_NE(page.find('\n' + example + '\n'), std::string::npos) << example;
    ++examples;
  }
  EXPECT_EQ(commands, 2u) << printed.str();
  EXPECT_EQ(examples, 2u) << printed.str();
}

TEST(ManPage, is_of_the_program_or_a_command_and_no_document) {
  const ToolResult topic = run_tool({"help", "--man", "router"});
  EXPECT_EQ(topic.status, 2);
  EXPECT_EQ(topic.err,
            "--man: there are pages of the program and of its commands only; unknown command 'router'; did you mean "
            "'route'?\n");
  EXPECT_EQ(run_tool({"help", "--man", "--json"}).status, 2);
}

TEST(ManPage, prints_every_character_as_itself) {
  const std::string page = cli::to_roff({.name = "one",
                                         .summary = "it's a\\b",
                                         .usage = ".one ~^`",
                                         .notes = "'quoted\n\n.TH 5",
                                         .examples = {"one -n"}});
  EXPECT_NE(page.find("it\\(aqs a\\eb\n"), std::string::npos) << page;
  EXPECT_NE(page.find("\n\\&.one \\(ti\\(ha\\(ga\n"), std::string::npos) << page;
  EXPECT_NE(page.find("\n.nf\n\\&\\(aqquoted\n\n\\&.TH 5\n.fi\n"), std::string::npos) << page;
  EXPECT_NE(page.find("\none \\-n\n"), std::string::npos) << page;
  EXPECT_EQ(page.find("OPTIONS"), std::string::npos) << "a list without rows makes no section";
}

TEST(InstalledPages, are_found_from_the_place_of_the_program) {
  const TemporaryDirectory prefix;
  const std::filesystem::path program = prefix.path() / "bin/kintsugi";
  const std::filesystem::path folder = prefix.path() / "share/doc/kintsugi";
  std::filesystem::create_directories(program.parent_path());
  std::ofstream(program) << "a program\n";
  EXPECT_EQ(cli::installed_documentation(program), "") << "there are no pages";
  EXPECT_EQ(cli::installed_documentation(prefix.path() / "gone"), "");
  std::filesystem::create_directories(folder / "reference");
  std::ofstream(folder / "README.md") << "# a page\n";
  const std::string pages = "pages (begin with README.md), scenarios (traces), programs to begin with (tb/examples)";
  EXPECT_EQ(cli::installed_documentation(program), pages + ", below " + folder.string());
  std::ofstream(folder / "reference/index.html") << "<html></html>\n";
  EXPECT_EQ(cli::installed_documentation(program),
            pages + ", the reference of the headers (reference/index.html), below " + folder.string());
}

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
        "traffic: {multicast: {}}, run: {}, energy: {}, waves: {}, expect: {single_packets: [{}]}}";
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
            "  run.seed                    seed of all random streams; integer, 0 to 2^63 - 1; default 1\n");
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

TEST(HelpTopic, yield_names_the_topics_of_what_it_reads) {
  const std::string help = run_tool({"help", "yield"}).out;
  EXPECT_NE(help.find("kintsugi help network, fabric or repair"), std::string::npos) << help;
}

TEST(HelpTopic, of_an_item_of_a_list_is_that_of_all_items) {
  const ToolResult item = run_tool({"help", "faults.0.cycle"});
  EXPECT_EQ(item.status, 0) << item.err;
  EXPECT_EQ(item.out, run_tool({"help", "faults.cycle"}).out);
}

TEST(HelpTopic, of_a_key_has_a_row_for_each_range) {
  const std::string help = run_tool({"help", "network.n"}).out;
  for (const char* row : {"2^n nodes along each dimension, 2 to 20;", "2^n nodes along each dimension, 2 to 10;",
                          "2^n nodes along each dimension, 2 to 6;"}) {
    EXPECT_NE(help.find(row), std::string::npos) << row << " in\n" << help;
  }
  const std::string nodes = run_tool({"help", "network.nodes"}).out;
  EXPECT_NE(nodes.find("required; only full\n"), std::string::npos) << nodes;
  EXPECT_NE(nodes.find("only mandala\n"), std::string::npos) << nodes;
}

TEST(HelpTopic, that_is_unknown_is_answered_with_the_nearest_key_or_with_each_topic_once) {
  EXPECT_EQ(run_tool({"help", "router.vc"}).err, "kintsugi: unknown topic 'router.vc'; did you mean 'router.vcs'?\n");
  EXPECT_EQ(run_tool({"help", "link.wibblewobble"}).err,
            "kintsugi: unknown topic 'link.wibblewobble'; valid: link.latency, link.reach\n");
  EXPECT_EQ(run_tool({"help", "plot.xscale"}).err,
            "kintsugi: unknown topic 'plot.xscale'; did you mean 'plot.x_scale'?\n");
  const std::string all = run_tool({"help", "foo"}).err;
  for (const char* both : {", repair", ", run"}) {
    EXPECT_EQ(all.find(both), all.rfind(both)) << both << " in " << all;
  }
}

TEST(HelpTopic, that_is_a_command_too_has_both) {
  const std::string help = run_tool({"help", "run"}).out;
  EXPECT_TRUE(help.starts_with(run_tool({"run", "--help"}).out + "\nSection run of a scenario: for how long\n"))
      << help;
}

TEST(HelpTopic, sweep_has_the_command_and_the_keys_of_a_sweep) {
  const std::string help = run_tool({"help", "sweep"}).out;
  EXPECT_TRUE(help.starts_with(run_tool({"sweep", "--help"}).out + "\nKeys of a sweep:\n\n  base  ")) << help;
  for (const KeySpec& spec : sweep::keys_of_sweep()) {
    EXPECT_NE(help.find("\n  " + spec.path + ' '), std::string::npos) << spec.path;
    EXPECT_NE(spec.help, "") << spec.path;
    EXPECT_NE(spec.type, "") << spec.path;
  }
  EXPECT_NE(run_tool({"help", "plot.x_scale"}).out.find("name, linear, log; default"), std::string::npos);
  EXPECT_NE(run_tool({"help", "axes"}).out.find("\n  axes.KEY.step "), std::string::npos);
  for (const std::string& line : lines_of(help)) EXPECT_LE(line.size(), 100u) << line;
}

// A key that is not listed is one that the reader refuses, and it names the topic.
TEST(HelpTopic, plot_has_exactly_the_keys_that_the_reader_of_a_sweep_takes) {
  const std::string begin = "{base: {network: {kind: full, nodes: 4}}, axes: {run.seed: [1]}, plot: {wibblewobble: 1}}";
  std::string valid;
  for (const KeySpec& spec : sweep::keys_of_sweep()) {
    if (spec.path.starts_with("plot.")) valid += (valid.empty() ? "" : ", ") + spec.path.substr(5);
  }
  const std::string err = run_tool({"sweep", begin}).err;
  EXPECT_NE(err.find("unknown key 'plot.wibblewobble'; valid: " + valid + "; see kintsugi help plot\n"),
            std::string::npos)
      << err;
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

TEST(NewScenarioSlow, of_every_kind_and_purpose_is_proved_and_runs_unchanged) {
  const TemporaryDirectory out;
  for (const Family* family : families()) {
    for (const Term& purpose : cli::starter_purposes()) {
      const std::string file = written(out, family->kind(), purpose.name);
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
  EXPECT_NE(text.find("  # flits per virtual channel; integer, 1 to 64; default of the preset\n  # buffer: 8\n"),
            std::string::npos)
      << text;
  for (const std::string& line : lines_of(text)) EXPECT_LE(line.size(), 100u) << line;
}

/// Returns a scenario with the comment of one line removed: "  # vcs: 4" becomes "  vcs: 4".
std::string uncommented(const std::vector<std::string>& lines, std::size_t line) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string copy = lines[i];
    if (i == line) copy.erase(copy.find("# "), 2);
    text += copy + '\n';
  }
  return text;
}

struct CommentedKey {
  KeySpec spec;
  std::size_t line;
  std::string text;  ///< above it
};

/// Returns the keys that stand in comments. A text above a key begins two or more blanks further, or is no key.
std::vector<CommentedKey> commented_keys(const std::vector<std::string>& lines, const KeySpecs& keys) {
  std::vector<CommentedKey> found;
  std::string section, above;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (!line.empty() && std::isalpha(static_cast<unsigned char>(line[0])) != 0)
      section = line.substr(0, line.find(':'));
    const std::size_t begin = line.find("# ");
    if (begin == std::string::npos || line.find_first_not_of(' ') != begin) {
      above.clear();
      continue;
    }
    const std::string rest = line.substr(begin + 2);
    const auto key = std::ranges::find(keys, section + '.' + rest.substr(0, rest.find(':')), &KeySpec::path);
    if (key != keys.end() && rest.find(':') != std::string::npos) {
      found.push_back({*key, i, above});
      above.clear();
    } else {
      above += (above.empty() ? "" : " ") + rest;
    }
  }
  return found;
}

TEST(NewScenario, takes_each_key_out_of_its_comment_unless_the_text_above_it_says_what_it_needs) {
  const TemporaryDirectory out;
  std::set<std::string> refused;
  std::size_t taken = 0;
  for (const Family* family : families()) {
    const KeySpecs keys = keys_of(*family);
    written(out, family->kind(), "run");  // the file beside it
    for (const Term& purpose : cli::starter_purposes()) {
      const std::string stem = family->kind() + "_run";
      const auto lines = lines_of(cli::starter(*family, purpose.name, stem).scenario);
      for (const CommentedKey& key : commented_keys(lines, keys)) {
        Diagnostics errors;
        const std::string source = out.path().string() + "/a.yaml";
        const std::string text = uncommented(lines, key.line);
        const auto document = parse_document(text, source, errors);
        ASSERT_TRUE(document) << text;
        read_scenario(*document, source, errors);
        if (errors.size() == 0) {
          ++taken;
        } else {
          EXPECT_NE(key.spec.condition, "") << key.spec.path << " in\n" << text;
          EXPECT_NE(key.text.find(key.spec.condition), std::string::npos) << key.text;
          refused.insert(key.spec.path);
        }
      }
    }
  }
  EXPECT_GT(taken, 1000u);
  for (const char* path : {"traffic.node", "traffic.trace", "defects.field", "faults.link", "repair.time_out"}) {
    EXPECT_TRUE(refused.contains(path)) << path;
  }
}

TEST(NewScenario, has_keys_of_a_fabric_only_on_one) {
  EXPECT_NE(run_tool({"new", "mesh", "--for", "faults"}).out.find("    # switch: "), std::string::npos);
  const std::string direct = run_tool({"new", "mesh", "--for", "detection"}).out;
  for (const char* key : {"# switch:", "# track:", "# bunch:", "# wire:"}) {
    EXPECT_EQ(direct.find(key), std::string::npos) << key;
  }
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

TEST(NewScenario, keeps_the_names_of_its_two_files_apart) {
  const TemporaryDirectory out;
  const std::string refused = "--out: KIND graph reads a file, which is written beside the scenario; ";
  for (const char* name : {"X.csv", "X.CSV", "X.graphml", "X.dot", "X", ".yaml"}) {
    const std::string file = out.path().string() + '/' + name;
    EXPECT_EQ(run_tool({"new", "graph", "--out", file}).err,
              refused + "let the name of the scenario end in .yaml, unlike '" + file + "'\n");
  }
  EXPECT_TRUE(out.files().empty());
  const std::filesystem::path beside = out.path() / "taken.csv";
  std::filesystem::create_directories(out.path());
  std::ofstream(beside) << "a,b\n";
  EXPECT_EQ(run_tool({"new", "graph", "--out", out.path().string() + "/taken.yaml"}).status, 2);
  EXPECT_EQ(text_of(beside), "a,b\n");
  EXPECT_EQ(out.files(), std::vector<std::string>{"taken.csv"});
}

TEST(NewScenario, of_a_graph_can_have_any_name) {
  const TemporaryDirectory out;
  for (const char* name : {"a.b.yaml", "two words.yml", "# x.yaml", "a: b.yaml", "{c}.yaml", "it's \"so\".yaml",
                           "-1.yaml", "\xc3\xa4.yaml", "null.yaml", "*.yaml", "12.yaml"}) {
    const std::string file = out.path().string() + '/' + name;
    EXPECT_EQ(run_tool({"new", "graph", "--out", file}).err, "") << name;
    const ToolResult proof = run_tool({"prove", file, "--quiet"});
    EXPECT_EQ(proof.status, 0) << name << proof.err;
  }
  const ToolResult bad = run_tool({"new", "graph", "--out", out.path().string() + "/\xff.yaml"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.err.find("name it without control characters, in UTF-8"), std::string::npos) << bad.err;
}

TEST(NewScenario, needs_the_name_of_a_file) {
  const TemporaryDirectory out;
  const std::string directory = out.path().string() + "/none/";
  EXPECT_EQ(run_tool({"new", "full", "--out", directory}).err,
            "--out: '" + directory + "' names a directory; name a file in it\n");
}

TEST(NewScenario, refuses_an_unknown_kind) {
  EXPECT_EQ(run_tool({"new", "mash"}).err, "kintsugi: unknown KIND 'mash'; did you mean 'mesh'?\n");
}

}  // namespace
}  // namespace kintsugi::test
