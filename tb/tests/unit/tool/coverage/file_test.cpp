// The file of a coverage: written, read, and refused where it has been changed.
#include "tb/tool/coverage/coverage.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi::coverage {
namespace {

Coverage covered_chip() {
  Coverage coverage;
  ChipCoverage& chip = coverage[{"2D \"mesh\"", "0123abcd", "xy", 2}];
  chip.runs = 3;
  chip.scenario = "{network: {kind: mesh, sides: [2, 2]}}";
  chip.groups["states"]["wafer.sh.g0.c0"] = {{"OPEN", {1}}, {"X", {2}}, {"D1", {0}}, {"D2", {0, true}}};
  chip.groups["states"]["wafer.sh.g0.c1"] = {};
  chip.groups["turns"]["x0.y0"] = {{"local -> e", {7}}, {"e -> local", {0}}};
  coverage[{"ring", "ffffffff", "around", 1}].runs = 1;
  return coverage;
}

/// Returns the message about a text in which a part, once, is another one.
std::string message_about(const std::string& what, const std::string& by) {
  std::string text = to_file(covered_chip());
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  if (at == std::string::npos) return "";
  text.replace(at, what.size(), by);
  try {
    from_file(text, "c.json");
  } catch (const InputError& error) {
    const std::string message = error.what();
    return message.substr(0, message.find("; write the file again"));
  }
  return "";
}

TEST(CoverageFile, is_read_as_it_was_written) {
  const std::string text = to_file(covered_chip());
  EXPECT_EQ(from_file(text, "c.json"), covered_chip());
  EXPECT_EQ(to_file(from_file(text, "c.json")), text);
  EXPECT_EQ(from_file(to_file({}), "c.json"), Coverage());
}

TEST(CoverageFile, has_a_line_for_each_element) {
  EXPECT_NE(
      to_file(covered_chip())
          .find("\n            \"wafer.sh.g0.c0\": {\"D1\": 0, \"D2\": \"unreachable\", \"OPEN\": 1, \"X\": 2},\n"),
      std::string::npos)
      << to_file(covered_chip());
}

TEST(CoverageFile, that_is_cut_anywhere_is_refused_with_its_line) {
  const std::string text = to_file(covered_chip());
  const std::size_t last = text.rfind('}');
  for (std::size_t length = 0; length <= last; ++length) {
    try {
      from_file(text.substr(0, length), "c.json");
      FAIL() << "cut after " << length << " bytes";
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find("c.json:"), 0u) << error.what();
      EXPECT_GT(error.diagnostics()[0].where.line, 0);
    }
  }
}

TEST(CoverageFile, that_was_changed_is_refused) {
  EXPECT_EQ(message_about("\"D1\": 0", "\"D1\": 1"),
            "c.json:9:19: group states: its points say 3 of 3 reached, and the file says 2 of 3: it has been changed");
  EXPECT_EQ(message_about("\"goal\": 3", "\"goal\": 4"),
            "c.json:9:19: group states: its points say 2 of 3 reached, and the file says 2 of 4: it has been changed");
  EXPECT_EQ(message_about("\"X\": 2", "\"X\": -2"), "c.json:12:78: the count of X must be a whole number, 0 or more");
  EXPECT_EQ(message_about("\"X\": 2", "\"X\": 2.5"), "c.json:12:78: the count of X must be a whole number, 0 or more");
  EXPECT_EQ(message_about("\"X\": 2", "\"D1\": 2"), "c.json:12:73: wafer.sh.g0.c0 has 'D1' twice");
  EXPECT_EQ(message_about("\"unreachable\"", "\"unknown\""), "c.json:12:47: a point has a count, or \"unreachable\"");
  EXPECT_NE(message_about("\"turns\": {", "\"burns\": {").find("there is no group 'burns'"), std::string::npos);
  EXPECT_NE(message_about("\"runs\": 3", "\"runes\": 3").find("a chip has no key 'runes'"), std::string::npos);
  EXPECT_NE(message_about("      \"runs\": 3,\n", "").find("c.json:4:5: a chip lacks the key 'runs'"),
            std::string::npos);
  EXPECT_NE(message_about("\"vcs\": 2", "\"vcs\": 0").find("vcs must be the number of channels"), std::string::npos);
}

/// No count of points tells these apart: a name, a count, two counts that change places, what a run was.
TEST(CoverageFile, that_was_changed_without_a_contradiction_is_refused_by_its_seal) {
  using Change = std::pair<std::string, std::string>;
  const std::string seal = "c.json:32:11: the seal is not that of these chips: the file has been changed";
  const std::vector<Change> changes = {{"wafer.sh.g0.c0", "wafer.sh.g0.c9"},
                                       {"\"X\": 2", "\"X\": 3"},
                                       {"\"OPEN\": 1", "\"OPEM\": 1"},
                                       {"\"e -> local\": 0, \"local -> e\": 7", "\"e -> local\": 7, \"local -> e\": 0"},
                                       {"\"runs\": 3", "\"runs\": 4"},
                                       {"0123abcd", "0123abce"},
                                       {"sides: [2, 2]", "sides: [2, 3]"},
                                       {"\"seal\": \"", "\"seal\": \"0"}};
  for (const Change& change : changes) EXPECT_EQ(message_about(change.first, change.second), seal) << change.second;
  std::string unsealed = to_file(covered_chip());
  unsealed.replace(unsealed.find(",\n  \"seal\""), unsealed.size(), "\n}\n");
  EXPECT_THROW(from_file(unsealed, "c.json"), InputError);
}

TEST(CoverageFile, with_other_blanks_has_the_same_seal) {
  std::string text = to_file(covered_chip());
  text.replace(text.find("\"runs\": 3"), 9, "\"runs\":\n  3");
  EXPECT_EQ(from_file(text, "c.json"), covered_chip());
}

TEST(CoverageFile, of_another_form_is_refused) {
  EXPECT_EQ(message_about("\"coverage\": 1", "\"coverage\": 2"),
            "c.json:2:15: this file is of version 2; this program reads version 1");
  EXPECT_EQ(message_about("\"\n}\n", "\"\n}\n{}"),
            "c.json:34:1: the document ends before this; only one document is allowed");
  EXPECT_THROW(from_file("", "c.json"), InputError);
  EXPECT_THROW(from_file("{\"packets\": 1}", "c.json"), InputError);
}

}  // namespace
}  // namespace kintsugi::coverage
