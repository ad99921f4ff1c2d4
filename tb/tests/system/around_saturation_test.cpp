// What `around` keeps of a network's throughput: at 90 % of the rate at which the own routing saturates it does not,
// and with 5 % of the links dead not at 70 % of the rate at which it saturates itself. The rates are those of the table
// in models/general/README.md.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

struct Loaded {
  std::string name;
  std::string network;
  double own;     ///< rate at which the own routing saturates, flits/node/cycle
  double around;  ///< and at which `around` does, without defects
};

std::ostream& operator<<(std::ostream& out, const Loaded& loaded) {
  return out << loaded.name;
}

/// Returns 5 % of the links, by their ends: "[[0, 1], ...]".
std::string dead_links(const std::string& network) {
  const Setup setup = load_scenario("{network: " + network + "}", {}).setup;
  const auto links = setup.network().links();
  std::mt19937 random(1);
  std::set<std::pair<std::uint32_t, std::uint32_t>> dead;
  while (dead.size() < std::ceil(0.05 * static_cast<double>(links.size()))) {
    const Link& link = links[random() % links.size()];
    dead.insert(std::minmax(link.a.node.value, link.b.node.value));
  }
  std::string text;
  for (const auto& [a, b] : dead) text += ", [" + std::to_string(a) + ", " + std::to_string(b) + "]";
  return "[" + text.substr(2) + "]";
}

/// Returns the accepted share of what is offered.
double accepted_share(const std::string& network, double rate, const std::string& more) {
  const ToolResult result = run_tool(
      {"run",
       "{network: " + network + ", router: {routing: around, vcs: 4}, traffic: {rate: " + std::to_string(rate) +
           "}, run: {cycles: 6000, warmup: 2000, proof: skip}" + more + "}",
       "--json", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json throughput = json::parse(result.out).at("throughput");
  return throughput.at("accepted").get<double>() / throughput.at("offered").get<double>();
}

class AroundSlow : public testing::TestWithParam<Loaded> {};

TEST_P(AroundSlow, saturates_no_earlier_than_at_nine_tenths_of_the_own_routing) {
  EXPECT_GT(accepted_share(GetParam().network, 0.9 * GetParam().own, ""), 0.95);
}

TEST_P(AroundSlow, saturates_with_dead_links_no_earlier_than_at_seven_tenths_of_that) {
  const std::string defects = ", defects: {link: " + dead_links(GetParam().network) + "}";
  EXPECT_GT(accepted_share(GetParam().network, 0.7 * GetParam().around, defects), 0.95);
}

/// The check can fail: at more than these rates the network is saturated.
TEST_P(AroundSlow, saturates_above_the_rate_of_the_page) {
  EXPECT_LT(accepted_share(GetParam().network, 1.15 * GetParam().around, ""), 0.95);
}

INSTANTIATE_TEST_SUITE_P(All, AroundSlow,
                         testing::Values(Loaded{"mesh", "{kind: mesh, sides: [16, 16]}", 0.19, 0.18},
                                         Loaded{"torus", "{kind: torus, sides: [16, 16]}", 0.215, 0.24},
                                         Loaded{"srt2d", "{kind: srt2d, n: 4}", 0.62, 0.635}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace kintsugi::test
