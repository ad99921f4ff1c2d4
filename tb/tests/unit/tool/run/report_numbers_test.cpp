// Numbers of the report by their paths.
#include "tb/tool/run/report_numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kintsugi {
namespace {

using nlohmann::ordered_json;

/// A report with two collectives, of which the second has not ended.
ordered_json report() {
  return ordered_json::parse(R"json({"cycles": 50, "proof": {"by": "sample", "pairs": 12},
    "workload": {"cycles": 40, "collectives": [
      {"name": "sum", "cycles": 21, "bandwidth": 1.5},
      {"name": "cycles", "left": 3, "cycles": null}]}})json");
}

TEST(ReportNumbers, are_found_by_their_path_below_mappings) {
  EXPECT_EQ(number_in(report(), "cycles"), 50);
  EXPECT_EQ(number_in(report(), "proof.pairs"), 12);
  for (const char* path : {"proof.by", "proof", "proof.pairs.more", "wibble", "", "workload.collectives"}) {
    EXPECT_TRUE(number_in(report(), path).is_null()) << path;
  }
  EXPECT_TRUE(number_in(nullptr, "cycles").is_null());
}

TEST(ReportNumbers, of_a_collective_are_found_by_its_name_in_the_list) {
  EXPECT_EQ(number_in(report(), "workload.collectives.sum.cycles"), 21);
  EXPECT_EQ(number_in(report(), "workload.collectives.sum.bandwidth"), 1.5);
  EXPECT_EQ(number_in(report(), "workload.collectives.cycles.left"), 3);
  for (const char* key : {"cycles.cycles", "sum.left", "sum.name", "sum2.cycles", "sum", "0.cycles", ".cycles"}) {
    EXPECT_TRUE(number_in(report(), std::string("workload.collectives.") + key).is_null()) << key;
  }
  EXPECT_TRUE(number_in(ordered_json::parse(R"({"workload": null})"), "workload.collectives.sum.cycles").is_null());
  EXPECT_TRUE(number_in(ordered_json::object(), "workload.collectives.sum.cycles").is_null());
}

TEST(ReportNumbers, of_a_collective_have_a_row_each_whatever_its_name) {
  const auto path = entry_path("workload.collectives.sum2.algorithm_bandwidth");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->group, "sum2");
  ASSERT_NE(path->row(), nullptr);
  EXPECT_EQ(path->row()->unit, "bytes/cycle");
  EXPECT_EQ(path->paths().size(), entry_numbers().size());
  EXPECT_EQ(std::ranges::count(path->paths(), "workload.collectives.sum2.algorithm_bandwidth"), 1);
  EXPECT_EQ(entry_path("workload.collectives.sum2.wibble")->row(), nullptr);
  for (const char* other : {"workload.collectives.sum2", "workload.collectives..cycles", "workload.cycles", "cycles"}) {
    EXPECT_FALSE(entry_path(other)) << other;
  }
}

}  // namespace
}  // namespace kintsugi
