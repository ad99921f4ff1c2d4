/// `--set key.path=value`: changes a document before it is checked.
///
/// The value is YAML. Mappings on the way are made when they are missing; an existing value is replaced. What an
/// override puts in has the override itself as its place: `--set router.vcs=zero: router.vcs must be an integer, not
/// 'zero'`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tb/tool/scenario/value.hpp"

namespace kintsugi {

/// "a.b.c" in parts; empty when one of them is.
std::vector<std::string> split_path(const std::string& path);

/// Puts a value where the path leads to. Mappings on the way are made, with the place `where`; a way through something
/// that is not a mapping is an error there.
void set_at_path(Value& document, std::span<const std::string> path, Value value, const Where& where,
                 Diagnostics& errors);

/// Applies one override ("key.path=value") to a document that is a map. Errors: no `=`, an empty part of the path,
/// a value that is not YAML, a way through something that is not a mapping.
void apply_override(const std::string& override_text, Value& document, Diagnostics& errors);

}  // namespace kintsugi
