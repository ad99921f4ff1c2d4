#include "models/grid/family.hpp"
#include "models/repair/reconfigurable.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/family/family_checks.hpp"

namespace kintsugi::grid {
namespace {

using namespace kintsugi::test;

using Numbers = std::vector<std::int64_t>;

TEST(GridFamily, parameters_give_their_networks) {
  EXPECT_EQ(network_name(MeshFamily(), {{"sides", Numbers{8, 4}}}), "mesh 8x4");
  EXPECT_EQ(network_name(TorusFamily(), {{"sides", Numbers{4, 4, 2}}}), "torus 4x4x2");
  EXPECT_EQ(network_name(TorusFamily(), {{"sides", Numbers{5}}}), "torus 5");
  EXPECT_EQ(network_name(HypercubeFamily(), {{"n", number(4)}}), "hypercube 4");
  EXPECT_EQ(network_name(FullFamily(), {{"nodes", number(64)}}), "full 64");
}

TEST(GridFamily, mesh_and_torus_have_networks_of_other_sides) {
  const Parameters small = {{"sides", Numbers{4, 4}}};
  EXPECT_EQ(network_name(MeshFamily(), MeshFamily().resized(small, {16, 20}).value()), "mesh 16x20");
  EXPECT_EQ(network_name(TorusFamily(), TorusFamily().resized(small, {3, 5}).value()), "torus 3x5");
  EXPECT_EQ(MeshFamily().resized(small, {16, 1}), std::nullopt) << "too short";
  EXPECT_EQ(MeshFamily().resized(small, {2048, 1024}), std::nullopt) << "too many nodes";
  EXPECT_EQ(HypercubeFamily().resized({{"n", number(4)}}, {4, 8}), std::nullopt);
}

TEST(GridFamily, wrong_sides_are_refused_with_what_is_valid) {
  const MeshFamily mesh;
  const TorusFamily torus;
  EXPECT_EQ(refusal(mesh, {}), "sides: sides is missing: nodes along each dimension, such as [8, 8]");
  EXPECT_EQ(refusal(mesh, {{"sides", Numbers{}}}),
            "sides: sides is []; valid is a list of 1 to 3 numbers (nodes along each dimension)");
  EXPECT_EQ(refusal(torus, {{"sides", Numbers{2, 2, 2, 2}}}),
            "sides: sides is [2, 2, 2, 2]; valid is a list of 1 to 3 numbers (nodes along each dimension)");
  EXPECT_EQ(refusal(torus, {{"sides", Numbers{8, 1}}}),
            "sides: sides is [8, 1]; valid is 2 to 2^20 each (nodes along each dimension)");
  EXPECT_EQ(refusal(mesh, {{"sides", Numbers{-4}}}),
            "sides: sides is [-4]; valid is 2 to 2^20 each (nodes along each dimension)");
  EXPECT_EQ(refusal(mesh, {{"sides", Numbers{std::int64_t{1} << 32, 4}}}),
            "sides: sides is [4294967296, 4]; valid is 2 to 2^20 each (nodes along each dimension)");
  EXPECT_EQ(refusal(mesh, {{"sides", Numbers{2048, 1024}}}),
            "sides: sides is [2048, 1024], 2097152 nodes; valid is up to 2^20 nodes");
}

TEST(GridFamily, wrong_numbers_are_refused_with_what_is_valid) {
  const HypercubeFamily cube;
  const FullFamily full;
  EXPECT_EQ(refusal(cube, {}), "n: n is missing: 2^n nodes");
  EXPECT_EQ(refusal(cube, {{"n", number(0)}}), "n: n is 0; valid is 1 to 20 (2^n nodes)");
  EXPECT_EQ(refusal(cube, {{"n", number(21)}}), "n: n is 21; valid is 1 to 20 (2^n nodes)");
  EXPECT_EQ(refusal(full, {}), "nodes: nodes is missing: number of nodes");
  EXPECT_EQ(refusal(full, {{"nodes", number(1)}}), "nodes: nodes is 1; valid is 2 to 64 (number of nodes)");
  EXPECT_EQ(refusal(full, {{"nodes", number(65)}}), "nodes: nodes is 65; valid is 2 to 64 (number of nodes)");
}

TEST(GridFamily, only_the_torus_is_laid_out_folded) {
  EXPECT_TRUE(TorusFamily().is_folded());
  EXPECT_FALSE(MeshFamily().is_folded());
  EXPECT_FALSE(HypercubeFamily().is_folded());
  EXPECT_FALSE(FullFamily().is_folded());
}

std::vector<std::unique_ptr<Design>> one_of_each() {
  std::vector<std::unique_ptr<Design>> designs;
  designs.push_back(MeshFamily().build({{"sides", Numbers{4, 4}}}));
  designs.push_back(TorusFamily().build({{"sides", Numbers{4, 4}}}));
  designs.push_back(HypercubeFamily().build({{"n", number(4)}}));
  designs.push_back(FullFamily().build({{"nodes", number(4)}}));
  return designs;
}

TEST(GridFamily, every_routing_of_a_design_can_be_made) {
  for (const auto& design : one_of_each()) {
    expect_that_every_routing_can_be_made(*design);
    expect_that_no_routing_asks_for_the_source(*design);
  }
}

TEST(GridFamily, an_unknown_routing_is_refused_with_the_valid_one) {
  EXPECT_EQ(routing_refusal(*MeshFamily().build({{"sides", Numbers{4, 4}}}), "monotone", 2),
            "mesh 4x4 has no routing 'monotone'; valid: dimension-order");
}

TEST(GridFamily, only_mesh_and_torus_have_a_fabric) {
  std::size_t number = 0;
  for (const auto& design : one_of_each()) EXPECT_EQ(design->fabric({}) != nullptr, number++ < 2);
}

/// The ends of a mesh could leave out the spares, which no planner searches.
TEST(GridFamily, planner_fabric_claims_less_for_a_mesh_than_for_a_torus) {
  const auto complete_for = [](const Family& family) {
    return family.build({{"sides", Numbers{4, 4}}})->fabric({})->complete_for({.planner = "fabric"}).value();
  };
  EXPECT_EQ(complete_for(TorusFamily()), "nodes that move one row and one column at most");
  EXPECT_EQ(complete_for(MeshFamily()),
            "nodes that move one row and one column at most and rows and columns that pass every line of spares");
}

TEST(GridFamily, the_papers_diameters_and_degrees_are_reproduced) {
  LastProgress progress;
  EXPECT_EQ(expect_as_published(TorusFamily().paper_tables(progress.listener()).at(0)), 7u);
  EXPECT_EQ(progress.done(), 14u);
  EXPECT_EQ(expect_as_published(HypercubeFamily().paper_tables(progress.listener()).at(0)), 10u) << "and crossed cubes";
  EXPECT_EQ(progress.done(), 14u);
  EXPECT_TRUE(FullFamily().paper_tables(progress.listener()).empty());
  EXPECT_FALSE(MeshFamily().paper_figure(progress.listener()).has_value());
}

}  // namespace
}  // namespace kintsugi::grid
