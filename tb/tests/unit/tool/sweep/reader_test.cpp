#include "tb/tool/sweep/reader.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/tool/sweep/sweeps.hpp"

namespace kintsugi::test {
namespace {

/// Returns the mistakes of a sweep with a right base, which ends in column 46 of line 1; `rest` is line 2.
Lines mistakes_after_base(const std::string& rest) {
  return mistakes_in_sweep("{base: {network: {kind: srt1d, n: 3}, traffic: {}},\n" + rest + "}");
}

const std::string kForms =
    " must be a list of values ([2, 4]), a range ({from: 0.01, to: 0.1, step: 0.01}) or a list of groups ([{name: ..., "
    "set: {...}}]), not ";

TEST(SweepReader, reads_all_forms_of_axes) {
  const sweep::Sweep swept = sweep_of(
      "{router.vcs: [2, 4], traffic.rate: {from: 0.1, to: 0.3, step: 0.1}, d: [{name: a, set: {run.seed: 1}}]}");
  ASSERT_EQ(swept.axes.size(), 3u);
  EXPECT_EQ(labels_of(swept.axes[0]), (Lines{"2", "4"}));
  EXPECT_EQ(labels_of(swept.axes[1]), (Lines{"0.1", "0.2", "0.3"}));
  EXPECT_EQ(labels_of(swept.axes[2]), (Lines{"a"}));
  EXPECT_EQ(sweep::numbers_of(swept.axes[1]), (std::vector<double>{0.1, 0.2, 0.3}));
  EXPECT_EQ(sweep::numbers_of(swept.axes[2]), std::nullopt);
  EXPECT_FALSE(swept.plot);
}

TEST(SweepReader, reads_the_plot) {
  const sweep::Sweep swept =
      sweep_of("{router.vcs: [2, 4], run.seed: [1]}",
               ", plot: {title: T, x: router.vcs, y: hops.mean, panels: run.seed, x_scale: log, y_high: 9}");
  ASSERT_TRUE(swept.plot);
  EXPECT_EQ(swept.plot->x, "router.vcs");
  EXPECT_EQ(swept.plot->panels, "run.seed");
  EXPECT_TRUE(swept.plot->log_x);
  EXPECT_FALSE(swept.plot->log_y);
  EXPECT_EQ(swept.plot->y_high, 9);
}

TEST(SweepReader, recognises_a_scenario_and_a_network) {
  EXPECT_EQ(mistakes_in_sweep("{network: {kind: srt1d, n: 3}, traffic: {}}"),
            Lines{"<command line>:1:1: this is a scenario; a sweep has it under base: {base: {network: ...}, axes: "
                  "{...}}"});
  EXPECT_EQ(mistakes_in_sweep("{kind: srt1d, n: 3}"),
            Lines{"<command line>:1:1: this is a network; a sweep has it under base: {base: {network: {kind: ...}}, "
                  "axes: {...}}"});
}

TEST(SweepReader, a_comma_after_the_sweep_is_a_mistake) {
  EXPECT_EQ(mistakes_in_sweep("{base: {}},"),
            Lines{"<command line>:1:11: the document ends before this; only one document is allowed"});
}

TEST(SweepReader, texts_of_a_plot_are_not_empty_and_its_numbers_are_finite) {
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: [0, 0.1]}, plot: {title: '', y_high: .inf}"),
            (Lines{"<command line>:2:48: plot.title must not be empty",
                   "<command line>:2:60: plot.y_high must be 10^-9 to 10^12, not '.inf'"}));
}

TEST(SweepReader, says_what_is_missing) {
  EXPECT_EQ(
      mistakes_in_sweep("{}"),
      (Lines{"<command line>:1:1: base is missing: a scenario, or the name of its file",
             "<command line>:1:1: axes is missing: {router.vcs: [2, 4], traffic.rate: {from: 0.01, to: 0.1, step: "
             "0.01}}"}));
  EXPECT_EQ(mistakes_after_base(" axes: {}"), (Lines{"<command line>:2:8: axes: at least one axis is needed"}));
}

TEST(SweepReader, says_all_that_is_wrong_at_once) {
  EXPECT_EQ(mistakes_after_base(" axes: {router.vcs: 2, a..b: [1], run.seed: []}, plto: {}"),
            (Lines{"<command line>:2:21: axes.router.vcs" + kForms + "'2'",
                   "<command line>:2:24: 'a..b' is not the path of a key, such as router.vcs",
                   "<command line>:2:45: axes.run.seed" + kForms + "an empty list",
                   "<command line>:2:50: unknown key 'plto'; did you mean 'plot'?"}));
}

TEST(SweepReader, a_base_is_a_scenario_or_a_file) {
  EXPECT_EQ(
      mistakes_in_sweep("{base: [1], axes: {run.seed: [1]}}"),
      (Lines{"<command line>:1:8: base must be a scenario ({network: ...}) or the name of its file, not a list"}));
  EXPECT_EQ(mistakes_in_sweep("{base: '', axes: {run.seed: [1]}}"),
            (Lines{"<command line>:1:8: base must not be empty: give a scenario ({network: ...}) or the name of its "
                   "file"}));
  EXPECT_EQ(mistakes_in_sweep("{base: none.yaml, axes: {run.seed: [1]}}"),
            (Lines{"<command line>:1:8: none.yaml: cannot read this file: No such file or directory"}));
}

TEST(SweepReader, a_range_has_all_its_numbers) {
  EXPECT_EQ(
      mistakes_after_base(" axes: {traffic.rate: {from: x, to: '1', stop: 2}}"),
      (Lines{"<command line>:2:30: axes.traffic.rate.from must be a decimal number of at most 15 digits, not 'x'",
             "<command line>:2:37: axes.traffic.rate.to must be a decimal number of at most 15 digits, not the text "
             "'1'",
             "<command line>:2:42: unknown key 'axes.traffic.rate.stop'; did you mean 'step'?"}));
}

TEST(SweepReader, a_range_goes_upwards_and_has_an_end) {
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: {from: 1, to: 0, step: 1}}"),
            (Lines{"<command line>:2:23: axes.traffic.rate is empty: step must be above 0, and to not below from"}));
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: {from: 0, to: 1, step: 0.000001}}"),
            (Lines{"<command line>:2:23: axes.traffic.rate has more than 100000 values"}));
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: {from: 100000, to: 100000, step: 0.00000000000001}}"),
            (Lines{"<command line>:2:23: axes.traffic.rate has too many digits: give from, to and step with fewer "
                   "places"}));
  for (const std::string number : {"nan", "inf", "-inf", "1e99", "99999999999999999999", "0x1"}) {
    EXPECT_EQ(
        mistakes_after_base(" axes: {traffic.rate: {from: " + number + ", to: 1, step: 1}}"),
        (Lines{"<command line>:2:30: axes.traffic.rate.from must be a decimal number of at most 15 digits, not '" +
               number + "'"}));
  }
}

TEST(SweepReader, a_sweep_has_an_end) {
  EXPECT_EQ(
      mistakes_after_base(" axes: {run.seed: {from: 1, to: 1000, step: 1}, run.watchdog: {from: 1, to: 101, step: 1}}"),
      (Lines{"<command line>:2:8: axes: the sweep has more than 100000 points"}));
}

/// Returns N texts, separated by commas: what `text_of` returns for 0, 1 ... N - 1.
template <class TextOf>
std::string list_of(int number, TextOf text_of) {
  std::string list;
  for (int i = 0; i < number; ++i) list += (i == 0 ? "" : ", ") + text_of(std::to_string(i));
  return list;
}

TEST(SweepReader, axes_are_at_most_a_thousand) {
  const auto axis = [](const std::string& i) { return "a" + i + ": [1]"; };
  EXPECT_EQ(sweep_of("{" + list_of(1000, axis) + "}").axes.size(), 1000u);
  EXPECT_EQ(mistakes_after_base(" axes: {run.seed: [1],\n" + list_of(1000, axis) + "}").front(),
            "<command line>:3:10880: axes: 1001 are too many; valid is at most 1000");
  EXPECT_EQ(mistakes_after_base(" axes: {" + list_of(100'000, axis) + "}").size(), 1u) << "and soon";
}

TEST(SweepReader, a_point_sets_at_most_a_thousand_keys) {
  const auto axis = [](const std::string& name, int keys) {
    const auto key = [&](const std::string& i) { return name + i + ": 1"; };
    return name + ": [{name: x, set: {" + list_of(keys, key) + "}}, {name: y, set: {}}]";
  };
  EXPECT_EQ(sweep_of("{" + axis("a", 500) + ", " + axis("b", 500) + "}").axes.size(), 2u);
  EXPECT_EQ(
      mistakes_after_base(" axes: {" + axis("a", 500) + ",\n" + axis("b", 501) + "}"),
      Lines{"<command line>:3:1: axes: up to this axis the sweep sets 1001 keys of one scenario; valid is at most "
            "1000"});
  EXPECT_EQ(mistakes_after_base(" axes: {" + axis("a", 100'000) + "}").size(), 1u) << "and soon";
}

TEST(SweepReader, a_group_has_a_name_and_keys) {
  EXPECT_EQ(mistakes_after_base(" axes: {d: [{set: {run.seed: 1}}, {name: b, set: 3}, {name: c, sat: {}}, 7]}"),
            (Lines{"<command line>:2:13: axes.d.0.name is missing: what this group is called in tables and plots",
                   "<command line>:2:50: axes.d.1.set must be a mapping ({key: value}), not '3'",
                   "<command line>:2:64: unknown key 'axes.d.2.sat'; did you mean 'set'?",
                   "<command line>:2:74: axes.d.3 must be a mapping ({key: value}), not '7'"}));
}

TEST(SweepReader, no_value_comes_twice) {
  EXPECT_EQ(mistakes_after_base(" axes: {run.seed: [1, 2, 1]}"),
            (Lines{"<command line>:2:19: axes.run.seed: '1' comes twice"}));
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: [0.2, 0.1, 0.20]}"),
            (Lines{"<command line>:2:23: axes.traffic.rate: '0.20' comes twice, the first time as '0.2'"}));
  EXPECT_EQ(mistakes_after_base(" axes: {run.cycles: [1e4, 10000]}"),
            (Lines{"<command line>:2:21: axes.run.cycles: '10000' comes twice, the first time as '1e4'"}));
  EXPECT_EQ(mistakes_after_base(" axes: {d: [{name: 1, set: {run.seed: 1}}, {name: 1.0, set: {run.seed: 2}}]}"),
            Lines{})
      << "names are no numbers";
  EXPECT_EQ(mistakes_after_base(" axes: {run.seed: [1], run.seed: [2]}"),
            (Lines{"<command line>:2:24: duplicate key 'axes.run.seed'; the first is in line 2"}));
}

TEST(SweepReader, no_axis_undoes_another) {
  const std::string undone =
      ": this undoes what is set in line 2: put what is set as a whole before what is set inside it, and each key once";
  EXPECT_EQ(mistakes_after_base(" axes: {network.n: [3], network: [{kind: srt1d, n: 2}]}"),
            (Lines{"<command line>:2:25" + undone}));
  EXPECT_EQ(mistakes_after_base(" axes: {network: [{kind: srt1d, n: 2}], network.n: [3]}"), Lines{});
  EXPECT_EQ(mistakes_after_base(" axes: {d: [{name: a, set: {run.seed: 1}}], run.seed: [3]}"),
            (Lines{"<command line>:2:45" + undone}));
}

TEST(SweepReader, a_plot_is_of_axes) {
  EXPECT_EQ(mistakes_after_base(" axes: {run.seed: [1]}, plot: {panels: run.sed, x_scale: lin}"),
            (Lines{"<command line>:2:31: plot.x: there is no axis 'traffic.rate'; valid: run.seed",
                   "<command line>:2:40: plot.panels: there is no axis 'run.sed'; did you mean 'run.seed'?",
                   "<command line>:2:58: plot.x_scale: unknown name 'lin'; valid: linear, log"}));
  EXPECT_EQ(mistakes_after_base(" axes: {router.preset: [paper]}, plot: {x: router.preset, panels: router.preset}"),
            (Lines{"<command line>:2:44: plot.x: the values of axis 'router.preset' are not all numbers",
                   "<command line>:2:67: plot.panels and plot.x are the same axis"}));
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: [0, 0.1]}, plot: {x_scale: log}"),
            (Lines{"<command line>:2:50: plot.x_scale: log needs values above 0"}));
}

TEST(SweepReader, quantiles_are_over_an_axis_of_their_own) {
  const std::string axes = " axes: {run.seed: [1, 2], router.preset: [paper], traffic.rate: [0.1]}, plot: ";
  const std::string own = ": name one for plot.over that is neither plot.x nor plot.panels";
  EXPECT_EQ(mistakes_after_base(axes + "{over: run.sed}"),
            (Lines{"<command line>:2:86: plot.over: there is no axis 'run.sed'; did you mean 'run.seed'?"}));
  EXPECT_EQ(mistakes_after_base(axes + "{x: run.seed, over: run.seed}"),
            (Lines{"<command line>:2:99: plot.over and plot.x are the same axis" + own}));
  EXPECT_EQ(mistakes_after_base(axes + "{over: run.seed, panels: run.seed}"),
            (Lines{"<command line>:2:86: plot.over and plot.panels are the same axis" + own}));
  EXPECT_EQ(mistakes_after_base(axes + "{over: [run.seed]}"),
            (Lines{"<command line>:2:86: plot.over must be a text, not a list"}));
}

TEST(SweepReader, quantiles_need_no_axis_of_numbers) {
  const auto x_of = [](const std::string& axes, const std::string& plot) {
    return sweep_of(axes, ", plot: " + plot).plot->x;
  };
  EXPECT_EQ(x_of("{run.seed: [1, 2], traffic.rate: [0.1]}", "{over: run.seed}"), "traffic.rate");
  EXPECT_EQ(x_of("{run.seed: [1, 2], router.preset: [paper]}", "{over: run.seed}"), std::nullopt);
  EXPECT_EQ(x_of("{run.seed: [1, 2], traffic.rate: [0.1]}", "{over: traffic.rate}"), std::nullopt);
  EXPECT_EQ(x_of("{run.seed: [1, 2], traffic.rate: [0.1]}", "{over: run.seed, panels: traffic.rate}"), std::nullopt);
  EXPECT_EQ(
      mistakes_after_base(" axes: {run.seed: [1], router.preset: [paper]}, plot: {over: run.seed, x: router.preset}"),
      (Lines{"<command line>:2:75: plot.x: the values of axis 'router.preset' are not all numbers"}))
      << "an axis that the sweep names must be one";
  EXPECT_EQ(
      mistakes_after_base(" axes: {run.seed: [1], router.preset: [paper]}, plot: {over: run.seed, x: traffic.rate}"),
      (Lines{"<command line>:2:75: plot.x: there is no axis 'traffic.rate'; valid: run.seed, router.preset"}));
}

TEST(SweepReader, values_with_keys_and_lists_have_names_that_are_read_and_differ) {
  const sweep::Sweep swept = sweep_of(
      "{traffic.flits: [4, {4: 1, 16: 1}], traffic.multicast: [{rate: 0.1, to: all}, {to: random, size: 2}],"
      " traffic.among: [[0, 1], [0, 2, 3]]}");
  EXPECT_EQ(labels_of(swept.axes[0]), (Lines{"4", "{4: 1, 16: 1}"}));
  EXPECT_EQ(labels_of(swept.axes[1]), (Lines{"{rate: 0.1, to: all}", "{to: random, size: 2}"}));
  EXPECT_EQ(labels_of(swept.axes[2]), (Lines{"[0, 1]", "[0, 2, 3]"}));
  const auto points = sweep::points_of(swept, {});
  EXPECT_EQ(points.at(7).scenario.at("traffic").dump(),
            R"({"flits":{"4":1,"16":1},"multicast":{"to":"random","size":2},"among":[0,2,3]})");
  EXPECT_EQ(sweep::name_of(swept, points.at(7).choice),
            "traffic.flits={4: 1, 16: 1}, traffic.multicast={to: random, size: 2}, traffic.among=[0, 2, 3]");
}

TEST(SweepReader, texts_in_brackets_have_quotes_where_they_would_be_something_else) {
  EXPECT_EQ(
      labels_of(
          sweep_of("{a: [['b, c'], [b, c], ['1'], [1], ['b'], [''], {d: 'it''s', e: 'x y'}, {d: 'true'}]}").axes[0]),
      (Lines{"['b, c']", "[b, c]", "['1']", "[1]", "[b]", "['']", "{d: 'it''s', e: x y}", "{d: 'true'}"}));
  EXPECT_EQ(mistakes_after_base(" axes: {a: [[b, c], [b, 'c']]}").front(),
            "<command line>:2:12: axes.a: '[b, c]' comes twice");
}

TEST(SweepReader, a_plot_is_of_a_number_that_reports_have) {
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: [0, 0.1]}, plot: {y: latency.men}"),
            (Lines{"<command line>:2:44: plot.y: no report has a number 'latency.men'; did you mean 'latency.mean'?"}));
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: [0, 0.1]}, plot: {y: multicast.round_trip.p99}"), Lines{});
  const auto of_collective = [](const std::string& path) {
    return mistakes_after_base(" axes: {traffic.rate: [0, 0.1]}, plot: {y: workload.collectives." + path + "}");
  };
  EXPECT_EQ(of_collective("allreduce2.algorithm_bandwidth"), Lines{});
  EXPECT_EQ(of_collective("allreduce2.cycels"),
            (Lines{"<command line>:2:44: plot.y: no report has a number 'workload.collectives.allreduce2.cycels'; did "
                   "you mean 'workload.collectives.allreduce2.cycles'?"}));
  EXPECT_EQ(of_collective("cycles"),
            (Lines{"<command line>:2:44: plot.y: no report has a number 'workload.collectives.cycles'; did you mean "
                   "'workload.collectives.GROUP.cycles'?"}));
}

TEST(SweepReader, texts_of_tables_and_plots_are_one_line_and_the_mistake_has_its_place) {
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: [0, 0.1], d: [{name: \"a\\nb\", set: {run.seed: 1}}]}"),
            Lines{"<command line>:2:44: the name of a group 'a\\nb' has a control character; write one line of text"});
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: [0, 0.1], \"d\\te\": [{name: a, set: {run.seed: 1}}]}"),
            Lines{"<command line>:2:33: the name of an axis 'd\\te' has a control character; write one line of text"});
  EXPECT_EQ(mistakes_after_base(" axes: {traffic.rate: [0, 0.1]}, plot: {title: \"a\\nb\"}"),
            Lines{"<command line>:2:48: plot.title: 'a\\nb' has a control character; write one line of text"});
}

}  // namespace
}  // namespace kintsugi::test
