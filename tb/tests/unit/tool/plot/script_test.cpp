#include "tb/tool/plot/plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <regex>
#include <set>

#include "tb/tests/unit/tool/plot/plots.hpp"

namespace kintsugi::plot::test {
namespace {

using testing::AssertionResult;

AssertionResult contains(const std::string& script, const std::string& words) {
  if (script.find(words) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << words << " is not in\n" << script;
}

std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
  std::vector<std::string> found;
  const std::regex expression(pattern);
  for (std::sregex_iterator each(text.begin(), text.end(), expression), end; each != end; ++each) {
    found.push_back(each->str());
  }
  return found;
}

TEST(PlotScript, axes_say_what_they_are_and_in_which_unit) {
  Plot plot = small_plot();
  plot.y.unit = "";
  const std::string script = script_of(plot);
  EXPECT_TRUE(contains(script, "set xlabel 'offered load [flits/node/cycle]'\n"));
  EXPECT_TRUE(contains(script, "set ylabel 'mean latency'\n"));
  EXPECT_FALSE(contains(script, "logscale"));
}

TEST(PlotScript, axes_are_logarithmic_and_end_where_they_are_asked_to) {
  Plot plot = small_plot();
  plot.x = {"k", "nodes", Scale::kLog2, {}, 64};
  plot.y = {"latency", "cycles", Scale::kLog10, 10, 1000};
  const std::string script = script_of(plot);
  EXPECT_TRUE(contains(script, "set logscale x 2\nset xrange [*:64]\n"));
  EXPECT_TRUE(contains(script, "set logscale y 10\nset yrange [10:1000]\n"));
}

TEST(PlotScript, numbers_are_written_without_loss) {
  Plot plot = small_plot();
  plot.series = {{"s", {{0.1, 1.0 / 3}, {1e-9, 1e12}}}};
  EXPECT_TRUE(contains(script_of(plot), "$s0 << END\n0.1 0.3333333333333333\n1e-09 1e+12\nEND\n"));
}

TEST(PlotScript, thirty_five_series_are_all_drawn_differently) {
  Plot plot = small_plot();
  plot.series.clear();
  for (int i = 0; i < 35; ++i) plot.series.push_back({"s", {{1, 1}}});
  const auto styles = all_matches(script_of(plot), "linecolor rgb '#......' dashtype [^ ]* pointtype [0-9]*");
  EXPECT_EQ(styles.size(), 35u);
  EXPECT_EQ(std::set<std::string>(styles.begin(), styles.end()).size(), 35u);
}

TEST(PlotScript, curves_of_many_points_have_few_markers) {
  Plot plot = small_plot();
  plot.series = {{"s", Points(24, Point{1, 1})}, {"t", Points(25, Point{1, 1})}};
  const auto intervals = all_matches(script_of(plot), "pointinterval [0-9]*");
  EXPECT_EQ(intervals, (std::vector<std::string>{"pointinterval 1", "pointinterval 2"}));
}

TEST(PlotScript, crosses_go_through_their_points_with_one_entry_in_the_legend) {
  Plot plot = small_plot();
  EXPECT_FALSE(contains(script_of(plot), "_crossed"));
  plot.series = {{"s", {{1, 2}, {3, 4, true}}}, {"t", {{5, 6, true}}}};
  plot.cross_name = "not steady";
  const std::string script = script_of(plot);
  EXPECT_TRUE(contains(script, "$s0_crossed << END\n3 4\nEND\n"));
  EXPECT_TRUE(contains(script, "$s1_crossed << END\n5 6\nEND\n"));
  EXPECT_EQ(all_matches(script, "title 'not steady'").size(), 1u);
  plot.cross_name = "";
  EXPECT_THROW(script_of(plot), std::invalid_argument) << "a cross whose meaning is not said";
}

TEST(PlotScript, what_a_series_sums_up_is_behind_all_series_with_one_entry_in_the_legend) {
  Plot plot = small_plot();
  plot.series[1].around = {{{0.1, 20}}, {{0.1, 30}}};
  plot.series[1].around_name = "each seed";
  const std::string script = script_of(plot);
  EXPECT_EQ(all_matches(script, "\\$s[0-9_]* with").size(), 4u);
  EXPECT_LT(script.find("$s1_1 with lines"), script.find("$s0 with linespoints"));
  EXPECT_EQ(all_matches(script, "title 'each seed'").size(), 1u);
}

TEST(PlotScript, a_ring_is_in_the_colour_of_its_series_and_once_in_the_legend) {
  Plot plot = small_plot();
  EXPECT_FALSE(contains(script_of(plot), "pointsize 2.2"));
  plot.series[1].ring = Point{0.2, 31.5};
  plot.ring_name = "saturation";
  const std::string script = script_of(plot);
  EXPECT_TRUE(contains(script, "$s1_ring << END\n0.2 31.5\nEND\n"));
  EXPECT_TRUE(
      contains(script, "$s1_ring with points pointtype 6 pointsize 2.2 linewidth 2 linecolor rgb '#d55e00' notitle, "));
  EXPECT_EQ(all_matches(script, "title 'saturation'").size(), 1u);
}

TEST(PlotScript, a_band_is_behind_all_series_and_once_in_the_legend) {
  Plot plot = small_plot();
  EXPECT_FALSE(contains(script_of(plot), "filledcurves"));
  plot.series[1].band = {{20, 26}, {30.5, 40}};
  plot.band_name = "10 to 90 %";
  const std::string script = script_of(plot);
  EXPECT_TRUE(contains(script, "$s1_band << END\n0.1 25 20 26\n0.2 31.5 30.5 40\nEND\n"));
  EXPECT_TRUE(contains(script,
                       "plot $s1_band using 1:3:4 with filledcurves fillstyle solid noborder linecolor rgb '#ccd55e00' "
                       "notitle, $s0 with"));
  EXPECT_EQ(all_matches(script, "title '10 to 90 %'").size(), 1u);
}

TEST(PlotScript, a_band_of_one_point_is_a_bar) {
  Plot plot = small_plot();
  plot.series[0] = {.name = "mesh", .points = {{0.1, 30}}, .band = {{20, 40}}};
  plot.band_name = "10 to 90 %";
  EXPECT_TRUE(contains(script_of(plot),
                       "plot $s0_band using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1.5 "
                       "linecolor rgb '#0072b2' notitle, "));
}

TEST(PlotScript, texts_are_never_commands) {
  Plot plot = small_plot();
  plot.title = "it's `date` $s0 \\ %s";
  EXPECT_TRUE(contains(script_of(plot), "set title 'it''s `date` $s0 \\ %s' "));
}

struct Spoilt {
  const char* message;
  std::function<void(Plot&)> spoil;
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const std::vector<Spoilt> kSpoilt = {
    {"the title is missing", [](Plot& plot) { plot.title = ""; }},
    {"the title has a control character in it", [](Plot& plot) { plot.title = "a\nset output 'b"; }},
    {"the label of the x axis is missing", [](Plot& plot) { plot.x.label = ""; }},
    {"the unit of the y axis has a control character in it", [](Plot& plot) { plot.y.unit = "\t"; }},
    {"the range of the y axis is empty",
     [](Plot& plot) {
       plot.y.low = 1;
       plot.y.high = 1;
     }},
    {"the range of the x axis has 0 on the logarithmic axis of offered load",
     [](Plot& plot) {
       plot.x.scale = Scale::kLog10;
       plot.x.low = 0;
     }},
    {"there is no series", [](Plot& plot) { plot.series.clear(); }},
    {"the name of a series is missing", [](Plot& plot) { plot.series[0].name = ""; }},
    {"mesh has no points", [](Plot& plot) { plot.series[0].points.clear(); }},
    {"torus has a number that is not finite", [](Plot& plot) { plot.series[1].points[0].y = kInfinity; }},
    {"mesh has a number that is not finite", [](Plot& plot) { plot.series[0].points[0].x = std::nan(""); }},
    {"mesh has -3 on the logarithmic axis of mean latency",
     [](Plot& plot) {
       plot.y.scale = Scale::kLog10;
       plot.series[0].points[1].y = -3;
     }},
    {"the meaning of the rings is missing",
     [](Plot& plot) {
       plot.series[0].ring = Point{1, 1};
     }},
    {"the ring of mesh has a number that is not finite",
     [](Plot& plot) {
       plot.series[0].ring = Point{1, kInfinity};
       plot.ring_name = "saturation";
     }},
    {"the name of what is around mesh is missing",
     [](Plot& plot) {
       plot.series[0].around = {{{1, 1}}};
     }},
    {"each seed has no points",
     [](Plot& plot) {
       plot.series[0].around = {{}};
       plot.series[0].around_name = "each seed";
     }},
    {"the meaning of the bands is missing",
     [](Plot& plot) {
       plot.series[0].band = {{1, 2}, {1, 2}};
     }},
    {"the band of mesh has not as many points as the series",
     [](Plot& plot) {
       plot.series[0].band = {{1, 2}};
       plot.band_name = "10 to 90 %";
     }},
    {"the band of mesh has a lower end above the upper one",
     [](Plot& plot) {
       plot.series[0].band = {{1, 2}, {3, 2}};
       plot.band_name = "10 to 90 %";
     }},
    {"the band of mesh has a number that is not finite",
     [](Plot& plot) {
       plot.series[0].band = {{1, 2}, {1, kInfinity}};
       plot.band_name = "10 to 90 %";
     }},
};

TEST(PlotScript, what_cannot_be_drawn_is_refused_with_the_reason) {
  EXPECT_NO_THROW(script_of(small_plot()));
  for (const Spoilt& spoilt : kSpoilt) {
    Plot plot = small_plot();
    spoilt.spoil(plot);
    try {
      script_of(plot);
      ADD_FAILURE() << spoilt.message << ": nothing was thrown";
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(error.what(), std::string("this cannot be plotted: ") + spoilt.message);
    }
  }
}

}  // namespace
}  // namespace kintsugi::plot::test
