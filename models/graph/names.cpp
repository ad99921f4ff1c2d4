#include "models/graph/names.hpp"

#include <algorithm>
#include <string_view>

#include "models/graph/draft.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_part_of_name(std::string_view part) {
  const auto further = [](char c) {
    return is_plain(c) || std::string_view("-():$").find(c) != std::string_view::npos;
  };
  return !part.empty() && is_plain(part.front()) && std::ranges::all_of(part, further);
}

}  // namespace

bool is_node_name(const std::string& name) {
  const std::vector<std::string> parts = split(name, '.');
  return name.size() <= kLongestName && !parts.empty() && std::ranges::all_of(parts, is_part_of_name) &&
         name.find_first_of(" \t\r\n") == std::string::npos;
}

bool is_port_name(const std::string& name) {
  return name.size() <= kLongestName && is_part_of_name(name) && name != kLocalPort;
}

std::string mended(std::string_view name) {
  constexpr std::size_t kLongest = kLongestName - 10;  // a number can follow
  std::string right;
  bool had_wrong = false;
  for (const char c : name) {
    const bool is_right = is_plain(c) || c == '-';
    if (is_right && right.size() < kLongest) {
      if (right.empty() ? c == '-' : had_wrong) right += '_';
      right += c;
    }
    had_wrong = !is_right;
  }
  return right;
}

bool is_kind_name(const std::string& name) {
  return !name.empty() && name.size() <= kLongestName && trimmed(name) == name && !has_control_character(name) &&
         name.find(',') == std::string::npos;
}

std::string shortened(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string(text);
  while (longest > 0 && (static_cast<unsigned char>(text[longest]) & 0xC0U) == 0x80U) --longest;
  return std::string(text.substr(0, longest)) + "...";
}

std::string quoted(const std::string& name) {
  return '\'' + shortened(name, 2 * kLongestName) + '\'';
}

}  // namespace kintsugi::graph
