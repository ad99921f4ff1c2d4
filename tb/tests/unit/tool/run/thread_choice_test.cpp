// `--threads auto`: threads by the work of a cycle and by the cores.
#include "tb/tool/run/run_cost.hpp"

#include <gtest/gtest.h>

#include "hw/clock/clock_domain.hpp"
#include "models/network/metrics.hpp"
#include "models/registry/families.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi {
namespace {

double expected(const std::string& kind, const Parameters& parameters, double rate) {
  return expected_evaluations(find_family(kind)->build(parameters)->network(), rate);
}
Parameters sides(std::int64_t side) {
  return {{"sides", std::vector<std::int64_t>{side, side}}};
}

TEST(ThreadChoice, gives_a_thread_to_every_so_many_evaluations) {
  EXPECT_EQ(threads_for(0, 8), 1u);
  EXPECT_EQ(threads_for(kEvaluationsPerThread, 8), 1u);
  EXPECT_EQ(threads_for(2 * kEvaluationsPerThread - 1, 8), 1u);
  EXPECT_EQ(threads_for(2 * kEvaluationsPerThread, 8), 2u);
  EXPECT_EQ(threads_for(5.5 * kEvaluationsPerThread, 8), 5u);
}

TEST(ThreadChoice, never_takes_more_than_the_cores_or_than_a_clock_has) {
  EXPECT_EQ(threads_for(1e9, 1), 1u);
  EXPECT_EQ(threads_for(1e9, 3), 3u);
  EXPECT_EQ(threads_for(1e9, 500), kMaxThreads);
  EXPECT_EQ(threads_for(1e9, 0), 1u);
}

TEST(ThreadChoice, grows_with_the_size_and_the_load) {
  unsigned last = 1;
  for (const std::int64_t side : {8, 16, 32, 64}) {
    const unsigned threads = threads_for(expected("mesh", sides(side), 0.01), 64);
    EXPECT_GE(threads, last) << side;
    last = threads;
  }
  EXPECT_EQ(threads_for(expected("mesh", sides(8), 1), 64), 1u) << "a small network has one thread at any load";
  EXPECT_GT(last, 4u);
  EXPECT_LT(expected("mesh", sides(32), 0.001), expected("mesh", sides(32), 0.002));
  EXPECT_EQ(expected("mesh", sides(32), 0), 0);
}

TEST(ThreadChoice, expects_one_evaluation_of_each_router_at_most) {
  EXPECT_EQ(expected("mesh", sides(16), 1), 256);
}

/// The mean distance of some nodes is near that of all.
TEST(ThreadChoice, samples_distances_that_are_near_the_mean) {
  for (const auto& [kind, parameters] : {std::pair<std::string, Parameters>{"mesh", sides(20)},
                                         {"torus", sides(20)},
                                         {"hypercube", {{"n", std::int64_t{8}}}},
                                         {"srt2d", {{"n", std::int64_t{4}}}}}) {
    const auto design = find_family(kind)->build(parameters);
    const auto nodes = static_cast<double>(design->network().nodes());
    const double mean = measure(design->network()).average_distance;
    const double sampled = expected_evaluations(design->network(), 0.001) / (0.001 * nodes);
    EXPECT_NEAR(sampled / mean, 1, 0.25) << kind;
  }
}

TEST(ThreadChoice, samples_only_nodes_that_send) {
  Network line("line");
  const std::size_t layout = line.add_layout({"back", "on"});
  const KindId kind = line.add_kind("link");
  std::vector<NodeId> between;
  for (const NodeId node : ids<NodeId>(9)) {
    line.add_node("n" + std::to_string(node.value), layout);
    if (node.value > 0) line.connect({NodeId{node.value - 1}, PortId{1}}, {node, PortId{0}}, kind);
    if (node.value > 0 && node.value < 8) between.push_back(node);
  }
  line.set_routers_alone(between);
  EXPECT_DOUBLE_EQ(expected_evaluations(line, 0.01), 2 * 0.01 * 8);
}

TEST(ThreadChoice, takes_the_rate_of_patterns_and_the_default_where_it_is_not_known) {
  const auto rate = [](const std::string& sections) {
    return expected_rate(load_text("{network: {kind: mesh, sides: [3, 3]}" + sections + "}", "text").scenario, 9);
  };
  EXPECT_EQ(rate(""), 0);
  EXPECT_EQ(rate(", traffic: {rate: 0.25}"), 0.25);
  EXPECT_DOUBLE_EQ(rate(", traffic: {rate: 0.25, rates: [[3, 0], [8, 0.5], [1, 0]]}"), 2.0 / 9);
  EXPECT_EQ(rate(", traffic: {rate: 0.25, multicast: {}}"), TrafficSection{}.rate);
}

}  // namespace
}  // namespace kintsugi
