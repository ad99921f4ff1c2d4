#include "models/rdt/family.hpp"
#include "models/repair/reconfigurable.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/family/family_checks.hpp"

namespace kintsugi::rdt {
namespace {

using namespace kintsugi::test;

TEST(RdtFamily, parameters_give_their_networks) {
  const RdtFamily rdt;
  EXPECT_EQ(network_name(rdt, {{"side", number(16)}}), "RDT(2,4,1)/alpha 16x16");
  EXPECT_EQ(network_name(rdt, {{"side", number(32)}, {"assignment", "alpha"}}), "RDT(2,4,1)/alpha 32x32");
  EXPECT_EQ(network_name(rdt, {{"side", number(128)}, {"assignment", "beta"}}), "RDT(2,4,1)/beta 128x128");
  EXPECT_EQ(network_name(rdt, {{"side", number(64)}, {"assignment", "perfect"}}), "PRDT(2,3) 64x64");
}

TEST(RdtFamily, wrong_parameters_are_refused_with_what_is_valid) {
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

TEST(RdtFamily, every_routing_of_a_design_can_be_made) {
  for (const auto& design : one_of_each()) {
    EXPECT_EQ(design->routings().front().name, "scheme-h") << "the default is the one free of deadlock";
    expect_that_every_routing_can_be_made(*design);
    expect_that_no_routing_asks_for_the_source(*design);
  }
}

TEST(RdtFamily, an_unknown_routing_is_refused_with_the_valid_ones) {
  const auto designs = one_of_each();
  EXPECT_EQ(routing_refusal(*designs[0], "vector", 3),
            "a RDT(2,4,1)/alpha 16x16 has no routing 'vector'; valid are scheme-h, floating");
  EXPECT_EQ(routing_refusal(*designs[2], "floating", 3),
            "a PRDT(2,2) 16x16 has no routing 'floating'; valid are scheme-h, vector, vector-best");
}

TEST(RdtFamily, they_have_no_fabric) {
  for (const auto& design : one_of_each()) EXPECT_EQ(design->fabric({}), nullptr);
}

const PaperTable::Row& row_of(const PaperTable& table, const std::string& label) {
  for (const PaperTable::Row& row : table.rows) {
    if (row.label == label) return row;
  }
  throw std::out_of_range(label);
}

using Cells = std::vector<std::string>;

void expect_first_table(const PaperTable& first) {
  EXPECT_EQ(first.columns, (Cells{"4096", "65536"}));
  EXPECT_EQ(row_of(first, "alpha, printed").published, (Cells{"10 (8)", "14 (8)"}));
  EXPECT_EQ(row_of(first, "alpha, distance in the graph").computed, (Cells{"9 (8)", "12 (8)"}));
  EXPECT_EQ(row_of(first, "beta, distance in the graph").computed, (Cells{"8 (8)", "12 (8)"}));
  EXPECT_EQ(row_of(first, "perfect, distance in the graph").computed.at(0), "6 (16)");
}

void expect_second_table(const PaperTable& table) {
  EXPECT_EQ(table.columns, (Cells{"256", "1024", "4096", "16384", "65536"}));
  EXPECT_EQ(row_of(table, "alpha, printed").published, (Cells{"", "9 (4.73)", "10 (5.81)", "12 (7.16)", ""}));
  EXPECT_EQ(row_of(table, "beta, printed").published, (Cells{"", "9 (4.57)", "10 (5.85)", "12 (7.35)", ""}));
  const auto first_three = [&table](const std::string& label) {
    const Cells& cells = row_of(table, label).computed;
    return Cells(cells.begin(), cells.begin() + 3);
  };
  EXPECT_EQ(first_three("alpha, distance in the graph"), (Cells{"6 (3.8108)", "7 (4.7146)", "9 (5.6470)"}));
  EXPECT_EQ(first_three("beta, distance in the graph"), (Cells{"6 (3.4676)", "6 (4.3976)", "8 (5.5664)"}));
  EXPECT_EQ(row_of(table, "alpha, hops of floating").computed.at(2), "13 (7.5838)");
  EXPECT_EQ(row_of(table, "beta, hops of scheme-h").computed.at(2), "13 (7.1327)");
  EXPECT_EQ(row_of(table, "perfect, hops of vector-best").computed,
            row_of(table, "perfect, distance in the graph").computed)
      << "best ties are as short as the graph";
  EXPECT_NE(row_of(table, "perfect, hops of vector").computed,
            row_of(table, "perfect, distance in the graph").computed);
}

TEST(RdtFamily, slow_the_papers_tables_stand_beside_what_is_computed) {
  LastProgress progress;
  const std::vector<PaperTable> tables = RdtFamily().paper_tables(progress.listener());
  EXPECT_GT(progress.done(), 0u);
  ASSERT_EQ(tables.size(), 2u);
  for (const PaperTable& table : tables) {
    for (const PaperTable::Row& row : table.rows) {
      EXPECT_EQ(row.published.size(), table.columns.size()) << row.label;
      EXPECT_EQ(row.computed.size(), table.columns.size()) << row.label;
    }
  }
  expect_first_table(tables[0]);
  expect_second_table(tables[1]);
}

TEST(RdtFamily, the_figure_has_a_curve_for_each_class_and_their_means) {
  LastProgress progress;
  const PaperFigure figure = RdtFamily().paper_figure(progress.listener()).value();
  EXPECT_EQ(progress.done(), 16u);
  EXPECT_EQ(figure.x.front(), 2);
  EXPECT_EQ(figure.x.back(), 128);
  ASSERT_EQ(figure.curves.size(), 2u);
  for (const PaperFigure::Mean& mean : figure.curves) {
    ASSERT_EQ(mean.of.size(), 8u) << mean.name;
    for (std::size_t i = 0; i < figure.x.size(); ++i) {
      double sum = 0;
      for (const PaperFigure::Curve& curve : mean.of) sum += curve.y.at(i);
      EXPECT_NEAR(mean.y.at(i), sum / 8, 1e-12) << mean.name;
    }
  }
}

TEST(RdtFamily, beta_is_below_alpha_in_the_figure_up_to_an_area_of_40_and_above_it_from_48) {
  const PaperFigure figure = RdtFamily().paper_figure({}).value();
  for (std::size_t i = 0; i < figure.x.size(); ++i) {
    const double alpha = figure.curves.at(0).y.at(i);
    const double beta = figure.curves.at(1).y.at(i);
    if (figure.x[i] > 2 && figure.x[i] <= 40) {
      EXPECT_LT(beta, alpha) << figure.x[i];
    }
    if (figure.x[i] >= 48) {
      EXPECT_GT(beta, alpha) << figure.x[i];
    }
  }
}

}  // namespace
}  // namespace kintsugi::rdt
