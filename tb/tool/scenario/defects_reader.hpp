/// The sections `defects`: addresses of PEs, links and the elements of the fabric, a random map, or a file with either;
/// and `faults`: a list of those that die while the chip runs, and of links that corrupt flits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// Reads the keys pe, link, those of the elements of the fabric, random and what goes with it, and file. The mistakes
/// of a file have places of their own.
void read_defects(MapReader& map, const FabricInfo& fabric, DefectsSection& defects);

/// Reads an item of `faults`; it has a cycle, perhaps the cycle `until` which the fault lasts, and the address of a PE,
/// the two of a link, or that of an element; a link may have the rate at which it corrupts flits.
void read_fault(MapReader& map, const FabricInfo& fabric, Scenario& scenario);

/// Returns a list of numbers or a single number; nullopt if the value is neither.
std::optional<PeAddress> read_address(const Value& value);
/// Returns a PE: an address, or the name of a node; nullopt if the value is neither.
std::optional<WrittenAddress> read_pe(const Value& value);
/// Returns [end, end], two addresses or two nodes; nullopt if the value has another form.
std::optional<WrittenAddress> read_link(const Value& value);
/// Returns a list of numbers and names; what they mean is for the fabric to say. nullopt if the value has another form.
std::optional<ElementAddress> read_element(const Value& value, const std::string& key);
/// Returns the keys under which defects are listed: pe, link and those of the elements.
std::vector<std::string> keys_of_defects(const FabricInfo& fabric);
/// What else it could have been: ": not an address: ..."
std::string no_address(const FabricInfo& fabric);
std::string no_element(const ElementSpec& element);
/// Returns ", not nothing ..." if the value, or a part of it, is the word null without quotes, which is no name.
std::string not_null(const Value& value);

inline const std::string kNoLink = ": not a link: [a, b], the addresses of the PEs at its ends";

}  // namespace kintsugi
