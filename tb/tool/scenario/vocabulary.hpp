/// The names a scenario can use beside those of the network families, each in one table: for checking, for
/// suggestions, for `kintsugi list`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kintsugi {

struct Term {
  std::string name;
  std::string summary;
};

std::span<const Term> planners();
std::span<const Term> repair_rules();
std::span<const Term> repair_objectives();
std::span<const Term> traffic_patterns();
std::span<const Term> proof_modes();

/// Timing of routers and links under one name; keys given explicitly win.
struct RouterPreset {
  Term term;
  std::optional<unsigned> vcs;  ///< nothing: what the routing needs
  unsigned buffer = 4;          ///< flits
  unsigned latency = 1;         ///< cycles in the router
  unsigned link_latency = 1;    ///< cycles
  unsigned torus_link_latency = 1;
};

std::span<const RouterPreset> router_presets();
/// The preset of that name; `default` for one that does not exist.
const RouterPreset& router_preset(const std::string& name);

std::vector<std::string> names_of(std::span<const Term> terms);
std::vector<std::string> names_of(std::span<const RouterPreset> presets);

}  // namespace kintsugi
