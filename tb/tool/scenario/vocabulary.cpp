#include "tb/tool/scenario/vocabulary.hpp"

#include <algorithm>

#include "models/allocation/channel_allocator.hpp"
#include "models/network/text.hpp"
#include "models/traffic/pattern.hpp"

namespace kintsugi {

namespace {

/// Adds what is not there yet by its name or key.
template <class T>
void add_new(std::vector<T>& into, const std::vector<T>& more, std::string T::*name) {
  for (const T& each : more) {
    if (std::ranges::find(into, each.*name, name) == into.end()) into.push_back(each);
  }
}

/// Of two elements with one key the address with more parts stays: it explains the other one too.
void add_elements(std::vector<ElementSpec>& into, const std::vector<ElementSpec>& more) {
  for (const ElementSpec& each : more) {
    const auto known = std::ranges::find(into, each.key, &ElementSpec::key);
    if (known == into.end()) {
      into.push_back(each);
    } else if (known->parts.size() < each.parts.size()) {
      *known = each;
    }
  }
}

}  // namespace

FabricInfo fabric_vocabulary(const Family* family, const FamilyList& list) {
  if (family != nullptr && family->fabric_info() != nullptr) return *family->fabric_info();
  FabricInfo all{.planners = {}, .rules = {}, .objectives = {}};
  for (const Family* each : list) {
    const FabricInfo* info = each->fabric_info();
    if (info == nullptr) continue;
    add_new(all.options, info->options, &ParameterSpec::name);
    add_elements(all.elements, info->elements);
    add_new(all.planners, info->planners, &Term::name);
    add_new(all.rules, info->rules, &Term::name);
    add_new(all.objectives, info->objectives, &Term::name);
  }
  return all;
}

std::span<const Term> traffic_patterns() {
  static const std::vector<Term> terms = each_of(patterns(), [](const PatternInfo& pattern) {
    return Term{pattern.name, pattern.summary};
  });
  return terms;
}

std::span<const PacketFact> packet_facts() {
  static const std::vector<PacketFact> facts = {
      {{"delivered", "true or false: whether its tail has arrived at the PE of its destination"},
       PacketFact::Type::kFlag},
      {{"lost", "true or false: whether it was dropped"}, PacketFact::Type::kFlag},
      {{"destination", "the node that it goes to"}, PacketFact::Type::kNode},
      {{"flits", "its length"}},
      {{"created", "the cycle in which it was created"}},
      {{"injected", "the cycle in which its head left the source queue"}},
      {{"latency", "cycles from its creation to the arrival of its tail"}},
      {{"network_latency", "cycles from its head leaving the source queue to the arrival of its tail"}},
      {{"hops", "links between routers that it has passed"}},
  };
  return facts;
}

std::span<const std::string> range_keys() {
  static const std::vector<std::string> keys = {"at_least", "at_most"};
  return keys;
}

std::span<const RouterPreset> router_presets() {
  static const std::vector<RouterPreset> presets = {
      {{"default", "1 cycle in a router, 1 on a link, 4-flit buffers"}, std::nullopt, 4, 1, 1, 1},
      {{"paper", "one cycle per hop, 4-flit buffers"}, std::nullopt, 4, 0, 1, 1},
      {{"booksim", "4 cycles in a router, 1 on a link (2 on a torus), 8-flit buffers, 2 channels"}, 2, 8, 4, 1, 2},
  };
  return presets;
}

const RouterPreset& router_preset(std::string_view name) {
  const auto presets = router_presets();
  const auto found = std::ranges::find(presets, name, [](const RouterPreset& preset) { return preset.term.name; });
  return found == presets.end() ? presets.front() : *found;
}

std::vector<Term> preset_terms() {
  return each_of(router_presets(), &RouterPreset::term);
}

std::vector<Term> allocator_terms() {
  std::vector<Term> terms;
  for (const AllocatorInfo& rule : allocator_rules())
    terms.push_back({std::string(rule.name), std::string(rule.about)});
  return terms;
}

}  // namespace kintsugi
