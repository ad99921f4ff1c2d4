#include "tb/tool/sweep/runner.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/tool/sweep/sweeps.hpp"

namespace kintsugi::test {
namespace {

TEST(PointUnits, a_file_that_the_scenario_reads_is_part_of_it) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const auto write = [&directory](const std::string& name, const std::string& text) {
    std::ofstream(directory.path() / name) << text;
  };
  write("t.csv", "0,1,2,4\n");
  write("map.yaml", "{defects: {pe: [[1, 1]]}}");
  write("base.yaml", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {file: map.yaml}, traffic: {trace: t.csv}}");
  const std::string base = (directory.path() / "base.yaml").string();
  const auto swept = sweep::load_sweep("{base: " + base + ", axes: {run.seed: [1]}}", {});
  const auto points = sweep::points_of(swept, {});
  const auto units = [&] { return sweep::PointUnits(swept, points, "kintsugi 1", directory.path() / "out"); };
  const auto is_there = [&] {
    const sweep::PointUnits now = units();
    return now.store()->load(now.identity(0)).has_value();
  };
  units().store()->open();
  units().store()->save(units().identity(0), {0, {{"cycles", 12}}});
  EXPECT_TRUE(is_there());
  write("t.csv", "0,1,3,4\n");
  EXPECT_FALSE(is_there());
  write("t.csv", "0,1,2,4\n");
  EXPECT_TRUE(is_there());
  write("map.yaml", "{defects: {pe: [[1, 2]]}}");
  EXPECT_FALSE(is_there());
}

TEST(PointUnits, a_number_is_another_one_if_it_is_written_in_another_way) {
  const auto identity = [](const std::string& seed) {
    const auto swept =
        sweep::load_sweep("{base: {network: {kind: srt1d, n: 3}}, axes: {run.seed: [" + seed + "]}}", {});
    const auto points = sweep::points_of(swept, {});
    return sweep::PointUnits(swept, points, "", std::nullopt).identity(0);
  };
  EXPECT_NE(identity("07"), identity("7"));
  EXPECT_EQ(identity("7"), identity("7"));
  EXPECT_FALSE(identity("7").contains("written"));
}

TEST(PointUnits, are_named_by_number_and_choice) {
  const auto swept = sweep_of("{run.seed: [1, 2]}");
  const auto points = sweep::points_of(swept, {});
  const sweep::PointUnits units(swept, points, "", std::nullopt);
  EXPECT_EQ(units.units(), 2u);
  EXPECT_EQ(units.name(1), "point 2 (run.seed=2)");
  EXPECT_NE(units.identity(0), units.identity(1));
  EXPECT_EQ(units.store(), nullptr);
}

}  // namespace
}  // namespace kintsugi::test
