#include "tb/testbench/fault_injector.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/chip/chip.hpp"
#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/extraction.hpp"
#include "models/network/number_in.hpp"
#include "tb/testbench/configuration_driver.hpp"

namespace kintsugi {

FaultInjector::FaultInjector(sc_core::sc_module_name name, Chip& chip, const ReconfigurableFabric& fabric,
                             Defects known, RepairOptions options)
    : sc_module(name), chip_(chip), fabric_(&fabric), known_(std::move(known)), options_(std::move(options)) {
  if (chip.plan().fabric != &fabric.fabric()) throw std::logic_error("the chip is not built on this fabric");
  check_repair_names(options_, fabric.info());
  options_.in_force.reset();
  options_.rings_in_force.clear();
  built_ = std::make_unique<ChangingFabric>(fabric.fabric());
}

FaultInjector::FaultInjector(sc_core::sc_module_name name, Chip& chip, Defects known)
    : sc_module(name), chip_(chip), fabric_(nullptr), known_(std::move(known)) {
  if (chip.plan().fault_aware == nullptr) {
    throw std::logic_error("the chip has no fault-aware routing; on a fabric, name the fabric");
  }
}

void FaultInjector::inject(std::vector<RunTimeFault> faults, Cycle plan_cycles) {
  for (const RunTimeFault& fault : faults) check(fault.what);
  check_order(faults);
  chip_.faults().controller().expect(
      std::move(faults), known_,
      [this](const Defects& so_far) { return fabric_ != nullptr ? repair(so_far) : route_around(so_far); },
      plan_cycles);
}

void FaultInjector::inject(const std::vector<NamedFault>& faults, Cycle plan_cycles) {
  std::vector<RunTimeFault> found;
  for (const NamedFault& each : faults) found.push_back({each.cycle, fault(each.what), each.ends});
  inject(std::move(found), plan_cycles);
}

std::optional<SiteId> FaultInjector::site(std::string_view word) const {
  try {
    return chip_.site(word);
  } catch (const std::invalid_argument&) {  // a name that is none: std::logic_error, of which it is one, goes on
    return std::nullopt;
  }
}

namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Reads "switch [0, 2, 3, 0, D1]": a key and the parts of its address; nullopt if it has another form.
std::optional<ElementAddress> element_address_in(std::string_view words) {
  const std::size_t blank = words.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  std::string_view parts = without_blanks(words.substr(blank));
  if (!parts.starts_with('[') || !parts.ends_with(']')) return std::nullopt;
  parts = parts.substr(1, parts.size() - 2);
  ElementAddress address{std::string(words.substr(0, blank)), {}};
  while (true) {
    const std::size_t comma = std::min(parts.find(','), parts.size());
    const std::string_view part = without_blanks(parts.substr(0, comma));
    const auto number = number_in<int>(part);
    address.parts.push_back(number ? AddressPart(*number) : AddressPart(std::string(part)));
    if (comma == parts.size()) return address;
    parts.remove_prefix(comma + 1);
  }
}

}  // namespace

/// Returns the element of this address or of this name in reports; nullopt if the words are neither.
std::optional<ElementDefect> FaultInjector::element(std::string_view words) const {
  if (fabric_ == nullptr) return std::nullopt;
  const AddressResolver resolve(*fabric_);
  if (const auto address = element_address_in(words)) return std::get<ElementDefect>(resolve(*address));
  for (auto& each : resolve.elements()) {
    if (each.defect.name == words) return std::move(each.defect);
  }
  return std::nullopt;
}

Fault FaultInjector::fault(std::string_view words) const {
  if (const auto pe = site(words)) return *pe;
  constexpr std::string_view kBetween = " - ";
  if (const std::size_t between = words.find(kBetween); between != std::string_view::npos) {
    const LinkDefect ends{chip_.site(words.substr(0, between)), chip_.site(words.substr(between + kBetween.size()))};
    if (fabric_ == nullptr) return link_between(NodeId{ends.a.value}, NodeId{ends.b.value});
    const std::vector<Site>& sites = fabric_->fabric().sites;
    return AddressResolver(*fabric_)(LinkAddress{sites[ends.a.value].address, sites[ends.b.value].address});
  }
  if (auto found = element(words)) return std::move(*found);
  try {
    return chip_.site(words);  // throws: it names the nearest site or node
  } catch (const std::invalid_argument& error) {
    const std::string why = error.what();
    throw std::invalid_argument(why + (why.ends_with('?') ? "" : ".") + " A fault is a PE, such as '" +
                                chip_.plan().site_name(SiteId{0}) + "', a link, such as 'a - b'" +
                                (fabric_ != nullptr && !fabric_->info().elements.empty()
                                     ? ", or an element, such as '" + fabric_->info().elements.front().key + ' ' +
                                           fabric_->info().elements.front().form() + "'"
                                     : ""));
  }
}

/// Throws std::invalid_argument for a fault of what the chip does not have, and for a link that the fabric cannot do
/// without.
void FaultInjector::check(const Fault& fault) const {
  if (const auto* element = std::get_if<ElementDefect>(&fault)) {
    if (fabric_ == nullptr) throw std::invalid_argument("a chip that is wired directly has no switches that can fail");
    const DefectiveSwitches checked(fabric_->fabric(), std::span(element, 1));
    return;
  }
  const auto* const link = std::get_if<LinkDefect>(&fault);
  if (link == nullptr) return check(std::get<SiteId>(fault));
  for (const SiteId end : {link->a, link->b}) check(end);
  if (fabric_ != nullptr) {
    const std::vector<Site>& sites = fabric_->fabric().sites;
    const AddressResolver resolve(*fabric_);
    resolve(LinkAddress{sites[link->a.value].address, sites[link->b.value].address});
    return;
  }
  const auto joins = [name = link_between(NodeId{link->a.value}, NodeId{link->b.value})](const Link& each) {
    return link_between(each.a.node, each.b.node) == name;
  };
  if (std::ranges::none_of(chip_.plan().network->links(), joins)) {
    throw std::invalid_argument("the network has no link between " + chip_.plan().site_name(link->a) + " and " +
                                chip_.plan().site_name(link->b));
  }
}

void FaultInjector::check(SiteId site) const {
  if (site.value < chip_.sites()) return;
  throw std::invalid_argument("the chip has no PE " + std::to_string(site.value) + "; its last is " +
                              std::to_string(chip_.sites() - 1));
}

/// Throws std::invalid_argument if something is to fail while it has failed.
void FaultInjector::check_order(std::vector<RunTimeFault> faults) const {
  std::ranges::stable_sort(faults, {}, &RunTimeFault::cycle);
  Defects then = known_;
  for (const RunTimeFault& fault : faults) {
    if (fault.ends) {
      if (then.contains(fault.what)) then.remove(fault.what);
    } else if (then.contains(fault.what)) {
      throw std::invalid_argument("a fault in cycle " + std::to_string(fault.cycle) +
                                  " is of what is defective already: leave it out, or end the fault before it");
    } else {
      then.add(fault.what);
    }
  }
}

/// Returns the repair that puts the nodes where the chip has them: the one around the known defects, or else one by
/// paths or rings.
Repair FaultInjector::loaded() const {
  const Placement& placement = chip_.nodes().placement();
  Repair planned = fabric_->repair(known_, options_);
  if (planned.repairable && planned.placement == placement) return planned;
  GivenPlan given;
  given.placement = placement;
  try {
    CompletedPlan completed = fabric_->complete(given);
    if (completed.conflicts.empty() && completed.repair.repairable) return std::move(completed.repair);
  } catch (const std::invalid_argument&) {  // a fabric that completes no plans
  }
  throw std::logic_error(
      "the chip has its nodes where neither the repair around the known defects nor a plan of paths or rings puts "
      "them; give FaultInjector the defects and the options of the repair that was loaded");
}

FaultInjector::~FaultInjector() = default;

ReconfigurationPlan FaultInjector::repair(const Defects& so_far) {
  if (chip_.configuration().chain().phase() != ConfigChain::Phase::kActive) {
    return {"a PE has died before a configuration was in force", {}, 0};
  }
  // the user may have loaded another configuration since the last plan
  if (!in_force_ || in_force_->placement != chip_.nodes().placement()) in_force_ = loaded();
  RepairOptions options = options_;
  options.in_force = in_force_->paths;
  options.rings_in_force = in_force_->rings;
  Repair repair = fabric_->repair(so_far, options);
  if (!repair.repairable) return {repair.reason.empty() ? "no repair" : repair.reason, {}, 0};
  const bool changes = built_->change_to(so_far.elements);
  const Fabric& fabric = built_->now();
  const ExtractedNetwork made = NetworkExtractor(fabric).extract(switch_states(fabric, repair.configuration));
  if (const auto wrong = difference(made, *chip_.plan().network, repair.placement, fabric)) {
    return {"the plan does not make the network wanted: " + *wrong, {}, 0};
  }
  ReconfigurationPlan plan{"",
                           chip_.configuration().steps(configuration_stream(chip_, repair), repair.placement,
                                                       repair.message, changes ? &fabric : nullptr),
                           count_moved(chip_.nodes().placement(), repair.placement)};
  in_force_ = std::move(repair);
  known_ = so_far;
  return plan;
}

ReconfigurationPlan FaultInjector::route_around(const Defects& so_far) {
  ReconfigurationPlan plan{"", {chip_.faults().spread_step(known_, so_far)}, 0};
  if (chip_.plan().fault_aware->old_and_new() != nullptr) plan.steps.push_back(chip_.faults().settle_step());
  known_ = so_far;
  return plan;
}

std::span<const ReconfigurationController::Reconfiguration> FaultInjector::reconfigurations() const {
  return chip_.faults().controller().reconfigurations();
}

}  // namespace kintsugi
