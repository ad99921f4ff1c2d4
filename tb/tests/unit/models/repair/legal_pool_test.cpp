// Legal configurations that bring switches to the states that are asked for.
#include "models/repair/legal_pool.hpp"

#include <gtest/gtest.h>

#include "models/fabric/extraction.hpp"
#include "models/registry/families.hpp"
#include "models/repair/legal_states.hpp"

namespace kintsugi::test {
namespace {

struct PoolBench {
  std::unique_ptr<Design> design = find_family("srt1d")->build({{"n", std::int64_t{2}}});
  std::unique_ptr<ReconfigurableFabric> wafer = design->fabric({});
  std::vector<std::vector<bool>> all, none;

  PoolBench() {
    for (const ConfigField& field : wafer->fabric().fields) {
      all.emplace_back(field.states, true);
      none.emplace_back(field.states, false);
    }
  }
};

TEST(LegalPool, has_a_legal_configuration_for_each_value_that_is_reached) {
  const PoolBench bench;
  const Fabric& fabric = bench.wafer->fabric();
  const LegalPool pool = legal_pool(*bench.wafer, bench.design->network(), bench.all);
  std::vector<std::vector<bool>> found = bench.none;
  for (const LegalConfiguration& each : pool.configurations) {
    EXPECT_EQ(each.states, switch_states(fabric, each.configuration));
    EXPECT_EQ(
        difference(NetworkExtractor(fabric).extract(each.states), bench.design->network(), each.placement, fabric),
        std::nullopt);
    for (std::size_t field = 0; field < found.size(); ++field) found[field][each.configuration[field]] = true;
  }
  LegalStates legal(fabric, bench.design->network());
  for (std::size_t field = 0; field < found.size(); ++field) {
    for (std::size_t value = 0; value < found[field].size(); ++value) {
      EXPECT_EQ(pool.reach[field][value] == Decision::kYes, found[field][value]);
      EXPECT_EQ(pool.reach[field][value], legal.find({field, static_cast<SwitchState>(value)}));
    }
  }
}

TEST(LegalPool, searches_for_no_value_that_is_not_asked_for) {
  const PoolBench bench;
  std::size_t questions = 0;
  const LegalPool pool =
      legal_pool(*bench.wafer, bench.design->network(), bench.none, [&](std::uint64_t, std::uint64_t) { ++questions; });
  EXPECT_EQ(questions, 0u);
  EXPECT_FALSE(pool.configurations.empty()) << "the repairs of random maps cost no search";
}

}  // namespace
}  // namespace kintsugi::test
