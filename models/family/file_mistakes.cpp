#include "models/family/file_mistakes.hpp"

#include <algorithm>
#include <boost/locale/utf.hpp>
#include <tuple>
#include <utility>

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

Places::Places(std::string_view text) : size_(text.size()), starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') starts_.push_back(i + 1);
  }
}

Place Places::at(std::size_t offset) const {
  offset = std::min(offset, size_);
  const auto line = std::ranges::upper_bound(starts_, offset) - starts_.begin();
  return {static_cast<int>(line), static_cast<int>(offset - starts_[static_cast<std::size_t>(line) - 1]) + 1};
}

void Mistakes::add(Place place, std::string message) {
  full() ? static_cast<void>(++more_) : list_.push_back({place.line, place.column, std::move(message)});
}

std::vector<FileMistake> Mistakes::sorted() && {
  std::ranges::stable_sort(list_, {}, [](const FileMistake& each) { return std::tuple(each.line, each.column); });
  return std::move(list_);
}

}  // namespace kintsugi::in_text
