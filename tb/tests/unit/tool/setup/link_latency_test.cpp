// Which latency a link has: what the scenario says of its kind or of all links, what the network gives, or that of the
// preset.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

class LatencyOfLinks : public ::testing::Test {
 protected:
  LatencyOfLinks() {
    std::filesystem::create_directories(directory_.path());
    std::ofstream(file()) << "a,b,kind,latency\n0,1,,\n1,2,near,2\n2,0,far out,3\n0,2,far out,9\n";
  }
  std::string file() const { return (directory_.path() / "triangle.csv").string(); }
  /// The kinds are link, near, far out 3 and far out 9.
  std::vector<LinkLatency> with(const std::string& sections) const {
    return load_scenario("{network: {kind: graph, file: " + file() + "}" + sections + "}", {}).setup.link_latency;
  }

 private:
  TemporaryDirectory directory_;
};

using Cycles = std::vector<LinkLatency>;

TEST_F(LatencyOfLinks, is_that_of_the_network_where_it_gives_one_and_of_the_preset_elsewhere) {
  EXPECT_EQ(with(""), (Cycles{1, 2, 3, 9}));
  EXPECT_EQ(with(", router: {preset: paper}"), (Cycles{1, 2, 3, 9}));
}

TEST_F(LatencyOfLinks, of_a_scenario_comes_before_that_of_the_network) {
  EXPECT_EQ(with(", link: {latency: 5}"), (Cycles{5, 5, 5, 5}));
  EXPECT_EQ(with(", link: {latency: {near: 7}}"), (Cycles{1, 7, 3, 9}));
  EXPECT_EQ(with(", link: {latency: {far out: 4}}"), (Cycles{1, 2, 4, 4})) << "far out names both";
  EXPECT_EQ(with(", link: {latency: {far out 9: 8, link: 6}}"), (Cycles{6, 2, 3, 8}));
}

TEST_F(LatencyOfLinks, of_a_network_that_gives_none_is_as_before) {
  const auto of_torus = [](const std::string& link) {
    return load_scenario("{network: {kind: torus, sides: [4, 4]}, link: " + link + "}", {}).setup.link_latency;
  };
  EXPECT_EQ(of_torus("{latency: 3}"), (Cycles{3, 3}));
  EXPECT_EQ(of_torus("{latency: {wrap: 3}}"), (Cycles{1, 3}));
}

}  // namespace
}  // namespace kintsugi::test
