#include "models/graph/user_network.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string_view>

#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

constexpr const char* kLocalPort = "local";  // the port of the PE, in every router
constexpr std::size_t kLongestName = 200;
constexpr std::size_t kMostKinds = 256;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Returns whether waveforms can have the name: that of a node, or a part of it.
bool is_part_of_name(std::string_view part) {
  const auto further = [](char c) {
    return is_plain(c) || std::string_view("-():$").find(c) != std::string_view::npos;
  };
  return !part.empty() && is_plain(part.front()) && std::ranges::all_of(part, further);
}

bool is_node_name(const std::string& name) {
  const std::vector<std::string> parts = split(name, '.');
  return name.size() <= kLongestName && !parts.empty() && std::ranges::all_of(parts, is_part_of_name) &&
         name.find_first_of(" \t\r\n") == std::string::npos;
}

bool is_port_name(const std::string& name) {
  return name.size() <= kLongestName && is_part_of_name(name) && name != kLocalPort;
}

bool has_control_character(const std::string& text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

/// A kind becomes a word in reports, a key under link.latency, and one item of a list between commas.
bool is_kind_name(const std::string& name) {
  return !name.empty() && name.size() <= kLongestName && trimmed(name) == name && !has_control_character(name) &&
         name.find(',') == std::string::npos;
}

std::string quoted(const std::string& name) {
  return '\'' + name + '\'';
}

/// Builds the network step by step. Every step expects that the earlier ones found no mistake.
class NetworkBuilder {
 public:
  NetworkBuilder(const Draft& draft, const std::string& name, Mistakes& mistakes)
      : draft_(draft), mistakes_(mistakes), network_(name), layouts_(draft.nodes.size()), named_(draft.nodes.size()) {}

  std::optional<UserNetwork> build() {
    check_name();
    check_nodes();
    check_positions();
    check_kinds();
    find_ports();
    find_kinds();
    check_grid();
    if (!mistakes_.empty()) return std::nullopt;
    add_nodes();
    add_links();
    if (!draft_.sides.empty()) network_.set_grid({draft_.sides, draft_.wraps});
    if (std::ranges::all_of(latencies_, [](unsigned cycles) { return cycles == 0; })) latencies_.clear();
    return UserNetwork{std::move(network_), std::move(latencies_)};
  }

 private:
  const std::string& node_name(const DraftEnd& end) const { return draft_.nodes[end.node].name; }

  void check_name() {
    if (network_.name().size() <= kLongestName && !has_control_character(network_.name())) return;
    mistakes_.add(draft_.place, "the name of the graph has more than " + std::to_string(kLongestName) +
                                    " characters, or one that cannot be printed; give it another");
  }

  void check_nodes() {
    if (draft_.nodes.size() < 2 || draft_.nodes.size() > kMostNodes) {
      mistakes_.add({}, "the graph has " + counted(draft_.nodes.size(), "node") + "; valid is 2 to " +
                            std::to_string(kMostNodes));
    }
    std::map<std::string, const DraftNode*> names;
    for (const DraftNode& node : draft_.nodes) {
      if (!is_node_name(node.name)) {
        mistakes_.add(node.place, quoted(node.name) + " cannot be the name of a node: " + kNameRule +
                                      "; parts can be joined by dots");
      } else if (!names.emplace(node.name, &node).second) {
        mistakes_.add(node.place, "a node with the name " + quoted(node.name) + " is there already");
      }
    }
    for (const auto& [name, node] : names) refuse_node_inside_another(name, *node, names);
  }

  /// In a waveform the second would lie inside the first.
  void refuse_node_inside_another(const std::string& name, const DraftNode& node,
                                  const std::map<std::string, const DraftNode*>& names) {
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
      const auto outer = names.find(name.substr(0, dot));
      if (outer == names.end()) continue;
      mistakes_.add(node.place, "the name " + quoted(name) + " is inside " + quoted(outer->first) +
                                    ", another node; name one of them without the dot");
    }
  }

  void check_positions() {
    const auto has_place = [](const DraftNode& node) { return node.x && node.y; };
    has_places_ = std::ranges::any_of(draft_.nodes, [](const DraftNode& node) { return node.x || node.y; });
    if (!has_places_ || !mistakes_.empty()) return;
    for (const DraftNode& node : draft_.nodes) {
      if (has_place(node)) continue;
      mistakes_.add(node.place, "node " + quoted(node.name) +
                                    " has no place though others have one; give every node x and y, or none");
    }
  }

  void check_kinds() {
    std::set<std::string> listed;
    for (const std::string& kind : draft_.kinds) {
      if (!is_kind_name(kind)) refuse_kind(kind, draft_.place);
      if (!listed.insert(kind).second) mistakes_.add(draft_.place, "the kind " + quoted(kind) + " is listed twice");
    }
    for (const DraftLink& link : draft_.links) {
      if (!is_kind_name(link.kind)) {
        refuse_kind(link.kind, link.place);
      } else if (!draft_.kinds.empty() && !listed.contains(link.kind)) {
        mistakes_.add(link.place, "the list of kinds has no " + quoted(link.kind) + "; add it, or leave the list out");
      }
    }
  }

  void refuse_kind(const std::string& kind, Place place) {
    mistakes_.add(place, quoted(kind) + " cannot be a kind of links: a kind has 1 to " + std::to_string(kLongestName) +
                             " characters, no comma and no blank at its ends");
  }

  // Ports

  void find_ports() {
    for (std::size_t node = 0; node < draft_.nodes.size(); ++node) read_listed_ports(node);
    for (const DraftLink& link : draft_.links) {
      for (const DraftEnd* end : {&link.a, &link.b}) reserve(*end, link.place);
    }
    ports_.reserve(draft_.links.size());
    for (const DraftLink& link : draft_.links) {
      const PortId a = take_port(link.a, link.place);
      ports_.push_back({a, take_port(link.b, link.place)});
    }
    for (std::size_t node = 0; node < layouts_.size(); ++node) {
      if (layouts_[node].size() < kMaxPorts) continue;
      mistakes_.add(draft_.nodes[node].place, "node " + quoted(draft_.nodes[node].name) + " has " +
                                                  counted(layouts_[node].size(), "port") + "; a router has at most " +
                                                  std::to_string(kMaxPorts - 1));
    }
  }

  void read_listed_ports(std::size_t node) {
    const DraftNode& draft = draft_.nodes[node];
    if (!draft.ports) return;
    for (const std::string& port : *draft.ports) {
      if (!is_port_name(port)) refuse_port(port, draft.place);
      if (!numbers_.emplace(std::pair(node, port), layouts_[node].size()).second) {
        mistakes_.add(draft.place, "node " + quoted(draft.name) + " has two ports " + quoted(port));
      }
      layouts_[node].push_back(port);
    }
  }

  void refuse_port(const std::string& port, Place place) {
    mistakes_.add(place, quoted(port) + " cannot be the name of a port: " + kNameRule + "; it is not " + kLocalPort);
  }

  /// Notes that a link names a port.
  void reserve(const DraftEnd& end, Place place) {
    if (end.port.empty()) return;
    if (!is_port_name(end.port)) return refuse_port(end.port, place);
    if (draft_.nodes[end.node].ports && !numbers_.contains(std::pair(end.node, end.port))) {
      mistakes_.add(place, "node " + quoted(node_name(end)) + " has no port " + quoted(end.port) + " in its list");
    } else if (!named_[end.node].insert(end.port).second) {
      mistakes_.add(place, "port " + quoted(end.port) + " of node " + quoted(node_name(end)) +
                               " has a link already; a port has one");
    }
  }

  PortId take_port(const DraftEnd& end, Place place) {
    PortLayout& layout = layouts_[end.node];
    if (draft_.nodes[end.node].ports) return take_listed_port(end, layout, place);
    layout.push_back(end.port.empty() ? free_name(end.node) : end.port);
    return PortId{static_cast<std::uint16_t>(std::min<std::size_t>(layout.size() - 1, kMaxPorts))};
  }

  PortId take_listed_port(const DraftEnd& end, const PortLayout& layout, Place place) {
    if (!end.port.empty()) {
      const auto found = numbers_.find(std::pair(end.node, end.port));
      return PortId{
          static_cast<std::uint16_t>(found == numbers_.end() ? 0 : std::min<std::size_t>(found->second, kMaxPorts))};
    }
    std::size_t& next = next_free_[end.node];
    while (next < layout.size() && named_[end.node].contains(layout[next])) ++next;
    if (next == layout.size()) {
      mistakes_.add(place, "node " + quoted(node_name(end)) + " has no port left for this link; its list has " +
                               counted(layout.size(), "port"));
      return PortId{0};
    }
    return PortId{static_cast<std::uint16_t>(std::min<std::size_t>(next++, kMaxPorts))};
  }

  /// Returns "p0", "p1" ..., without those that a link names.
  std::string free_name(std::size_t node) {
    std::size_t& next = next_free_[node];
    std::string name;
    do name = 'p' + std::to_string(next++);
    while (named_[node].contains(name));
    return name;
  }

  // Kinds

  /// Gives every kind and latency that links have a number.
  void find_kinds() {
    std::vector<std::string> order = draft_.kinds;
    std::map<std::string, std::map<unsigned, Place>> first_of;  // by kind and latency
    for (const std::string& kind : order) first_of[kind];
    for (const DraftLink& link : draft_.links) {
      if (!first_of.contains(link.kind)) order.push_back(link.kind);
      first_of[link.kind].emplace(link.latency, link.place);
    }
    for (const std::string& kind : order) {
      std::map<unsigned, Place>& latencies = first_of[kind];
      if (latencies.empty()) latencies.emplace(0, draft_.place);
      for (const auto& [cycles, place] : latencies) {
        const bool is_split = latencies.size() > 1 && cycles > 0;
        add_kind(kind, cycles, is_split ? kind + ' ' + std::to_string(cycles) : kind, place);
      }
    }
  }

  void add_kind(const std::string& kind, unsigned latency, std::string name, Place place) {
    if (std::ranges::find(kind_names_, name) != kind_names_.end()) {
      mistakes_.add(place, "two kinds of links would be " + quoted(name) +
                               ", as one with different latencies becomes a kind for each; give one another name");
    }
    if (kind_names_.size() == kMostKinds) {
      mistakes_.add(place, "the links have more than " + std::to_string(kMostKinds) +
                               " kinds, those by latency included; use fewer");
    }
    kind_of_.emplace(std::pair(kind, latency), kind_names_.size());
    kind_names_.push_back(std::move(name));
    latencies_.push_back(latency);
  }

  void check_grid() {
    if (draft_.sides.empty()) return;
    std::size_t places = 1;
    for (const unsigned side : draft_.sides) places = std::min(places * side, kMostNodes + 1);
    if (places == draft_.nodes.size()) return;
    mistakes_.add(draft_.place, "the sides of the grid do not make " + counted(draft_.nodes.size(), "node") +
                                    "; correct them, or leave them out");
  }

  // The network

  void add_nodes() {
    std::map<PortLayout, std::size_t> number_of;
    for (std::size_t node = 0; node < draft_.nodes.size(); ++node) {
      const auto [layout, is_new] = number_of.try_emplace(layouts_[node], number_of.size());
      if (is_new) network_.add_layout(layouts_[node]);
      network_.add_node(draft_.nodes[node].name, layout->second, position_of(node));
    }
  }

  Position position_of(std::size_t node) const {
    if (has_places_) return {*draft_.nodes[node].x, *draft_.nodes[node].y};
    const double turn = 2 * std::numbers::pi / static_cast<double>(draft_.nodes.size());
    const double radius = 0.5 / std::sin(turn / 2);
    const double angle = turn * static_cast<double>(node);
    // Sines differ in their last digits from machine to machine, pictures must not.
    const auto rounded = [](double pitches) { return std::round(pitches * 1000) / 1000; };
    return {rounded(radius * (1 + std::sin(angle))), rounded(radius * (1 - std::cos(angle)))};
  }

  void add_links() {
    for (const std::string& kind : kind_names_) network_.add_kind(kind);
    for (std::size_t i = 0; i < draft_.links.size(); ++i) {
      const DraftLink& link = draft_.links[i];
      const std::size_t kind = kind_of_.at(std::pair(link.kind, link.latency));
      network_.connect({NodeId::from(link.a.node), ports_[i][0]}, {NodeId::from(link.b.node), ports_[i][1]},
                       KindId::from(kind));
    }
  }

  static constexpr const char* kNameRule = "it begins with a letter, a digit or _, and goes on with those or - ( ) : $";

  const Draft& draft_;
  Mistakes& mistakes_;
  Network network_;
  std::vector<PortLayout> layouts_;                                     // by node
  std::vector<std::set<std::string>> named_;                            // ports that links name, by node
  std::map<std::pair<std::size_t, std::string>, std::size_t> numbers_;  // of the listed ports
  std::map<std::size_t, std::size_t> next_free_;                        // the next port without a name, by node
  std::vector<std::array<PortId, 2>> ports_;                            // of each link
  std::vector<std::string> kind_names_;
  std::map<std::pair<std::string, unsigned>, std::size_t> kind_of_;  // by the kind in the file and the latency
  std::vector<unsigned> latencies_;                                  // by kind
  bool has_places_ = false;
};

}  // namespace

std::optional<UserNetwork> network_of(const Draft& draft, const std::string& name, Mistakes& mistakes) {
  return NetworkBuilder(draft, draft.name.empty() ? name : draft.name, mistakes).build();
}

}  // namespace kintsugi::graph
