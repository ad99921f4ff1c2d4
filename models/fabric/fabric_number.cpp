#include "models/fabric/fabric_number.hpp"

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <charconv>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

namespace kintsugi {

namespace {

/// The text so far. A line is a word, then names and numbers, with a blank before each.
class Lines {
 public:
  void add(const std::string& word, const std::string& name, std::initializer_list<std::size_t> numbers = {}) {
    text_ += word;
    append(name);
    for (const std::size_t number : numbers) append(number);
    end();
  }
  void add(const std::string& word, const std::vector<std::string>& names) {
    text_ += word;
    for (const std::string& name : names) append(name);
    end();
  }
  /// Adds a line for each list of numbers, ascending.
  template <std::size_t count>
  void add_sorted(const std::string& word, std::vector<std::array<std::size_t, count>> rows) {
    std::ranges::sort(rows);
    for (const auto& row : rows) {
      text_ += word;
      for (const std::size_t number : row) append(number);
      end();
    }
  }
  std::string take() { return std::move(text_); }

 private:
  void append(const std::string& name) {
    text_ += ' ';
    text_ += name;
  }
  void append(std::size_t number) {
    std::array<char, 20> digits;
    text_ += ' ';
    text_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
  }
  void end() { text_ += '\n'; }

  std::string text_;
};

using Ends = std::array<std::size_t, 4>;

/// Returns the two ends of a wire or link, the lower one first.
Ends ends(std::pair<std::size_t, std::size_t> a, std::pair<std::size_t, std::size_t> b) {
  if (b < a) std::swap(a, b);
  return {a.first, a.second, b.first, b.second};
}

std::string state_text(const SwitchType& type, SwitchState state) {
  std::string text = "\nstate " + type.state_name(state);
  for (TerminalNo terminal = 0; terminal < type.terminals().size(); ++terminal) {
    for (unsigned lane = 0; lane < type.lanes(terminal); ++lane) {
      const auto out = type.through(state, {terminal, static_cast<Lane>(lane)});
      text += out ? ' ' + std::to_string(out->terminal) + '.' + std::to_string(out->lane) : " -";
    }
  }
  return text;
}

std::string type_text(const SwitchType& type) {
  std::string text = type.name();
  for (TerminalNo terminal = 0; terminal < type.terminals().size(); ++terminal) {
    text += ' ' + type.terminals()[terminal] + ' ' + std::to_string(type.lanes(terminal));
  }
  for (unsigned state = 0; state < type.states(); ++state) text += state_text(type, static_cast<SwitchState>(state));
  return text;
}

/// The switch types of a fabric: types with the same text have the same number.
class TypeNumbers {
 public:
  /// Returns the number of a type. Adds its text to the lines when it is the first of its kind.
  std::size_t of(const SwitchType& type, Lines& lines) {
    const auto known = by_type_.find(&type);
    if (known != by_type_.end()) return known->second;
    const auto [entry, added] = by_text_.emplace(type_text(type), by_text_.size());
    if (added) lines.add("type", entry->first);
    return by_type_[&type] = entry->second;
  }

 private:
  std::map<const SwitchType*, std::size_t> by_type_;
  std::map<std::string, std::size_t> by_text_;
};

void add_switches(Lines& lines, const Fabric& fabric) {
  TypeNumbers types;
  for (const FabricSwitch& each : fabric.switches) {
    const std::size_t type = types.of(*each.type, lines);
    lines.add("switch", each.name, {type, each.field});
  }
}

void add_wiring(Lines& lines, const Fabric& fabric) {
  std::vector<std::array<std::size_t, 5>> taps;
  taps.reserve(fabric.taps.size());
  for (const Tap& tap : fabric.taps) {
    taps.push_back({tap.site.value, tap.port.value, tap.terminal.switch_id.value, tap.terminal.terminal, tap.lane});
  }
  lines.add_sorted("tap", std::move(taps));
  std::vector<std::array<std::size_t, 5>> wires;
  wires.reserve(fabric.wires.size());
  for (const Wire& wire : fabric.wires) {
    const Ends at = ends({wire.a.switch_id.value, wire.a.terminal}, {wire.b.switch_id.value, wire.b.terminal});
    wires.push_back({at[0], at[1], at[2], at[3], wire.lanes});
  }
  lines.add_sorted("wire", std::move(wires));
  std::vector<Ends> links;
  for (const FixedLink& link : fabric.links) {
    links.push_back(ends({link.a.site.value, link.a.port.value}, {link.b.site.value, link.b.port.value}));
  }
  lines.add_sorted("link", std::move(links));
}

void add_network(Lines& lines, const Network& network) {
  lines.add("network", network.name());
  for (std::uint32_t node = 0; node < network.nodes(); ++node) lines.add("node", network.ports(NodeId{node}));
  std::vector<Ends> links;
  for (const Link& link : network.links()) {
    links.push_back(ends({link.a.node.value, link.a.port.value}, {link.b.node.value, link.b.port.value}));
  }
  lines.add_sorted("link", std::move(links));
}

}  // namespace

std::string identity_text(const Fabric& fabric, const Network& carried) {
  Lines lines;
  lines.add("fabric", fabric.name);
  lines.add("ports", fabric.layout);
  for (const Site& site : fabric.sites) lines.add("site", site.name);
  for (const ConfigField& field : fabric.fields) lines.add("field", field.name, {field.bits, field.states});
  for (const ChainSegment& each : fabric.segments) {
    lines.add("segment", each.name, {each.first_field, each.end_field, each.fallback});
  }
  add_switches(lines, fabric);
  add_wiring(lines, fabric);
  add_network(lines, carried);
  return lines.take();
}

std::uint32_t fabric_number(const Fabric& fabric, const Network& carried) {
  const std::string text = identity_text(fabric, carried);
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return crc.checksum();
}

}  // namespace kintsugi
