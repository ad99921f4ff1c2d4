/// Reads a JSON text into a document that keeps the order of its keys, in a time that grows with the text. The parser
/// of nlohmann::ordered_json compares each key with all before it.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace kintsugi {

/// Why a text is refused.
struct JsonMistake {
  enum class Kind { kTooDeep, kSyntax, kNumber, kKeyTwice };
  Kind kind;
  std::size_t at = 0;    ///< the byte, of kTooDeep (levels.hpp) and kSyntax
  std::string key = {};  ///< that an object has twice, the first one
};

/// Returns null if the text is refused; `mistake` gets why. kNumber: a number is too large.
nlohmann::ordered_json parse_ordered(std::string_view text, std::optional<JsonMistake>* mistake = nullptr);

/// Returns a document on one line; bytes that are not UTF-8 are replaced.
std::string to_line(const nlohmann::ordered_json& json);

}  // namespace kintsugi
