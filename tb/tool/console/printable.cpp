#include "tb/tool/console/printable.hpp"

#include <algorithm>
#include <cctype>

#include "models/network/text.hpp"

namespace kintsugi {

namespace {

unsigned byte_of(char c) {
  return static_cast<unsigned char>(c);
}

bool continues(char c) {
  return (byte_of(c) & 0xC0U) == 0x80;
}

/// The bytes of a character by its first one; 0 if no character begins with it.
std::size_t length_by_first(unsigned first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

/// Whether the second byte excludes a form that is too long, a surrogate and what is beyond U+10FFFF.
bool second_fits(unsigned first, unsigned second) {
  if (first == 0xE0) return second >= 0xA0;
  if (first == 0xED) return second < 0xA0;
  if (first == 0xF0) return second >= 0x90;
  return first != 0xF4 || second < 0x90;
}

std::string escape(char c) {
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  if (c == '\r') return "\\r";
  constexpr std::string_view kDigits = "0123456789abcdef";
  return {'\\', 'x', kDigits[byte_of(c) >> 4U], kDigits[byte_of(c) & 15U]};
}

std::string escaped(std::string_view text) {
  std::string into;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::size_t taken = std::max<std::size_t>(length, 1);
    if (length == 0 || begins_with_control(text)) {
      for (const char c : text.substr(0, taken)) into += escape(c);
    } else {
      into += text.substr(0, taken);
    }
    text.remove_prefix(taken);
  }
  return into;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const std::size_t length = length_by_first(byte_of(text.front()));
  if (length <= 1) return length;
  if (text.size() < length || !second_fits(byte_of(text[0]), byte_of(text[1]))) return 0;
  return std::ranges::all_of(text.substr(1, length - 1), continues) ? length : 0;
}

bool begins_with_control(std::string_view text) {
  if (text.empty()) return false;
  const unsigned first = byte_of(text.front());
  if (first < 0x20 || first == 0x7F) return true;
  return first == 0xC2 && text.size() > 1 && byte_of(text[1]) < 0xA0;
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
