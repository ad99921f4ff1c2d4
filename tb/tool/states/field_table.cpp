#include "tb/tool/states/field_table.hpp"

#include <algorithm>

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi::states {

namespace {

std::optional<std::size_t> find(const std::unordered_map<std::string_view, std::size_t>& names, std::string_view name) {
  auto found = names.find(name);
  if (found == names.end()) found = names.find(lower_case(name));
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

FieldTable::FieldTable(const Fabric& fabric) : fabric_(&fabric), switches_(fabric.fields.size()) {
  std::size_t offset = 0;
  for (std::size_t field = 0; field < fabric.fields.size(); ++field) {
    offsets_.push_back(offset);
    offset += fabric.fields[field].bits;
    fields_by_name_.emplace(fabric.fields[field].name, field);
  }
  for (const SwitchId id : ids<SwitchId>(fabric.switches.size())) {
    switches_[fabric.switches[id.value].field].push_back(id);
    switches_by_name_.emplace(fabric.switches[id.value].name, id.value);
  }
  for (std::size_t site = 0; site < fabric.sites.size(); ++site) sites_by_name_.emplace(fabric.sites[site].name, site);
}

std::string FieldTable::state_name(std::size_t field, SwitchState state) const {
  std::vector<std::string> names;
  for (const SwitchId id : switches_[field]) {
    std::string name = state_name(id, state);
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return with_between("+", names);
}

std::string FieldTable::state_name(SwitchId id, SwitchState state) const {
  return fabric_->switches[id.value].type->state_name(state);
}

std::optional<std::size_t> FieldTable::field(std::string_view name) const {
  return find(fields_by_name_, name);
}

std::optional<SwitchId> FieldTable::switch_named(std::string_view name) const {
  const auto found = find(switches_by_name_, name);
  return found ? std::optional(SwitchId::from(*found)) : std::nullopt;
}

std::optional<SiteId> FieldTable::site(std::string_view name) const {
  const auto found = find(sites_by_name_, name);
  return found ? std::optional(SiteId::from(*found)) : std::nullopt;
}

std::string other_fabric(const std::string& number, const Fabric& fabric) {
  const std::string digits = lower_case(number);
  if (digits.substr(digits.starts_with("0x") ? 2 : 0) == hex32(fabric.number)) return "";
  return "of the fabric with the number " + number + ", and this one has " + hex32(fabric.number) +
         ": name the scenario of that fabric";
}

}  // namespace kintsugi::states
