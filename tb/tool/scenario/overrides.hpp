/// Applies `--set key.path=value`: changes a document before it is checked.
///
/// The value is YAML. Missing mappings on the path are made; an existing value is replaced. The place of the new value
/// is the override itself: `--set router.vcs=zero: router.vcs must be an integer, not 'zero'`.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tb/tool/scenario/value.hpp"

namespace kintsugi {

/// Splits "a.b.c" into its parts; returns none if one of them is empty.
std::vector<std::string> split_path(const std::string& path);

/// Sets the value at a path. Missing mappings on the path are made, with the place `where`; a part of the path that is
/// not a mapping, and a path of more than kMostLevels parts, is an error there.
void set_at_path(Value& document, std::span<const std::string> path, Value value, const Where& where,
                 Diagnostics& errors);

/// What the command line changes of a document.
struct Overrides {
  Overrides() = default;
  // NOLINTBEGIN(google-explicit-constructor): settings alone are overrides
  Overrides(std::span<const std::string> of) : settings(of) {}
  Overrides(const std::vector<std::string>& of) : settings(of) {}
  // NOLINTEND(google-explicit-constructor)
  Overrides(std::span<const std::string> of, std::string file, std::string name)
      : settings(of), map(std::move(file)), routing(std::move(name)) {}

  std::span<const std::string> settings = {};  ///< "key.path=value", in order
  std::string map = {};                        ///< of --map: takes the place of defects.file; empty: none
  std::string routing = {};                    ///< of --routing: takes the place of router.routing; empty: none
};

/// Makes the file of --map, which is relative to the working directory, that of defects.file. All other keys of the
/// section are removed but those that say how a map is seen.
void use_map(const std::string& file, Value& document, Diagnostics& errors);

/// Makes the name of --routing the routing of the scenario. What the scenario says of its own routing alone is removed:
/// the table, the channels and the patience.
void use_routing(const std::string& name, Value& document, Diagnostics& errors);

/// Applies one override ("key.path=value") to a document that is a map. Errors: no `=`, an empty part of the path, a
/// value that is not YAML, a path through something that is not a mapping.
void apply_override(const std::string& override_text, Value& document, Diagnostics& errors);

}  // namespace kintsugi
