// The tables of the reference pages agree with the code: keys of a scenario, numbers of a report.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "models/registry/families.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/scenario/key_list.hpp"
#include "tb/tool/scenario/reader.hpp"

namespace kintsugi::test {
namespace {

using Keys = std::set<std::string>;

/// The names in backquotes of the first cell of a row.
std::vector<std::string> names_in(const std::string& row) {
  const std::string cell = row.substr(0, row.find(" | "));
  std::vector<std::string> names;
  const std::regex name("`([^`]+)`");
  for (std::sregex_iterator each(cell.begin(), cell.end(), name), end; each != end; ++each) names.push_back((*each)[1]);
  return names;
}

/// The sections in a heading: "### router and link: timing" has router and link.
std::vector<std::string> sections_in(const std::string& heading) {
  const std::string names = heading.substr(4, heading.find(':') - 4);
  const std::size_t both = names.find(" and ");
  if (both == std::string::npos) return {names};
  return {names.substr(0, both), names.substr(both + 5)};
}

/// The keys that the tables of a page list, by their paths, with their rows. In a table below a heading of one section
/// they are written without it, below a heading of two sections with it. A list begins with "| key |".
std::multimap<std::string, std::string> rows_on(const std::string& text) {
  std::multimap<std::string, std::string> rows;
  std::vector<std::string> sections;
  bool in_table = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("### ")) sections = sections_in(line);
    if (!line.starts_with("|")) in_table = false;
    if (line.starts_with("| key |")) in_table = true;
    if (!in_table || sections.empty()) continue;
    for (const std::string& name : names_in(line)) {
      rows.emplace(sections.size() > 1 ? name : sections[0] + '.' + name, line);
    }
  }
  return rows;
}

Keys keys_on(const std::string& text) {
  Keys keys;
  for (const auto& [key, row] : rows_on(text)) keys.insert(key);
  return keys;
}

/// The range in the third cell of a row, if it is two numbers; "" otherwise. 65 536 is written with a blank.
std::string range_in(const std::string& row) {
  std::smatch found;
  const std::regex range("^[^|]*\\|[^|]*\\|[^|]*\\| ([0-9][0-9^.]*) to ([0-9][0-9^ .-]*?)( each)? \\|");
  if (!std::regex_search(row, found, range)) return "";
  return found[1].str() + " to " + std::regex_replace(found[2].str(), std::regex("([0-9]) ([0-9])"), "$1$2");
}

/// The network section of a kind; a parameter that can be a file is a mapping.
std::string network_of(const Family& family) {
  std::string text = "{kind: " + family.kind();
  for (const ParameterSpec& spec : family.parameters()) {
    if (spec.type == ParameterSpec::Type::kNameOrFile) text += ", " + spec.name + ": {}";
  }
  return text + "}";
}

/// The keys that the readers ask for: of every kind of network, and of every mapping inside a section.
Keys keys_of_readers() {
  const Keys sections = {"network", "fabric",  "defects", "repair", "faults", "detection", "router",
                         "link",    "traffic", "run",     "energy", "waves",  "expect"};
  Keys keys;
  for (const Family* family : families()) {
    const std::string text =
        "{network: " + network_of(*family) +
        ", fabric: {}, defects: {}, repair: {}, faults: [{}], detection: {}, router: {}, link: {}, "
        "traffic: {multicast: {}}, run: {}, energy: {}, waves: {}, expect: {single_packets: [{}]}}";
    Diagnostics errors;
    const auto document = parse_document(text, "all sections", errors);
    for (std::string key : read_scenario(*document, "all sections", errors).known_keys) {
      if (const std::size_t item = key.find(".0."); item != std::string::npos) key.erase(item, 2);
      keys.insert(key);
    }
  }
  for (const std::string& section : sections) EXPECT_EQ(keys.erase(section), 1u) << section;
  EXPECT_EQ(keys.erase("traffic.multicast"), 1u);
  EXPECT_EQ(keys.erase("expect.single_packets"), 1u);
  return keys;
}

Keys without(const Keys& all, const Keys& some) {
  Keys rest;
  std::ranges::set_difference(all, some, std::inserter(rest, rest.end()));
  return rest;
}

const std::string kScenarioPage = "tb/tool/scenario/README.md";

TEST(ReferencePages, list_every_key_of_a_scenario_and_no_other) {
  const Keys listed = keys_on(text_of(kScenarioPage));
  const Keys known = keys_of_readers();
  EXPECT_EQ(without(known, listed), Keys{}) << "keys that the page lacks";
  EXPECT_EQ(without(listed, known), Keys{}) << "keys that no reader asks for";
  EXPECT_TRUE(known.contains("traffic.multicast.level"));
}

TEST(ReferencePages, have_the_ranges_that_the_readers_check) {
  const KeySpecs specs = keys_of_all();
  std::size_t compared = 0;
  for (const auto& [key, row] : rows_on(text_of(kScenarioPage))) {
    const auto spec = std::ranges::find(specs, key, &KeySpec::path);
    const std::string range = range_in(row);
    if (range.empty() || spec == specs.end() || spec->range.empty()) continue;
    EXPECT_EQ(range, spec->range) << row;
    ++compared;
  }
  EXPECT_GE(compared, 25u);
  EXPECT_EQ(range_in("| `a` | integer | 0 to 65 536 | 0 |"), "0 to 65536");
  EXPECT_EQ(range_in("| `a` | integer | 0 to the number of PEs | 0 |"), "");
}

TEST(ReferencePages, a_key_too_many_or_too_few_is_found) {
  std::string page = text_of(kScenarioPage);
  const Keys listed = keys_on(page);
  page = std::regex_replace(page, std::regex("\\| `watchdog` \\|"), "| `watchdogs` |");
  EXPECT_EQ(without(listed, keys_on(page)), Keys{"run.watchdog"});
  EXPECT_EQ(without(keys_on(page), listed), Keys{"run.watchdogs"});
}

TEST(ReferencePages, have_the_table_of_the_numbers_of_a_report) {
  EXPECT_NE(text_of("tb/tool/run/README.md").find("\n" + table_of_numbers() + "<!-- end of numbers -->"),
            std::string::npos)
      << "The table must be:\n"
      << table_of_numbers();
  const std::string of_collectives = table_of_numbers(collective_numbers());
  EXPECT_NE(text_of("tb/tool/run/README.md").find("\n" + of_collectives + "<!-- end of collectives -->"),
            std::string::npos)
      << "The table must be:\n"
      << of_collectives;
  const std::string of_reconfigurations = table_of_numbers(reconfiguration_numbers());
  EXPECT_NE(text_of("tb/tool/run/README.md").find("\n" + of_reconfigurations + "<!-- end of reconfigurations -->"),
            std::string::npos)
      << "The table must be:\n"
      << of_reconfigurations;
}

TEST(ReportNumbers, each_has_a_path_of_its_own_a_unit_and_a_definition) {
  Keys paths;
  for (const auto* rows : {&report_numbers(), &collective_numbers(), &reconfiguration_numbers()}) {
    for (const ReportNumber& row : *rows) {
      EXPECT_TRUE(paths.insert(row.path).second) << row.path;
      EXPECT_NE(row.unit, "") << row.path;
      EXPECT_NE(row.definition, "") << row.path;
    }
  }
}

TEST(ReportNumbers, definitions_have_every_section_once_with_its_units) {
  const auto all = definitions();
  EXPECT_EQ(all["cycles"], "[cycles]: simulated in all, from power-up on");
  EXPECT_EQ(all["link_use"],
            "mean [flits/cycle]: sent in the window in one direction of a link between routers: mean of all; only with "
            "`run.details`; max [flits/cycle]: the largest of them");
  Keys sections = {"window", "occupancy"};
  for (const ReportNumber& row : report_numbers()) sections.insert(row.path.substr(0, row.path.find('.')));
  Keys defined;
  for (const auto& [section, text] : all.items()) defined.insert(section);
  EXPECT_EQ(defined, sections);
}

}  // namespace
}  // namespace kintsugi::test
