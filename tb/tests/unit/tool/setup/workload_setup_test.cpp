#include "tb/tool/setup/workload_setup.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

TEST(WorkloadSetup, looks_for_a_placement_only_for_a_run) {
  const std::string scenario =
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {workload: {name: allreduce, bytes: 4096}, place: annealed}}";
  const auto nodes_for = [&](SetupFor purpose) {
    return load_network(scenario, {}, purpose).setup.traffic->workload->node_of;
  };
  EXPECT_FALSE(std::ranges::is_sorted(nodes_for(SetupFor::kScenario))) << "rows of four make no ring";
  for (const SetupFor purpose : {SetupFor::kCheck, SetupFor::kNetwork}) {
    const std::vector<NodeId> nodes = nodes_for(purpose);
    EXPECT_EQ(nodes.size(), 16u);
    EXPECT_TRUE(std::ranges::is_sorted(nodes));
  }
}

TEST(WorkloadSetup, reports_the_search_in_two_parts) {
  std::vector<std::string> parts;
  load_scenario("{network: {kind: mesh, sides: [4, 4]}, traffic: {workload: {name: barrier}, place: annealed}}", {},
                families(), [&](const std::string& what, const std::string& unit) {
                  parts.push_back(what + ' ' + unit);
                  return [](std::size_t done, std::size_t total) { EXPECT_LE(done, total); };
                });
  const auto program = std::ranges::find(parts, "making the program step");
  ASSERT_GE(parts.end() - program, 3);
  EXPECT_EQ(program[1], "counting hops source");
  EXPECT_EQ(program[2], "placing the ranks step");
}

TEST(WorkloadSetup, checks_a_placement_whether_it_is_looked_for_or_not) {
  const std::string scenario =
      "{network: {kind: mesh, sides: [64, 65]}, traffic: {workload: {name: barrier, ranks: 2}, place: annealed}}";
  for (const SetupFor purpose : {SetupFor::kScenario, SetupFor::kCheck}) {
    EXPECT_THROW(load_network(scenario, {}, purpose), InputError);
  }
}

}  // namespace
}  // namespace kintsugi::test
