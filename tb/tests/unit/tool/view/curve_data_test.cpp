// Plots and tables of a page: every point and every value of a report, under the right name.
#include "tb/tool/view/page.hpp"

#include <gtest/gtest.h>

namespace kintsugi::view::test {
namespace {

using nlohmann::ordered_json;

TEST(CurveData, a_plot_keeps_its_points_axes_ring_and_crosses) {
  plot::Plot plot{"a title", {.label = "load", .unit = "flits"}, {.label = "latency", .high = 90}, {}};
  plot.y.scale = plot::Scale::kLog10;
  plot.series.push_back({.name = "one", .points = {{0.1, 20}, {0.2, 30.5, true}}, .ring = plot::Point{0.2, 30.5}});
  plot.series.push_back({.name = "two", .points = {{0.1, 1}}});
  plot.ring_name = "saturation";
  plot.cross_name = "not steady";
  EXPECT_EQ(plot_data(plot), ordered_json::parse(R"({
    "title": "a title",
    "x": {"label": "load [flits]", "log": false, "low": null, "high": null},
    "y": {"label": "latency", "log": true, "low": null, "high": 90.0},
    "ring": "saturation", "band": "", "cross": "not steady",
    "series": [
      {"name": "one", "x": [0.1, 0.2], "y": [20.0, 30.5], "notes": [], "low": [], "high": [],
       "crossed": [1], "ring": 1},
      {"name": "two", "x": [0.1], "y": [1.0], "notes": [], "low": [], "high": [], "crossed": [], "ring": null}]})"));
}

TEST(CurveData, a_band_has_its_ends_and_what_is_said_of_each_point) {
  plot::Plot plot{"a title", {.label = "load"}, {.label = "latency"}, {}};
  plot.series.push_back(
      {.name = "one", .points = {{0.1, 20}, {0.2, 30}}, .band = {{19, 22}, {25.5, 40}}, .notes = {"2 runs", "3 runs"}});
  plot.band_name = "10 to 90 %";
  const ordered_json data = plot_data(plot);
  EXPECT_EQ(data.at("band"), "10 to 90 %");
  EXPECT_EQ(data.at("series").at(0), ordered_json::parse(R"({"name": "one", "x": [0.1, 0.2], "y": [20.0, 30.0],
    "notes": ["2 runs", "3 runs"], "low": [19.0, 25.5], "high": [22.0, 40.0], "crossed": [], "ring": null})"));
}

TEST(CurveData, a_table_has_a_column_for_each_key_of_any_object) {
  const auto objects =
      ordered_json::parse(R"([{"a": 1, "in": {"b": 0.25}}, {"a": "x, y", "c": null, "in": {"d": [1, 2]}}])");
  EXPECT_EQ(table_data("T", objects), ordered_json::parse(R"({
    "title": "T", "columns": ["a", "b", "c", "d"],
    "rows": [["1", "0.25", "", ""], ["x, y", "", "null", "[1,2]"]]})"));
}

TEST(CurveData, keys_of_one_name_have_columns_of_their_own_unless_they_say_the_same) {
  const auto differing = ordered_json::parse(R"([{"a": 1, "in": {"a": 1}}, {"a": 1, "in": {"a": 2}}])");
  EXPECT_EQ(table_data("T", differing).at("columns"), ordered_json::parse(R"(["a", "a"])"));
  EXPECT_EQ(table_data("T", differing).at("rows"), ordered_json::parse(R"([["1", "1"], ["1", "2"]])"));
  const auto alike = ordered_json::parse(R"([{"a": 1, "in": {"a": 1, "b": 1}}, {"a": 2, "in": {"a": 2, "b": 2}}])");
  EXPECT_EQ(table_data("T", alike).at("columns"), ordered_json::parse(R"(["a", "b"])"))
      << "another name is another column, whatever is in it";
}

TEST(CurveData, facts_are_the_single_values_of_a_report) {
  const auto report = ordered_json::parse(R"({"network": "ring", "pes": 8, "rows": [{"faults": 0}], "field": [3, 2],
                                              "verified": {"maps": 1}, "failed": []})");
  EXPECT_EQ(facts_of_report(report),
            ordered_json::parse(R"([["network", "ring"], ["pes", "8"], ["field", "[3,2]"], ["failed", "[]"]])"));
}

}  // namespace
}  // namespace kintsugi::view::test
