#include "models/repair/repair_verifier.hpp"

#include <gtest/gtest.h>

#include "models/registry/families.hpp"

namespace kintsugi {
namespace {

using enum MapOutcome;

/// Repairs as the wafer does, then makes the given mistake.
class Spoilt final : public ReconfigurableFabric {
 public:
  enum class What { kAny, kState, kCode, kPlacement };
  Spoilt(const ReconfigurableFabric& wafer, What what) : wafer_(&wafer), what_(what) {}
  const Fabric& fabric() const override { return wafer_->fabric(); }
  const FabricInfo& info() const override { return wafer_->info(); }
  Repair repair(const Defects& defects, const RepairOptions& options) const override {
    EXPECT_FALSE(options.explain);
    Repair repair = wafer_->repair(defects, options);
    if (!repair.repairable) return repair;
    if (what_ == What::kState) repair.configuration[12] = 0;  // the switch between r1.c2 and r2.c2
    if (what_ == What::kCode) repair.configuration.back() = 1;
    if (what_ == What::kPlacement) repair = wafer_->repair({}, options);
    return repair;
  }

 private:
  const ReconfigurableFabric* wafer_;
  What what_;
};

class RepairVerifying : public testing::Test {
 protected:
  MapOutcome judge(Spoilt::What what, const Defects& defects) const {
    const Spoilt fabric(*wafer_, what);
    return RepairVerifier(fabric, design_->network(), {}).judge(defects);
  }
  std::unique_ptr<Design> design_ = find_family("srt2d")->build({{"n", std::int64_t{3}}});
  std::unique_ptr<ReconfigurableFabric> wafer_ = design_->fabric({});
  const Defects kTwo = {SiteId{30}, SiteId{50}};
};

TEST_F(RepairVerifying, a_right_repair_is_repaired) {
  EXPECT_EQ(judge(Spoilt::What::kAny, {}), kRepaired);
  EXPECT_EQ(judge(Spoilt::What::kAny, kTwo), kRepaired);
}

TEST_F(RepairVerifying, an_irreparable_map_is_no_mistake) {
  DefectMap row;
  for (std::uint32_t site = 0; site < 40; ++site) row.push_back(SiteId{site});
  EXPECT_EQ(judge(Spoilt::What::kAny, row), kIrreparable);
  EXPECT_EQ(judge(Spoilt::What::kState, row), kIrreparable);
}

TEST_F(RepairVerifying, a_wrong_switch_state_is_wrong) {
  EXPECT_EQ(judge(Spoilt::What::kState, kTwo), kWrong);
}

TEST_F(RepairVerifying, an_attached_pe_without_a_node_is_wrong) {
  EXPECT_EQ(judge(Spoilt::What::kCode, kTwo), kWrong);
}

TEST_F(RepairVerifying, a_right_network_on_a_defective_pe_is_wrong) {
  EXPECT_EQ(judge(Spoilt::What::kPlacement, {}), kRepaired);
  EXPECT_EQ(judge(Spoilt::What::kPlacement, kTwo), kWrong);
}

TEST_F(RepairVerifying, a_defective_switch_is_extracted_and_planned_for) {
  Defects broken;
  broken.elements = {std::get<ElementDefect>(AddressResolver(*wafer_)(ElementAddress{"switch", {"H", 1, 2, 0, "D1"}}))};
  const bool repairable = wafer_->repair(broken, {}).repairable;
  EXPECT_EQ(judge(Spoilt::What::kAny, broken), repairable ? kRepaired : kIrreparable);
  EXPECT_EQ(wafer_->tester({})->repairable(broken), repairable);
  EXPECT_EQ(judge(Spoilt::What::kPlacement, broken), repairable ? kWrong : kIrreparable) << "not planned around";
}

TEST_F(RepairVerifying, planned_and_verified_agree_on_what_is_repairable) {
  for (const char* kind : {"srt2d", "sse"}) {
    const auto design = find_family(kind)->build({{"n", std::int64_t{kind[2] == 't' ? 2 : 3}}});
    const auto fabric = design->fabric({});
    std::vector<SiteId> sites;
    for (std::uint32_t site = 0; site < fabric->fabric().sites.size(); ++site) sites.push_back(SiteId{site});
    const std::vector<JudgeMaker> judges = {planning(*fabric, {}), verifying(*fabric, design->network(), {})};
    const std::vector<DefectMaps> sets = {DefectMaps::all(sites, 1), DefectMaps::random(sites, 6, 500, 1)};
    for (const auto& set : count_repairs(sets, judges, 2)) {
      EXPECT_EQ(set[0], set[1]) << kind;
      EXPECT_EQ(set[1].wrong, 0u) << kind;
    }
  }
}

}  // namespace
}  // namespace kintsugi
