#include "models/general/routings.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "models/general/around.hpp"
#include "models/general/detour.hpp"
#include "models/general/nue.hpp"
#include "models/general/updown.hpp"
#include "models/network/limits.hpp"

namespace kintsugi::general {

namespace {

void require_tables_for(const Network& network, std::string_view name) {
  if (network.nodes() <= kMostNodes) return;
  throw std::invalid_argument("routing '" + std::string(name) + "' needs tables, for at most " +
                              std::to_string(kMostNodes) + " nodes, not " + std::to_string(network.nodes()));
}

template <class T>
std::unique_ptr<const Routes> make(const LiveGraph& graph, unsigned vcs, const Progress& progress) {
  return std::make_unique<T>(graph, vcs, progress);
}

struct Known {
  RoutingInfo info;
  std::unique_ptr<const Routes> (*make)(const LiveGraph& graph, unsigned vcs, const Progress& progress);
  bool is_adaptive = false;
};

RoutingInfo info_of(std::string name, std::string summary, unsigned default_vcs) {
  return {
      .name = std::move(name), .summary = std::move(summary), .default_vcs = default_vcs, .routes_around_faults = true};
}

const std::vector<Known>& all() {
  static const std::vector<Known> kAll{
      {info_of("updown", "up and down a breadth-first tree, over all links; any network, around faults", 2),
       make<UpDownRoutes>},
      {info_of("nue", "tables without a cycle of dependencies, balanced; any network, around faults", 4),
       make<NueRoutes>},
      {info_of("around", "adaptive on every shortest way beside an escape; any network, around faults", 4),
       make<AroundRoutes>, true},
  };
  return kAll;
}

}  // namespace

const std::vector<RoutingInfo>& routings() {
  static const std::vector<RoutingInfo> kInfos = [] {
    std::vector<RoutingInfo> infos;
    for (const Known& known : all()) infos.push_back(known.info);
    return infos;
  }();
  return kInfos;
}

std::unique_ptr<ReroutingRelation> make_routing(const Network& network, std::string_view name, unsigned vcs,
                                                const LinkWeights& weights) {
  const auto known = std::ranges::find_if(all(), [&](const Known& each) { return each.info.name == name; });
  if (known == all().end()) throw std::invalid_argument("there is no routing '" + std::string(name) + "'");
  require("channels of routing '" + known->info.name + "'", kVcsRange, vcs);
  require_tables_for(network, name);
  RoutesForm form;
  form.name = known->info.name;
  form.vcs = vcs;
  if (known->is_adaptive) form.adaptive_vcs = all_vcs(vcs) & ~vc_bit(0u);
  form.weights = weights;
  form.make = [make = known->make, vcs](const LiveGraph& graph, const Progress& progress) {
    return make(graph, vcs, progress);
  };
  return std::make_unique<ReroutingRelation>(network, std::move(form));
}

std::unique_ptr<ReroutingRelation> with_detours(const Network& network, std::shared_ptr<const RoutingRelation> own,
                                                const LinkWeights& weights) {
  require_tables_for(network, own->name());
  if (own->is_adaptive()) {
    throw std::invalid_argument(
        "routing '" + own->name() +
        "' is adaptive and has no detours around defects and faults; choose updown, nue or around");
  }
  require("channels of routing '" + own->name() + "' with detours", kVcsRange, own->vcs() + 1);
  RoutesForm form;
  form.name = own->name() + " with detours";
  form.vcs = own->vcs() + 1;
  form.uses_source = own->uses_source();
  form.can_deadlock = own->can_deadlock();
  form.weights = weights;
  form.make = [own](const LiveGraph& graph, const Progress& progress) -> std::unique_ptr<const Routes> {
    return std::make_unique<DetourRoutes>(graph, *own, progress);
  };
  return std::make_unique<ReroutingRelation>(network, std::move(form));
}

}  // namespace kintsugi::general
