/// What to isolate so that the faults of an array are out of use: the part of a reconfiguration that a central observer
/// decides and broadcasts. Every PE finds its own place and its own links from it (reconfigure.hpp).
///
/// A unit with a faulty PE is isolated as a whole. So is the unit at the shuffle-out end of a faulty shuffle link, and
/// the unit of the lower end of a faulty exchange link, whether the link is in use or not.
///
/// Link      as a defect names it, by two PEs: the shuffle link out of `a` into `b`; where there is none, the one out
/// of
///           `b` into `a`; where there is none either, the exchange link
/// Choice    Spare modules: those modules are dropped that have more faulty units than a module can isolate itself.
///           Lockstep: as few positions as possible, lowest first, such that every module can isolate the rest itself.
///           Both are exact: where nothing is found there is nothing.
/// Cost      linear in the faults, but for the search for lockstep positions where there are local units too: at most
///           ((spare units)(local units + 1))^(lockstep units) tries
/// Source    H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, sections 2 to 4. The paper does not
///           say how EXP1 and EXP2 work together; numbering without the local faults first, then in lockstep, is the
///           reading that has the number of ports it gives.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/repair/reconfigurable.hpp"
#include "models/sse/array.hpp"

namespace kintsugi::sse {

/// A unit that has to be isolated, and one fault that is the reason.
struct FaultyUnit {
  Unit unit;
  bool is_link = false;
  std::size_t index = 0;  ///< in Defects::sites or Defects::links
};

/// Every unit once, ascending. std::invalid_argument for a PE or a link that the array does not have.
std::vector<FaultyUnit> faulty_units(const Array& array, const Defects& faults);

/// All lists are ascending and without duplicates.
struct Isolation {
  std::vector<std::uint32_t> dropped;             ///< physical modules
  std::vector<std::vector<std::uint32_t>> local;  ///< by physical module: physical positions it isolates itself
  std::vector<std::uint32_t> lockstep;  ///< positions, counted without the local ones, isolated in all modules
};

/// Nothing when there are too many faults. `faulty` is ascending and without duplicates.
std::optional<Isolation> isolate(const Sse& sse, std::span<const Unit> faulty);

/// What is isolated, in words: "PEs 4 and 5", "module 3", "pair 1 of every module"; parts with semicolons between;
/// empty for nothing.
std::string describe(const Sse& sse, const Isolation& isolation);

/// Why these units cannot be isolated: "module 3 has 2 faulty pairs; a module has 1 spare pair". Meant for a minimal
/// set: all of it is irreparable, no part of it is.
std::string why_irreparable(const Sse& sse, std::span<const Unit> faulty);

}  // namespace kintsugi::sse
