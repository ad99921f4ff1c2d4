#include "models/srt/paper_figure.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/family/family_checks.hpp"

namespace kintsugi::srt {
namespace {

void expect_rising(const PaperFigure& figure) {
  for (const PaperFigure::Mean& curve : figure.curves) {
    ASSERT_EQ(curve.y.size(), figure.x.size());
    for (std::size_t i = 1; i < curve.y.size(); ++i) EXPECT_GT(curve.y[i], curve.y[i - 1]) << curve.name;
  }
}

/// "Almost 1.2 times when the number of nodes becomes twice ... there is not much difference" between the variants.
TEST(SrtPaperFigure, slow_on_rings_the_average_distance_grows_as_the_paper_says) {
  test::LastProgress progress;
  const PaperFigure figure = ring_figure(progress.listener());
  EXPECT_EQ(progress.done(), 33u);
  ASSERT_EQ(figure.curves.size(), 3u);
  EXPECT_EQ(figure.x.front(), 16);
  EXPECT_EQ(figure.x.back(), 16384);
  expect_rising(figure);
  const std::vector<double>& standard = figure.curves[0].y;
  EXPECT_NEAR(standard[4], 7.0343, 0.00005);
  EXPECT_NEAR(standard.back() / standard[standard.size() - 2], 1.2, 0.03);
  for (std::size_t i = 4; i < standard.size(); ++i) EXPECT_NEAR(figure.curves[2].y[i] / standard[i], 1, 0.05);
}

/// "An increase of 30 % on every four times of the number of nodes"; "the uniform SRTs are always better".
TEST(SrtPaperFigure, slow_on_tori_the_uniform_shift_is_never_worse) {
  test::LastProgress progress;
  const PaperFigure figure = torus_figure(progress.listener());
  EXPECT_EQ(progress.done(), 36u);
  ASSERT_EQ(figure.curves.size(), 6u);
  EXPECT_EQ(figure.x.front(), 64);
  EXPECT_EQ(figure.x.back(), 65536);
  expect_rising(figure);
  for (std::size_t curve = 0; curve < 6; curve += 2) {
    for (std::size_t i = 0; i < figure.x.size(); ++i) {
      EXPECT_LE(figure.curves[curve + 1].y[i], figure.curves[curve].y[i])
          << figure.curves[curve].name << ", " << figure.x[i] << " nodes";
    }
  }
}

}  // namespace
}  // namespace kintsugi::srt
