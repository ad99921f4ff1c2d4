/// Random defects: of PEs, uniform among all sets of that many sites, and of things of any kind.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "models/fabric/defects.hpp"

namespace kintsugi {

/// Returns `count` distinct sites out of 0 .. sites - 1; they depend on the arguments alone. With the same seed a
/// larger count contains the sites of a smaller one. Throws std::invalid_argument if count > sites.
DefectMap random_defects(std::size_t sites, std::size_t count, std::uint64_t seed);

/// How many things of a kind are defective: so many, or each by itself with a probability, 0 .. 1.
using DefectAmount = std::variant<std::uint64_t, double>;

/// Returns which of `things` are drawn, ascending: 0 .. things - 1. They depend on the arguments alone; kinds of other
/// numbers are drawn independently, and kind 0 is that of random_defects(). With the same seed a larger amount contains
/// what a smaller one draws, if both are numbers or both are probabilities. Throws std::invalid_argument if the number
/// is above `things`.
std::vector<std::uint32_t> drawn_things(std::size_t things, DefectAmount amount, std::uint64_t seed, unsigned kind);

/// Returns in which of its `ways`, 0 .. ways - 1, a thing of the kind is defective; each is equally likely. It does not
/// depend on how many others are.
std::size_t drawn_way(std::size_t ways, std::uint32_t thing, std::uint64_t seed, unsigned kind);

/// Returns the elements, grouped: each group has the defects of one switch, lane or wire, by their places in the list.
/// An element with several addresses is in its group once. The groups are in the order of the first place of each.
std::vector<std::vector<std::uint32_t>> by_thing(const std::vector<ElementDefect>& elements);

/// Returns whether two defects are of the same switch, lane or wire.
bool is_of_same_thing(const ElementDefect& a, const ElementDefect& b);

}  // namespace kintsugi
