#include "tb/tool/view/chip_data.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/link_path.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/picture/geometry.hpp"

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;
using picture::Geometry;
using picture::PlacedBox;
using picture::PlacedLine;

ordered_json boxes_json(const std::vector<PlacedBox>& boxes) {
  return {{"names", each_of(boxes, &PlacedBox::name)},
          {"x", column_of(boxes, [](const PlacedBox& box) { return static_cast<float>(box.middle.x); })},
          {"y", column_of(boxes, [](const PlacedBox& box) { return static_cast<float>(box.middle.y); })},
          {"w", column_of(boxes, [](const PlacedBox& box) { return static_cast<float>(box.size.width); })},
          {"h", column_of(boxes, [](const PlacedBox& box) { return static_cast<float>(box.size.height); })}};
}

ordered_json lines_json(const std::vector<PlacedLine>& lines) {
  const auto of_switches = [](const PlacedLine& line) {
    return std::uint8_t{line.ends == PlacedLine::Ends::kSwitches};
  };
  std::vector<std::string> paths;
  NumberedNames kinds;
  for (const PlacedLine& line : lines) paths.push_back(line.path);
  const ordered_json kind = column_of(lines, [&kinds](const PlacedLine& line) { return kinds.number(line.kind); });
  return {{"paths", paths},
          {"from", column_of(lines, &PlacedLine::from)},
          {"to", column_of(lines, &PlacedLine::to)},
          {"of_switches", column_of(lines, of_switches)},
          {"kinds", kinds.all()},
          {"kind", kind}};
}

ordered_json geometry_json(const Geometry& geometry, bool is_fabric) {
  ordered_json sites = boxes_json(geometry.sites);
  sites["shape"] = is_fabric ? "box" : "circle";
  return {{"width", geometry.size.width},
          {"height", geometry.size.height},
          {"sites", sites},
          {"switches", boxes_json(geometry.switches)},
          {"lines", lines_json(geometry.lines)}};
}

/// Where a direction of a link leads, and by which lines of the geometry.
struct Way {
  std::int32_t to = -1;  // a site; -1: nowhere
  std::vector<std::uint32_t> lines;
  friend bool operator==(const Way&, const Way&) = default;
};

/// Finds the ways of all directions for one state of the chip after the other.
class Ways {
 public:
  Ways(const Setup& setup, std::span<const SitePort> directions) : setup_(setup), directions_(directions) {
    for (std::size_t link = 0; link < network().links().size() && !setup.fabric; ++link) {
      line_at_[network().links()[link].a] = line_at_[network().links()[link].b] = static_cast<std::uint32_t>(link);
    }
  }

  std::vector<Way> in(const ChipState& state) const {
    if (!setup_.fabric) return of_links();
    const ChangingFabric fabric(setup_.fabric->fabric(), state.dead.elements);
    const LinkPaths paths(fabric.now());
    return each_of(directions_, [&](SitePort from) { return way_of(paths.from(from, state.states)); });
  }

 private:
  const Network& network() const { return setup_.network(); }

  std::vector<Way> of_links() const {
    std::vector<Way> ways;
    for (const SitePort from : directions_) {
      const PortRef port{NodeId{from.site.value}, from.port};
      ways.push_back({static_cast<std::int32_t>(network().peer(port).value().node.value), {line_at_.at(port)}});
    }
    return ways;
  }

  /// Wires come first among the lines of a geometry, then fixed links.
  Way way_of(const LinkPath& path) const {
    Way way;
    if (!path.end) return way;
    way.to = static_cast<std::int32_t>(path.end->site.value);
    if (path.fixed) {
      way.lines.push_back(static_cast<std::uint32_t>(setup_.fabric->fabric().wires.size() + *path.fixed));
    }
    for (const Passage& passage : path.passages) {
      if (passage.wire) way.lines.push_back(static_cast<std::uint32_t>(*passage.wire));
    }
    return way;
  }

  const Setup& setup_;
  std::span<const SitePort> directions_;
  std::map<PortRef, std::uint32_t> line_at_;  // without a fabric
};

/// Adds the ways that differ from those before.
void add_ways(ordered_json& json, const std::vector<Way>& before, const std::vector<Way>& now) {
  std::vector<std::uint32_t> changed, first{0}, lines;
  std::vector<std::int32_t> to;
  for (std::size_t direction = 0; direction < now.size(); ++direction) {
    const Way& way = now[direction];
    if (!before.empty() && way == before[direction]) continue;
    changed.push_back(static_cast<std::uint32_t>(direction));
    to.push_back(way.to);
    lines.insert(lines.end(), way.lines.begin(), way.lines.end());
    first.push_back(static_cast<std::uint32_t>(lines.size()));
  }
  json["changed"] = column(changed);
  json["to"] = column(to);
  json["first"] = column(first);
  json["lines"] = column(lines);
}

ordered_json node_column(const std::vector<NodeId>& node_at) {
  return column_of(node_at, [](NodeId node) { return node == kNoNode ? -1 : static_cast<std::int32_t>(node.value); });
}

/// Marks the wires that dead links of an array are: those between the selectors of two ports that the link joins.
void mark_selected_wires(std::vector<std::uint8_t>& marks, const ReconfigurableFabric& fabric,
                         const std::vector<LinkDefect>& links) {
  if (links.empty()) return;
  std::map<SwitchId, std::vector<SitePort>> ports;
  for (const Tap& tap : fabric.fabric().taps) ports[tap.terminal.switch_id].push_back({tap.site, tap.port});
  const std::vector<Wire>& wires = fabric.fabric().wires;
  for (std::size_t wire = 0; wire < wires.size(); ++wire) {
    const auto a = ports.find(wires[wire].a.switch_id);
    const auto b = ports.find(wires[wire].b.switch_id);
    if (a == ports.end() || b == ports.end() || a->second.size() != 1 || b->second.size() != 1) continue;
    const auto [low, high] = std::minmax(a->second.front(), b->second.front());
    const auto is_it = [&](const LinkDefect& link) { return fabric.uses(link, Join{low, high}); };
    if (std::ranges::any_of(links, is_it)) marks[wire] = 1;
  }
}

/// Marks the lines of which a dead link or a cut wire consists.
std::vector<std::uint8_t> dead_lines(const Setup& setup, const Geometry& geometry, const Defects& dead) {
  std::vector<std::uint8_t> marks(geometry.lines.size());
  for (std::size_t line = 0; line < marks.size(); ++line) {
    const PlacedLine& each = geometry.lines[line];
    if (each.ends != PlacedLine::Ends::kSites) continue;
    const auto is_it = [&](const LinkDefect& link) {
      return (link.a.value == each.from && link.b.value == each.to) ||
             (link.b.value == each.from && link.a.value == each.to);
    };
    marks[line] = std::ranges::any_of(dead.links, is_it) ? 1 : 0;
  }
  if (!setup.fabric) return marks;
  mark_selected_wires(marks, *setup.fabric, dead.links);
  const std::vector<Wire>& wires = setup.fabric->fabric().wires;
  for (const ElementDefect& element : dead.elements) {
    const CutWire* cut = std::get_if<CutWire>(&element.what);
    if (cut == nullptr) continue;
    const TerminalRef end{cut->switch_id, cut->terminal};
    const auto wire = std::ranges::find_if(wires, [&](const Wire& each) { return each.a == end || each.b == end; });
    if (wire != wires.end()) marks[static_cast<std::size_t>(wire - wires.begin())] = 1;
  }
  return marks;
}

std::vector<std::uint8_t> stuck_switches(const Setup& setup, const Defects& dead) {
  std::vector<std::uint8_t> marks(setup.fabric ? setup.fabric->fabric().switches.size() : 0);
  for (const ElementDefect& element : dead.elements) {
    if (!std::holds_alternative<CutWire>(element.what)) marks[element.switch_id().value] = 1;
  }
  return marks;
}

std::vector<std::uint8_t> dead_sites(std::size_t sites, const Defects& dead) {
  std::vector<std::uint8_t> marks(sites);
  for (const SiteId site : dead.sites) marks[site.value] = 1;
  return marks;
}

ordered_json states_column(const Setup& setup, const SwitchStates& states, NumberedNames& names) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t id = 0; id < states.size(); ++id) {
    numbers.push_back(names.number(setup.fabric->fabric().switches[id].type->state_name(states[id])));
  }
  return column(numbers);
}

ordered_json directions_json(const Setup& setup, std::span<const SitePort> directions, NumberedNames& ports) {
  std::vector<std::uint32_t> from, port;
  for (const SitePort each : directions) {
    const PortLayout& layout =
        setup.fabric ? setup.fabric->fabric().layout : setup.network().ports(NodeId{each.site.value});
    from.push_back(each.site.value);
    port.push_back(ports.number(layout[each.port.index()]));
  }
  return {{"from", column(from)}, {"port", column(port)}};
}

Geometry drawn(const Setup& setup) {
  const auto refuse = [](const std::string& why) -> InputError {
    return InputError({{{"--page", 0, 0}, why + "; leave out --page"}});
  };
  try {
    return picture::geometry_of(setup);
  } catch (const std::length_error& error) {
    throw refuse(error.what());
  } catch (const std::invalid_argument& error) {
    throw refuse(error.what());
  }
}

ordered_json fault_json(const PageFault& fault, const Setup& setup, const Geometry& geometry) {
  ordered_json json = {{"cycle", fault.cycle}, {"text", fault.text}, {"ends", fault.ends}, {"site", nullptr}};
  if (const SiteId* site = std::get_if<SiteId>(&fault.what)) json["site"] = site->value;
  const auto* element = std::get_if<ElementDefect>(&fault.what);
  const bool is_switch = element != nullptr && !std::holds_alternative<CutWire>(element->what);
  json["switch"] = is_switch ? ordered_json(element->switch_id().value) : ordered_json();
  Defects alone;
  alone.add(fault.what);
  const std::vector<std::uint8_t> marks = dead_lines(setup, geometry, alone);
  json["lines"] = ordered_json::array();
  for (std::size_t line = 0; line < marks.size(); ++line) {
    if (marks[line] != 0) json["lines"].push_back(line);
  }
  return json;
}

}  // namespace

void require_page(const Setup& setup) {
  drawn(setup);
}

void add_chip(ordered_json& data, const Setup& setup, std::span<const SitePort> directions, const ChipState* home,
              std::span<const ChipState> states, NumberedNames& ports) {
  const Geometry geometry = drawn(setup);
  data["geometry"] = geometry_json(geometry, setup.fabric != nullptr);
  for (const NodeId node : ids<NodeId>(setup.network().nodes()))
    data["nodes"].push_back(setup.network().node_name(node));
  data["directions"] = directions_json(setup, directions, ports);
  const Ways ways(setup, directions);
  NumberedNames names;
  if (home != nullptr) {
    data["home"] = {{"node", node_column(home->node_at)}, {"state", states_column(setup, home->states, names)}};
  }
  std::vector<Way> before;
  data["epochs"] = ordered_json::array();
  for (const ChipState& state : states) {
    ordered_json epoch = {{"cycle", state.cycle},
                          {"label", state.label},
                          {"node", node_column(state.node_at)},
                          {"dead", column(dead_sites(geometry.sites.size(), state.dead))},
                          {"dead_line", column(dead_lines(setup, geometry, state.dead))},
                          {"stuck", column(stuck_switches(setup, state.dead))},
                          {"state", states_column(setup, state.states, names)}};
    std::vector<Way> now = ways.in(state);
    add_ways(epoch, before, now);
    before = std::move(now);
    data["epochs"].push_back(std::move(epoch));
  }
  data["states"] = names.all();
}

void add_faults(ordered_json& data, const Setup& setup, const std::vector<PageFault>& faults) {
  data["faults"] = ordered_json::array();
  if (faults.empty()) return;
  const Geometry geometry = drawn(setup);
  for (const PageFault& fault : faults) data["faults"].push_back(fault_json(fault, setup, geometry));
}

}  // namespace kintsugi::view
