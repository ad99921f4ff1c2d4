#include "models/repair/repair_verifier.hpp"
#include "models/fabric/defective_fabric.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace kintsugi {

namespace {

bool uses_a_defect(const Repair& repair, const Defects& defects) {
  return std::ranges::any_of(defects.sites,
                             [&](SiteId site) { return repair.placement.node_at[site.value] != kNoNode; });
}

}  // namespace

RepairVerifier::RepairVerifier(const ReconfigurableFabric& fabric, const Network& wanted, RepairOptions options)
    : fabric_(&fabric), chain_(fabric), extractor_(fabric.fabric()), check_(wanted, fabric.fabric()) {
  options.explain = false;
  repairer_ = fabric.repairer(options);
}

ExtractedNetwork RepairVerifier::extract_with_defects(const SwitchStates& states, const Defects& defects) const {
  const DefectiveFabric defective(fabric_->fabric(), defects.elements);
  return NetworkExtractor(defective.fabric()).extract(states);
}

const Defects* ChainJudge::with_cost(const Defects& defects) {
  if (defects.segments.empty()) return &defects;
  if (!is_segmented_) return nullptr;
  all_ = defects;
  dead_.add_to(all_);
  return &all_;
}

MapOutcome RepairVerifier::judge(const Defects& map) {
  const Defects* const with_chain = chain_.with_cost(map);
  if (with_chain == nullptr) return MapOutcome::kIrreparable;
  const Defects& defects = *with_chain;
  const Repair repair = repairer_->repair(defects);
  if (!repair.repairable) return repair.decided ? MapOutcome::kIrreparable : MapOutcome::kNotDecided;
  if (uses_a_defect(repair, defects)) return MapOutcome::kWrong;
  const SwitchStates states = switch_states(fabric_->fabric(), repair.configuration);
  const ExtractedNetwork extracted =
      defects.elements.empty() ? extractor_.extract(states) : extract_with_defects(states, defects);
  return check_.same(extracted, repair.placement) ? MapOutcome::kRepaired : MapOutcome::kWrong;
}

JudgeMaker verifying(const ReconfigurableFabric& fabric, const Network& wanted, const RepairOptions& options) {
  return [&fabric, &wanted, options]() -> Judge {
    auto verifier = std::make_shared<RepairVerifier>(fabric, wanted, options);
    return [verifier](const Defects& defects) { return verifier->judge(defects); };
  };
}

JudgeMaker planning(const ReconfigurableFabric& fabric, const RepairOptions& options) {
  return [&fabric, options]() -> Judge {
    const std::shared_ptr<RepairTester> tester = fabric.tester(options);
    return [tester, chain = ChainJudge(fabric)](const Defects& map) mutable {
      const Defects* const defects = chain.with_cost(map);
      if (defects == nullptr) return MapOutcome::kIrreparable;
      if (tester->repairable(*defects)) return MapOutcome::kRepaired;
      return tester->decided() ? MapOutcome::kIrreparable : MapOutcome::kNotDecided;
    };
  };
}

}  // namespace kintsugi
