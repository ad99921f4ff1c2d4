#include "models/mandala/geometry.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace kintsugi::mandala {

bool Mandala::exists(NodeId number) const {
  return number.value < prefix() || std::ranges::binary_search(added, number.value);
}

NodeId Mandala::id_of(NodeId number) const {
  if (number.value < prefix()) return number;
  const auto found = std::ranges::lower_bound(added, number.value);
  return NodeId{prefix() + static_cast<std::uint32_t>(found - added.begin())};
}

Digits Mandala::digits(NodeId node) const {
  Digits digits{};
  std::uint32_t left = node.value;
  for (unsigned i = 1; i <= levels; ++i, left /= ports) digits[i] = static_cast<std::uint8_t>(left % ports);
  return digits;
}

NodeId Mandala::node(const Digits& digits) const {
  std::uint32_t number = 0;
  for (unsigned i = levels; i >= 1; --i) number = number * ports + digits[i];
  return {number};
}

unsigned Mandala::connection_level(const Digits& digits) const {
  unsigned level = 2;
  while (level <= levels && digits[level] == digits[1]) ++level;
  return level;
}

unsigned Mandala::highest_difference(const Digits& a, const Digits& b) const {
  unsigned level = levels;
  while (level > 0 && a[level] == b[level]) --level;
  return level;
}

std::optional<PortRef> Mandala::far(NodeId node, unsigned port) const {
  Digits there = digits(node);
  const std::uint8_t own = there[1];
  if (port != own) {
    there[1] = static_cast<std::uint8_t>(port);
    return PortRef{this->node(there), PortId{own}};
  }
  const unsigned level = connection_level(there);
  if (level > levels) return std::nullopt;
  const std::uint8_t other = there[level];
  there[level] = own;
  for (unsigned i = 1; i < level; ++i) there[i] = other;
  return PortRef{this->node(there), PortId{other}};
}

unsigned Mandala::link_level(NodeId node, unsigned port) const {
  const Digits own = digits(node);
  return port == own[1] ? connection_level(own) : 1;
}

namespace {

void refuse(const std::string& what, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  throw std::invalid_argument(what + " is " + std::to_string(value) + "; valid is " + std::to_string(low) + " to " +
                              std::to_string(high));
}

}  // namespace

unsigned most_levels(unsigned ports) {
  unsigned levels = 1;
  while (Mandala{ports, levels}.size() <= kMostNodes / ports) ++levels;
  return levels;
}

void validate(const Mandala& mandala) {
  if (mandala.ports < kFewestPorts || mandala.ports > kMostPorts) {
    refuse("ports", mandala.ports, kFewestPorts, kMostPorts);
  }
  const unsigned most = most_levels(mandala.ports);
  if (mandala.levels < 1 || mandala.levels > most) {
    refuse("levels of " + std::to_string(mandala.ports) + " ports", mandala.levels, 1, most);
  }
  if (mandala.first > mandala.size()) refuse("nodes", mandala.first, 1, mandala.size());
  std::uint32_t next = mandala.prefix();
  for (const std::uint32_t number : mandala.added) {
    if (number < next || number >= mandala.size()) refuse("an added node", number, next, mandala.size() - 1);
    next = number + 1;
  }
}

}  // namespace kintsugi::mandala
