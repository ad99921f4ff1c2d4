#include "hw/rtl/verilog_text.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <stdexcept>

namespace kintsugi::rtl {

namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_identifier(std::string_view part) {
  return !part.empty() && is_letter(part.front()) && std::ranges::all_of(part, [](char c) {
    return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

std::string snake(std::string_view words, int (*letter)(int)) {
  std::string text;
  for (const char c : words) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    text += plain ? static_cast<char>(letter(static_cast<unsigned char>(c))) : '_';
  }
  return text;
}

}  // namespace

std::vector<std::string> scopes_of(const std::string& name) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    parts.push_back(name.substr(begin, end - begin));
    if (!is_identifier(parts.back())) {
      throw std::invalid_argument("'" + name +
                                  "' cannot be a name in SystemVerilog: between its dots it must have identifiers, of "
                                  "letters, digits and '_', that begin with no digit");
    }
    begin = end + 1;
  }
  return parts;
}

std::string flat(const std::string& name) {
  std::string text;
  for (const std::string& part : scopes_of(name)) text += (text.empty() ? "" : "_") + part;
  return text;
}

std::string lower_snake(std::string_view words) {
  return snake(words, std::tolower);
}

std::string upper_snake(std::string_view words) {
  return snake(words, std::toupper);
}

std::string sized(unsigned bits, std::uint64_t number) {
  return std::to_string(bits) + "'d" + std::to_string(number);
}

std::string hex_digits(const std::vector<bool>& bits) {
  std::string digits;
  for (std::size_t i = 0; i < std::max<std::size_t>(bits.size(), 1); i += 4) {
    unsigned digit = 0;
    for (std::size_t b = i; b < std::min(i + 4, bits.size()); ++b) digit |= unsigned{bits[b]} << (b - i);
    digits += "0123456789abcdef"[digit];
  }
  std::ranges::reverse(digits);
  return digits;
}

std::string hex_word(std::uint32_t number) {
  std::vector<bool> bits;
  for (unsigned b = 0; b < 32; ++b) bits.push_back((number >> b & 1) != 0);
  return hex_digits(bits);
}

std::string slice(const std::string& name, std::size_t low, std::size_t bits) {
  return name + '[' + std::to_string(low + bits - 1) + ':' + std::to_string(low) + ']';
}

unsigned bits_for(std::uint64_t number) {
  return std::max(1, static_cast<int>(std::bit_width(number)));
}

std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& values) {
  for (const auto& [word, value] : values) {
    const std::string mark = '@' + word + '@';
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
      text.replace(at, mark.size(), value);
    }
  }
  return text;
}

}  // namespace kintsugi::rtl
