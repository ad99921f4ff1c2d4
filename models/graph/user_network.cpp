#include "models/graph/user_network.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string_view>

#include "models/graph/arcs.hpp"
#include "models/graph/kind_list.hpp"
#include "models/graph/mended_names.hpp"
#include "models/graph/names.hpp"
#include "models/graph/port_assignment.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

/// Builds the network step by step. Nothing is added while there is a mistake.
class NetworkBuilder {
 public:
  NetworkBuilder(const Draft& draft, const std::string& name, Mistakes& mistakes)
      : draft_(draft), mistakes_(mistakes), network_(name) {}

  std::optional<UserNetwork> build() {
    check_name();
    check_nodes();
    check_positions();
    check_grid();
    if (draft_.links.size() > kMostLinks) {
      mistakes_.add(draft_.links.back().place, "too many links; valid is up to ", kMostLinks);
    }
    ports_ = assign_ports(draft_, mistakes_);
    kinds_ = list_kinds(draft_, mistakes_);
    if (!mistakes_.empty()) return std::nullopt;
    add_nodes();
    add_links();
    if (!draft_.sides.empty()) network_.set_grid({draft_.sides, draft_.wraps});
    network_.set_routers_alone(routers_alone());
    const bool has_latency = std::ranges::any_of(kinds_.latencies, &LinkLatency::is_given);
    return UserNetwork{std::move(network_), has_latency ? std::move(kinds_.latencies) : std::vector<LinkLatency>()};
  }

 private:
  void check_name() {
    if (network_.name().size() <= kLongestName && !has_control_character(network_.name())) return;
    mistakes_.add(draft_.place, "the name of the graph has more than ", kLongestName,
                  " characters, or one that cannot be printed; give it another");
  }

  void check_nodes() {
    if (draft_.nodes.size() < 2 || draft_.nodes.size() > kMostNodes) {
      // of a graph with too many nodes the rest was not read
      const std::string number = draft_.nodes.size() > kMostNodes ? "more than " + counted(kMostNodes, "node")
                                                                  : counted(draft_.nodes.size(), "node");
      mistakes_.add({}, "the graph has ", number, "; valid is 2 to ", kMostNodes);
    }
  }

  void check_positions() {
    const auto has_place = [](const DraftNode& node) { return node.x && node.y; };
    has_places_ = std::ranges::any_of(draft_.nodes, [](const DraftNode& node) { return node.x || node.y; });
    if (!has_places_ || !mistakes_.empty()) return;
    for (const DraftNode& node : draft_.nodes) {
      if (has_place(node)) continue;
      mistakes_.add(node.place, "node ", quoted(node.name),
                    " has no place though others have one; give every node x and y, or none");
    }
  }

  void check_grid() {
    if (draft_.sides.empty()) return;
    std::size_t places = 1;
    for (const unsigned side : draft_.sides) places = std::min(places * side, kMostNodes + 1);
    if (places == draft_.nodes.size()) return;
    mistakes_.add(draft_.sides_place, "the sides of the grid do not make ", counted(draft_.nodes.size(), "node"),
                  "; correct them, or leave them out");
  }

  void add_nodes() {
    std::map<PortLayout, std::size_t> number_of;
    for (std::size_t node = 0; node < draft_.nodes.size(); ++node) {
      const auto [layout, is_new] = number_of.try_emplace(ports_.layouts[node], number_of.size());
      if (is_new) network_.add_layout(ports_.layouts[node]);
      network_.add_node(draft_.nodes[node].name, layout->second, position_of(node));
    }
  }

  std::vector<NodeId> routers_alone() const {
    std::vector<NodeId> alone;
    for (std::size_t node = 0; node < draft_.nodes.size(); ++node) {
      if (!draft_.nodes[node].has_pe) alone.push_back(NodeId::from(node));
    }
    return alone;
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
    for (const std::string& kind : kinds_.names) network_.add_kind(kind);
    for (std::size_t i = 0; i < draft_.links.size(); ++i) {
      const DraftLink& link = draft_.links[i];
      const auto [a, b] = ports_.of_link[i];
      const std::size_t kind = kinds_.number.at(std::pair(link.kind, latency_of(link)));
      network_.connect({NodeId::from(link.a.node), a}, {NodeId::from(link.b.node), b}, KindId::from(kind));
    }
  }

  const Draft& draft_;
  Mistakes& mistakes_;
  Network network_;
  PortAssignment ports_;
  KindList kinds_;
  bool has_places_ = false;
};

/// Makes pitches of the units of a picture: half of the links are no longer than a pitch.
void scale_places(Draft& draft) {
  std::vector<double> lengths;
  for (const DraftLink& link : draft.links) {
    const DraftNode &a = draft.nodes[link.a.node], &b = draft.nodes[link.b.node];
    if (!a.x || !a.y || !b.x || !b.y) continue;
    if (const double length = std::hypot(*a.x - *b.x, *a.y - *b.y); length > 0) lengths.push_back(length);
  }
  if (lengths.empty()) return;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>((lengths.size() - 1) / 2);
  std::ranges::nth_element(lengths, middle);
  for (DraftNode& node : draft.nodes) {
    for (std::optional<double>* place : {&node.x, &node.y}) {
      if (*place) **place = std::round(**place / *middle * 1000) / 1000;
    }
  }
}

}  // namespace

std::optional<UserNetwork> network_of(Draft draft, const std::string& name, Mistakes& mistakes, PesOfRouters pes) {
  join_arcs(draft);
  if (draft.is_scaled) scale_places(draft);
  attach_pes(draft, pes, mistakes);
  std::vector<std::string> original_names = mend_node_names(draft);
  mend_port_names(draft);
  auto user = NetworkBuilder(draft, draft.name.empty() ? name : draft.name, mistakes).build();
  if (!user) return std::nullopt;
  user->notes = sentences_of(draft.notes);
  user->original_names = std::move(original_names);
  return user;
}

}  // namespace kintsugi::graph
