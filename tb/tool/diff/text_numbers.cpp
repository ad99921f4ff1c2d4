#include "tb/tool/diff/text_numbers.hpp"

namespace kintsugi::diff {

bool TextNumbers::fits(std::string_view name, const std::string& text, const std::string& number) {
  const std::size_t dot = name.rfind('.');
  std::string key(dot == std::string_view::npos ? name : name.substr(dot + 1));
  key += '\n' + text;
  const auto known = numbers_.find(key);
  if (known != numbers_.end()) return known->second == number;
  if (!is_full()) numbers_.emplace(std::move(key), number);
  return true;
}

}  // namespace kintsugi::diff
