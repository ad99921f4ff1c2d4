/// `--set key.path=value`: changes a document before it is checked.
///
/// The value is YAML. Mappings on the way are made when they are missing; an existing value is replaced. What an
/// override puts in has the override itself as its place: `--set router.vcs=zero: router.vcs must be an integer, not
/// 'zero'`.
#pragma once

#include <string>

#include "tb/scenario/value.hpp"

namespace kintsugi {

/// Applies one override ("key.path=value") to a document that is a map. Errors: no `=`, an empty part of the path,
/// a value that is not YAML, a way through something that is not a mapping.
void apply_override(const std::string& override_text, Value& document, Diagnostics& errors);

}  // namespace kintsugi
