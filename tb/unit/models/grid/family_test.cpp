#include "models/grid/family.hpp"

#include <gtest/gtest.h>

#include "tb/unit/models/registry/family_checks.hpp"

namespace kintsugi::grid {
namespace {

using namespace kintsugi::test;

using Numbers = std::vector<std::int64_t>;

TEST(GridFamily, ParametersGiveTheirNetworks) {
  EXPECT_EQ(network_name(MeshFamily(), {{"sides", Numbers{8, 4}}}), "mesh 8x4");
  EXPECT_EQ(network_name(TorusFamily(), {{"sides", Numbers{4, 4, 2}}}), "torus 4x4x2");
  EXPECT_EQ(network_name(TorusFamily(), {{"sides", Numbers{5}}}), "torus 5");
  EXPECT_EQ(network_name(HypercubeFamily(), {{"n", number(4)}}), "hypercube 4");
  EXPECT_EQ(network_name(FullFamily(), {{"nodes", number(64)}}), "full 64");
}

TEST(GridFamily, WrongSidesAreRefusedWithWhatIsValid) {
  const MeshFamily mesh;
  const TorusFamily torus;
  EXPECT_EQ(refusal(mesh, {}), "sides: sides is missing: nodes along each dimension, such as [8, 8]");
  EXPECT_EQ(refusal(mesh, {{"sides", Numbers{}}}),
            "sides: sides is []; valid is a list of 1 to 3 numbers (nodes along each dimension)");
  EXPECT_EQ(refusal(torus, {{"sides", Numbers{2, 2, 2, 2}}}),
            "sides: sides is [2, 2, 2, 2]; valid is a list of 1 to 3 numbers (nodes along each dimension)");
  EXPECT_EQ(refusal(torus, {{"sides", Numbers{8, 1}}}),
            "sides: sides is [8, 1]; valid is 2 to 1048576 each (nodes along each dimension)");
  EXPECT_EQ(refusal(mesh, {{"sides", Numbers{-4}}}),
            "sides: sides is [-4]; valid is 2 to 1048576 each (nodes along each dimension)");
  EXPECT_EQ(refusal(mesh, {{"sides", Numbers{std::int64_t{1} << 32, 4}}}),
            "sides: sides is [4294967296, 4]; valid is 2 to 1048576 each (nodes along each dimension)");
  EXPECT_EQ(refusal(mesh, {{"sides", Numbers{2048, 1024}}}),
            "sides: sides is [2048, 1024], 2097152 nodes; valid is up to 1048576 nodes");
}

TEST(GridFamily, WrongNumbersAreRefusedWithWhatIsValid) {
  const HypercubeFamily cube;
  const FullFamily full;
  EXPECT_EQ(refusal(cube, {}), "n: n is missing: 2^n nodes");
  EXPECT_EQ(refusal(cube, {{"n", number(0)}}), "n: n is 0; valid is 1 to 16 (2^n nodes)");
  EXPECT_EQ(refusal(cube, {{"n", number(17)}}), "n: n is 17; valid is 1 to 16 (2^n nodes)");
  EXPECT_EQ(refusal(full, {}), "nodes: nodes is missing: number of nodes");
  EXPECT_EQ(refusal(full, {{"nodes", number(1)}}), "nodes: nodes is 1; valid is 2 to 64 (number of nodes)");
  EXPECT_EQ(refusal(full, {{"nodes", number(65)}}), "nodes: nodes is 65; valid is 2 to 64 (number of nodes)");
}

std::vector<std::unique_ptr<Design>> one_of_each() {
  std::vector<std::unique_ptr<Design>> designs;
  designs.push_back(MeshFamily().build({{"sides", Numbers{4, 4}}}));
  designs.push_back(TorusFamily().build({{"sides", Numbers{4, 4}}}));
  designs.push_back(HypercubeFamily().build({{"n", number(4)}}));
  designs.push_back(FullFamily().build({{"nodes", number(4)}}));
  return designs;
}

TEST(GridFamily, EveryRoutingOfADesignCanBeMade) {
  for (const auto& design : one_of_each()) {
    expect_that_every_routing_can_be_made(*design);
    expect_that_no_routing_asks_for_the_source(*design);
  }
}

TEST(GridFamily, AnUnknownRoutingIsRefusedWithTheValidOne) {
  EXPECT_EQ(routing_refusal(*MeshFamily().build({{"sides", Numbers{4, 4}}}), "monotone", 2),
            "a mesh 4x4 has no routing 'monotone'; valid is dimension-order");
}

TEST(GridFamily, TheyHaveNoFabric) {
  for (const auto& design : one_of_each()) EXPECT_EQ(design->fabric({}), nullptr);
}

TEST(GridFamily, ThePapersDiametersAndDegreesAreReproduced) {
  LastProgress progress;
  EXPECT_EQ(expect_as_published(TorusFamily().paper_tables(progress.listener()).at(0)), 7u);
  EXPECT_EQ(progress.done(), 10u);
  EXPECT_EQ(expect_as_published(HypercubeFamily().paper_tables(progress.listener()).at(0)), 5u);
  EXPECT_EQ(progress.done(), 5u);
  EXPECT_TRUE(MeshFamily().paper_tables(progress.listener()).empty());
  EXPECT_TRUE(FullFamily().paper_tables(progress.listener()).empty());
}

}  // namespace
}  // namespace kintsugi::grid
