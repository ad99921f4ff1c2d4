/// The page of a repair: the chip with its defects before the repair and after it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/picture/subject.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::view {

/// Throws InputError if the chip is too large to draw.
nlohmann::ordered_json repair_page(const picture::Subject& subject, const Setup& setup);

}  // namespace kintsugi::view
