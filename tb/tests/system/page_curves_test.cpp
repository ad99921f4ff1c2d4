// `sweep --page` and `yield --page`: the page has exactly the numbers of the JSON report.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tb/tests/system/page_data.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kSweep =
    "{base: {network: {kind: mesh, sides: [3, 3]}, run: {cycles: 400, proof: skip}}, "
    "axes: {router.vcs: [1, 2], traffic.rate: {from: 0.1, to: 0.9, step: 0.2}}}";

/// The report of a command as JSON, and the data of the page that it wrote.
struct WrittenPage {
  json report;
  json page;
};

WrittenPage written_by(std::vector<std::string> command) {
  const TemporaryDirectory directory;
  command.insert(command.end(), {"--json", "--quiet"});
  const ToolResult alone = run_tool(command);
  command.insert(command.end(), {"--page", (directory.path() / "page.html").string()});
  const ToolResult result = run_tool(command);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, alone.out) << "the report does not depend on the page";
  return {json::parse(result.out), data_of_page(directory.read("page.html"))};
}

json table_named(const json& page, const std::string& title) {
  for (const json& table : page.at("tables")) {
    if (table.at("title") == title) return table;
  }
  ADD_FAILURE() << "there is no table " << title;
  return {};
}

using Values = std::set<std::pair<std::string, std::string>>;  // name and text

/// Returns the cells of a row with the names of their columns, those that are not empty.
Values cells_in(const json& table, std::size_t row) {
  Values cells;
  const json& texts = table.at("rows").at(row);
  EXPECT_EQ(texts.size(), table.at("columns").size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i] != "") cells.emplace(table["columns"][i], texts[i]);
  }
  return cells;
}

/// Returns the values of an object and of the objects in it with their names.
Values values_in(const json& object) {
  Values values;
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      values.merge(values_in(value));
    } else if (value != "") {
      values.emplace(key, value.is_string() ? value.get<std::string>() : value.dump());
    }
  }
  return values;
}

/// Each value of the objects is in the row of that object, and there is no other value in the row.
void expect_rows(const json& table, const json& objects) {
  ASSERT_EQ(table.at("rows").size(), objects.size());
  for (std::size_t i = 0; i < objects.size(); ++i) {
    EXPECT_EQ(cells_in(table, i), values_in(objects[i])) << "row " << i;
  }
}

TEST(PageOfSweep, has_exactly_the_numbers_of_the_report) {
  const auto [report, page] = written_by({"sweep", kSweep});
  EXPECT_EQ(page.at("kind"), "curves");
  EXPECT_EQ(page.at("tables").size(), 2u);
  expect_rows(table_named(page, "Points"), report.at("results"));
  expect_rows(table_named(page, "Curves"), report.at("curves"));
}

/// Returns the figures of the run of this curve at this rate.
json figures_of(const json& report, const json& curve, double rate) {
  for (const json& point : curve.at("points")) {
    const json& result = report.at("results").at(point.get<std::size_t>() - 1);
    if (std::stod(result["values"]["traffic.rate"].get<std::string>()) == rate) return result["figures"];
  }
  ADD_FAILURE() << "no run has the rate " << rate;
  return {};
}

json number_of(const json& report, const json& curve, double rate, const std::string& path) {
  return figures_of(report, curve, rate).at(path);
}

/// Returns null if the run is too short to tell.
json steadiness_of(const json& report, const json& curve, double rate) {
  return figures_of(report, curve, rate).value("steady", json());
}

/// Returns the number of points, each of which is that of the report.
std::size_t compare_plot(const json& plot, const json& report, const std::string& path) {
  std::size_t points = 0;
  EXPECT_EQ(plot.at("series").size(), report.at("curves").size());
  for (std::size_t i = 0; i < plot["series"].size(); ++i) {
    const json& series = plot["series"][i];
    const json& curve = report["curves"][i];
    EXPECT_EQ(series.at("name"), curve.at("name"));
    for (std::size_t k = 0; k < series.at("x").size(); ++k, ++points) {
      EXPECT_EQ(series.at("y").at(k), number_of(report, curve, series["x"][k], path));
    }
    if (!series.at("ring").is_null()) {
      EXPECT_EQ(series["x"][series["ring"].get<std::size_t>()], curve.at("saturation"));
    }
  }
  return points;
}

TEST(PageOfSweep, draws_latency_and_accepted_load_as_they_are_in_the_report) {
  const auto [report, page] = written_by({"sweep", kSweep});
  ASSERT_EQ(page.at("plots").size(), 2u);
  EXPECT_GE(compare_plot(page["plots"][0], report, "latency.mean"), 4u);
  EXPECT_EQ(compare_plot(page["plots"][1], report, "throughput.accepted"), 10u) << "all points, beyond saturation too";
}

TEST(PageOfSweep, crosses_the_points_that_are_not_steady) {
  const auto [report, page] = written_by({"sweep", kSweep});
  const json& plot = page["plots"][1];
  EXPECT_NE(plot.at("cross").get<std::string>().find("not steady"), std::string::npos);
  std::size_t crossed = 0;
  for (std::size_t i = 0; i < plot["series"].size(); ++i) {
    const json& series = plot["series"][i];
    for (std::size_t k = 0; k < series.at("x").size(); ++k) {
      const json& all = series.at("crossed");
      const bool is_crossed = std::find(all.begin(), all.end(), json(k)) != all.end();
      EXPECT_EQ(is_crossed, steadiness_of(report, report["curves"][i], series["x"][k]) == false);
      crossed += is_crossed ? 1 : 0;
    }
  }
  EXPECT_GT(crossed, 0u);
  EXPECT_LT(crossed, 10u);
}

TEST(PageOfSweep, draws_the_plot_that_the_sweep_names) {
  const auto [report, page] = written_by(
      {"sweep",
       "{base: {network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0.1}, run: {cycles: 300, proof: skip}}, "
       "axes: {router.buffer: [2, 4, 8]}, plot: {title: '<Buffer>', x: router.buffer, y: hops.mean, x_scale: log}}"});
  EXPECT_EQ(page.at("title"), "<Buffer>");
  ASSERT_EQ(page.at("plots").size(), 1u);
  EXPECT_EQ(page["plots"][0]["x"]["log"], true);
  EXPECT_EQ(page["plots"][0]["series"][0]["x"], (json::array({2.0, 4.0, 8.0})));
}

TEST(PageOfSweep, without_numbers_on_an_axis_is_its_table) {
  const auto [report, page] =
      written_by({"sweep",
                  "{base: {network: {kind: mesh, sides: [3, 3]}, run: {cycles: 300, proof: skip}}, axes: "
                  "{traffic.pattern: [uniform, transpose]}}"});
  EXPECT_EQ(page.at("plots"), json::array());
  expect_rows(table_named(page, "Points"), report.at("results"));
}

TEST(PageOfSweep, appears_with_the_other_files) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"sweep", kSweep, "--quiet", "--out", (directory.path() / "out").string(),
                                      "--page", (directory.path() / "page.html").string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"out", "page.html"}));
}

/// Returns the rows of all curves of a report of yield, with the name of the curve.
json rows_of(const json& report, const std::string& list, const std::string& only_name) {
  json rows = json::array();
  const json curves = report.contains("curves") ? report.at("curves") : json::array({report});
  for (const json& curve : curves) {
    for (json row : curve.at(list)) {
      row["curve"] = curve.value("name", only_name);
      rows.push_back(row);
    }
  }
  return rows;
}

TEST(PageOfYield, has_exactly_the_numbers_of_the_report) {
  const auto [report, page] = written_by({"yield", "{kind: srt2d, n: 2}", "--faults", "3:7", "--maps", "200",
                                          "--compare", "--bounds", "--pe-defect", "0.05"});
  expect_rows(table_named(page, "Maps"), rows_of(report, "rows", ""));
  expect_rows(table_named(page, "Yield of arrays"), rows_of(report, "array_yield", ""));
  ASSERT_EQ(page.at("plots").size(), 1u);
  const json& series = page["plots"][0].at("series");
  ASSERT_EQ(series.size(), report.at("curves").size());
  for (std::size_t i = 0; i < series.size(); ++i) {
    const json& curve = report["curves"][i];
    EXPECT_EQ(series[i].at("name"), curve.at("name"));
    ASSERT_EQ(series[i].at("x").size(), curve.at("rows").size());
    for (std::size_t k = 0; k < curve["rows"].size(); ++k) {
      const json& row = curve["rows"][k];
      EXPECT_EQ(series[i]["x"][k], row["faults"]);
      EXPECT_EQ(series[i]["y"][k], row["probability"]);
      EXPECT_EQ(series[i]["low"][k], row["ci_low"]);
      EXPECT_EQ(series[i]["high"][k], row["ci_high"]);
      EXPECT_EQ(series[i]["notes"][k], row["repairable"].dump() + " of " + row["maps"].dump() + " maps");
    }
  }
}

TEST(PageOfYield, of_all_maps_has_no_interval) {
  const auto [report, page] = written_by({"yield", "{kind: srt2d, n: 2}", "--faults", "0:3", "--exhaustive"});
  const json& series = page["plots"][0]["series"][0];
  EXPECT_EQ(series.at("x").size(), 4u);
  EXPECT_EQ(series.at("low"), json::array());
  expect_rows(table_named(page, "Maps"), rows_of(report, "rows", "rings"));
}

TEST(PageOfCurves, is_refused_where_it_cannot_be) {
  const TemporaryDirectory directory;
  const std::string text = (directory.path() / "page.txt").string();
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"sweep", kSweep}, {"yield", "{kind: srt2d, n: 2}", "--maps", "10"}}) {
    const ToolResult ending = run_tool(with(command, {"--page", text}));
    EXPECT_EQ(ending.status, 2);
    EXPECT_EQ(ending.err,
              "--page: '" + text + "' has none of the forms that are written: name a file that ends in .html\n");
    const ToolResult place = run_tool(with(command, {"--quiet", "--page", "CMakeLists.txt/page.html"}));
    EXPECT_NE(place.status, 0);
    EXPECT_EQ(place.out, "") << "it shows before the first run";
    EXPECT_NE(place.err.find("CMakeLists.txt"), std::string::npos) << place.err;
  }
  const ToolResult rivals = run_tool({"yield", "{kind: srt2d, n: 2}", "--rivals", "--page", "page.html"});
  EXPECT_EQ(rivals.status, 2);
  EXPECT_EQ(directory.files(), std::vector<std::string>{});
}

}  // namespace
}  // namespace kintsugi::test
