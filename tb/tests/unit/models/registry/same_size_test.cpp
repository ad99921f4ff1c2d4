// Networks of different families with equally many nodes: the tables of the pages that compare them.
#include <gtest/gtest.h>

#include <cstdio>

#include "models/network/metrics.hpp"
#include "models/registry/families.hpp"

namespace kintsugi {
namespace {

/// Returns average distance, diameter and largest degree: "2.3413/4, 9 links".
std::string figures_of(const std::string& kind, const Parameters& parameters) {
  const Metrics metrics = measure(find_family(kind)->build(parameters)->network());
  char text[48];
  std::snprintf(text, sizeof text, "%.4f/%u, %u links", metrics.average_distance, metrics.diameter, metrics.degree_max);
  return text;
}

struct Row {
  std::int64_t n;  ///< 2^n nodes along each of three dimensions
  const char* recursive;
  const char* torus;
  const char* hypercube;
};

void expect_row(const Row& row) {
  const std::int64_t side = std::int64_t{1} << row.n;
  EXPECT_EQ(figures_of("srt3d", {{"n", row.n}, {"shift", "uniform"}}), row.recursive);
  EXPECT_EQ(figures_of("torus", {{"sides", std::vector<std::int64_t>{side, side, side}}}), row.torus);
  if (row.hypercube != nullptr) {
    EXPECT_EQ(figures_of("hypercube", {{"n", 3 * row.n}}), row.hypercube);
  }
}

/// The table on the page of the SRT, models/srt/README.md.
TEST(SameSize, three_dimensional_srts_beside_tori_and_hypercubes) {
  expect_row({2, "2.3413/4, 9 links", "3.0476/6, 6 links", "3.0476/6, 6 links"});
  expect_row({3, "3.5969/6, 12 links", "6.0117/12, 6 links", "4.5088/9, 9 links"});
  expect_row({4, "4.9253/8, 12 links", "12.0029/24, 6 links", "6.0015/12, 12 links"});
}

TEST(SameSizeSlow, three_dimensional_srts_of_32k_and_256k_nodes_beside_tori_and_hypercubes) {
  expect_row({5, "6.5088/11, 12 links", "24.0007/48, 6 links", "7.5002/15, 15 links"});
  expect_row({6, "8.2734/13, 12 links", "48.0002/96, 6 links", nullptr});
}

}  // namespace
}  // namespace kintsugi
