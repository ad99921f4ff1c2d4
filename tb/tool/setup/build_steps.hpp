/// The steps by which a setup is built. Each builds its part from what the steps before it have built, and does what is
/// still possible after a mistake.
#pragma once

#include <optional>
#include <string>

#include "models/general/table_relation.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/part_progress.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// What a step works on.
struct Building {
  const ReadScenario& read;
  SetupFor purpose;
  const BeginPart& progress;
  Setup& setup;
  Diagnostics& errors;
  const Scenario& scenario = read.scenario;

  /// Returns whether all sections of the scenario count.
  bool is_for_a_run() const { return purpose == SetupFor::kScenario || purpose == SetupFor::kCheck; }
  /// Returns how many classes of packets have channels of their own: requests and replies, or priority classes. 1: none
  /// have.
  unsigned classes() const {
    if (!is_for_a_run() || !scenario.traffic) return 1;
    if (scenario.traffic->classes) return scenario.traffic->classes->count;
    return scenario.traffic->reply && scenario.traffic->reply->own_channels ? 2 : 1;
  }
  /// Returns whether the network is wired directly. A command about yield builds the fabric itself.
  bool is_direct() const {
    return read.fabric_known && !scenario.fabric && !setup.design->always_on_fabric() && purpose != SetupFor::kYield;
  }
};

/// Returns the path of a parameter below its section, unless it is a whole path already.
std::string with_section(const std::string& section, const std::string& parameter);

void build_network(const Building& building);     ///< setup.design
void build_traffic(const Building& building);     ///< setup.traffic, without a program; it needs no network
void build_links(const Building& building);       ///< setup.link_latency, states_latencies, weights
void build_routing(const Building& building);     ///< setup.routing, relation
void build_fabric(const Building& building);      ///< setup.fabric
void find_what_dies(const Building& building);    ///< setup.places, defects, faults; the routing knows them
void build_diagnosis(const Building& building);   ///< setup.diagnosis, self_diagnosis
void build_detection(const Building& building);   ///< setup.corruptions, has_heartbeats
void build_multicasts(const Building& building);  ///< setup.multicast
void check_features(const Building& building);    ///< nothing: what sections of features say to others
void build_program(const Building& building);     ///< setup.traffic->workload
void find_named_nodes(const Building& building);  ///< setup.features: those that sections of features name

/// Returns the table that the scenario names, as text (models/general/route_table_file.hpp) or as a JSON object with
/// the same: a key for each kind of row in front, with its cell or a list of rows; `columns`, a list; and `rows`, a
/// list of lists. nullopt after an error. It has at least `least_vcs` channels, one less if detours get a channel of
/// their own: beside a table of a whole network that has holes here.
std::optional<general::GivenTable> read_route_table(const Building& building, unsigned least_vcs, bool holes);

}  // namespace kintsugi
