#include "models/network/text.hpp"
#include "tb/tool/setup/build_steps.hpp"

#include <algorithm>

#include "models/general/routings.hpp"
#include "models/general/table_of_defects.hpp"
#include "models/network/limits.hpp"
#include "models/network/nearest.hpp"
#include "models/registry/routings.hpp"
#include "models/routing/message_classes.hpp"
#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

/// Returns the names of the routings that have a property: "hdr, redirect".
std::string routings_with(const Design& design, bool RoutingInfo::*property) {
  std::vector<RoutingInfo> routings = routings_of(design);
  std::erase_if(routings, [property](const RoutingInfo& routing) { return !(routing.*property); });
  return with_commas(routings, &RoutingInfo::name);
}

std::optional<RoutingInfo> find_routing(const Scenario& scenario, const Design& design, Diagnostics& errors) {
  const std::vector<RoutingInfo> routings = routings_of(design);
  if (!scenario.knows({"router.routing"})) return std::nullopt;
  if (!scenario.router.routing) return routings.empty() ? std::nullopt : std::optional(routings.front());
  const std::string& name = *scenario.router.routing;
  const auto found = std::ranges::find(routings, name, &RoutingInfo::name);
  if (found != routings.end()) return *found;
  scenario.complain(errors, "router.routing", ": unknown name '", name, "'",
                    suggestion(name, each_of(routings, &RoutingInfo::name)));
  return std::nullopt;
}

/// Returns the channels that the scenario, or its preset, gives a routing.
std::optional<unsigned> given_channels(const Scenario& scenario) {
  return scenario.router.vcs ? scenario.router.vcs : router_preset(scenario.router.preset).vcs;
}

/// Returns whether a table of a network with dead nodes or links can be that of this one; which ones are dead is
/// compared when the defects are known.
bool fits_what_is_dead(const Building& building, const general::GivenTable& table, bool holes) {
  if (table.dead.empty()) return true;
  const auto refuse = [&](const std::string& why) {
    building.scenario.complain(building.errors, "router.table", ": ", why);
    return false;
  };
  if (!holes) {
    return refuse(
        "the table is of a network with dead nodes or links, which this one does not have; give them under defects, "
        "or a table of the whole network");
  }
  if (building.scenario.positions.contains("faults")) {
    return refuse(
        "a table of a network with dead nodes or links has no detours around faults at run time; leave faults out, or "
        "give router.routing instead");
  }
  return true;
}

/// Reads the table into the setup, and returns what its routing is. With holes one channel is for detours; with classes
/// each has its part of the channels.
std::optional<RoutingInfo> read_table(const Building& building, bool holes) {
  Setup& setup = building.setup;
  if (!building.scenario.knows({"router.vcs", "router.preset"})) return std::nullopt;
  const unsigned given = std::max(1U, given_channels(building.scenario).value_or(1) / building.classes());
  auto table = read_route_table(building, given, holes);
  if (!table || !fits_what_is_dead(building, *table, holes)) return std::nullopt;
  RoutingInfo info;
  info.name = table->routing;
  info.summary = "of " + building.scenario.router.table->string();
  info.min_vcs = info.default_vcs = table->vcs;
  info.routes_around_faults = !table->dead.empty();
  if (!table->dead.empty()) setup.table_dead = table->dead;
  for (const std::vector<Candidate>& answer : table->answers) {
    info.defers |= std::ranges::any_of(answer, &Candidate::deferred);
  }
  try {
    setup.table = std::make_shared<general::TableRelation>(setup.network(), std::move(*table));
  } catch (const std::invalid_argument& error) {
    building.scenario.complain(building.errors, "router.table", ": ", error.what());
    return std::nullopt;
  }
  return info;
}

/// Returns the virtual channels of the scenario, else those of the preset, but never fewer than the routing needs.
unsigned channels_for(const Scenario& scenario, const RoutingInfo& routing) {
  if (scenario.router.vcs) return *scenario.router.vcs;
  const auto preset = given_channels(scenario);
  return preset ? std::max(*preset, routing.min_vcs) : routing.default_vcs;
}

unsigned most_ports(const Network& network) {
  std::size_t ports = 0;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    ports = std::max(ports, network.ports(NodeId{node}).size() + 1);  // and the PE's own
  }
  return static_cast<unsigned>(ports);
}

bool channels_fit(const Scenario& scenario, const Network& network, const RoutingInfo& routing, unsigned vcs,
                  Diagnostics& errors) {
  const std::size_t errors_before = errors.size();
  const Where where = scenario.where("router.vcs");
  if (vcs < routing.min_vcs) {
    errors.add(where, "router.vcs must be at least ", routing.min_vcs, " for routing '", routing.name,
               "' to be free of deadlock, not '", vcs, "'");
  }
  if (const unsigned ports = most_ports(network); ports * vcs > kMaxRouterChannels) {
    errors.add(where, "router.vcs must be at most ", kMaxRouterChannels / ports, " for routers of ", ports,
               " ports, not '", vcs, "'");
  }
  return errors.size() == errors_before;
}

/// Refuses patience with a routing that has no way for packets that wait.
void check_patience(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  if (scenario.router.patience.value_or(0) == 0 || setup.routing.defers) return;
  const std::string valid = routings_with(*setup.design, &RoutingInfo::defers);
  scenario.complain(
      errors, "router.patience", ": routing '", setup.routing.name, "' has no way for packets that remain blocked; ",
      (valid.empty() ? "this network has no routing with one: leave the key out" : "valid with: " + valid));
}

/// Refuses latency as the weight of links where no routing weighs them, or where the repair decides on it.
void check_weight(const Scenario& scenario, const RoutingInfo& routing, bool holes, Diagnostics& errors) {
  if (scenario.router.weight != "latency" || !scenario.knows({"fabric", "link"})) return;
  const auto refuse = [&](const std::string& why) { scenario.complain(errors, "router.weight", ": ", why); };
  if (!is_general(routing.name) && (!holes || routing.routes_around_faults)) {
    refuse("routing '" + routing.name + "' does not weigh links; choose updown, nue or around, or leave the key out");
  } else if (scenario.link.reach) {
    refuse(
        "with link.reach the latency of a link follows from the repair; set the weight to hops, or give link.latency");
  }
}

/// Returns whether the network is wired directly and has dead nodes or links, from the start or at run time.
bool has_holes(const Building& building) {
  const Scenario& scenario = building.scenario;
  if (!building.is_direct()) return false;
  return scenario.positions.contains("defects") || (scenario.positions.contains("faults") && !scenario.only_corrupts());
}

/// Makes the routing. A name that the scenario gives can be one that this network is too large for, or that has no
/// detours.
std::shared_ptr<RoutingRelation> make_relation(const Scenario& scenario, const Setup& setup, bool holes, unsigned vcs,
                                               Diagnostics& errors) {
  const Design& design = *setup.design;
  if (scenario.unstopped && vcs % 2 != 0) {
    scenario.complain(errors, "router.vcs", " must be even for the two sets of routes of repair.mode: unstopped, not '",
                      vcs, "'");
    return nullptr;
  }
  const char* key = setup.table ? "router.table" : "router.routing";
  try {
    if (setup.table) {
      if (!holes) return setup.table;
      if (setup.table_dead) return std::make_shared<general::TableOfDefects>(setup.table, *setup.table_dead);
      if (setup.table->is_adaptive()) {
        throw std::invalid_argument(
            "a table with adaptive channels has no detours around dead nodes and links; leave "
            "these out, or give router.routing instead");
      }
      return general::with_detours(design.network(), setup.table, setup.weights);
    }
    if (scenario.unstopped) return make_routing_side_by_side(design, setup.routing.name, vcs, setup.weights);
    const std::string& name = setup.routing.name;
    return holes ? make_routing_around_faults(design, name, vcs, setup.weights)
                 : make_routing(design, name, vcs, setup.weights);
  } catch (const std::invalid_argument& error) {
    scenario.complain(errors, key, ": ", error.what());
    return nullptr;
  }
}

/// Returns the key that gives classes of packets channels of their own.
std::string key_of_classes(const Scenario& scenario) {
  return scenario.traffic->classes ? "traffic.classes" : "traffic.reply";
}

/// Makes classes of packets, each with an even part of the channels.
void make_classes(const Building& building, bool holes, unsigned vcs) {
  const auto& [read, purpose, progress, setup, errors, scenario] = building;
  const std::string key = key_of_classes(scenario);
  if (!scenario.knows({key, "router.vcs", "router.preset"})) return;
  const unsigned classes = building.classes();
  if (vcs % classes != 0) {
    const std::string why = scenario.traffic->classes
                                ? "a multiple of " + std::to_string(classes) + ", the priority classes (" + key + ")"
                                : "even for requests and replies with channels of their own";
    const std::string or_else = scenario.traffic->classes ? "" : "; or set traffic.reply.channels to shared";
    scenario.complain(building.errors, "router.vcs", " must be ", why, ", not '", vcs, "'", or_else);
    return;
  }
  setup.of_a_class = make_relation(scenario, setup, holes, vcs / classes, building.errors);
  if (setup.of_a_class) setup.relation = std::make_shared<MessageClasses>(*setup.of_a_class, classes);
}

/// Returns whether a command about the network alone takes one that is too large for the routing which it would have.
bool can_do_without(const Scenario& scenario, const Setup& setup, SetupFor purpose, bool holes) {
  return purpose == SetupFor::kTopology && !scenario.router.routing && !setup.table &&
         is_too_large_for(*setup.design, setup.routing.name, holes);
}

}  // namespace

void build_routing(const Building& building) {
  const auto& [read, purpose, progress, setup, errors, scenario] = building;
  const bool holes = has_holes(building);
  const auto routing =
      scenario.router.table ? read_table(building, holes) : find_routing(scenario, *setup.design, errors);
  if (!routing) return;
  check_weight(scenario, *routing, holes, errors);
  setup.routing = holes ? with_detours(*routing) : *routing;
  if (scenario.unstopped && (!holes || scenario.faults.empty())) {
    if (!scenario.knows({"fabric", "faults"})) return;
    scenario.complain(errors, "repair.mode", ": unstopped needs faults in a directly wired network; set it to drain");
    return;
  }
  if (scenario.unstopped && setup.table) {
    scenario.complain(errors, "repair.mode",
                      ": unstopped needs two sets of routes, and router.table has one; set it to drain");
    return;
  }
  if (scenario.unstopped) setup.routing = side_by_side(setup.routing, 2);
  const unsigned classes = building.classes();
  if (classes > 1 && scenario.unstopped) {
    scenario.complain(errors, "repair.mode", ": unstopped has channels for two sets of routes, which ",
                      key_of_classes(scenario), " does not share; set it to drain");
    return;
  }
  setup.routing = side_by_side(setup.routing, classes);
  check_patience(scenario, setup, errors);
  if (can_do_without(scenario, setup, building.purpose, holes)) return;
  const unsigned vcs = channels_for(scenario, setup.routing);
  if (!channels_fit(scenario, setup.network(), setup.routing, vcs, errors)) return;
  if (classes > 1) return make_classes(building, holes, vcs);
  setup.relation = make_relation(scenario, setup, holes, vcs, errors);
}

}  // namespace kintsugi
