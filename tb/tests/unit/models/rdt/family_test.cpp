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

/// TopoSlow.the_tables_and_the_figure_of_the_paper_are_json_too has the figures.
TEST(RdtFamily, says_how_far_it_is_with_the_tables_of_the_paper) {
  expect_progress_of_paper_tables(RdtFamily(), 1'222'144);
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
