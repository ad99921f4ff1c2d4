#include "models/rdt/family.hpp"

#include <gtest/gtest.h>

#include "tb/unit/models/registry/family_checks.hpp"

namespace kintsugi::rdt {
namespace {

using namespace kintsugi::test;

TEST(RdtFamily, ParametersGiveTheirNetworks) {
  const RdtFamily rdt;
  EXPECT_EQ(network_name(rdt, {{"side", number(16)}}), "RDT(2,4,1)/alpha 16x16");
  EXPECT_EQ(network_name(rdt, {{"side", number(32)}, {"assignment", "alpha"}}), "RDT(2,4,1)/alpha 32x32");
  EXPECT_EQ(network_name(rdt, {{"side", number(128)}, {"assignment", "beta"}}), "RDT(2,4,1)/beta 128x128");
  EXPECT_EQ(network_name(rdt, {{"side", number(64)}, {"assignment", "perfect"}}), "PRDT(2,3) 64x64");
}

TEST(RdtFamily, WrongParametersAreRefusedWithWhatIsValid) {
  const RdtFamily rdt;
  EXPECT_EQ(refusal(rdt, {}), "side: side is missing: nodes along each dimension, 16, 32, 64, 128 or 256");
  for (const std::int64_t side : {std::int64_t{-16}, std::int64_t{0}, std::int64_t{8}, std::int64_t{17},
                                  std::int64_t{48}, std::int64_t{512}, (std::int64_t{1} << 32) + 16}) {
    EXPECT_EQ(refusal(rdt, {{"side", side}}), "side: side is " + std::to_string(side) +
                                                  "; valid is 16, 32, 64, 128 or 256 (nodes along each dimension)");
  }
  EXPECT_EQ(refusal(rdt, {{"side", number(16)}, {"assignment", "gamma"}}),
            "assignment: assignment is 'gamma'; valid is alpha, beta or perfect");
}

std::vector<std::unique_ptr<Design>> one_of_each() {
  std::vector<std::unique_ptr<Design>> designs;
  for (const char* assignment : {"alpha", "beta", "perfect"}) {
    designs.push_back(RdtFamily().build({{"side", number(16)}, {"assignment", assignment}}));
  }
  return designs;
}

TEST(RdtFamily, EveryRoutingOfADesignCanBeMade) {
  for (const auto& design : one_of_each()) {
    EXPECT_EQ(design->routings().front().name, "scheme-h") << "the default is the one free of deadlock";
    expect_that_every_routing_can_be_made(*design);
    expect_that_no_routing_asks_for_the_source(*design);
  }
}

TEST(RdtFamily, AnUnknownRoutingIsRefusedWithTheValidOnes) {
  const auto designs = one_of_each();
  EXPECT_EQ(routing_refusal(*designs[0], "vector", 3),
            "a RDT(2,4,1)/alpha 16x16 has no routing 'vector'; valid are scheme-h, floating");
  EXPECT_EQ(routing_refusal(*designs[2], "floating", 3),
            "a PRDT(2,2) 16x16 has no routing 'floating'; valid are scheme-h, vector, vector-best");
}

TEST(RdtFamily, TheyHaveNoFabric) {
  for (const auto& design : one_of_each()) EXPECT_EQ(design->fabric({}), nullptr);
}

const PaperTable::Row& row_of(const PaperTable& table, const std::string& label) {
  for (const PaperTable::Row& row : table.rows) {
    if (row.label == label) return row;
  }
  throw std::out_of_range(label);
}

TEST(RdtFamily, SlowThePapersTablesStandBesideWhatIsComputed) {
  using Cells = std::vector<std::string>;
  const std::vector<PaperTable> tables = RdtFamily().paper_tables({});
  ASSERT_EQ(tables.size(), 4u);
  for (const PaperTable& table : tables) {
    for (const PaperTable::Row& row : table.rows) {
      EXPECT_EQ(row.published.size(), table.columns.size()) << row.label;
      EXPECT_EQ(row.computed.size(), table.columns.size()) << row.label;
    }
  }
  EXPECT_EQ(row_of(tables[0], "RDT(2,4,1)/beta, graph distance").computed, (Cells{"8 (8)", "12 (8)"}));
  EXPECT_EQ(row_of(tables[1], "RDT(2,4,1)/alpha, printed (not graph distances)").published,
            (Cells{"9 (4.73)", "10 (5.81)", "12 (7.16)"}));
  const Cells distances = row_of(tables[1], "RDT(2,4,1)/alpha, graph distance").computed;
  EXPECT_EQ(Cells(distances.begin(), distances.begin() + 2), (Cells{"7 (4.7146)", "9 (5.6470)"}));
  EXPECT_EQ(tables[2].rows.size(), 2 * 9u) << "eight classes and their mean";
}

TEST(RdtFamily, SlowVectorWithBestTiesIsAsShortAsTheGraphOfThePerfectRdt) {
  const PaperTable table = RdtFamily().paper_tables({}).at(3);
  EXPECT_EQ(row_of(table, "PRDT, hops of vector-best").computed, row_of(table, "PRDT, graph distance").computed);
  EXPECT_NE(row_of(table, "PRDT, hops of vector").computed, row_of(table, "PRDT, graph distance").computed);
}

}  // namespace
}  // namespace kintsugi::rdt
