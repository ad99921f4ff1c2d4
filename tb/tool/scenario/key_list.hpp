/// Lists what a scenario can say: every key of every section, from what the readers check.
///
/// How      the readers read a scenario that has every section, and the context collects what they ask for; so a key is
///          in the list exactly if a reader knows it
/// Order    of the sections, then of the readers
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "models/registry/families.hpp"
#include "tb/tool/scenario/key_spec.hpp"

namespace kintsugi {

/// Returns the keys that a network of this family has; keys of fabrics only if it can have one.
KeySpecs keys_of(const Family& family, const FamilyList& list = families());

/// Removes the keys that only a fabric gives a meaning: the section of it, and defects and faults of its elements.
void remove_keys_of_fabrics(KeySpecs& specs, const FamilyList& list = families());

/// Returns the keys of all families: each says which kinds of networks have it. A key with another range, default or
/// meaning in some kinds comes once for each of them.
KeySpecs keys_of_all(const FamilyList& list = families());

/// Returns the keys at or below a path, such as "router" or "traffic.multicast".
KeySpecs keys_below(const KeySpecs& specs, std::string_view path);

/// Returns what a key is in one line: "virtual channels per link; integer, 1 to 32; default 2".
std::string line_of(const KeySpec& spec);

nlohmann::ordered_json to_json(const KeySpec& spec);

}  // namespace kintsugi
