#include "tb/tool/setup/build_steps.hpp"

#include <algorithm>

#include "models/network/nearest.hpp"

namespace kintsugi {

namespace {

/// Returns the kind without the number at its end, or the numbers of each direction: "level" of "level 2", "long haul"
/// of "long haul 3/5".
std::string without_number(const std::string& kind) {
  const std::size_t blank = kind.rfind(' ');
  const bool numbered = blank != std::string::npos && blank + 1 < kind.size() &&
                        kind.find_first_not_of("0123456789/-", blank + 1) == std::string::npos;
  return numbered ? kind.substr(0, blank) : kind;
}

/// Returns the kinds of links, and those with a number without it: "level" names "level 2" and all others.
std::vector<std::string> names_of_kinds(const Network& network) {
  std::vector<std::string> names(network.kinds().begin(), network.kinds().end());
  for (const std::string& kind : network.kinds()) {
    if (std::ranges::find(names, without_number(kind)) == names.end()) names.push_back(without_number(kind));
  }
  return names;
}

/// Returns the latencies where the scenario names no kind: one for all links that it gives, or what the network gives,
/// or that of the preset.
std::vector<LinkLatency> latencies_otherwise(const Scenario& scenario, const Design& design) {
  std::vector<LinkLatency> latencies(design.network().kinds().size(), scenario.link.latency);
  const bool is_given = scenario.positions.contains("link.latency") && scenario.link.by_kind.empty();
  const std::vector<LinkLatency> own = design.link_latencies();
  for (std::size_t kind = 0; !is_given && kind < own.size(); ++kind) {
    if (own[kind].there != 0) latencies[kind].there = own[kind].there;
    if (own[kind].back != 0) latencies[kind].back = own[kind].back;
  }
  return latencies;
}

std::vector<LinkLatency> link_latencies(const Scenario& scenario, const Design& design, Diagnostics& errors) {
  const Network& network = design.network();
  const std::vector<std::string> names = names_of_kinds(network);
  const auto& by_kind = scenario.link.by_kind;
  for (const auto& [name, latency] : by_kind) {
    if (std::ranges::find(names, name) != names.end()) continue;
    errors.add(scenario.where("link.latency." + name), [&] {
      return "link.latency: this network has no links of kind '" + name + "'" + suggestion(name, names);
    });
  }
  std::vector<LinkLatency> latencies = latencies_otherwise(scenario, design);
  for (std::size_t kind = 0; kind < latencies.size(); ++kind) {
    auto found = by_kind.find(network.kinds()[kind]);
    if (found == by_kind.end()) found = by_kind.find(without_number(network.kinds()[kind]));
    if (found != by_kind.end()) latencies[kind] = found->second;
  }
  return latencies;
}

/// Returns the cycles of a head on each kind of link and in the router behind it, if routings are to weigh latencies.
LinkWeights weights_of(const Scenario& scenario, const Setup& setup) {
  if (scenario.router.weight.value_or(setup.states_latencies ? "latency" : "hops") == "hops") return {};
  LinkWeights weights = setup.link_latency;
  for (LinkLatency& weight : weights) {
    weight.there += scenario.router.latency;
    weight.back += scenario.router.latency;
  }
  return weights;
}

}  // namespace

void build_links(const Building& building) {
  const auto& [read, purpose, progress, setup, errors, scenario] = building;
  setup.link_latency = link_latencies(scenario, *setup.design, building.errors);
  setup.states_latencies = !setup.design->link_latencies().empty() || !scenario.link.by_kind.empty();
  setup.weights = weights_of(scenario, setup);
}

}  // namespace kintsugi
