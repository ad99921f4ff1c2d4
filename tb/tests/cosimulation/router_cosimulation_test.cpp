// Routers of the model and of RTL beside each other: equal in every flit, credit and grant of every cycle.
#include <cstdlib>
#include <iostream>
#include <string>

#include "tb/tests/cosimulation/networks.hpp"
#include "tb/tests/cosimulation/routers_beside.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

/// Returns the cycles of a comparison; the variable is for longer ones (tb/bench/cosimulation).
Cycle cycles_of(Cycle usual) {
  const char* const given = std::getenv("KINTSUGI_COSIMULATION_CYCLES");
  return given != nullptr ? std::stoull(given) : part_of(usual / 20, usual);
}

/// Runs a network of the list at a load in flits per node and cycle; `rtl` is the name of the network or a mutant.
class Cosimulation {
 public:
  Cosimulation(const CosimulatedNetwork& network, const std::string& rtl)
      : bench_(network.kind, network.parameters, network.routing, chip_parameters(network), false, network.vcs),
        beside_("beside", rtl, bench_, network.form, network.link_cycles) {
    elaborate();
  }

  void run(double load, Cycle cycles) {
    bench_.drawn = std::make_unique<BernoulliTraffic>(find_pattern("uniform")->make(bench_.network(), {}),
                                                      PacketLengths({{1, 1}, {2, 1}, {5, 1}, {16, 1}}), load);
    for (std::uint32_t node = 0; node < bench_.traffic.size(); ++node) {
      bench_.traffic[node].source =
          std::make_unique<BernoulliSource>(NodeId{node}, *bench_.drawn, 1, bench_.clock().next(), cycles);
    }
    bench_.chip->nodes().start_traffic(bench_.traffic, bench_.clock().next());
    bench_.run(cycles);
  }
  const RoutersBeside& beside() const { return beside_; }

 private:
  static constexpr std::size_t kMostKinds = 16;  // of any network of the list
  static ChipParameters chip_parameters(const CosimulatedNetwork& network) {
    ChipParameters parameters;
    parameters.router.buffer = network.form.buffer;
    parameters.router.latency = network.form.latency;
    parameters.router.allocator = network.form.allocator;
    parameters.link.by_kind.assign(kMostKinds, network.link_cycles);
    return parameters;
  }

  Bench bench_;
  RoutersBeside beside_;
};

void expect_equal(const std::string& name, double of_saturation) {
  const CosimulatedNetwork& network = *find_named(cosimulated_networks(), name);
  const Cycle cycles = cycles_of(network.cycles);
  Cosimulation cosimulation(network, name);
  const double load = of_saturation * network.near_saturation;
  cosimulation.run(load, cycles);
  const RoutersBeside& beside = cosimulation.beside();
  EXPECT_EQ(beside.first_difference(), "");
  EXPECT_EQ(beside.cycles(), cycles);
  EXPECT_GT(static_cast<double>(beside.flits()), 0.3 * load * beside.nodes() * static_cast<double>(cycles));
  EXPECT_GT(beside.credits(), 0u);
  EXPECT_GT(beside.grants(), beside.flits() / 2);
  std::cout << name << ": " << beside.flits() << " flit-hops, " << beside.credits() << " credits, " << beside.grants()
            << " channels held\n";
}

void expect_difference(const std::string& name) {
  const Mutant& mutant = *find_named(mutants(), name);
  const CosimulatedNetwork& network = *find_named(cosimulated_networks(), mutant.network);
  Cosimulation cosimulation(network, name);
  cosimulation.run(2 * network.near_saturation, 1000);
  EXPECT_NE(cosimulation.beside().first_difference(), "");
  std::cout << name << ": " << cosimulation.beside().first_difference() << "\n";
}

constexpr double kLow = 0.2, kNear = 1, kPast = 2;

TEST(RouterCosimulation, mesh_at_low_load) {
  expect_equal("mesh", kLow);
}
TEST(RouterCosimulation, mesh_near_saturation) {
  expect_equal("mesh", kNear);
}
TEST(RouterCosimulation, mesh_past_saturation) {
  expect_equal("mesh", kPast);
}
TEST(RouterCosimulation, torus_at_low_load) {
  expect_equal("torus", kLow);
}
TEST(RouterCosimulation, torus_near_saturation) {
  expect_equal("torus", kNear);
}
TEST(RouterCosimulation, torus_past_saturation) {
  expect_equal("torus", kPast);
}
TEST(RouterCosimulation, srt_monotone_at_low_load) {
  expect_equal("srt", kLow);
}
TEST(RouterCosimulation, srt_monotone_near_saturation) {
  expect_equal("srt", kNear);
}
TEST(RouterCosimulation, srt_monotone_past_saturation) {
  expect_equal("srt", kPast);
}
TEST(RouterCosimulation, srt_minimal_adaptive_at_low_load) {
  expect_equal("adaptive", kLow);
}
TEST(RouterCosimulation, srt_minimal_adaptive_near_saturation) {
  expect_equal("adaptive", kNear);
}
TEST(RouterCosimulation, srt_minimal_adaptive_past_saturation) {
  expect_equal("adaptive", kPast);
}
TEST(RouterCosimulation, separable_allocator_at_low_load) {
  expect_equal("separable", kLow);
}
TEST(RouterCosimulation, separable_allocator_near_saturation) {
  expect_equal("separable", kNear);
}
TEST(RouterCosimulation, separable_allocator_past_saturation) {
  expect_equal("separable", kPast);
}
TEST(RouterCosimulation, hypercube_at_low_load) {
  expect_equal("hypercube", kLow);
}
TEST(RouterCosimulation, hypercube_near_saturation) {
  expect_equal("hypercube", kNear);
}
TEST(RouterCosimulation, hypercube_past_saturation) {
  expect_equal("hypercube", kPast);
}
TEST(RouterCosimulation, rdt_at_low_load) {
  expect_equal("rdt", kLow);
}
TEST(RouterCosimulation, rdt_near_saturation) {
  expect_equal("rdt", kNear);
}
TEST(RouterCosimulation, rdt_past_saturation) {
  expect_equal("rdt", kPast);
}

TEST(RouterMutants, another_start_of_an_arbiter_is_seen) {
  expect_difference("mutant_start");
}
TEST(RouterMutants, the_lowest_channel_instead_of_the_one_with_most_credits_is_seen) {
  expect_difference("mutant_credits");
}
TEST(RouterMutants, a_wrong_table_entry_is_seen) {
  expect_difference("mutant_table");
}

TEST(RouterCosimulation, refuses_a_name_without_rtl) {
  const CosimulatedNetwork& network = cosimulated_networks().front();
  EXPECT_THROW(Cosimulation(network, "no such network"), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::test
