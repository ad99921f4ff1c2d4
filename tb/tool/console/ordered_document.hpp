/// Reads a JSON text into a document that keeps the order of its keys, in a time that grows with the text. The parser
/// of nlohmann::ordered_json compares each key with all before it.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace kintsugi {

/// Returns null if the text is no JSON, is nested too deeply (levels.hpp) or has an object with a key twice.
nlohmann::ordered_json parse_ordered(std::string_view text);

}  // namespace kintsugi
