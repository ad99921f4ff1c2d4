#include <algorithm>
#include <cmath>
#include <set>

#include "models/network/text.hpp"
#include "tb/tool/picture/scene.hpp"

namespace kintsugi::picture {

namespace {

bool same(Position a, Position b) {
  return a.x == b.x && a.y == b.y;
}

/// Returns whether two switches are so close that there is no room for words between them.
bool crowd(const FabricSwitch& a, const FabricSwitch& b) {
  constexpr double kRoomForWords = 0.45;
  if (a.sides.empty() || b.sides.empty()) return false;
  return std::hypot(a.position.x - b.position.x, a.position.y - b.position.y) < kRoomForWords;
}

/// The distance of the outer terminals of a side from its ends.
constexpr double kFromEnd = 4;

}  // namespace

std::vector<unsigned> lanes_in_use(const Fabric& fabric, const LinkPaths& paths, const SwitchStates& states) {
  std::vector<unsigned> ends(fabric.wires.size());  // each path is found from both of its ends
  for (const Tap& tap : fabric.taps) {
    const LinkPath path = paths.from({tap.site, tap.port}, states);
    for (const Passage& passage : path.passages) {
      if (path.end && passage.wire) ++ends[*passage.wire];
    }
  }
  for (unsigned& count : ends) count = (count + 1) / 2;
  return ends;
}

std::vector<std::pair<TerminalNo, TerminalNo>> joined(const SwitchType& type, SwitchState state) {
  std::set<std::pair<TerminalNo, TerminalNo>> pairs;
  for (TerminalNo t = 0; t < type.terminals().size(); ++t) {
    for (unsigned lane = 0; lane < type.lanes(t); ++lane) {
      const auto out = type.through(state, {t, static_cast<Lane>(lane)});
      if (out) pairs.insert(std::minmax(t, out->terminal));
    }
  }
  return {pairs.begin(), pairs.end()};
}

Glyph::Glyph(const FabricSwitch& drawn, double length, double across) {
  const bool level = drawn.sides.front().y == 0;
  size_ = level ? Size{length, across} : Size{across, length};
  for (const Position& side : drawn.sides) {
    const auto twin = [&](const Position& other) { return same(side, other); };
    const auto sharing = std::ranges::count_if(drawn.sides, twin);
    const auto before = std::count_if(drawn.sides.data(), &side, twin);
    const double step = sharing < 2 ? 0 : double(before) / double(sharing - 1) - 0.5;
    const Point along{step * (size_.width - 2 * kFromEnd), step * (size_.height - 2 * kFromEnd)};
    terminals_.push_back(towards(side) + (side.y == 0 ? Point{0, along.y} : Point{along.x, 0}));
  }
}

PathData Glyph::lines(const SwitchType& type, SwitchState state) const {
  PathData data;
  for (const auto& [from, to] : joined(type, state)) add_line(data, {}, from, to);
  return data;
}

/// The line is straight across, or bent into the side of the other terminal.
void Glyph::add_line(PathData& data, Point middle, TerminalNo from, TerminalNo to) const {
  const Point a = terminal(from);
  const Point b = terminal(to);
  if (a.x == b.x || a.y == b.y) {
    data.segment(middle + a, middle + b);
    return;
  }
  // A line turns where both its ends lead to.
  const bool a_level = a.x == size_.width / 2 || a.x == -size_.width / 2;
  data.move(middle + a).bend(middle + (a_level ? Point{b.x, a.y} : Point{a.x, b.y}), middle + b);
}

std::vector<SiteId> owners(const Fabric& fabric) {
  std::vector<SiteId> owner(fabric.switches.size(), kNoSite);
  for (const Tap& tap : fabric.taps) owner[tap.terminal.switch_id.value] = tap.site;
  for (std::size_t id = 1; id < owner.size(); ++id) {
    if (crowd(fabric.switches[id - 1], fabric.switches[id])) owner[id - 1] = owner[id] = kNoSite;
  }
  return owner;
}

std::string Scene::words(SwitchId id, SwitchState state) const {
  const bool passes_wires = !joined(*fabric().switches[id.value].type, SwitchState{0}).empty();
  return passes_wires ? bundle_words(id, state) : choice_words(id, state);
}

std::string Scene::bundle_words(SwitchId id, SwitchState state) const {
  std::set<unsigned> lanes;
  for (const Tap* tap : taps_[id.value]) {
    const auto out = fabric().switches[id.value].type->through(state, {tap->terminal.terminal, tap->lane});
    if (out) lanes.insert(out->lane);
  }
  if (!lanes.empty()) return with_between("+", lanes, [](unsigned lane) { return std::to_string(lane); });
  return joined(*fabric().switches[id.value].type, state).empty() ? "isolated" : "bypass";
}

std::string Scene::choice_words(SwitchId id, SwitchState state) const {
  std::string words;
  for (const Tap* tap : taps_[id.value]) {
    const auto out = fabric().switches[id.value].type->through(state, {tap->terminal.terminal, tap->lane});
    const auto far = out ? paths_.far_end({id, out->terminal}) : std::nullopt;
    const SiteId site = far ? owner(far->switch_id) : kNoSite;
    words += (words.empty() ? "" : ", ") + fabric().layout[tap->port.value] + ' ';
    words += site == kNoSite ? "open" : fabric().sites[site.value].name;
  }
  return words;
}

}  // namespace kintsugi::picture
