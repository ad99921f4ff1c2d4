/// The units to isolate so that the faults of an array are out of use: the part of a reconfiguration that a central
/// observer decides and broadcasts. Every PE derives its own number and links from it (role.hpp).
///
/// A unit with a faulty PE is isolated as a whole. So is the unit at the shuffle-out end of a faulty shuffle link, and
/// the unit of the lower end of a faulty exchange link, whether the link is in use or not.
///
/// Link      a defect names a link by two PEs, `a` and `b`. It means the shuffle link out of `a` into `b`; if there is
///           none, the one out of `b` into `a`; if there is none either, the exchange link
/// Choice    Spare modules: a module is dropped if it has more faulty units than it can isolate itself.
///           Lockstep: as few positions as possible, lowest first, such that every module can isolate the rest itself.
///           Both are exact: if they find no isolation of all faulty units, there is none.
/// Cost      linear in the faults. With both lockstep and local units a search for the lockstep positions is added: at
///           most ((spare units)(local units + 1))^(lockstep units) tries
/// Source    H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, sections 2 to 4. The paper does not
///           say how EXP1 and EXP2 work together. Here units are numbered first without the local ones, then without
///           the lockstep ones: this reading gives the number of ports that the paper has.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/sse/array.hpp"

namespace kintsugi::sse {

/// A unit that has to be isolated, and one of the faults that are the reason.
struct FaultyUnit {
  Unit unit;
  bool is_link = false;
  std::size_t index = 0;  ///< in Defects::sites or Defects::links
};

/// Returns the units to isolate, each once, ascending. Throws std::invalid_argument if the array does not have a PE or
/// link of the list.
std::vector<FaultyUnit> faulty_units(const Array& array, const Defects& faults);

/// The modules and units that are isolated. All lists are ascending and without duplicates.
struct Isolation {
  std::vector<std::uint32_t> dropped;             ///< physical modules
  std::vector<std::vector<std::uint32_t>> local;  ///< by physical module: physical positions it isolates itself
  std::vector<std::uint32_t> lockstep;            ///< positions isolated in all modules, counted without the local ones
};

/// Returns what to isolate, or nullopt if there are too many faults. `faulty` is ascending and without duplicates.
std::optional<Isolation> isolate(const Sse& sse, std::span<const Unit> faulty);

/// Describes an isolation, parts separated by semicolons: "PEs 4 and 5", "module 3", "pair 1 of every module". Empty if
/// no unit is isolated.
std::string describe(const Sse& sse, const Isolation& isolation);

/// Says why these units cannot be isolated: "module 3 has 2 faulty pairs; a module has 1 spare pair". The set should be
/// a minimal irreparable one.
std::string why_irreparable(const Sse& sse, std::span<const Unit> faulty);

}  // namespace kintsugi::sse
