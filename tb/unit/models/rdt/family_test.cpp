#include "models/rdt/family.hpp"

#include <gtest/gtest.h>

#include "tb/unit/models/registry/family_checks.hpp"

namespace kintsugi::rdt {
namespace {

using namespace kintsugi::test;

TEST(RdtFamily, ParametersGiveTheirNetworks) {
  EXPECT_EQ(network_name(RdtFamily(), {{"n", number(4)}}), "RDT(2,4,1)/alpha 16x16");
  EXPECT_EQ(network_name(RdtFamily(), {{"n", number(5)}, {"assignment", "alpha"}}), "RDT(2,4,1)/alpha 32x32");
  EXPECT_EQ(network_name(RdtFamily(), {{"n", number(7)}, {"assignment", "beta"}}), "RDT(2,4,1)/beta 128x128");
  EXPECT_EQ(network_name(PerfectFamily(), {{"n", number(6)}}), "PRDT(2,3) 64x64");
}

TEST(RdtFamily, WrongParametersAreRefusedWithWhatIsValid) {
  EXPECT_EQ(refusal(RdtFamily(), {}), "n: n is missing: the network has 2^n nodes along each dimension");
  EXPECT_EQ(refusal(RdtFamily(), {{"n", number(3)}}), "n: n is 3; valid is 4 to 8 (2^n nodes along each dimension)");
  EXPECT_EQ(refusal(PerfectFamily(), {{"n", number(9)}}),
            "n: n is 9; valid is 4 to 8 (2^n nodes along each dimension)");
  EXPECT_EQ(refusal(RdtFamily(), {{"n", number(4)}, {"assignment", "gamma"}}),
            "assignment: assignment is 'gamma'; valid is alpha or beta");
}

std::vector<std::unique_ptr<Design>> one_of_each() {
  std::vector<std::unique_ptr<Design>> designs;
  designs.push_back(RdtFamily().build({{"n", number(4)}}));
  designs.push_back(RdtFamily().build({{"n", number(4)}, {"assignment", "beta"}}));
  designs.push_back(PerfectFamily().build({{"n", number(4)}}));
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
  ASSERT_EQ(tables.size(), 3u);
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

TEST(RdtFamily, VectorWithBestTiesIsAsShortAsTheGraphOfThePerfectRdt) {
  const PaperTable table = PerfectFamily().paper_tables({}).at(0);
  EXPECT_EQ(row_of(table, "PRDT, hops of vector-best").computed, row_of(table, "PRDT, graph distance").computed);
  EXPECT_NE(row_of(table, "PRDT, hops of vector").computed, row_of(table, "PRDT, graph distance").computed);
}

}  // namespace
}  // namespace kintsugi::rdt
