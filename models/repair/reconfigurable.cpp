#include "models/repair/reconfigurable.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "models/network/text.hpp"
#include "models/repair/self_diagnosis.hpp"

namespace kintsugi {

void check_repair_name(std::string_view what, std::string_view name, std::span<const Term> valid) {
  if (find_term(valid, name) != nullptr) return;
  std::string message = "unknown " + std::string(what) + " '" + std::string(name) + "'; valid:";
  for (const Term& each : valid) message += ' ' + each.name;
  throw std::invalid_argument(message);
}

void check_repair_names(const RepairOptions& options, const FabricInfo& known) {
  planner_of(options, known);
  check_repair_name("rule", options.rule, known.rules);
  check_repair_name("objective", options.objective, known.objectives);
}

const std::string& planner_of(const RepairOptions& options, const FabricInfo& known) {
  if (options.planner.empty()) return known.planners.front().name;
  check_repair_name("planner", options.planner, known.planners);
  return find_term(known.planners, options.planner)->name;
}

// --- Addresses -------------------------------------------------------------------------------------------------------

namespace {

/// "H or V", "OPEN, X, D1 or D2"
std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return text;
}

/// Returns the number of a part, or the place of its name among the choices.
int checked_part(const AddressPart& part, const ParameterSpec& spec) {
  if (spec.type == ParameterSpec::Type::kName) {
    const auto* name = std::get_if<std::string>(&part);
    const auto place = name != nullptr ? std::ranges::find(spec.choices, *name) : spec.choices.end();
    if (place != spec.choices.end()) return static_cast<int>(place - spec.choices.begin());
    throw std::invalid_argument("the " + spec.name + " must be " + alternatives(spec.choices));
  }
  const int* number = std::get_if<int>(&part);
  if (number != nullptr && spec.range.contains(*number)) return *number;
  throw std::invalid_argument("the " + spec.name + " must be " + to_text(spec.range));
}

std::vector<int> checked_parts(const std::vector<AddressPart>& parts, const ElementSpec& spec) {
  if (parts.size() != spec.parts.size()) {
    throw std::invalid_argument("it has " + counted(parts.size(), "part"));
  }
  std::vector<int> checked;
  for (std::size_t i = 0; i < parts.size(); ++i) checked.push_back(checked_part(parts[i], spec.parts[i]));
  return checked;
}

ElementAddress address_of(const ElementSpec& spec, const std::vector<int>& parts) {
  ElementAddress address{spec.key, {}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_name = spec.parts[i].type == ParameterSpec::Type::kName;
    address.parts.push_back(is_name ? AddressPart(spec.parts[i].choices[static_cast<std::size_t>(parts[i])])
                                    : AddressPart(parts[i]));
  }
  return address;
}

std::vector<PeAddress> addresses_of(const Fabric& fabric) {
  std::vector<PeAddress> addresses;
  addresses.reserve(fabric.sites.size());
  for (const Site& site : fabric.sites) addresses.push_back(site.address);
  return addresses;
}

PeForm form_of(const FabricInfo& info) {
  return {"fabric", info.pe, info.pe_form(), info.empty_place};
}

}  // namespace

AddressResolver::AddressResolver(const ReconfigurableFabric& fabric)
    : fabric_(&fabric), pes_(addresses_of(fabric.fabric()), form_of(fabric.info())), elements_(fabric.elements()) {}

Defect AddressResolver::operator()(const Address& address) const {
  if (const auto* pe = std::get_if<PeAddress>(&address)) return pes_.find(*pe);
  if (const auto* link = std::get_if<LinkAddress>(&address)) return find(*link);
  return find(std::get<ElementAddress>(address));
}

std::string ReconfigurableFabric::no_link_defects() const {
  std::string keys;
  for (const ElementSpec& each : info().elements) keys += (keys.empty() ? "" : ", ") + each.key;
  return "this fabric has no defects of links" + (keys.empty() ? keys : "; name what is defective by " + keys);
}

LinkDefect AddressResolver::find(const LinkAddress& address) const {
  if (!fabric_->has_link_defects()) throw std::invalid_argument(fabric_->no_link_defects());
  const LinkDefect link{pes_.find(address.a), pes_.find(address.b)};
  if (const auto why = fabric_->refusal(link)) throw std::invalid_argument(*why);
  return fabric_->named(link);
}

ElementDefect AddressResolver::find(const ElementAddress& address) const {
  const auto spec = std::ranges::find(elements_, address.key, &ElementSpec::key);
  if (spec == elements_.end()) {
    throw std::invalid_argument("this fabric has no defects of kind '" + address.key + "'");
  }
  try {
    return fabric_->element(address.key, checked_parts(address.parts, *spec));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(spec->name + " is " + spec->form() + ": " + error.what());
  }
}

std::vector<AddressResolver::AddressedElement> AddressResolver::elements() const {
  std::vector<AddressedElement> all;
  for (const ElementSpec& spec : elements_) {
    std::vector<int> low, high;
    for (const ParameterSpec& part : spec.parts) {
      const bool is_name = part.type == ParameterSpec::Type::kName;
      low.push_back(is_name ? 0 : narrow<int>(part.range.low));
      high.push_back(is_name ? narrow<int>(part.choices.size()) - 1 : narrow<int>(part.range.high));
    }
    std::vector<int> parts = low;
    for (bool is_over = false; !is_over;) {
      try {
        all.push_back({address_of(spec, parts), fabric_->element(spec.key, parts)});
      } catch (const std::invalid_argument&) {  // no element has this address, as in the corners of a wafer
      }
      std::size_t part = parts.size();
      while (part > 0 && parts[part - 1] == high[part - 1]) {
        --part;
        parts[part] = low[part];
      }
      is_over = part == 0;
      if (!is_over) ++parts[part - 1];
    }
  }
  return all;
}

std::optional<std::vector<LinkDefect>> AddressResolver::links() const {
  if (!fabric_->has_link_defects()) return std::nullopt;
  return fabric_->links();
}

ElementDefect ReconfigurableFabric::element(std::string_view key, std::span<const int>) const {
  throw std::logic_error("elements() names '" + std::string(key) + "', element() does not make it");
}

// --- Plans -----------------------------------------------------------------------------------------------------------

CompletedPlan ReconfigurableFabric::complete(const GivenPlan&) const {
  throw std::invalid_argument("this fabric takes no plan; hand in the states of its switches");
}

bool ReconfigurableFabric::uses(LinkDefect link, const Join& join) const {
  return (join.a.site == link.a && join.b.site == link.b) || (join.a.site == link.b && join.b.site == link.a);
}

std::unique_ptr<SelfDiagnosis> ReconfigurableFabric::self_diagnosis() const {
  return nullptr;
}

// --- Repair ----------------------------------------------------------------------------------------------------------

namespace {

/// Asks the fabric anew for every map.
class EachByItself final : public Repairer {
 public:
  EachByItself(const ReconfigurableFabric& fabric, RepairOptions options)
      : fabric_(&fabric), options_(std::move(options)) {}
  Repair repair(const Defects& defects) override { return fabric_->repair(defects, options_); }

 private:
  const ReconfigurableFabric* fabric_;
  RepairOptions options_;
};

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

std::optional<std::string> ReconfigurableFabric::write_refutation(const Defects&, const RepairOptions& options,
                                                                  const RefutationFiles&) const {
  return "planner '" + options.planner + "' does not search by clauses on this fabric";
}

std::unique_ptr<Repairer> ReconfigurableFabric::repairer(const RepairOptions& options) const {
  return std::make_unique<EachByItself>(*this, options);
}

std::optional<std::string> ReconfigurableFabric::complete_for(const RepairOptions&) const {
  return "";
}

std::vector<RepairBound> ReconfigurableFabric::bounds() const {
  return {};
}

std::vector<std::string> ReconfigurableFabric::listed_ports() const {
  return {};
}

std::optional<std::string> ReconfigurableFabric::refusal(LinkDefect) const {
  return no_link_defects();
}

std::vector<ElementSpec> ReconfigurableFabric::elements() const {
  return info().elements;
}

}  // namespace kintsugi
