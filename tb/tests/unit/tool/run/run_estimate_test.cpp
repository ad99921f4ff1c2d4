#include "tb/tool/run/run_cost.hpp"

#include <gtest/gtest.h>

#include "tb/tool/setup/input.hpp"

namespace kintsugi {
namespace {

RunEstimate estimate_of(const std::string& text, unsigned threads = 1) {
  const Input input = load_scenario(text, {});
  return estimate_run(input.scenario, input.setup, 1'000'000, threads);
}

const std::string kSmall = "{network: {kind: mesh, sides: [16, 16]}, traffic: {rate: 0.02}}";

TEST(RunEstimate, counts_sites_and_takes_the_memory_that_it_is_given) {
  const RunEstimate estimate = estimate_of(kSmall);
  EXPECT_EQ(estimate.sites, 256u);
  EXPECT_EQ(estimate.memory_bytes, 1'000'000u);
  EXPECT_DOUBLE_EQ(estimate.elaboration_seconds, 256 * (5e-6 + 5 * 0.4e-6));
}

TEST(RunEstimate, of_the_cycles_grows_with_load_and_hops_and_falls_with_threads) {
  const double small = *estimate_of(kSmall).seconds_per_1000_cycles;
  EXPECT_GT(small, 0);
  EXPECT_DOUBLE_EQ(
      *estimate_of("{network: {kind: mesh, sides: [16, 16]}, traffic: {rate: 0.04}}").seconds_per_1000_cycles,
      2 * small);
  EXPECT_LT(*estimate_of("{network: {kind: hypercube, n: 8}, traffic: {rate: 0.02}}").seconds_per_1000_cycles, small);
  EXPECT_NEAR(*estimate_of(kSmall, 2).seconds_per_1000_cycles, 0.55 * small, 1e-9 * small);
}

TEST(RunEstimate, is_not_made_for_the_cycles_without_a_rate) {
  EXPECT_FALSE(estimate_of("{network: {kind: mesh, sides: [4, 4]}}").seconds_per_1000_cycles);
}

TEST(RunEstimate, of_a_fabric_counts_its_spares_and_switches) {
  const RunEstimate bare = estimate_of("{network: {kind: mesh, sides: [8, 8]}}");
  const RunEstimate wafer = estimate_of("{network: {kind: mesh, sides: [8, 8]}, fabric: {}}");
  EXPECT_GT(wafer.sites, bare.sites);
  EXPECT_GT(wafer.elaboration_seconds, bare.elaboration_seconds);
}

TEST(RunEstimate, is_said_only_of_large_runs) {
  constexpr std::uint64_t kMuch = std::uint64_t{256} << 20U;
  EXPECT_FALSE(is_worth_saying({.sites = 1, .memory_bytes = kMuch - 1, .elaboration_seconds = 0.9}));
  EXPECT_TRUE(is_worth_saying({.sites = 1, .memory_bytes = kMuch, .elaboration_seconds = 0}));
  EXPECT_TRUE(is_worth_saying({.sites = 1, .memory_bytes = 0, .elaboration_seconds = 1}));
}

TEST(RunEstimate, has_a_line_for_people) {
  RunEstimate estimate{1048576, std::uint64_t{9} << 30U, 40.4, 54.6};
  EXPECT_EQ(to_text(estimate),
            "1048576 sites: about 9.0 GiB of memory, 40 s to elaborate, 55 s for 1000 cycles at this load");
  estimate.seconds_per_1000_cycles.reset();
  estimate.elaboration_seconds = 3.21;
  EXPECT_EQ(to_text(estimate), "1048576 sites: about 9.0 GiB of memory, 3.2 s to elaborate");
  estimate.seconds_per_1000_cycles = 1200;
  EXPECT_EQ(to_text(estimate),
            "1048576 sites: about 9.0 GiB of memory, 3.2 s to elaborate, 20 min for 1000 cycles at this load");
}

}  // namespace
}  // namespace kintsugi
