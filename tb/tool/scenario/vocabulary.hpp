/// The names that a scenario can use besides those of the network families, each kind in one table: for checks,
/// suggestions and `kintsugi list`.
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

/// The timing of routers and links under one name; explicit keys override it.
struct RouterPreset {
  Term term;
  std::optional<unsigned> vcs;  ///< nullopt: the channels that the routing needs
  unsigned buffer = 4;          ///< flits
  unsigned latency = 1;         ///< cycles in the router
  unsigned link_latency = 1;    ///< cycles
  unsigned torus_link_latency = 1;
};

std::span<const RouterPreset> router_presets();
/// Returns the preset of that name; `default` if there is none.
const RouterPreset& router_preset(const std::string& name);

std::vector<std::string> names_of(std::span<const Term> terms);
std::vector<std::string> names_of(std::span<const RouterPreset> presets);

}  // namespace kintsugi
