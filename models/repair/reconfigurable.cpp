#include "models/repair/reconfigurable.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi {

void Defects::add(const Fault& fault) {
  if (const SiteId* site = std::get_if<SiteId>(&fault)) {
    sites.insert(std::ranges::upper_bound(sites, *site), *site);
  } else {
    const LinkDefect link = std::get<LinkDefect>(fault);
    links.insert(std::ranges::upper_bound(links, link), link);
  }
}

namespace {

void check_name(const char* what, std::string_view found, std::initializer_list<std::string_view> valid) {
  if (std::ranges::find(valid, found) != valid.end()) return;
  std::string message = std::string("unknown ") + what + " '" + std::string(found) + "'; valid:";
  for (const std::string_view each : valid) message += " " + std::string(each);
  throw std::invalid_argument(message);
}

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

void check_repair_names(const RepairOptions& options, std::initializer_list<std::string_view> rules) {
  check_name("planner", options.planner, {"exact"});
  check_name("rule", options.rule, rules);
  check_name("objective", options.objective, {"any"});
}

}  // namespace kintsugi
