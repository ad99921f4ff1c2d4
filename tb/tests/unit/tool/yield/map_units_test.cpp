#include "tb/tool/yield/map_units.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/store/identity.hpp"

namespace kintsugi::yield {
namespace {

std::vector<SiteId> first_sites(std::uint32_t count) {
  std::vector<SiteId> sites;
  for (std::uint32_t i = 0; i < count; ++i) sites.push_back(SiteId{i});
  return sites;
}

/// Wrong if the first site is a multiple of 5, irreparable if it is another even number.
JudgeMaker by_first_site() {
  return [] {
    return Judge([](const Defects& defects) {
      const std::uint32_t first = defects.sites.empty() ? 1 : defects.sites.front().value;
      if (first % 5 == 0) return MapOutcome::kWrong;
      return first % 2 == 0 ? MapOutcome::kIrreparable : MapOutcome::kRepaired;
    });
  };
}

JudgeMaker always_repaired() {
  return [] { return Judge([](const Defects&) { return MapOutcome::kRepaired; }); };
}

/// Maps of 0 to 3 defective PEs of 24: 1, 24, 276 and 2024.
JudgedMaps some_maps() {
  JudgedMaps maps;
  for (std::size_t faults = 0; faults <= 3; ++faults) {
    maps.sets.push_back(DefectMaps::all(first_sites(24), faults));
    maps.drawn.push_back({{"faults", faults}});
  }
  maps.judges = {by_first_site(), always_repaired()};
  maps.judge_names = {"by first site", "always"};
  return maps;
}

TEST(MapUnits, computed_in_any_order_add_up_to_the_counts_of_a_single_run) {
  const JudgedMaps maps = some_maps();
  const auto single = count_repairs(maps.sets, maps.judges, 1);
  MapUnits units(maps, {}, "kintsugi 1");
  ASSERT_EQ(units.units(), 3u + 4u);
  for (const unsigned threads : {1u, 3u}) {
    std::vector<store::UnitResult> results(units.units());
    for (const std::vector<std::size_t>& some : {std::vector<std::size_t>{6, 2, 4}, {3, 0}, {}, {5, 1}}) {
      const auto take = [&](std::size_t unit, const store::UnitResult& result) {
        EXPECT_NE(std::ranges::find(some, unit), some.end());
        results[unit] = {result.status, nlohmann::ordered_json::parse(to_line(result.report))};
      };
      EXPECT_TRUE(units.compute(some, {.jobs = threads}, take));
    }
    EXPECT_EQ(units.counts(results), single);
    EXPECT_EQ(results[1].status, 1) << "a repair is wrong";
    EXPECT_EQ(results[0].status, 0);
  }
}

TEST(MapUnits, have_names_and_identities_of_their_own) {
  const JudgedMaps maps = some_maps();
  const MapUnits units(maps, {}, "kintsugi 1");
  std::set<std::string> names, identities;
  for (std::size_t unit = 0; unit < units.units(); ++unit) {
    names.insert(units.name(unit));
    identities.insert(store::name_of(units.identity(unit)));
  }
  EXPECT_EQ(names.size(), units.units());
  EXPECT_EQ(identities.size(), units.units());
  EXPECT_EQ(units.name(4), "block 5 (maps 512 to 1023 with 3 defective PEs)");
  JudgedMaps others = some_maps();
  others.judge_names.front() = "another";
  EXPECT_FALSE(identities.contains(store::name_of(MapUnits(others, {}, "kintsugi 1").identity(0))));
  EXPECT_FALSE(identities.contains(store::name_of(MapUnits(maps, {}, "kintsugi 2").identity(0))));
}

TEST(MapUnits, of_many_maps_are_about_a_thousand) {
  for (const std::uint64_t size : {1'000ull, 600'000ull, 1'000'000'000'000ull}) {
    JudgedMaps maps;
    for (std::size_t faults = 0; faults < 10; ++faults) {
      maps.sets.push_back(DefectMaps::random(first_sites(20), faults, size, 1));
    }
    const std::size_t units = MapUnits(maps, {}, "").units();
    EXPECT_LE(units, 1024u + 10u);
    EXPECT_GE(units, size == 1'000 ? 20u : 900u);
  }
}

TEST(MapUnits, depend_on_the_content_of_the_files_of_a_network) {
  const JudgedMaps maps = some_maps();
  Scenario scenario;
  const auto identity = [&] { return MapUnits(maps, scenario, "").identity(0); };
  const auto without = identity();
  scenario.files["traffic.trace"] = "/no/such/file";
  EXPECT_EQ(identity(), without) << "which repair does not read";
  scenario.files["network.file"] = test::source_directory() / "README.md";
  EXPECT_NE(identity(), without);
  scenario.files["network.file"] = "/dev/null";
  EXPECT_THROW(identity(), InputError) << "every job reads it";
}

}  // namespace
}  // namespace kintsugi::yield
