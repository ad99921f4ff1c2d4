// Two plans of a repair.
#include "tb/tool/diff/rows.hpp"

#include "tb/tests/unit/tool/diff/two_files.hpp"

namespace kintsugi::diff {
namespace {

const std::string kPathPlan = "paths:\n  - {pe: [2, 4], direction: north}\n  - {pe: r4.c2, direction: west}\n";

TEST(DiffPlans, that_are_equal_have_no_difference_whatever_their_form) {
  const std::string json =
      R"({"paths": [{"pe": "r4.c2", "direction": "west", "moved": 2}, {"pe": [2,4], "direction": "north"}]})";
  const ComparedFiles compared = TwoFiles(kPathPlan, json).compare();
  EXPECT_EQ(compared.form, Form::kPlan);
  EXPECT_TRUE(compared.comparison.equal());
  EXPECT_EQ(compared.comparison.compared, "2 values");
}

TEST(DiffPlans, find_a_path_that_turns_another_way) {
  EXPECT_EQ(TwoFiles(kPathPlan, with_change(kPathPlan, "north", "south")).sentences(),
            Sentences{R"(path PE [2, 4]: "north" "south")"});
  EXPECT_EQ(TwoFiles(kPathPlan, with_change(kPathPlan, "r4.c2", "r4.c3")).sentences(),
            (Sentences{R"(only in a PE r4.c2: "west" null)", R"(only in b PE r4.c3: null "west")"}));
}

TEST(DiffPlans, compare_rings_and_placements) {
  EXPECT_EQ(TwoFiles("{rings_of_nodes: [{ring: column 2, passes: [[2, 3], [5, 2]]}]}",
                     "{rings_of_nodes: [{ring: column 2, passes: [[2, 3], [5, 1]]}]}")
                .sentences(),
            Sentences{R"(ring ring column 2: "[[2, 3], [5, 2]]" "[[2, 3], [5, 1]]")"});
  EXPECT_EQ(TwoFiles("{placement: {x0.y0: [0, 1], x1.y0: [1, 1]}}", "{placement: {x0.y0: [0, 1], x1.y0: [1, 2]}}")
                .sentences(),
            Sentences{R"(node node x1.y0: "[1, 1]" "[1, 2]")"});
  EXPECT_EQ(TwoFiles("{placement: [[0, 1], [1, 1]]}", "{placement: [[0, 1], [1, 2]]}").sentences(),
            Sentences{R"(node node 1: "[1, 1]" "[1, 2]")"});
}

TEST(DiffPlans, leave_out_kinds_that_one_plan_has_alone) {
  TwoFiles files(kPathPlan,
                 "{repairable: true, paths: [{pe: [2, 4], direction: north}, {pe: r4.c2, direction: west}], pes: [{pe: "
                 "[0, 1], after: null}]}");
  files.request.as = Form::kPlan;
  const Comparison comparison = files.compare().comparison;
  EXPECT_TRUE(comparison.equal());
  EXPECT_EQ(comparison.notes, Sentences{"only b has rows of the kind pe; they are left out"});
}

TEST(DiffPlans, that_are_wrong_are_refused_at_their_place) {
  const auto complaint = [](const std::string& wrong) {
    TwoFiles files(kPathPlan, wrong);
    files.request.as = Form::kPlan;
    return files.complaint();
  };
  EXPECT_EQ(complaint("{path: []}"), "b:1:1: this is no plan; a plan has paths, rings_of_nodes, placement or pes");
  EXPECT_EQ(complaint("[]").substr(0, 6), "b:1:1:");
  EXPECT_EQ(complaint("{paths: 3}").substr(0, 6), "b:1:9:");
  EXPECT_EQ(complaint("{paths: [{pe: [1, 2]}]}"), "b:1:10: this entry must have pe and direction");
  EXPECT_EQ(complaint(kPathPlan + "  - {pe: [2, 4], direction: east}\n"),
            "b:4:5: path [2, 4] is there twice; leave one out");
  EXPECT_EQ(complaint("{placement: {x0.y0: [0, 1]}}"),
            "b: it has no kind of row in common with the first file; compare paths with paths, rings with rings, and "
            "placements with placements");
  EXPECT_EQ(complaint("{paths: [").substr(0, 4), "b:1:");
}

}  // namespace
}  // namespace kintsugi::diff
