#include "tb/tool/console/printable.hpp"

#include <algorithm>

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
  if (text.size() <= kMostPrintable) return escaped(text);
  std::size_t head = kMostPrintable / 4 * 3;
  std::size_t tail = text.size() - kMostPrintable / 4;
  while (continues(text[head]) && head > kMostPrintable / 2) --head;
  while (tail + 1 < text.size() && continues(text[tail])) ++tail;
  return escaped(text.substr(0, head)) + "[... " + counted(tail - head, "byte") + " ...]" + escaped(text.substr(tail));
}

}  // namespace kintsugi
