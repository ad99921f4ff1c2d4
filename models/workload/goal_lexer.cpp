#include "models/workload/goal_lexer.hpp"

#include <algorithm>

namespace kintsugi::workload {

namespace {

constexpr std::size_t kLongestQuote = 40;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string character(char c) {
  if (c >= ' ' && c <= '~') return {'\'', c, '\''};
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("the byte 0x") + kDigits[byte >> 4] + kDigits[byte & 15];
}

}  // namespace

std::string GoalToken::quoted() const {
  if (type == Type::kLineEnd) return "the end of the line";
  if (type == Type::kEnd || type == Type::kOpenComment) return "the end of the file";
  if (type == Type::kWrong) return character(text.front());
  return '\'' + std::string(text.substr(0, kLongestQuote)) + (text.size() > kLongestQuote ? "...'" : "'");
}

void GoalLexer::make(GoalToken::Type type, std::size_t length) {
  token_ = {type, text_.substr(next_, length), line_, static_cast<int>(next_ - line_begin_) + 1};
  next_ += length;
}

/// Returns whether a comment between /* and */ has no end.
bool GoalLexer::skip_blanks() {
  while (next_ < text_.size()) {
    const char c = text_[next_];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++next_;
    } else if (text_.substr(next_).starts_with("//")) {
      next_ = std::min(text_.find('\n', next_), text_.size());
    } else if (text_.substr(next_).starts_with("/*")) {
      if (text_.find("*/", next_ + 2) == std::string_view::npos) return true;
      skip_comment();
    } else {
      return false;
    }
  }
  return false;
}

void GoalLexer::skip_comment() {
  const std::size_t end = text_.find("*/", next_ + 2) + 2;
  for (; next_ < end; ++next_) {
    if (text_[next_] != '\n') continue;
    ++line_;
    line_begin_ = next_ + 1;
  }
}

void GoalLexer::next() {
  using Type = GoalToken::Type;
  if (skip_blanks()) return make(Type::kOpenComment, 0);
  if (next_ == text_.size()) return make(Type::kEnd, 0);
  const char c = text_[next_];
  std::size_t length = 1;
  if (c == '\n') {
    make(Type::kLineEnd, 1);
    ++line_;
    line_begin_ = next_;
  } else if (is_letter(c)) {
    while (next_ + length < text_.size() && (is_letter(text_[next_ + length]) || is_digit(text_[next_ + length])))
      ++length;
    make(Type::kWord, length);
  } else if (is_digit(c)) {
    while (next_ + length < text_.size() && is_digit(text_[next_ + length])) ++length;
    make(Type::kNumber, length);
  } else if (text_.substr(next_).starts_with("-1") && (next_ + 2 == text_.size() || !is_digit(text_[next_ + 2]))) {
    make(Type::kNumber, 2);
  } else {
    make(c == ':' ? Type::kColon : c == '{' ? Type::kOpen : c == '}' ? Type::kClose : Type::kWrong, 1);
  }
}

}  // namespace kintsugi::workload
