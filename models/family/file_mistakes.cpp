#include "models/family/file_mistakes.hpp"

#include <boost/locale/utf.hpp>

namespace kintsugi::in_text {

namespace {

/// Returns the offset of the first character that is not UTF-8 or is 0; npos if there is none.
std::size_t first_wrong_character(std::string_view text) {
  namespace utf = boost::locale::utf;
  const char* next = text.data();
  const char* const end = next + text.size();
  while (next != end) {
    const auto at = static_cast<std::size_t>(next - text.data());
    const utf::code_point point = utf::utf_traits<char>::decode(next, end);
    if (point == utf::illegal || point == utf::incomplete || point == 0) return at;
  }
  return std::string_view::npos;
}

}  // namespace

bool check_encoding(std::string_view text, Mistakes& mistakes) {
  const std::size_t wrong = first_wrong_character(text);
  if (wrong == std::string_view::npos) return true;
  mistakes.add(Places(text).at(wrong), "this character is not UTF-8; save the file in this encoding");
  return false;
}

}  // namespace kintsugi::in_text
