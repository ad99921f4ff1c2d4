// Two JSON documents as trees.
#include "tb/tool/diff/comparisons.hpp"

#include "tb/tests/unit/tool/diff/two_files.hpp"

namespace kintsugi::diff {
namespace {

const std::string kRunReport =
    R"({"network": "ring", "cycles": 307, "latency": {"mean": 12.25, "max": 30}, "deadlock": false,)"
    R"( "defects": {"pe": [[1, 2], [3, 4]]}, "files": ["a.json"], "wall_seconds": 1.5})";

Sentences changed_report(const std::string& what, const std::string& by) {
  return TwoFiles(kRunReport, with_change(kRunReport, what, by)).sentences();
}

TEST(DiffReports, that_are_equal_have_no_difference) {
  const ComparedFiles compared = TwoFiles(kRunReport, kRunReport).compare();
  EXPECT_EQ(compared.form, Form::kReport);
  EXPECT_TRUE(compared.comparison.equal());
  EXPECT_EQ(compared.comparison.compared, "9 values");
}

TEST(DiffReports, find_one_planted_difference_by_its_path) {
  EXPECT_EQ(changed_report("307", "308"), Sentences{"number cycles: 307 308"});
  EXPECT_EQ(changed_report("12.25", "12.26"), Sentences{"number latency.mean: 12.25 12.26"});
  EXPECT_EQ(changed_report("false", "true"), Sentences{"truth deadlock: false true"});
  EXPECT_EQ(changed_report("[3, 4]", "[3, 5]"), Sentences{"number defects.pe.1.1: 4 5"});
  EXPECT_EQ(changed_report("\"ring\"", "\"rings\""), Sentences{"text network: \"ring\" \"rings\""});
  EXPECT_EQ(changed_report("307", "\"307\""), Sentences{"type cycles: 307 \"307\""});
}

TEST(DiffReports, name_keys_and_entries_that_only_one_has) {
  EXPECT_EQ(changed_report(", \"max\": 30", ""), Sentences{"only in a latency.max: 30 null"});
  EXPECT_EQ(changed_report("\"cycles\"", "\"rounds\""),
            (Sentences{"only in a cycles: 307 null", "only in b rounds: null 307"}));
  EXPECT_EQ(changed_report("[3, 4]", "[3, 4], [5, 6]"), Sentences{"only in b defects.pe.2: null [5,6]"});
}

TEST(DiffReports, leave_out_what_differs_from_run_to_run) {
  EXPECT_EQ(changed_report("a.json", "b.json"), Sentences{});
  EXPECT_EQ(changed_report("1.5", "2.5"), Sentences{});
  TwoFiles files(kRunReport, with_change(kRunReport, "12.25", "13"));
  files.request.report.ignored.emplace_back("latency");
  EXPECT_EQ(files.sentences(), Sentences{});
}

TEST(DiffReports, compare_numbers_by_their_values_and_with_a_tolerance) {
  EXPECT_EQ(changed_report("307", "307.0"), Sentences{});
  EXPECT_EQ(TwoFiles("{\"x\": -1}", "{\"x\": 18446744073709551615}").sentences(),
            Sentences{"number x: -1 18446744073709551615"});
  TwoFiles files("{\"x\": 100, \"y\": 0}", "{\"x\": 99, \"y\": 0.0001}");
  files.request.report.tolerance = 0.01;
  EXPECT_EQ(files.sentences(), Sentences{"number y: 0 0.0001"});
  files.request.report.tolerance = 0.009;
  EXPECT_EQ(files.compare().comparison.differences, 2u);
}

TEST(DiffReports, do_not_depend_on_the_order_of_keys) {
  EXPECT_EQ(TwoFiles("{\"x\": 1, \"y\": {\"u\": 1, \"v\": 2}}", "{\"y\": {\"v\": 2, \"u\": 1}, \"x\": 1}").sentences(),
            Sentences{});
}

TEST(DiffReports, that_are_wrong_are_refused_at_their_place) {
  const std::string right = "{\"x\": 1}";
  EXPECT_EQ(TwoFiles(right, "{\"x\": 1,\n  oops}").complaint(),
            "b:2:3: this is no JSON; a report is one JSON document");
  EXPECT_EQ(TwoFiles("{\"x\": 1", right).complaint(), "a:1:8: this is no JSON; a report is one JSON document");
  EXPECT_EQ(TwoFiles(right, "{\"x\": 1, \"x\": 2}").complaint(),
            "b:1:1: an object has a key twice; a report has each key once");
  EXPECT_EQ(TwoFiles(right, "{\"x\": 1e999}").complaint(),
            "b:1:1: a number is too large; a report is one JSON document");
  EXPECT_EQ(TwoFiles(right, "{\"x\": " + std::string(40, '[') + std::string(40, ']') + '}').complaint(),
            "b:1:38: the document is nested too deeply: more than 32 levels");
  TwoFiles null("null", right);
  null.request.as = Form::kReport;
  EXPECT_EQ(null.complaint(), "a:1:1: this is null, and no report");
}

}  // namespace
}  // namespace kintsugi::diff
