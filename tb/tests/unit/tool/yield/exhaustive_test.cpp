#include "tb/tool/yield/exhaustive.hpp"

#include <gtest/gtest.h>

#include "tb/tool/yield/result.hpp"

namespace kintsugi::yield {
namespace {

/// The wafer, but with the switch between r0.c1 and r1.c1 open whenever site 7 is defective.
class WrongBesideSiteSeven final : public ReconfigurableFabric {
 public:
  explicit WrongBesideSiteSeven(std::unique_ptr<ReconfigurableFabric> wafer) : wafer_(std::move(wafer)) {}
  const Fabric& fabric() const override { return wafer_->fabric(); }
  const FabricInfo& info() const override { return wafer_->info(); }
  Repair repair(const Defects& defects, const RepairOptions& options) const override {
    Repair repair = wafer_->repair(defects, options);
    if (defects.sites.size() > 1 && defects.sites.front() == SiteId{7}) repair.configuration[2] = 0;
    return repair;
  }

 private:
  std::unique_ptr<ReconfigurableFabric> wafer_;
};

Input small_wafer() {
  return load_scenario("{network: {kind: srt2d, n: 2, variant: long}, fabric: {tracks: 2}}", {});
}

Input spoilt_wafer() {
  Input input = small_wafer();
  input.setup.fabric = std::make_unique<WrongBesideSiteSeven>(std::move(input.setup.fabric));
  return input;
}

const std::string kFirstWrong =
    "kintsugi repair '{network: {kind: srt2d, n: 2, variant: long}, fabric: {tracks: 2}, repair: {planner: rings, "
    "rule: "
    "exact, objective: any}, defects: {pe: [[1, 3], [1, 4]]}}'\n";

TEST(ExhaustiveRepair, a_wrong_repair_is_counted_and_named) {
  const Input input = spoilt_wafer();
  const ExhaustiveRepair report = verify_exhaustively(all_maps(input, 2), 2, {});
  EXPECT_EQ(report.wrong(), 24u) << "the sites above 7, of 32";
  EXPECT_EQ(report.rows[2].maps, 496u);
  EXPECT_EQ(to_json(report, input)["rows"][2]["repaired"], 472);
  EXPECT_EQ(wrong_repair(report, input), kFirstWrong);
  EXPECT_NE(to_text(report, input).find("verified  no"), std::string::npos);
}

TEST(ExhaustiveRepair, a_right_fabric_has_none) {
  const Input input = small_wafer();
  const ExhaustiveRepair report = verify_exhaustively(all_maps(input, 1), 1, {});
  EXPECT_EQ(report.wrong(), 0u);
  EXPECT_EQ(wrong_repair(report, input), "");
}

TEST(ExhaustiveRepair, the_command_it_prints_can_be_given) {
  const std::size_t start = kFirstWrong.find('{');
  const Input input = load_scenario(kFirstWrong.substr(start, kFirstWrong.rfind('\'') - start), {});
  EXPECT_EQ(input.setup.defects, (Defects{SiteId{7}, SiteId{8}}));
}

TEST(YieldVerified, a_wrong_repair_is_counted_and_named) {
  const Input input = load_network("{kind: srt2d, n: 2, variant: long}", {});
  YieldOptions options;
  options.faults = "1:2";
  options.exhaustive = options.verify = true;
  options.fabric_options["tracks"] = {"2"};
  YieldRequest request = make_request(input, options);
  request.fabrics.front() = std::make_unique<WrongBesideSiteSeven>(std::move(request.fabrics.front()));
  request.curves.front().fabric = request.fabrics.front().get();
  const YieldResult found = result(request, 1, {});
  EXPECT_EQ(wrong(found), 24u);
  EXPECT_EQ(wrong_repairs(request, found), kFirstWrong);
  EXPECT_EQ(to_json(request, found)["verified"]["wrong"], 24);
}

}  // namespace
}  // namespace kintsugi::yield
