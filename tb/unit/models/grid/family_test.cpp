#include "models/grid/family.hpp"

#include <gtest/gtest.h>

namespace kintsugi::grid {
namespace {

using Numbers = std::vector<std::int64_t>;

std::int64_t number(std::int64_t value) {
  return value;
}

std::string network_name(const Family& family, const Parameters& parameters) {
  return family.build(parameters)->network().name();
}

/// "parameter: message" of the error that building gives.
std::string refusal(const Family& family, const Parameters& parameters) {
  try {
    family.build(parameters);
  } catch (const ParameterError& error) {
    return error.parameter() + ": " + error.what();
  }
  return "nothing was thrown";
}

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
    for (const RoutingInfo& info : design->routings()) {
      EXPECT_EQ(design->routing(info.name, info.default_vcs)->name(), info.name);
      EXPECT_EQ(design->routing(info.name, 32)->vcs(), 32u);
      EXPECT_FALSE(design->routing(info.name, 4)->uses_source());
      EXPECT_THROW(design->routing(info.name, info.min_vcs - 1), std::invalid_argument);
      EXPECT_THROW(design->routing(info.name, 33), std::invalid_argument);
    }
  }
}

TEST(GridFamily, AnUnknownRoutingIsRefusedWithTheValidOne) {
  try {
    MeshFamily().build({{"sides", Numbers{4, 4}}})->routing("monotone", 2);
    FAIL() << "nothing was thrown";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "a mesh 4x4 has no routing 'monotone'; valid is dimension-order");
  }
}

TEST(GridFamily, TheyHaveNoFabric) {
  for (const auto& design : one_of_each()) EXPECT_EQ(design->fabric({}), nullptr);
}

/// Compares every cell and returns how many were printed.
unsigned expect_as_published(const PaperTable& table) {
  unsigned printed = 0;
  for (const PaperTable::Row& row : table.rows) {
    EXPECT_EQ(row.computed, row.published) << row.label;
    EXPECT_EQ(row.published.size(), table.columns.size());
    for (const std::string& cell : row.published) printed += !cell.empty();
  }
  return printed;
}

TEST(GridFamily, ThePapersDiametersAndDegreesAreReproduced) {
  std::size_t last_done = 0;
  const Progress progress = [&](std::size_t done, std::size_t total) {
    EXPECT_LE(done, total);
    last_done = done;
  };
  EXPECT_EQ(expect_as_published(TorusFamily().paper_tables(progress).at(0)), 7u);
  EXPECT_EQ(last_done, 10u);
  EXPECT_EQ(expect_as_published(HypercubeFamily().paper_tables(progress).at(0)), 5u);
  EXPECT_EQ(last_done, 5u);
  EXPECT_TRUE(MeshFamily().paper_tables(progress).empty());
  EXPECT_TRUE(FullFamily().paper_tables(progress).empty());
}

}  // namespace
}  // namespace kintsugi::grid
