#include "tb/tool/console/printable.hpp"

#include <algorithm>
#include <boost/locale/utf.hpp>
#include <cctype>
#include <optional>

#include "models/network/text.hpp"

namespace kintsugi {

namespace {

unsigned byte_of(char c) {
  return static_cast<unsigned char>(c);
}

bool continues(char c) {
  return (byte_of(c) & 0xC0U) == 0x80;
}

using Utf8 = boost::locale::utf::utf_traits<char>;

/// Returns the number of the character with which the text begins; nothing if it begins with none.
std::optional<boost::locale::utf::code_point> code_of(std::string_view text) {
  const char* next = text.data();
  const auto code = Utf8::decode(next, text.data() + text.size());
  if (code == boost::locale::utf::illegal || code == boost::locale::utf::incomplete) return std::nullopt;
  return code;
}

constexpr std::string_view kHexDigits = "0123456789abcdef";

std::string escape(char c) {
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  if (c == '\r') return "\\r";
  return {'\\', 'x', kHexDigits[byte_of(c) >> 4U], kHexDigits[byte_of(c) & 15U]};
}

std::string escape(unsigned code) {
  std::string text = "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) text += kHexDigits[code >> shift & 15U];
  return text;
}

/// Returns whether a character changes the direction in which the text after it is shown: marks, embeddings, overrides
/// and isolates. With one, a terminal can show a name as another one.
bool changes_direction(unsigned code) {
  return code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto code = text.empty() ? std::nullopt : code_of(text);
  return code ? static_cast<std::size_t>(Utf8::width(*code)) : 0;
}

bool begins_with_control(std::string_view text) {
  if (text.empty()) return false;
  const unsigned first = byte_of(text.front());
  if (first < 0x20 || first == 0x7F) return true;
  return first == 0xC2 && text.size() > 1 && byte_of(text[1]) < 0xA0;
}

std::size_t begun_character(std::string_view text) {
  for (std::size_t size = 1; size <= std::min<std::size_t>(text.size(), 3); ++size) {
    const char first = text[text.size() - size];
    if (!continues(first)) return Utf8::trail_length(first) >= static_cast<int>(size) ? size : 0;
  }
  return 0;
}

std::string escaped(std::string_view text, std::string_view kept) {
  std::string into;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (kept.find(text.front()) != std::string_view::npos) {
      into += text.front();
    } else if (length == 0 || begins_with_control(text)) {
      for (const char c : character) into += escape(c);
    } else if (const unsigned code = *code_of(character); changes_direction(code)) {
      into += escape(code);
    } else {
      into += character;
    }
    text.remove_prefix(character.size());
  }
  return into;
}

std::string printable(std::string_view text) {
  return escaped(shortened(text, kMostPrintable));
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t head = most / 4 * 3;
  std::size_t tail = text.size() - most / 4;
  while (continues(text[head]) && head > most / 2) --head;
  while (tail + 1 < text.size() && continues(text[tail])) ++tail;
  return std::string(text.substr(0, head)) + "[... " + counted(tail - head, "byte") + " ...]" +
         std::string(text.substr(tail));
}

/// A quote opens behind a character that is in no word, and closes before one.
std::string with_short_quotes(std::string_view message) {
  const auto in_word = [&](std::size_t at) {
    return at < message.size() && std::isalnum(static_cast<unsigned char>(message[at])) != 0;
  };
  std::string text;
  std::size_t at = 0;
  while (at < message.size()) {
    const std::size_t open = std::min(message.find('\'', at), message.size());
    text += message.substr(at, open + 1 - at);
    at = open + 1;
    if (open == message.size() || (open > 0 && in_word(open - 1))) continue;
    std::size_t close = message.find('\'', at);
    while (close != std::string_view::npos && in_word(close + 1)) close = message.find('\'', close + 1);
    if (close == std::string_view::npos) close = message.size();
    const std::string_view quoted = message.substr(at, close - at);
    constexpr std::size_t kSize =
        40;  // of the words in place of the middle: so a shortened text is not shortened again
    text += quoted.size() <= kMostQuoted ? std::string(quoted) : shortened(quoted, kMostQuoted - kSize);
    text += message.substr(close, 1);
    at = close + 1;
  }
  return text;
}

}  // namespace kintsugi
