/// Resolves the defects and faults of a scenario to sites and links of its fabric, or, without a fabric, to nodes and
/// links of its network.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/address.hpp"
#include "models/family/family.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/repair/scattered_defects.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// The places that can be defective. Refers to the fabric or network from which it was made.
struct Places {
  std::string name;                  ///< what it is called in messages: "fabric", "network"
  std::vector<PeAddress> addresses;  ///< by site, as a scenario names them
  std::vector<GridPlace> grid;       ///< by site; empty: the PEs are not on a grid of one or two dimensions
  std::vector<std::string> kinds;    ///< of defects: the keys of their lists, in the order of the keys
  /// Returns what an address stands for. Throws std::invalid_argument, which says what is valid, when it stands for
  /// nothing.
  std::function<Defect(const WrittenAddress&)> resolve;
  /// Returns the PEs that are in use without defects; none where there are no spares.
  std::function<std::vector<SiteId>()> core = nullptr;
  /// Returns all links that can be defective, by the names that a list has for them, ascending; nullopt: none can.
  std::function<std::optional<std::vector<LinkDefect>>()> links = nullptr;
  /// Returns all defects of elements, with their addresses; none without a fabric.
  std::function<std::vector<AddressResolver::AddressedElement>()> elements = nullptr;
  const ReconfigurableFabric* fabric = nullptr;  ///< nullptr: a network that is wired directly
};
Places places_of(const ReconfigurableFabric& fabric);
/// Returns the nodes and links of a directly wired network.
Places places_of(const Design& design);

/// Returns the PEs of so many sites: 0 .. count - 1.
std::vector<SiteId> all_sites(std::size_t count);

/// Returns the density of clustered defects at these places. Throws std::invalid_argument, with the remedy, if blocks
/// are asked for and the places are not on a grid.
DefectDensity density_at(const Places& places, double probability, double alpha, const std::optional<FieldSize>& field);

/// Returns what a section names, what a wafer map says, and the random defects among the rest. Errors: an address that
/// stands for nothing, or for what another address stands for; what is stuck in two states; more random defects than
/// things of their kind; blocks without a grid.
Defects find_defects(const DefectsSection& defects, const DefectMap& measured, const Places& places,
                     Diagnostics& errors);

/// Returns the addresses of the elements among the defects, by the names of the elements. An element that the section
/// does not name has the first of its addresses.
std::map<std::string, ElementAddress> addresses_of_elements(const DefectsSection& section, const Defects& defects,
                                                            const Places& places);

/// Returns the faults at run time, in their order. Errors: those of a defect; what fails while it is dead, or is
/// defective already; a switch that gets stuck in a second state; a cycle at or after run.cycles; an end that is not
/// after the beginning; multicasts in the same scenario. A fault can end after run.cycles.
std::vector<Fault> find_faults(const Scenario& scenario, const Defects& defects, const Places& places,
                               Diagnostics& errors);

/// A link of a directly wired network that corrupts flits.
struct CorruptingLinkAt {
  Cycle cycle = 0;  ///< from which on
  LinkDefect link;
  double rate = 0;  ///< probability that a flit is corrupted
};

/// Returns the links that corrupt flits. Errors: those of a defect; a link named twice; a cycle at or after run.cycles.
std::vector<CorruptingLinkAt> find_corruptions(const Scenario& scenario, const Places& places, Diagnostics& errors);

}  // namespace kintsugi
