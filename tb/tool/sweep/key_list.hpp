/// Lists what a sweep can say: every key that its readers know, with what they check.
///
/// Path   KEY stands for the path of a key of the scenario, NAME for the name of an axis of groups
#pragma once

#include "tb/tool/scenario/key_spec.hpp"

namespace kintsugi::sweep {

/// Returns the keys in the order of the readers.
KeySpecs keys_of_sweep();

}  // namespace kintsugi::sweep
