#include "models/fabric/export.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace kintsugi {

namespace {

std::string id_of(SiteId site) {
  return "p" + std::to_string(site.value);
}

std::string id_of(SwitchId each) {
  return "s" + std::to_string(each.value);
}

std::string terminal_name(const Fabric& fabric, TerminalRef terminal) {
  return fabric.switches[terminal.switch_id.value].type->terminals()[terminal.terminal];
}

/// Says of each part of a fabric what is defective there.
class DefectTexts {
 public:
  DefectTexts(const Fabric& fabric, const Defects& defects, const IsDefectiveLink& is_link)
      : defects_(defects), is_link_(is_link), of_switch_(fabric.switches.size()) {
    for (const ElementDefect& element : defects.elements) append(text_at(element), element.name);
    if (!defects.links.empty()) find_single_taps(fabric);
  }

  const std::string& of(SwitchId each) const { return of_switch_[each.value]; }

  std::string of(const Wire& wire) const {
    std::string text;
    for (const TerminalRef end : {wire.a, wire.b}) {
      const auto cut = cut_at_.find({end.switch_id, end.terminal});
      if (cut != cut_at_.end()) append(text, cut->second);
    }
    if (single_tap_.empty()) return text;
    const auto a = single_tap_[wire.a.switch_id.value], b = single_tap_[wire.b.switch_id.value];
    if (a && b && is_dead(*a, *b)) append(text, kDead);
    return text;
  }

  std::string of(const FixedLink& link) const { return is_dead(link.a, link.b) ? kDead : ""; }

 private:
  static constexpr const char* kDead = "dead";

  static void append(std::string& text, const std::string& more) { text += (text.empty() ? "" : "; ") + more; }

  /// A cut belongs to the wire, all other defects of elements to the switch.
  std::string& text_at(const ElementDefect& element) {
    if (const auto* cut = std::get_if<CutWire>(&element.what)) return cut_at_[{cut->switch_id, cut->terminal}];
    return of_switch_[element.switch_id().value];
  }

  /// Finds the switches, as selectors, that stand between one router port and its links.
  void find_single_taps(const Fabric& fabric) {
    std::vector<unsigned> taps(fabric.switches.size());
    single_tap_.resize(fabric.switches.size());
    for (const Tap& tap : fabric.taps) {
      const std::uint32_t at = tap.terminal.switch_id.value;
      single_tap_[at] = ++taps[at] == 1 ? std::optional(SitePort{tap.site, tap.port}) : std::nullopt;
    }
  }

  bool is_dead(SitePort a, SitePort b) const {
    const Join join{std::min(a, b), std::max(a, b)};
    return std::ranges::any_of(defects_.links, [&](LinkDefect link) { return is_link_(link, join); });
  }

  const Defects& defects_;
  const IsDefectiveLink& is_link_;
  std::vector<std::string> of_switch_;
  std::map<std::pair<SwitchId, TerminalNo>, std::string> cut_at_;
  std::vector<std::optional<SitePort>> single_tap_;  // by switch; empty if no links are defective
};

GraphNode graph_node(const Fabric& fabric, SiteId number, const Network& network, const Defects& defects,
                     const Placement& placement) {
  const Site& site = fabric.sites[number.value];
  const bool is_placed = !placement.node_at.empty();
  const NodeId node = is_placed ? placement.node_at[number.value] : kNoNode;
  std::string role;
  if (is_placed) role = node == kNoNode ? "spare" : "node";
  if (std::ranges::binary_search(defects.sites, number)) role = "defective";
  const std::string name = node == kNoNode ? "" : network.node_name(node);
  return {id_of(number), site.name, site.position, {"site", role, name, "", ""}};
}

GraphNode graph_node(const Fabric& fabric, SwitchId number, const SwitchStates& states, const DefectTexts& defects) {
  const FabricSwitch& each = fabric.switches[number.value];
  const std::string state = states.empty() ? "" : each.type->state_name(states[number.value]);
  return {id_of(number), each.name, each.position, {each.type->name(), "", "", state, defects.of(number)}};
}

GraphEdge graph_edge(const Fabric& fabric, const Tap& tap) {
  return {id_of(tap.site),
          id_of(tap.terminal.switch_id),
          "tap",
          fabric.layout[tap.port.value],
          terminal_name(fabric, tap.terminal) + '.' + std::to_string(tap.lane),
          {"1", "", ""}};
}

GraphEdge graph_edge(const Fabric& fabric, const Wire& wire, const DefectTexts& defects) {
  return {id_of(wire.a.switch_id),
          id_of(wire.b.switch_id),
          "wire",
          terminal_name(fabric, wire.a),
          terminal_name(fabric, wire.b),
          {std::to_string(wire.lanes), std::to_string(wire.pitches), defects.of(wire)}};
}

GraphEdge graph_edge(const Fabric& fabric, const FixedLink& link, const DefectTexts& defects) {
  return {id_of(link.a.site),
          id_of(link.b.site),
          "link",
          fabric.layout[link.a.port.value],
          fabric.layout[link.b.port.value],
          {"1", std::to_string(link.pitches), defects.of(link)}};
}

}  // namespace

void write_graph(const Fabric& fabric, GraphFormat format, const Network& network, const Defects& defects,
                 const Placement& placement, const SwitchStates& states, const IsDefectiveLink& is_link,
                 const TextSink& sink) {
  const auto writer = make_graph_writer(format, fabric.name, {{"type"}, {"role"}, {"logical"}, {"state"}, {"defect"}},
                                        {{"lanes", true}, {"pitches", true}, {"defect"}}, {}, sink);
  const DefectTexts texts(fabric, defects, is_link);
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    writer->add(graph_node(fabric, site, network, defects, placement));
  }
  for (const SwitchId each : ids<SwitchId>(fabric.switches.size())) {
    writer->add(graph_node(fabric, each, states, texts));
  }
  for (const Tap& tap : fabric.taps) writer->add(graph_edge(fabric, tap));
  for (const Wire& wire : fabric.wires) writer->add(graph_edge(fabric, wire, texts));
  for (const FixedLink& link : fabric.links) writer->add(graph_edge(fabric, link, texts));
  writer->finish();
}

std::string to_graph(const Fabric& fabric, GraphFormat format, const Network& network, const Defects& defects,
                     const Placement& placement, const SwitchStates& states, const IsDefectiveLink& is_link) {
  return whole_text(
      [&](const TextSink& sink) { write_graph(fabric, format, network, defects, placement, states, is_link, sink); });
}

}  // namespace kintsugi
