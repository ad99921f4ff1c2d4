#include "tb/tool/sweep/points.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/tool/sweep/sweeps.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/sweep/document.hpp"

namespace kintsugi::test {
namespace {

using sweep::Point;
using sweep::Sweep;

Lines names_of(const Sweep& swept) {
  Lines names;
  for (const Point& point : sweep::points_of(swept, {})) names.push_back(sweep::name_of(swept, point.choice));
  return names;
}

std::string scenario_of(const Sweep& swept, std::size_t number) {
  return to_line(sweep::points_of(swept, {}).at(number - 1).scenario);
}

TEST(SweepPoints, the_last_axis_changes_first) {
  EXPECT_EQ(
      names_of(sweep_of("{router.vcs: [2, 4], traffic.rate: {from: 0.1, to: 0.3, step: 0.1}}")),
      (Lines{"router.vcs=2, traffic.rate=0.1", "router.vcs=2, traffic.rate=0.2", "router.vcs=2, traffic.rate=0.3",
             "router.vcs=4, traffic.rate=0.1", "router.vcs=4, traffic.rate=0.2", "router.vcs=4, traffic.rate=0.3"}));
}

TEST(SweepPoints, are_scenarios_with_their_values) {
  const Sweep swept = sweep_of("{router.vcs: [2, 4], traffic.rate: {from: 0.1, to: 0.3, step: 0.1}}");
  EXPECT_EQ(scenario_of(swept, 3), R"({"network":{"kind":"srt1d","n":3},"router":{"vcs":2},"traffic":{"rate":0.3}})")
      << "0.3, not the sum of 0.1 and 0.2 in binary";
}

TEST(SweepPoints, whole_mappings_and_lists_are_values) {
  const Sweep swept = sweep_of("{network: [{kind: mesh, sides: [4, 4]}, {kind: hypercube, n: 4}]}");
  EXPECT_EQ(names_of(swept), (Lines{"network={kind: mesh, sides: [4, 4]}", "network={kind: hypercube, n: 4}"}));
  EXPECT_EQ(scenario_of(swept, 2), R"({"network":{"kind":"hypercube","n":4}})");
  EXPECT_EQ(sweep_of("{link.latency: [1, {level: 2}]}").points(), 2u);
}

TEST(SweepPoints, a_group_sets_all_its_keys) {
  const Sweep swept = sweep_of(
      "{design: [{name: ring, set: {router.routing: recursive, router.vcs: 4}}, "
      "{name: cube, set: {network: {kind: hypercube, n: 3}}}], run.seed: [1, 2]}");
  EXPECT_EQ(names_of(swept), (Lines{"design=ring, run.seed=1", "design=ring, run.seed=2", "design=cube, run.seed=1",
                                    "design=cube, run.seed=2"}));
  EXPECT_EQ(scenario_of(swept, 1),
            R"({"network":{"kind":"srt1d","n":3},"router":{"routing":"recursive","vcs":4},"run":{"seed":1}})");
  EXPECT_EQ(scenario_of(swept, 4), R"({"network":{"kind":"hypercube","n":3},"run":{"seed":2}})");
}

TEST(SweepPoints, know_what_is_built) {
  const auto points = sweep::points_of(
      sweep_of("{network: [{kind: mesh, sides: [3, 3]}, {kind: torus, sides: [4, 4]}], traffic.rate: [0.1, 0.2]}"), {});
  EXPECT_EQ(points[0].built->nodes, 9u);
  EXPECT_EQ(points[2].built->degree, 4u);
  EXPECT_EQ(points[2].built->vcs, 2u);
  EXPECT_EQ(points[2].built, points[3].built) << "the rate changes nothing that is built";
}

TEST(SweepPoints, text_stays_text_and_numbers_stay_numbers) {
  Diagnostics errors;
  const auto value =
      parse_document("{a: 1, b: '1', c: 0.10, d: true, e: 'true', f: x, g: , h: [1e-3, inf]}", "x", errors);
  EXPECT_EQ(to_line(sweep::to_json(*value)),
            R"({"a":1,"b":"1","c":0.1,"d":true,"e":"true","f":"x","g":null,"h":[0.001,"inf"]})");
}

/// A node can be named by a number: 1.50 and 007 are other nodes than 1.5 and 7.
TEST(SweepPoints, numbers_are_passed_to_runs_as_they_are_written) {
  Diagnostics errors;
  const auto value =
      parse_document("{a: 1.50, b: '1.50', c: [007, 7], d: 99999999999999999999, e: 1e1, f: +5, 7: ~}", "x", errors);
  EXPECT_EQ(sweep::to_yaml(*value),
            R"({"a": 1.50,"b": "1.50","c": [007,7],"d": 99999999999999999999,"e": 1e1,"f": +5,"7": null})");
  EXPECT_EQ(sweep::written_otherwise(*value), (Lines{"1.50", "007", "99999999999999999999", "1e1", "+5"}));
  const auto again = parse_document(sweep::to_yaml(*value), "x", errors);
  EXPECT_EQ(sweep::to_yaml(*again), sweep::to_yaml(*value));
  EXPECT_TRUE(errors.empty());
}

TEST(SweepPoints, a_mistake_of_one_point_names_it_and_its_place) {
  EXPECT_EQ(mistakes_in_sweep("{base: {network: {kind: srt1d, n: 3}},\n axes: {router.vcs: [2, 33], run.seed: [1]}}"),
            (Lines{"<command line>:2:25: router.vcs must be 1 to 32, not '33' (router.vcs=33, run.seed=1)"}));
}

TEST(SweepPoints, a_mistake_of_many_points_is_said_once) {
  EXPECT_EQ(
      mistakes_in_sweep("{base: {network: {kind: srt1d, n: 3}},\n axes: {router.vcs: [1, 2], run.seed: [1, 2]}}"),
      (Lines{"<command line>:2:22: router.vcs must be at least 2 for routing 'monotone' to be free of deadlock, not "
             "'1' (2 points, the first is router.vcs=1, run.seed=1)"}));
}

TEST(SweepPoints, a_mistake_of_the_base_is_said_as_in_a_scenario) {
  EXPECT_EQ(mistakes_in_sweep("{base: {netwrok: {}}, axes: {network: [{kind: srt1d, n: 2}, {kind: srt1d, n: 3}]}}"),
            (Lines{"<command line>:1:9: unknown key 'netwrok'; did you mean 'network'?"}));
}

TEST(SweepPoints, the_mistakes_of_all_points_are_found) {
  EXPECT_EQ(mistakes_in_sweep("{base: {network: {kind: srt1d, n: 3}}, axes: {router.vcz: [1], network.n: [3, 99, x]}}"),
            (Lines{"<command line>:1:47: unknown key 'router.vcz'; did you mean 'vcs'?",
                   "<command line>:1:79: network.n: n is 99; valid is 2 to 20 (2^n nodes along each dimension) "
                   "(router.vcz=1, network.n=99)",
                   "<command line>:1:83: network.n must be an integer, not "
                   "'x' (router.vcz=1, network.n=x)"}));
}

TEST(SweepPoints, a_scenario_that_is_too_long_ends_the_check) {
  EXPECT_EQ(mistakes_in_sweep("{base: {network: {kind: srt1d, n: 3}, traffic: {pattern: " + std::string(100'000, 'x') +
                              "}}, axes: {run.seed: {from: 1, to: 100000, step: 1}}}")
                .front(),
            "<command line>: the scenario is too long for a sweep; put long lists into files of their own "
            "(run.seed=1)");
}

TEST(SweepPoints, waves_need_a_directory) {
  EXPECT_EQ(mistakes_in_sweep("{base: {network: {kind: srt1d, n: 3}, waves: {file: a.vcd}}, axes: {run.seed: [1]}}"),
            (Lines{"<command line>:1:46: waves: there is no directory for waveforms; add --out DIR"}));
}

TEST(SweepPoints, what_points_expect_is_checked_for_each) {
  const std::string base =
      "{base: {network: {kind: srt1d, n: 3}, traffic: {rate: 0.1}, expect: {single_packets: "
      "[{source: 3, number: 0, delivered: true}]}},\n axes: {";
  EXPECT_EQ(mistakes_in_sweep(base + "traffic.rate: [0, 0.1]}}"),
            (Lines{"<command line>:1:96: expect.single_packets: traffic.rate is 0, so no node sends a packet; set a "
                   "rate above 0 (traffic.rate=0)"}));
  EXPECT_EQ(mistakes_in_sweep(base + "expect.hops.p95: [3, 4]}}"),
            (Lines{"<command line>:2:27: expect.hops.p95: only a run with details reports it; set run.details: true "
                   "(expect.hops.p95=3)",
                   "<command line>:2:30: expect.hops.p95: only a run with details reports it; set run.details: true "
                   "(expect.hops.p95=4)"}));
  EXPECT_EQ(mistakes_in_sweep(base + "expect.latency.mean.at_most: [30, 40]}}"), Lines{});
}

TEST(SweepPoints, overrides_change_the_base) {
  EXPECT_EQ(mistakes_in_sweep("{base: {network: {kind: srt1d, n: 99}}, axes: {run.seed: [1]}}", {"network.n=3"}),
            Lines{});
}

}  // namespace
}  // namespace kintsugi::test
