#include "models/wafermap/klarf_lexer.hpp"

#include <algorithm>

namespace kintsugi::wafermap {

namespace {

constexpr std::string_view kSigns = ";,{}";

}  // namespace

void KlarfLexer::step(std::size_t characters) {
  for (const char c : text_.substr(0, characters)) {
    ++place_.column;
    if (c == '\n') place_ = {place_.line + 1, 1};
  }
  text_.remove_prefix(characters);
}

KlarfWord KlarfLexer::next() {
  step(std::min(text_.find_first_not_of(" \t\r\n"), text_.size()));
  KlarfWord word{{}, place_};
  if (text_.empty()) return word;
  if (text_.front() == '"') {
    const std::size_t close = std::min(text_.find('"', 1), text_.size());
    word.text = text_.substr(1, close - 1);
    word.quoted = true;
    step(std::min(close + 1, text_.size()));
    return word;
  }
  const bool is_sign = kSigns.find(text_.front()) != std::string_view::npos;
  const std::size_t end = is_sign ? 1 : std::min(text_.find_first_of(" \t\r\n\";,{}"), text_.size());
  word.text = text_.substr(0, end);
  step(end);
  return word;
}

}  // namespace kintsugi::wafermap
