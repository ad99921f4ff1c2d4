/// Reads traffic.reply and traffic.window.
#pragma once

#include <optional>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// `traffic` is the reader of the section traffic. What requests are is read already.
void read_replies(MapReader& traffic, std::optional<ReplySection>& replies);

}  // namespace kintsugi
