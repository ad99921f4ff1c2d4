#include "models/workload/whole_lines.hpp"

#include <algorithm>

namespace kintsugi::workload {

void WholeLines::look_at(char c) {
  switch (place_) {
    case Place::kText:
      if (c == '/') place_ = Place::kSlash;
      return;
    case Place::kSlash:
      place_ = c == '/' ? Place::kLineComment : c == '*' ? Place::kComment : Place::kText;
      return;
    case Place::kLineComment:
      if (c == '\n') place_ = Place::kText;
      return;
    case Place::kComment:
      if (c == '*') place_ = Place::kStar;
      return;
    case Place::kStar:
      if (c != '*') place_ = c == '/' ? Place::kText : Place::kComment;
  }
}

std::string_view WholeLines::take(std::string_view part) {
  text_.erase(0, taken_);
  std::size_t next = text_.size();
  std::size_t end = 0;
  text_ += part;
  while (next < text_.size()) {
    if (place_ == Place::kText) {  // most of a file has no comment: find the next slash at once
      const std::size_t slash = std::min(text_.find('/', next), text_.size());
      const std::size_t line_end = std::string_view(text_).substr(next, slash - next).rfind('\n');
      if (line_end != std::string_view::npos) end = next + line_end + 1;
      next = slash;
      if (next == text_.size()) break;
    }
    look_at(text_[next++]);
    if (text_[next - 1] == '\n' && place_ == Place::kText) end = next;
  }
  taken_ = end;
  return std::string_view(text_).substr(0, end);
}

}  // namespace kintsugi::workload
