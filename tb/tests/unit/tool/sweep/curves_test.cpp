#include "tb/tool/sweep/curves.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/tool/sweep/sweeps.hpp"
#include "tb/tool/sweep/drawing.hpp"
#include "tb/tool/sweep/report.hpp"

namespace kintsugi::test {
namespace {

using store::UnitResult;
using sweep::Curve;
using sweep::Result;
using sweep::Sweep;

const std::string kTwoRings = "{network.n: [3, 4], traffic.rate: [0.3, 0.1, 0.2]}";

/// Returns the result of a run with this offered and accepted throughput.
Result run(double offered, double accepted, double latency) {
  return sweep::result_of(UnitResult{
      0, {{"throughput", {{"offered", offered}, {"accepted", accepted}}}, {"latency", {{"mean", latency}}}}});
}

/// Returns results for kTwoRings: the first saturates after 0.1, the second not at all.
std::vector<Result> results_of_two_rings() {
  return {run(0.3, 0.16, 700), run(0.1, 0.1, 10), run(0.2, 0.18, 50),
          run(0.3, 0.29, 30),  run(0.1, 0.1, 12), run(0.2, 0.2, 20)};
}

TEST(SweepCurves, are_in_the_order_of_their_rates) {
  const auto curves = sweep::curves_of(sweep_of(kTwoRings));
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].name, "n 3");
  EXPECT_EQ(curves[1].name, "n 4");
  EXPECT_EQ(curves[1].points, (std::vector<std::size_t>{4, 5, 3}));
  EXPECT_EQ(curves[1].x, (std::vector<double>{0.1, 0.2, 0.3}));
}

TEST(SweepCurves, there_are_none_without_an_axis_of_rates) {
  EXPECT_TRUE(sweep::curves_of(sweep_of("{network.n: [3, 4]}")).empty());
  EXPECT_TRUE(sweep::curves_of(sweep_of("{traffic.rate: [0.1], run.seed: [1, 2]}")).empty());
}

TEST(SweepCurves, go_along_the_axis_of_the_plot_in_its_panels) {
  const auto curves = sweep::curves_of(
      sweep_of("{p: [{name: A, set: {run.seed: 1}}, {name: B, set: {run.seed: 2}}], router.buffer: [4, 2]}",
               ", plot: {x: router.buffer, panels: p}"));
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[1].panel, "B");
  EXPECT_EQ(curves[1].name, "all");
  EXPECT_EQ(curves[1].points, (std::vector<std::size_t>{3, 2}));
}

TEST(SweepCurves, saturation_is_the_highest_rate_up_to_which_95_percent_is_accepted) {
  const Sweep swept = sweep_of(kTwoRings);
  const auto curves = sweep::curves_of(swept);
  const auto results = results_of_two_rings();
  const auto first = sweep::saturation_of(swept, curves[0], results);
  ASSERT_TRUE(first && first->at);
  EXPECT_EQ(curves[0].x[*first->at], 0.1);
  EXPECT_FALSE(first->beyond);
  EXPECT_EQ(first->most_accepted, 0.18);
  const auto second = sweep::saturation_of(swept, curves[1], results);
  EXPECT_EQ(curves[1].x[*second->at], 0.3);
  EXPECT_TRUE(second->beyond);
}

TEST(SweepCurves, a_rate_accepted_above_one_that_was_not_is_no_saturation) {
  const Sweep swept = sweep_of("{traffic.rate: [0.1, 0.2, 0.3]}");
  const std::vector<Result> results = {run(0.1, 0.09, 10), run(0.2, 0.2, 10), run(0.3, 0.1, 10)};
  const auto saturation = sweep::saturation_of(swept, sweep::curves_of(swept)[0], results);
  ASSERT_TRUE(saturation);
  EXPECT_FALSE(saturation->at);
  EXPECT_FALSE(saturation->beyond);
}

TEST(SweepCurves, flits_that_could_not_be_delivered_do_not_count_as_offered_for_the_saturation) {
  const Sweep swept = sweep_of("{traffic.rate: [0.1, 0.2, 0.3]}");
  std::vector<Result> results = {run(0.1, 0.09, 10), run(0.2, 0.18, 10), run(0.3, 0.2, 10)};
  EXPECT_FALSE(sweep::saturation_of(swept, sweep::curves_of(swept)[0], results)->at);
  for (Result& result : results) result.numbers["throughput.lost"] = *result.number("throughput.offered") / 10;
  const auto saturation = sweep::saturation_of(swept, sweep::curves_of(swept)[0], results);
  EXPECT_EQ(saturation->at, 1u);
  EXPECT_FALSE(saturation->beyond);
}

TEST(SweepDrawing, a_curve_leaves_the_plot_once_and_rings_are_inside) {
  const Sweep swept = sweep_of(kTwoRings, ", plot: {y_high: 45}");
  const auto drawings = sweep::drawings_of(swept, results_of_two_rings());
  ASSERT_EQ(drawings.size(), 1u);
  EXPECT_EQ(drawings[0].file, "plot.svg");
  const auto& series = drawings[0].plot.series;
  EXPECT_EQ(series[0].points.size(), 2u) << "10, and 50, which is above; not 700";
  ASSERT_TRUE(series[0].ring);
  EXPECT_EQ(series[0].ring->x, 0.1);
  EXPECT_FALSE(series[1].ring) << "it did not saturate";
  EXPECT_TRUE(sweep::drawings_of(sweep_of(kTwoRings), results_of_two_rings()).empty()) << "no plot was asked for";
}

TEST(SweepDrawing, panels_are_files_of_their_names) {
  const Sweep swept = sweep_of(
      "{p: [{name: 'a, 4 x 4', set: {run.seed: 1}}, {name: a 4 x 4, set: {run.seed: 2}}], traffic.rate: [0.1, 0.2]}",
      ", plot: {panels: p}");
  const auto drawings = sweep::drawings_of(swept, std::vector<Result>(4, run(0.1, 0.1, 5)));
  ASSERT_EQ(drawings.size(), 2u);
  EXPECT_EQ(drawings[0].file, "plot_a_4_x_4.svg");
  EXPECT_EQ(drawings[1].file, "plot_2.svg");
}

TEST(SweepDrawing, panels_of_values_with_keys_are_files_that_can_be_made) {
  const std::string nodes =
      "[" + std::string(60, '0') + "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]";
  const Sweep swept =
      sweep_of("{traffic.p: [{name: a, of: [1, 2]}, {name: b}, '+', " + nodes + "], traffic.rate: [0.1, 0.2]}",
               ", plot: {panels: traffic.p}");
  const auto drawings = sweep::drawings_of(swept, std::vector<Result>(8, run(0.1, 0.1, 5)));
  ASSERT_EQ(drawings.size(), 4u);
  EXPECT_EQ(drawings[0].file, "plot_name_a_of_1_2.svg");
  EXPECT_EQ(drawings[1].file, "plot_name_b.svg");
  EXPECT_EQ(drawings[2].file, "plot_3.svg") << "no letter of it can be in a name";
  EXPECT_EQ(drawings[3].file, "plot_4.svg") << "it is too long";
}

TEST(SweepResult, says_which_check_failed) {
  EXPECT_EQ(sweep::result_of(UnitResult{1, {{"deadlock", true}, {"conserved", true}}}).outcome(),
            "exit status 1: deadlock");
  EXPECT_EQ(sweep::result_of(UnitResult{1, {{"repair", {{"repairable", false}}}}}).outcome(),
            "exit status 1: irreparable");
  EXPECT_EQ(sweep::result_of(UnitResult{1, {{"conserved", false}, {"imbalance", "two flits"}}}).outcome(),
            "exit status 1: not conserved: two flits");
}

TEST(SweepResult, without_a_report_it_is_a_breakdown) {
  EXPECT_TRUE(sweep::result_of(sweep::Ended{0, 9, "{}", ""}).broke_down());
  EXPECT_TRUE(sweep::result_of(sweep::Ended{2, 0, "{}", ""}).broke_down());
  EXPECT_TRUE(sweep::result_of(sweep::Ended{0, 0, "{\"cut", ""}).broke_down());
  EXPECT_TRUE(sweep::result_of(sweep::Ended{1, 0, R"({"errors": []})", ""}).broke_down())
      << "a mistake of the model is no result";
  EXPECT_FALSE(sweep::result_of(sweep::Ended{1, 0, R"({"deadlock": true})", ""}).broke_down());
  EXPECT_EQ(sweep::result_of(sweep::result_of(sweep::Ended{0, 9, "", ""})).outcome(), "signal 9 (Killed)");
  EXPECT_EQ(sweep::result_of(sweep::result_of(sweep::Ended{2, 0, "", "no memory\nmore\n"})).outcome(),
            "exit status 2: no memory");
}

TEST(SweepResult, has_of_the_collectives_only_the_number_that_is_plotted) {
  const UnitResult run{
      0, {{"workload", {{"collectives", {{{"name", "a"}, {"cycles", 3}}, {{"name", "b"}, {"cycles", 4}}}}}}}};
  const std::string path = "workload.collectives.b.cycles";
  EXPECT_EQ(sweep::result_of(run, path).number(path), 4);
  EXPECT_EQ(sweep::result_of(run, path).numbers.size(), 1u);
  EXPECT_TRUE(sweep::result_of(run).numbers.empty());
  EXPECT_TRUE(sweep::result_of(run, "workload.collectives.c.cycles").numbers.empty());
}

TEST(SweepReport, cells_that_need_it_are_quoted) {
  const Sweep swept = sweep_of("{p: [{name: 'a, \"b\"', set: {run.seed: 1}}]}");
  const auto points = sweep::points_of(swept, {});
  sweep::Outcome outcome;
  outcome.results = {
      sweep::result_of(UnitResult{0, {{"network", "x"}, {"latency", nullptr}, {"links", {1, 2}}, {"n", 0.5}}})};
  EXPECT_EQ(sweep::to_csv(swept, points, outcome),
            "point,p,degree,vcs,status,signal,network,n\n1,\"a, \"\"b\"\"\",4,2,0,0,x,0.5\n");
}

TEST(SweepReport, no_two_columns_of_the_points_have_one_name) {
  const Sweep swept = sweep_of("{network: [{name: small, set: {run.seed: 1}}]}");
  const auto points = sweep::points_of(swept, {});
  sweep::Outcome outcome;
  outcome.results = {sweep::result_of(UnitResult{0, {{"network", "x"}, {"status", 7}, {"n", 0.5}}})};
  EXPECT_EQ(sweep::to_csv(swept, points, outcome),
            "point,network,degree,vcs,status,signal,report.network,report.status,n\n1,small,4,2,0,0,x,7,0.5\n");
}

}  // namespace
}  // namespace kintsugi::test
