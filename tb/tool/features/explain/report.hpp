/// The report of `kintsugi explain`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/features/explain/explanation.hpp"

namespace kintsugi::explain {

/// The explanation must be found.
nlohmann::ordered_json to_json(const Explanation& explanation);
std::string to_text(const Explanation& explanation);

}  // namespace kintsugi::explain
