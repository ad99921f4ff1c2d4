/// What a result is not of.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/store/unit_work.hpp"

namespace kintsugi::store {

/// Returns the first differences between a stored result and the identity of that unit which is most like it:
/// "program is "kintsugi 1", here "kintsugi 2"; scenario.run.seed is 1, here 2". `stored` is the document in the file.
std::string difference(const nlohmann::ordered_json& stored, const UnitWork& work);

}  // namespace kintsugi::store
