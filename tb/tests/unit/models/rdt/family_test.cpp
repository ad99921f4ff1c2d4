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
  EXPECT_EQ(refusal(rdt, {}), "side: side is missing: nodes along each dimension, 16, 32, 64, 128, 256, 512 or 1024");
  for (const std::int64_t side : {std::int64_t{-16}, std::int64_t{0}, std::int64_t{8}, std::int64_t{17},
                                  std::int64_t{48}, std::int64_t{2048}, (std::int64_t{1} << 32) + 16}) {
    EXPECT_EQ(refusal(rdt, {{"side", side}}),
              "side: side is " + std::to_string(side) +
                  "; valid is 16, 32, 64, 128, 256, 512 or 1024 (nodes along each dimension)");
  }
  EXPECT_EQ(refusal(rdt, {{"side", number(16)}, {"assignment", "gamma"}}),
            "assignment: assignment is 'gamma'; valid is alpha, beta, cyclic, perfect or {file: PATH}");
}

TEST(RdtFamily, other_numbers_give_their_networks) {
  const RdtFamily rdt;
  const std::pair<Parameters, const char*> networks[] = {
      {{{"side", number(64)}, {"R", number(3)}}, "RDT(2,3,1)/cyclic 64x64"},
      {{{"side", number(64)}, {"m", number(2)}}, "RDT(2,4,2)/cyclic 64x64"},
      {{{"side", number(64)}, {"cardinal", number(4)}, {"R", number(2)}}, "RDT(4,2,1)/cyclic 64x64"},
      {{{"side", number(81)}, {"cardinal", number(3)}, {"assignment", "perfect"}}, "PRDT(3,3) 81x81"},
      {{{"side", number(256)}, {"R", number(5)}, {"assignment", "perfect"}}, "PRDT(2,5) 256x256"},
      {{{"side", number(64)}, {"R", number(1)}, {"assignment", "perfect"}}, "PRDT(2,1) 64x64"},
      {{{"side", number(16)}, {"assignment", ParameterFile{"a.txt", "2 1 4 3\n4 3 1 2\n"}}},
       "RDT(2,4,1)/2143-4312 16x16"},
      {{{"side", number(16)}, {"assignment", ParameterFile{"a.txt", "2 1 4 3\n1 2 1 2\n"}}}, "RDT(2,4,1)/beta 16x16"}};
  for (const auto& [parameters, name] : networks) EXPECT_EQ(network_name(rdt, parameters), name);
}

TEST(RdtFamily, other_numbers_are_refused_with_what_is_valid) {
  const RdtFamily rdt;
  const Parameters cube{{"side", number(81)}, {"cardinal", number(3)}};
  const std::pair<Parameters, const char*> refused[] = {
      {{{"side", number(16)}, {"cardinal", number(17)}},
       "cardinal: cardinal is 17; valid is 2 to 16 (the cardinal number n)"},
      {{{"side", number(64)}, {"cardinal", number(3)}},
       "side: side is 64; valid is 9, 27, 81, 243 or 729 (nodes along each dimension, powers of the cardinal number "
       "3)"},
      {{{"side", number(16)}, {"cardinal", number(16)}},
       "side: side is 16; valid is 256 (nodes along each dimension, powers of the cardinal number 16)"},
      {{{"side", number(16)}, {"R", number(6)}}, "R: R is 6; valid is 1 to 5 (the highest rank)"},
      {{{"side", number(16)}, {"R", number(2)}, {"m", number(3)}},
       "m: m is 3; valid is 1 to 2 (upper ranks of a node, at most R)"},
      {{{"side", number(16)}, {"m", number(2)}, {"assignment", "beta"}},
       "assignment: assignment beta is for RDT(2,4,1), not for RDT(2,4,2); valid are cyclic, perfect and a file"},
      {{{"side", number(16)}, {"m", number(2)}, {"assignment", "perfect"}},
       "m: m is for RDT(n, R, m); a node of a perfect RDT has all ranks: leave it out"},
      {cube,
       "assignment: with the cardinal number 3 an odd side is not divided evenly by the 2n x n array of the "
       "classes; valid is perfect"},
      {{{"side", number(64)}, {"cardinal", number(8)}},
       "assignment: with the cardinal number 8 there is only one upper rank to assign; valid is perfect"}};
  for (const auto& [parameters, message] : refused) EXPECT_EQ(refusal(rdt, parameters), message);
}

TEST(RdtFamily, mistakes_of_a_file_come_with_its_name_and_their_places) {
  try {
    RdtFamily().build({{"side", number(16)}, {"assignment", ParameterFile{"best.txt", "2 1 4 3\n4 3 2 9\n"}}});
    FAIL() << "nothing was thrown";
  } catch (const ParameterFileError& error) {
    EXPECT_EQ(error.path(), "best.txt");
    ASSERT_EQ(error.mistakes().size(), 1u);
    EXPECT_EQ(error.mistakes()[0].line, 2);
    EXPECT_EQ(error.mistakes()[0].column, 7);
  }
}

TEST(RdtFamily, the_search_is_for_the_assignment) {
  const RdtFamily rdt;
  EXPECT_EQ(rdt.searches(), std::vector<std::string>{"assignment"});
  const SearchResult found =
      rdt.search("assignment", {{"side", number(16)}, {"R", number(2)}, {"assignment", "cyclic"}}, {});
  EXPECT_EQ(found.network, "RDT(2,2,1) 16x16");
  EXPECT_THROW(rdt.search("side", {{"side", number(16)}}, {}), ParameterError);
  EXPECT_THROW(rdt.search("assignment", {{"side", number(64)}, {"cardinal", number(4)}}, {}), ParameterError);
  EXPECT_THROW(rdt.search("assignment", {{"side", number(81)}, {"cardinal", number(3)}}, {}), ParameterError);
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
            "RDT(2,4,1)/alpha 16x16 has no routing 'vector'; valid: scheme-h, floating, floating-best, "
            "floating-base");
  EXPECT_EQ(routing_refusal(*designs[2], "floating", 3),
            "PRDT(2,2) 16x16 has no routing 'floating'; valid: scheme-h, vector, vector-best");
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
  EXPECT_EQ(row_of(first, "beta, hops of floating-best").computed, (Cells{"10 (8)", "14 (8)"}));
  EXPECT_EQ(row_of(first, "alpha, hops of floating-base").computed, (Cells{"10 (8)", "14 (8)"}));
  EXPECT_EQ(row_of(first, "2D torus").computed, (Cells{"64 (4), formula", "256 (4), formula"}));
  EXPECT_EQ(row_of(first, "Kautz").computed, (Cells{"11 (4), graph of 3072", "15 (4), formula of 49152"}));
  EXPECT_EQ(row_of(first, "star graph").computed, (Cells{"9 (6), graph of 5040", "10 (7), graph of 40320"}));
  EXPECT_EQ(row_of(first, "CCC").computed, (Cells{"20 (3), graph of 4608", "28 (3), graph of 49152"}));
  EXPECT_EQ(row_of(first, "midimew").computed, (Cells{"45 (4), graph", "181 (4), graph"}));
  EXPECT_EQ(row_of(first, "hypernet").computed, (Cells{"", ""})) << "the paper does not define it";
  EXPECT_EQ(row_of(first, "crossed cube").computed, (Cells{"7 (12), graph", "9 (16), graph"}));
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
  EXPECT_EQ(row_of(table, "beta, hops of floating-best").computed.at(2), "10 (6.1729)");
  EXPECT_EQ(row_of(table, "alpha, hops of floating-best").computed.at(2), "10 (6.4873)");
  EXPECT_EQ(row_of(table, "alpha, hops of floating-base").computed,
            (Cells{"8 (4.5059)", "9 (5.6139)", "10 (6.7297)", "12 (7.8982)", "14 (9.0233)"}));
  EXPECT_EQ(row_of(table, "beta, hops of floating-base").computed.at(2), "10 (6.4101)");
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
  ASSERT_EQ(tables.size(), 3u);
  for (const PaperTable& table : tables) {
    for (const PaperTable::Row& row : table.rows) {
      EXPECT_EQ(row.published.size(), table.columns.size()) << row.label;
      EXPECT_EQ(row.computed.size(), table.columns.size()) << row.label;
    }
  }
  expect_first_table(tables[0]);
  expect_second_table(tables[1]);
  EXPECT_EQ(row_of(tables[2], "RDT(2,4,1), printed").published, (Cells{"7/8", "8/8", "10/8", "10/8", "12/8"}));
  EXPECT_EQ(row_of(tables[2], "alpha, distance in the graph").computed, (Cells{"6/8", "7/8", "9/8", "10/8", "12/8"}));
}

/// The figure takes about a second: it is computed once.
const PaperFigure& the_figure() {
  static const PaperFigure kFigure = [] {
    LastProgress progress;
    PaperFigure figure = RdtFamily().paper_figure(progress.listener()).value();
    EXPECT_EQ(progress.done(), 20u);
    return figure;
  }();
  return kFigure;
}

TEST(RdtFamily, the_figure_has_a_curve_for_each_class_and_their_means) {
  const PaperFigure& figure = the_figure();
  EXPECT_EQ(figure.x.front(), 2);
  EXPECT_EQ(figure.x.back(), 128);
  ASSERT_EQ(figure.curves.size(), 6u);
  for (const PaperFigure::Mean& mean : {figure.curves[0], figure.curves[1]}) {
    ASSERT_EQ(mean.of.size(), 8u) << mean.name;
    for (std::size_t i = 0; i < figure.x.size(); ++i) {
      double sum = 0;
      for (const PaperFigure::Curve& curve : mean.of) sum += curve.y.at(i);
      EXPECT_NEAR(mean.y.at(i), sum / 8, 1e-12) << mean.name;
    }
  }
}

/// Expects that the curve of beta is below that of alpha up to an area, apart from 2 x 2, and above it from the next.
void expect_crossing(const PaperFigure& figure, std::size_t alpha, double last_below) {
  for (std::size_t i = 1; i < figure.x.size(); ++i) {
    EXPECT_EQ(figure.curves.at(alpha + 1).y.at(i) < figure.curves.at(alpha).y.at(i), figure.x[i] <= last_below)
        << figure.curves[alpha].name << " " << figure.x[i];
  }
}

TEST(RdtFamily, beta_is_below_alpha_in_the_figure_up_to_an_area_of_40_in_distance_and_farther_in_hops) {
  const PaperFigure& figure = the_figure();
  expect_crossing(figure, 0, 40);
  EXPECT_EQ(figure.curves.at(2).name, "alpha, hops of floating-best");
  expect_crossing(figure, 2, 48);
  EXPECT_EQ(figure.curves.at(4).name, "alpha, hops of floating-base");
  expect_crossing(figure, 4, 56);
}

}  // namespace
}  // namespace kintsugi::rdt
