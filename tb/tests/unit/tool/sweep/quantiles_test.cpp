// Quantiles over an axis: which points are a sample, what is counted, and a recount by another rule.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tb/tests/unit/tool/sweep/sweeps.hpp"
#include "tb/tool/sweep/curves.hpp"
#include "tb/tool/sweep/drawing.hpp"
#include "tb/tool/sweep/report.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::ordered_json;
using sweep::Quantiles;
using sweep::Result;
using sweep::Sweep;

/// Returns the result of a run that reports this number of cycles.
Result reports(const ordered_json& cycles) {
  return sweep::result_of(store::UnitResult{0, {{"cycles", cycles}}});
}

Result fails(const ordered_json& cycles) {
  return sweep::result_of(store::UnitResult{1, {{"cycles", cycles}, {"repair", {{"repairable", false}}}}});
}

Sweep sampled(const std::string& axes, const std::string& over, const std::string& rest = "") {
  return sweep_of(axes, ", plot: {y: cycles, over: " + over + rest + "}");
}

/// Returns the lowest value that at least this share of the values does not exceed, by counting for each value.
std::int64_t counted_quantile(const std::vector<std::int64_t>& values, std::size_t percent) {
  std::optional<std::int64_t> lowest;
  for (const std::int64_t value : values) {
    const auto up_to = std::ranges::count_if(values, [value](std::int64_t other) { return other <= value; });
    const bool enough = static_cast<std::size_t>(up_to) * 100 >= percent * values.size();
    if (enough && (!lowest || value < *lowest)) lowest = value;
  }
  return *lowest;
}

/// Returns the values of the runs that differ from a point on the axis only, found by comparing all points.
std::vector<std::int64_t> values_beside(const Sweep& swept, std::size_t axis, std::size_t point,
                                        const std::vector<Result>& results) {
  std::vector<std::int64_t> values;
  for (std::size_t other = 0; other < results.size(); ++other) {
    auto choice = sweep::choice_of(swept, other + 1);
    choice[axis] = 0;
    if (choice != sweep::choice_of(swept, point + 1) || results[other].failed()) continue;
    values.push_back(results[other].numbers.at("cycles").get<std::int64_t>());
  }
  return values;
}

/// Returns the samples whose quantiles are not those of a recount.
std::size_t differing_samples(const Sweep& swept, const std::vector<Result>& of_program,
                              const std::vector<Result>& of_recount) {
  const std::size_t axis = *sweep::axis_of_samples(swept);
  std::size_t differing = 0;
  for (const std::size_t first : sweep::first_points(swept)) {
    const Quantiles found = sweep::quantiles_from(swept, first, of_program);
    const auto values = values_beside(swept, axis, first, of_recount);
    if (values.empty()) {
      differing += found.runs != 0 || !found.q50.is_null() || found.mean;
      continue;
    }
    double sum = 0;
    for (const std::int64_t value : values) sum += static_cast<double>(value);
    const bool same = found.runs == values.size() && found.failed == swept.axes[axis].values.size() - values.size() &&
                      found.silent == 0 && found.min == counted_quantile(values, 1) &&
                      found.q10 == counted_quantile(values, 10) && found.q50 == counted_quantile(values, 50) &&
                      found.q90 == counted_quantile(values, 90) && found.max == counted_quantile(values, 100) &&
                      std::abs(*found.mean - sum / static_cast<double>(values.size())) < 1e-9;
    differing += !same;
  }
  return differing;
}

TEST(SweepQuantiles, equal_a_recount_over_each_axis) {
  std::mt19937 random(27);
  const std::string axes = "{network.n: [2, 3, 4], run.seed: {from: 1, to: 23, step: 1}, router.vcs: [2, 4]}";
  for (const std::string over : {"network.n", "run.seed", "router.vcs"}) {
    const Sweep swept = sampled(axes, over);
    std::vector<Result> results;
    for (std::size_t i = 0; i < swept.points(); ++i) {
      const auto cycles = static_cast<std::int64_t>(random() % 40);
      results.push_back(random() % 5 == 0 ? fails(cycles) : reports(cycles));
    }
    EXPECT_EQ(sweep::first_points(swept).size(), swept.points() / swept.axes[*swept.axis_named(over)].values.size());
    EXPECT_EQ(differing_samples(swept, results, results), 0u) << over;
    auto other = results;
    for (Result& result : other) {
      if (result.failed()) continue;
      result = reports(99);
      break;
    }
    EXPECT_EQ(differing_samples(swept, other, results), 1u) << "one wrong run is noticed";
  }
}

TEST(SweepQuantiles, are_values_that_runs_have_reported) {
  const Sweep swept = sampled("{run.seed: [1, 2, 3, 4]}", "run.seed");
  const Quantiles found = sweep::quantiles_from(swept, 0, {reports(7), reports(2.5), reports(1), reports(7)});
  EXPECT_EQ(found.min.dump(), "1");
  EXPECT_EQ(found.q10.dump(), "1");
  EXPECT_EQ(found.q50.dump(), "2.5");
  EXPECT_EQ(found.q90.dump(), "7");
  EXPECT_EQ(found.max.dump(), "7");
  EXPECT_EQ(found.mean, 17.5 / 4);
}

TEST(SweepQuantiles, the_mean_of_equal_numbers_is_that_number) {
  const Sweep swept = sampled("{run.seed: {from: 1, to: 10, step: 1}}", "run.seed");
  EXPECT_EQ(sweep::quantiles_from(swept, 0, std::vector<Result>(10, reports(22.4))).mean, 22.4);
}

TEST(SweepQuantiles, runs_that_fail_and_runs_without_the_number_are_counted_apart) {
  const Sweep swept = sampled("{run.seed: [1, 2, 3, 4, 5]}", "run.seed");
  Result killed = sweep::result_of(store::UnitResult{0, nullptr, 9, "it says nothing"});
  const Quantiles found = sweep::quantiles_from(
      swept, 0, {fails(1), reports(5), killed, sweep::result_of(store::UnitResult{0, {{"n", 1}}}), reports(nullptr)});
  EXPECT_EQ(found.runs, 1u);
  EXPECT_EQ(found.failed, 2u);
  EXPECT_EQ(found.silent, 2u);
  EXPECT_EQ(found.min, 5) << "what a failed run reports is not counted";
}

TEST(SweepQuantiles, there_are_no_samples_without_an_axis_for_them) {
  const Sweep swept = sweep_of("{run.seed: [1, 2], traffic.rate: [0.1, 0.2]}", ", plot: {}");
  EXPECT_EQ(sweep::axis_of_samples(swept), std::nullopt);
  EXPECT_TRUE(sweep::first_points(swept).empty());
  EXPECT_TRUE(sweep::sample_from(swept, 0).empty());
}

TEST(SweepQuantiles, are_written_in_all_digits_that_a_reader_needs) {
  EXPECT_EQ(sweep::short_text(1234567), "1234567");
  EXPECT_EQ(sweep::short_text(1234567.6), "1234568");
  EXPECT_EQ(sweep::short_text(14.0 / 3), "4.66667");
  EXPECT_EQ(sweep::short_text(0.00312), "0.00312");
  EXPECT_EQ(sweep::short_text(-0.5), "-0.5");
}

/// A sweep of two networks and two rates, three seeds each, and its results: of the second network at the first rate
/// all runs fail.
struct Sampled {
  Sweep swept = sampled("{network.n: [3, 4], run.seed: [1, 2, 3], traffic.rate: [0.2, 0.1]}", "run.seed");
  std::vector<Result> results = {reports(10), reports(1), reports(30), reports(3), reports(20), fails(2),
                                 fails(1),    reports(7), fails(1),    reports(7), fails(1),    reports(7)};
};

TEST(SweepQuantiles, are_drawn_as_curves_of_medians_in_bands) {
  const Sampled sample;
  const auto drawings = sweep::drawings_of(sample.swept, sample.results);
  ASSERT_EQ(drawings.size(), 1u);
  const plot::Plot& plot = drawings[0].plot;
  EXPECT_EQ(plot.title, "Sweep, medians over run.seed");
  EXPECT_EQ(plot.band_name, "10 to 90 % of the runs");
  ASSERT_EQ(plot.series.size(), 2u) << "one for each network, not for each seed";
  EXPECT_EQ(plot.series[0].name, "n 3");
  ASSERT_EQ(plot.series[0].points.size(), 2u);
  EXPECT_EQ(plot.series[0].points[0].x, 0.1);
  EXPECT_EQ(plot.series[0].points[0].y, 1);
  EXPECT_EQ(plot.series[0].points[1].y, 20);
  EXPECT_EQ(plot.series[0].band[1].low, 10);
  EXPECT_EQ(plot.series[0].band[1].high, 30);
  EXPECT_EQ(plot.series[0].notes,
            (Lines{"median of 2 runs, 1 failed; min 1, max 3, mean 2", "median of 3 runs; min 10, max 30, mean 20"}));
  EXPECT_EQ(plot.series[1].points.size(), 1u) << "nothing is drawn where all runs fail";
  EXPECT_FALSE(plot.series[0].ring);
}

TEST(SweepQuantiles, of_no_axis_of_numbers_are_not_drawn) {
  const Sweep swept = sampled("{router.preset: [paper, fast], run.seed: [1, 2]}", "run.seed");
  EXPECT_TRUE(sweep::drawings_of(swept, std::vector<Result>(4, reports(1))).empty());
  EXPECT_EQ(sweep::first_points(swept), (std::vector<std::size_t>{0, 2}));
}

TEST(SweepQuantiles, that_reach_0_have_a_band_above_0_on_a_logarithmic_axis) {
  const Sweep swept = sampled("{run.seed: [1, 2, 3], traffic.rate: [0.1, 0.2]}", "run.seed", ", y_scale: log");
  const auto drawings =
      sweep::drawings_of(swept, {reports(0), reports(0), reports(4), reports(0), reports(9), reports(9)});
  ASSERT_EQ(drawings.size(), 1u);
  const plot::Series& series = drawings[0].plot.series.front();
  ASSERT_EQ(series.points.size(), 1u) << "a median of 0 has no place there";
  EXPECT_EQ(series.band[0].low, 4);
  EXPECT_EQ(series.band[0].high, 9);
}

TEST(SweepQuantiles, a_band_ends_with_its_curve) {
  const Sweep swept = sampled("{run.seed: [1, 2], traffic.rate: [0.1, 0.2, 0.3]}", "run.seed", ", y_high: 15");
  const auto drawings =
      sweep::drawings_of(swept, {reports(1), reports(20), reports(30), reports(2), reports(25), reports(35)});
  const plot::Series& series = drawings.at(0).plot.series.front();
  EXPECT_EQ(series.points.size(), 2u);
  EXPECT_EQ(series.band.size(), 2u);
  EXPECT_EQ(series.notes.size(), 2u);
}

/// The report of that sweep.
struct Reported : Sampled {
  std::vector<sweep::Point> points = sweep::points_of(swept, {});
  sweep::Outcome outcome{results, {}, {}, {}, {}};
};

TEST(SweepQuantiles, are_in_the_report_in_place_of_curves) {
  const Reported reported;
  const auto json = sweep::to_json(reported.swept, reported.points, reported.outcome);
  EXPECT_FALSE(json.contains("curves"));
  EXPECT_EQ(json["quantiles_of"], "cycles");
  EXPECT_EQ(json["quantiles_over"], "run.seed");
  EXPECT_EQ(json["quantiles"].dump(),
            R"([{"values":{"network.n":"3","traffic.rate":"0.2"},"runs":3,"failed":0,"silent":0,)"
            R"("min":10,"q10":10,"q50":20,"q90":30,"max":30,"mean":20.0},)"
            R"({"values":{"network.n":"3","traffic.rate":"0.1"},"runs":2,"failed":1,"silent":0,)"
            R"("min":1,"q10":1,"q50":1,"q90":3,"max":3,"mean":2.0},)"
            R"({"values":{"network.n":"4","traffic.rate":"0.2"},"runs":0,"failed":3,"silent":0,)"
            R"("min":null,"q10":null,"q50":null,"q90":null,"max":null,"mean":null},)"
            R"({"values":{"network.n":"4","traffic.rate":"0.1"},"runs":3,"failed":0,"silent":0,)"
            R"("min":7,"q10":7,"q50":7,"q90":7,"max":7,"mean":7.0}])");
}

TEST(SweepQuantiles, are_a_table_of_the_report_and_a_file) {
  const Reported reported;
  EXPECT_EQ(sweep::quantiles_csv(reported.swept, reported.points, reported.outcome),
            "network.n,traffic.rate,runs,failed,silent,min,q10,q50,q90,max,mean\n"
            "3,0.2,3,0,0,10,10,20,30,30,20.0\n"
            "3,0.1,2,1,0,1,1,1,3,3,2.0\n"
            "4,0.2,0,3,0,,,,,,\n"
            "4,0.1,3,0,0,7,7,7,7,7,7.0\n");
  const std::string text = sweep::to_text(reported.swept, reported.points, reported.outcome);
  EXPECT_NE(text.find("\n\n"
                      "network.n  traffic.rate  runs  failed  silent  min  10 %  median  90 %  max  mean\n"
                      "3          0.2           3     0       0       10   10    20      30    30   20\n"
                      "3          0.1           2     1       0       1    1     1       3     3    2\n"
                      "4          0.2           0     3       0       -    -     -       -     -    -\n"
                      "4          0.1           3     0       0       7    7     7       7     7    7\n"
                      "cycles over run.seed, nearest rank: of n ascending values the one of rank ceil(share * n), "),
            std::string::npos)
      << text;
}

TEST(SweepQuantiles, over_the_only_axis_are_one_line) {
  const Sweep swept = sampled("{run.seed: [1, 2]}", "run.seed");
  EXPECT_EQ(sweep::quantiles_csv(swept, sweep::points_of(swept, {}), {{reports(3), reports(1)}, {}, {}, {}, {}}),
            "runs,failed,silent,min,q10,q50,q90,max,mean\n2,0,0,1,1,1,3,3,2.0\n");
}

}  // namespace
}  // namespace kintsugi::test
