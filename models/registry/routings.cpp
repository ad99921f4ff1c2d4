#include "models/registry/routings.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "models/general/routings.hpp"
#include "models/general/side_by_side.hpp"

namespace kintsugi {

namespace {

bool has_routes_around_faults(const Design& design, std::string_view name) {
  const std::vector<RoutingInfo> routings = routings_of(design);
  const auto found = std::ranges::find(routings, name, &RoutingInfo::name);
  return found != routings.end() && found->routes_around_faults;
}

/// Says what to do, which the general routings do not know: whether the network has others.
void require_tables_for(const Design& design, std::string_view name) {
  if (design.network().nodes() <= general::kMostNodes) return;
  const std::string remedy = design.routings().empty()
                                 ? "no other routing is known for this network: take a smaller one"
                                 : "choose a routing of the network's own, without defects";
  throw std::invalid_argument("routing '" + std::string(name) + "' needs tables, for at most " +
                              std::to_string(general::kMostNodes) + " nodes, not " +
                              std::to_string(design.network().nodes()) + "; " + remedy);
}

}  // namespace

const std::vector<RoutingInfo>& general_routings() {
  return general::routings();
}

bool is_general(std::string_view name) {
  return std::ranges::find(general_routings(), name, &RoutingInfo::name) != general_routings().end();
}

bool is_too_large_for(const Design& design, std::string_view name, bool around_faults) {
  if (design.network().nodes() <= general::kMostNodes) return false;
  return is_general(name) || (around_faults && !has_routes_around_faults(design, name));
}

std::vector<RoutingInfo> routings_of(const Design& design) {
  std::vector<RoutingInfo> routings = design.routings();
  routings.insert(routings.end(), general_routings().begin(), general_routings().end());
  return routings;
}

std::unique_ptr<RoutingRelation> make_routing(const Design& design, std::string_view name, unsigned vcs,
                                              const LinkWeights& weights) {
  if (!is_general(name)) return design.routing(name, vcs);
  require_tables_for(design, name);
  return general::make_routing(design.network(), name, vcs, weights);
}

RoutingInfo with_detours(RoutingInfo routing) {
  if (routing.routes_around_faults) return routing;
  ++routing.min_vcs;
  routing.default_vcs = std::min(routing.default_vcs + 1, kMaxVcs);
  routing.routes_around_faults = true;
  return routing;
}

RoutingInfo side_by_side(RoutingInfo routing, unsigned sets) {
  routing.min_vcs *= sets;
  routing.default_vcs = std::min(sets * routing.default_vcs, kMaxVcs / sets * sets);
  return routing;
}

std::unique_ptr<RoutingRelation> make_routing_side_by_side(const Design& design, std::string_view name, unsigned vcs,
                                                           const LinkWeights& weights) {
  require_tables_for(design, name);
  const auto make = [&](unsigned half) -> std::unique_ptr<general::ReroutingRelation> {
    if (is_general(name)) return general::make_routing(design.network(), name, half, weights);
    if (!has_routes_around_faults(design, name)) {
      return general::with_detours(design.network(), design.routing(name, half - 1), weights);
    }
    throw std::invalid_argument("routing '" + std::string(name) +
                                "' uses what nodes learn at once: the network must be drained; choose updown, nue or "
                                "around, or leave repair.mode out");
  };
  return std::make_unique<general::SideBySide>(design.network().nodes(), vcs, make);
}

std::unique_ptr<RoutingRelation> make_routing_around_faults(const Design& design, std::string_view name, unsigned vcs,
                                                            const LinkWeights& weights) {
  if (has_routes_around_faults(design, name)) return make_routing(design, name, vcs, weights);
  require_tables_for(design, name);
  return general::with_detours(design.network(), design.routing(name, vcs - 1), weights);
}

}  // namespace kintsugi
