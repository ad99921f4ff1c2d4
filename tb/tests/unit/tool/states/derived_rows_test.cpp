// Rows of wires and links in a list of states say what follows from the states, or are refused.

#include <gtest/gtest.h>

#include "tb/tests/unit/tool/states/repaired.hpp"
#include "tb/tool/states/given_repair.hpp"

namespace kintsugi::test {
namespace {

using Cells = std::vector<std::string>;

const std::vector<std::string> kDerivedFabrics = {
    kRepairedWafer, kRepairedArray, "{network: {kind: srt1d, n: 3}, fabric: {}, defects: {pe: [3]}}",
    "{network: {kind: torus, sides: [3, 2]}, fabric: {tracks: 2}, defects: {pe: [[1, 2]], track: [[H, 1, 1, 0]]}}"};

/// Returns the mistakes of a list of states, as they are printed; none if it verifies.
std::vector<std::string> mistakes_of(const Repaired& repaired, const std::string& text, const std::string& name) {
  try {
    const states::JudgedFile judged =
        states::judge_source(GivenRepair::Form::kStates, {name, text}, repaired.input.scenario, repaired.input.setup);
    EXPECT_TRUE(judged.result.verified());
  } catch (const InputError& error) {
    std::vector<std::string> lines;
    for (const Diagnostic& each : error.diagnostics()) lines.push_back(describe(each));
    return lines;
  }
  return {};
}

std::vector<Cells> table_of(const std::string& csv) {
  std::vector<Cells> rows(1, Cells(1));
  for (const char c : csv) {
    if (c == '\n') {
      rows.emplace_back(1);
    } else if (c == ',') {
      rows.back().emplace_back();
    } else {
      rows.back().back() += c;
    }
  }
  rows.pop_back();
  return rows;
}

std::string text_of_rows(const std::vector<Cells>& rows) {
  std::string text;
  for (const Cells& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + row[i];
    text += '\n';
  }
  return text;
}

// kind,name,far,lane,pitches,before,after
constexpr std::size_t kNameCell = 1, kFarCell = 2, kLaneCell = 3, kBeforeCell = 5, kAfterCell = 6;

/// A cell that is another: a number one more, the ends of another link, no link.
Cells changed(const std::string& cell) {
  if (cell.empty()) return {"x0.y0.e > x1.y0.w"};
  if (cell.find_first_not_of("0123456789") == std::string::npos) return {std::to_string(std::stoul(cell) + 1), ""};
  return {"", cell + '0'};
}

TEST(DerivedRows, of_a_list_that_kintsugi_writes_are_right_in_either_order_of_their_ends) {
  for (const std::string& scenario : kDerivedFabrics) {
    const Repaired repaired(scenario);
    EXPECT_EQ(mistakes_of(repaired, repaired.csv(), "states.csv"), Cells{}) << scenario;
    EXPECT_EQ(mistakes_of(repaired, repaired.json(), "states.json"), Cells{}) << scenario;
    std::vector<Cells> rows = table_of(repaired.csv());
    for (Cells& row : rows) {
      if (row[0] == "wire" || row[0] == "link") std::swap(row[kNameCell], row[kFarCell]);
    }
    EXPECT_EQ(mistakes_of(repaired, text_of_rows(rows), "states.csv"), Cells{}) << scenario;
  }
}

TEST(DerivedRows, are_refused_whichever_cell_is_wrong) {
  for (const std::string& scenario : kDerivedFabrics) {
    const Repaired repaired(scenario);
    std::vector<Cells> rows = table_of(repaired.csv());
    for (std::size_t line = 0; line < rows.size(); ++line) {
      const bool is_wire = rows[line][0] == "wire";
      if ((!is_wire && rows[line][0] != "link") || line % 7 != 0) continue;
      for (std::size_t cell = is_wire ? kLaneCell : kBeforeCell; cell <= kAfterCell; ++cell) {
        for (const std::string& other : changed(rows[line][cell])) {
          if (cell == kLaneCell && other.empty()) continue;  // a row without a lane is of another program
          const std::string right = std::exchange(rows[line][cell], other);
          const Cells mistakes = mistakes_of(repaired, text_of_rows(rows), "states.csv");
          rows[line][cell] = right;
          ASSERT_GE(mistakes.size(), 1u) << scenario << '\n' << line << ' ' << cell << ' ' << other;
          EXPECT_TRUE(mistakes[0].starts_with("states.csv:" + std::to_string(line + 1) + ":")) << mistakes[0];
        }
      }
    }
  }
}

TEST(DerivedRows, are_named_with_what_would_be_right) {
  const Repaired repaired(kSmallWafer);
  const std::string csv = repaired.csv();
  const std::string wire = "wire,r1.c1.bunch_ew.line_b,sv.g1.r1.w,0,";
  const auto mistake = [&](const std::string& begins, const std::string& row) {
    return mistakes_of(repaired, with_line(csv, begins, row), "states.csv");
  };
  const auto one_behind_place = [](const Cells& lines) {
    return lines.size() == 1 ? lines[0].substr(lines[0].find(": ") + 2) : std::to_string(lines.size());
  };
  EXPECT_EQ(one_behind_place(mistake("link,x0.y0.e,x1.y0.w", "link,x0.y0.e,x1.y0.w,,,1,9")),
            "the link x0.y0.e > x1.y0.w has 1 pitch in these states, not '9'; change this row, or leave it out");
  EXPECT_EQ(one_behind_place(mistake("link,x0.y0.e,x1.y0.w", "link,x0.y0.e,x3.y3.w,,,1,1")),
            "the network has no link x0.y0.e > x3.y3.w; change this row, or leave it out");
  EXPECT_EQ(one_behind_place(mistake(wire, wire + "7,x0.y0.e > x1.y0.w,x0.y0.e > x1.y0.w")),
            "the wire r1.c1.bunch_ew.line_b > sv.g1.r1.w, lane 0 has 1 pitch, not '7'; change this row, or leave it "
            "out");
  EXPECT_EQ(one_behind_place(mistake(wire, wire + "1,x0.y0.e > x1.y0.w,")),
            "the wire r1.c1.bunch_ew.line_b > sv.g1.r1.w, lane 0 carries the link x0.y0.e > x1.y0.w in these states, "
            "not no link; change this row, or leave it out");
  EXPECT_EQ(one_behind_place(mistake(wire, "wire,nowhere,sv.g1.r1.w,0,1,,")),
            "the fabric has no wire nowhere > sv.g1.r1.w, lane 0; change this row, or leave it out");
}

TEST(DerivedRows, of_other_programs_without_ends_are_skipped) {
  const Repaired repaired(kSmallWafer);
  EXPECT_EQ(mistakes_of(repaired, repaired.csv() + "wire,r1.c1.bunch_ew.line_a,,,1,,,\nlink,n5\n", "states.csv"),
            Cells{});
  std::string json = repaired.json();
  json.replace(json.find("\"wires\": ["), 10, "\"wires\": [{\"name\": \"w\"}, 3, ");
  EXPECT_EQ(mistakes_of(repaired, json, "states.json"), Cells{});
}

TEST(DerivedRows, of_a_document_are_judged_too) {
  const Repaired repaired(kRepairedWafer);
  const std::string json = repaired.json();
  for (const std::string key : {"\"pitches_after\": ", "\"pitches\": ", "\"pitches_before\": "}) {
    std::string wrong = json;
    const std::size_t at = wrong.find(key.substr(0, key.size() - 1));
    ASSERT_NE(at, std::string::npos) << key;
    wrong.insert(wrong.find(':', at) + 1, "4");
    EXPECT_EQ(mistakes_of(repaired, wrong, "states.json").size(), 1u) << key;
  }
}

}  // namespace
}  // namespace kintsugi::test
