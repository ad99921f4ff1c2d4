// Two lists of states, in whatever form they are.
#include "tb/tool/diff/rows.hpp"

#include "tb/tests/unit/tool/diff/two_files.hpp"
#include "tb/tests/unit/tool/states/repaired.hpp"

namespace kintsugi::diff {
namespace {

const std::string kStatesTable =
    "kind,name,far,lane,pitches,before,after,offset,bits,value,state\n"
    "fabric,wafer,,,,,,,,,5e0cf3ad\n"
    "field,sh.g0,,,,,,0,2,1,X\n"
    "switch,sh.g0,,,,X,X,,,,\n"
    "pe,r1.c1,,,,x0.y0,x0.y0,,,,\n"
    "wire,r1.c1.e,r1.c2.w,0,1,x0.y0.e > x1.y0.w,x0.y0.e > x1.y0.w,,,,\n"
    "link,x0.y0.e,x1.y0.w,,,1,1,,,,\n";

Sentences changed_states(const std::string& what, const std::string& by) {
  return TwoFiles(kStatesTable, with_change(kStatesTable, what, by)).sentences();
}

TEST(DiffStates, that_are_equal_have_no_difference) {
  const ComparedFiles compared = TwoFiles(kStatesTable, kStatesTable).compare();
  EXPECT_EQ(compared.form, Form::kStates);
  EXPECT_TRUE(compared.comparison.equal());
  EXPECT_EQ(compared.comparison.compared, "6 rows");
  EXPECT_EQ(compared.comparison.notes, Sentences{});
}

TEST(DiffStates, find_one_state_of_each_kind_of_row) {
  EXPECT_EQ(changed_states("1,X", "2,D1"), Sentences{R"(field sh.g0: "X" "D1")"});
  EXPECT_EQ(changed_states("X,X,", "X,D2,"), Sentences{R"(switch sh.g0: "X" "D2")"});
  EXPECT_EQ(changed_states("X,X,", "D1,X,"), Sentences{R"(switch sh.g0, before: "X" "D1")"});
  EXPECT_EQ(changed_states("x0.y0,x0.y0", "x0.y0,"), Sentences{R"(pe r1.c1: "x0.y0" null)"});
  EXPECT_EQ(changed_states("x1.y0.w,x0.y0.e > x1.y0.w", "x1.y0.w,"),
            Sentences{R"(wire r1.c1.e > r1.c2.w lane 0: "x0.y0.e > x1.y0.w" null)"});
  EXPECT_EQ(changed_states(",1,1,", ",1,3,"), Sentences{R"(link x0.y0.e > x1.y0.w: "1" "3")"});
  EXPECT_EQ(changed_states("5e0cf3ad", "5e0cf3ae"), Sentences{R"(fabric fabric number: "5e0cf3ad" "5e0cf3ae")"});
}

TEST(DiffStates, name_rows_that_only_one_has) {
  EXPECT_EQ(changed_states("pe,r1.c1", "pe,r1.c2"),
            (Sentences{R"(only in a pe r1.c1: "x0.y0" null)", R"(only in b pe r1.c2: null "x0.y0")"}));
}

TEST(DiffStates, of_one_repair_are_equal_in_every_form) {
  const test::Repaired repaired(test::kRepairedWafer);
  const std::string json = repaired.json();
  EXPECT_EQ(TwoFiles(repaired.csv(), json, ".csv", ".json").sentences(), Sentences{});
  const std::string text = states::to_text(repaired.written.fields);
  const ComparedFiles with_text = TwoFiles(repaired.csv(), text, ".csv", ".txt").compare();
  EXPECT_TRUE(with_text.comparison.equal());
  EXPECT_EQ(with_text.comparison.compared, std::to_string(repaired.written.fields.size()) + " rows");
  EXPECT_EQ(with_text.comparison.notes,
            Sentences{"only a has rows of the kind fabric, link, pe, switch, wire; they are left out"});
  const std::string other = test::Repaired(test::kSmallWafer).json();
  EXPECT_FALSE(TwoFiles(repaired.csv(), other, ".csv", ".json").compare().comparison.equal());
}

TEST(DiffStates, can_be_plain_lists) {
  EXPECT_EQ(TwoFiles("a X\nb D1\n", "# states\nb;D2\na;X\n").sentences(), Sentences{R"(state b: "D1" "D2")"});
  EXPECT_EQ(TwoFiles("[[a, X], [b, D1]]", "name,state\na,X\nb,D2\n").sentences(), Sentences{R"(state b: "D1" "D2")"});
  EXPECT_EQ(TwoFiles("fields: {a: X, b: 1}\n", "fields:\n- {name: a, state: X}\n- {name: b, state: 2}\n").sentences(),
            Sentences{R"(field b: "1" "2")"});
}

TEST(DiffStates, without_a_common_kind_are_refused) {
  EXPECT_EQ(TwoFiles(kStatesTable, "a X\n").complaint(),
            "b: it has no kind of row in common with the first file; compare two lists of fields or switches, or two "
            "plain lists of names and states");
}

TEST(DiffStates, that_are_wrong_are_refused_at_their_place) {
  const auto complaint = [](const std::string& wrong) { return TwoFiles(kStatesTable, wrong).complaint(); };
  EXPECT_EQ(complaint(kStatesTable + "field,sh.g0,,,,,,0,2,1,X\n"),
            "b:8:1: field 'sh.g0' is there twice, before in line 3; leave one out");
  EXPECT_EQ(complaint(kStatesTable + "fild,sh.g0\n"), "b:8:1: unknown kind 'fild'; did you mean 'field'?");
  EXPECT_EQ(complaint(kStatesTable + "field,,\n"), "b:8:1: this row has no name");
  EXPECT_EQ(complaint(kStatesTable + "field,a,,,,,,0,2,1,X,Y\n"), "b:8:22: this row has 12 cells, and the header 11");
  EXPECT_EQ(complaint("kind,name,state,state\n"), "b:1:17: the column 'state' is there twice; leave one out");
  EXPECT_EQ(complaint("a X\nb X Y\n"),
            "b:2:1: a line is a name and a state, not 3 cells; a table begins with a header that has name");
  EXPECT_EQ(complaint("{fields: [{state: X}]}"), "b:1:11: this row has no name; a row is {name: ..., state: ...}");
  EXPECT_NE(complaint("{fields: X}").find("b:1:10: this is 'X'; a list of states is"), std::string::npos);
  TwoFiles binary(kStatesTable, "name,state\na,\xff\n");
  binary.request.as = Form::kStates;
  EXPECT_NE(binary.complaint().find("b:2:3: "), std::string::npos) << binary.complaint();
}

}  // namespace
}  // namespace kintsugi::diff
