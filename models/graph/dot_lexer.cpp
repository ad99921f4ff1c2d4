#include "models/graph/dot_lexer.hpp"

#include <algorithm>

namespace kintsugi::graph {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

DotToken DotLexer::fail(Place place, std::string message) {
  mistakes_.add(place, std::move(message));
  next_ = text_.size();
  return {.place = place};
}

/// Skips one comment; returns whether there was one.
bool DotLexer::skip_comment() {
  const std::string_view rest = text_.substr(next_);
  const std::string_view before = text_.substr(0, next_);
  const std::size_t last = before.find_last_not_of(" \t\r");
  const bool begins_line = last == std::string_view::npos || before[last] == '\n';
  if (rest.starts_with("//") || (begins_line && rest.starts_with('#'))) {
    next_ = std::min(text_.find('\n', next_), text_.size());
    return true;
  }
  if (!rest.starts_with("/*")) return false;
  const std::size_t end = text_.find("*/", next_ + 2);
  if (end == std::string_view::npos) {
    fail(places_.at(next_), "the comment has no end; add */");
  } else {
    next_ = end + 2;
  }
  return true;
}

/// Returns whether anything follows.
bool DotLexer::skip_blanks() {
  while (true) {
    next_ = std::min(text_.find_first_not_of(" \t\r\n", next_), text_.size());
    if (next_ == text_.size()) return false;
    if (!skip_comment()) return true;
  }
}

DotToken DotLexer::next() {
  if (!skip_blanks()) return {.place = places_.at(next_)};
  const Place place = places_.at(next_);
  const char first = text_[next_];
  if (begins_word(first)) return read_word(place);
  if (first == '"') return read_strings(place);
  if (first == '<') return read_html(place);
  const bool has_point = first == '-' || first == '.';
  if (is_digit(first) ||
      (has_point && (is_digit(at(next_ + 1)) || (at(next_ + 1) == '.' && is_digit(at(next_ + 2)))))) {
    return read_numeral(place);
  }
  return read_sign(place);
}

DotToken DotLexer::read_sign(Place place) {
  const std::string_view rest = text_.substr(next_);
  for (const std::string_view sign : {"--", "->", "{", "}", "[", "]", ";", ",", "=", ":"}) {
    if (!rest.starts_with(sign)) continue;
    next_ += sign.size();
    return {DotToken::Type::kSign, std::string(sign), false, false, place};
  }
  return fail(place, std::string("the character '") + rest.front() + "' has no meaning here; put names in quotes");
}

DotToken DotLexer::read_word(Place place) {
  const std::size_t begin = next_;
  while (next_ < text_.size() && (begins_word(text_[next_]) || is_digit(text_[next_]))) ++next_;
  return {DotToken::Type::kName, std::string(text_.substr(begin, next_ - begin)), true, false, place};
}

DotToken DotLexer::read_numeral(Place place) {
  const std::size_t begin = next_++;
  bool had_point = text_[begin] == '.';
  while (is_digit(at(next_)) || (at(next_) == '.' && !had_point)) had_point |= text_[next_++] == '.';
  if (begins_word(at(next_)) || at(next_) == '.') {
    return fail(place, "a name that begins with a digit and has other characters needs quotes: \"0a\"");
  }
  return {DotToken::Type::kName, std::string(text_.substr(begin, next_ - begin)), true, false, place};
}

/// Reads up to the closing quote; returns whether there is one.
bool DotLexer::read_string(std::string& into) {
  for (++next_; next_ < text_.size(); ++next_) {
    const char c = text_[next_];
    if (c == '"') {
      ++next_;
      return true;
    }
    if (c == '\\' && at(next_ + 1) == '\n') {
      ++next_;
    } else if (c == '\\' && at(next_ + 1) == '\r' && at(next_ + 2) == '\n') {
      next_ += 2;
    } else if (c == '\\' && at(next_ + 1) == '"') {
      into += text_[++next_];
    } else if (c == '\\' && at(next_ + 1) == '\\') {
      into += "\\\\";
      ++next_;
    } else {
      into += c;
    }
  }
  return false;
}

DotToken DotLexer::read_strings(Place place) {
  DotToken token{DotToken::Type::kName, {}, false, false, place};
  while (true) {
    if (!read_string(token.text)) return fail(place, "the string has no end; add \"");
    if (!skip_blanks() || text_[next_] != '+') return token;
    ++next_;
    if (!skip_blanks() || text_[next_] != '"') return fail(places_.at(next_), "a string in quotes must follow '+'");
  }
}

DotToken DotLexer::read_html(Place place) {
  const std::size_t begin = next_ + 1;
  for (std::size_t depth = 0; next_ < text_.size(); ++next_) {
    if (depth > 0 && text_.substr(next_).starts_with("<!--")) {
      next_ = std::min(text_.find("-->", next_), text_.size() - 3) + 2;  // a comment, in which < and > have no meaning
      continue;
    }
    if (text_[next_] == '<') ++depth;
    if (text_[next_] != '>' || --depth > 0) continue;
    ++next_;
    return {DotToken::Type::kName, std::string(text_.substr(begin, next_ - 1 - begin)), false, true, place};
  }
  return fail(place, "the HTML string has no end; add >");
}

}  // namespace kintsugi::graph
