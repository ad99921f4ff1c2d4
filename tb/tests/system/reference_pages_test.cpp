// The tables of the reference pages are made from the code: keys of a scenario, numbers of a report.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>

#include "tb/tests/system/generated_tables.hpp"
#include "tb/tests/system/page_commands.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/scenario/reader.hpp"

namespace kintsugi::test {
namespace {

using Keys = std::set<std::string>;

bool refreshing_pages() {
  const char* wanted = std::getenv("KINTSUGI_GOLDEN");
  return wanted != nullptr && std::string(wanted) == "refresh";
}

/// Returns the text with the first such part replaced.
std::string replaced(const std::string& text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return at == std::string::npos ? text : text.substr(0, at) + by + text.substr(at + part.size());
}

const std::string kScenarioPage = "tb/tool/scenario/README.md";

TEST(ReferencePages, have_the_tables_that_the_declarations_make) {
  std::size_t with_tables = 0;
  for (const auto& page : all_pages()) {
    const std::string text = text_of(page);
    if (text.find("\n<!-- end of keys -->\n") != std::string::npos) ++with_tables;
    const std::string made = with_generated_tables(text);
    if (refreshing_pages() && made != text) {
      std::ofstream(page) << made;
    } else {
      EXPECT_TRUE(made == text) << page << " has another table than the declarations make; if this is meant: tb/golden";
    }
  }
  EXPECT_EQ(with_tables, 4u);
}

TEST(ReferencePages, list_every_key_of_a_scenario) {
  const std::string page = text_of(kScenarioPage);
  const std::regex mark("<!-- keys: ([a-z ]+)");
  std::string sections = " ";
  for (std::sregex_iterator each(page.begin(), page.end(), mark), end; each != end; ++each)
    sections += (*each)[1].str() + ' ';
  for (const Term& section : section_terms()) {
    EXPECT_NE(sections.find(' ' + section.name + ' '), std::string::npos) << section.name;
  }
  for (const std::string row : {"| `multicast.level` | ", "| `single_packets.hops` | ", "| `link.reach` | "}) {
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

TEST(ReferencePages, a_key_too_many_or_another_range_is_made_right) {
  const std::string page = text_of(kScenarioPage);
  const std::string renamed = replaced(page, "| `watchdog` |", "| `watchdogs` |");
  const std::string longer = replaced(page, "1 to 1024", "1 to 1025");
  EXPECT_NE(renamed, page);
  EXPECT_EQ(with_generated_tables(renamed), page);
  EXPECT_EQ(with_generated_tables(longer), page);
}

TEST(ReferencePages, a_mark_without_an_end_or_with_a_wrong_path_is_refused) {
  const std::string end = "<!-- end of keys -->\n";
  EXPECT_THROW(with_generated_tables("\n<!-- keys: run -->\n"), std::runtime_error);
  EXPECT_THROW(with_generated_tables("\n<!-- keys: runs -->\n" + end), std::runtime_error);
  EXPECT_THROW(with_generated_tables("\n<!-- keys: network of rtd -->\n" + end), std::runtime_error);
  EXPECT_EQ(with_generated_tables("text without a mark"), "text without a mark");
}

TEST(ReportNumbers, each_has_a_path_of_its_own_a_unit_and_a_definition) {
  Keys paths;
  for (const auto* rows : {&report_numbers(), &entry_numbers(), &reconfiguration_numbers()}) {
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
