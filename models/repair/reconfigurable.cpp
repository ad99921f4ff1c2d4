#include "models/repair/reconfigurable.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kintsugi {

ElementDefect ReconfigurableFabric::element(ElementKind, std::span<const ElementPart>) const {
  throw std::invalid_argument("this fabric has no defects of switches, tracks or wires");
}

void check_repair_name(std::string_view what, std::string_view name, std::span<const std::string_view> valid) {
  if (std::ranges::find(valid, name) != valid.end()) return;
  std::string message = "unknown " + std::string(what) + " '" + std::string(name) + "'; valid:";
  for (const std::string_view each : valid) message += " " + std::string(each);
  throw std::invalid_argument(message);
}

void check_repair_names(const RepairOptions& options, const RepairNames& known) {
  check_repair_name("planner", options.planner, known.planners);
  check_repair_name("rule", options.rule, known.rules);
  check_repair_name("objective", options.objective, known.objectives);
}

namespace {

/// Plans the whole repair.
class WholeRepair final : public RepairTester {
 public:
  WholeRepair(const ReconfigurableFabric& fabric, RepairOptions options)
      : fabric_(&fabric), options_(std::move(options)) {
    options_.explain = false;
  }
  bool repairable(const Defects& defects) override { return fabric_->repair(defects, options_).repairable; }

 private:
  const ReconfigurableFabric* fabric_;
  RepairOptions options_;
};

}  // namespace

std::unique_ptr<RepairTester> ReconfigurableFabric::tester(const RepairOptions& options) const {
  return std::make_unique<WholeRepair>(*this, options);
}

}  // namespace kintsugi
