#include "tb/tool/picture/scene.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "models/network/text.hpp"

namespace kintsugi::picture {

namespace {

using Kinds = std::set<KindId>;

Kinds kinds_at(const Network& network, NodeId node) {
  Kinds kinds;
  for (std::uint16_t port = 0; port < network.ports(node).size(); ++port) {
    if (network.peer({node, PortId{port}})) kinds.insert(network.kind_at({node, PortId{port}}));
  }
  return kinds;
}

Kinds common_kinds(const std::vector<Kinds>& of_node) {
  Kinds common = of_node.front();
  for (const Kinds& kinds : of_node) {
    std::erase_if(common, [&](KindId kind) { return !kinds.contains(kind); });
  }
  return common;
}

std::string name_of(const Network& network, const Kinds& kinds) {
  return with_commas(kinds, [&](KindId kind) { return network.kinds()[kind.value]; });
}

bool has_sides(const Fabric& fabric) {
  return std::ranges::any_of(fabric.switches, [](const FabricSwitch& each) { return !each.sides.empty(); });
}

std::vector<std::vector<SwitchId>> group(const Fabric& fabric, const std::vector<SiteId>& owners) {
  std::vector<std::vector<SwitchId>> of_site(fabric.sites.size());
  for (std::uint32_t id = 0; id < owners.size(); ++id) {
    if (owners[id] != kNoSite) of_site[owners[id].value].push_back(SwitchId{id});
  }
  return of_site;
}

void require_places(const Fabric& fabric, const std::vector<SiteId>& owners) {
  if (fabric.sites.empty()) throw std::invalid_argument("the fabric '" + fabric.name + "' has nothing to draw");
  const bool grid = has_sides(fabric);
  for (std::size_t id = 0; id < fabric.switches.size(); ++id) {
    if (fabric.switches[id].type->terminals().empty()) continue;
    if (!fabric.switches[id].sides.empty() || (!grid && owners[id] != kNoSite)) continue;
    throw std::invalid_argument("the fabric '" + fabric.name + "' cannot be drawn: its switch '" +
                                fabric.switches[id].name + "' does not say where its wires leave");
  }
}

}  // namespace

std::vector<SiteState> site_states(const Subject& subject, const Setting& setting) {
  std::vector<SiteState> states(subject.fabric->sites.size());
  for (std::size_t site = 0; site < states.size(); ++site) {
    const NodeId node = setting.placement.node_at[site];
    const NodeId own = subject.plain.placement.node_at[site];
    states[site] = {node, own != kNoNode, false, node != kNoNode && node != own};
  }
  for (const SiteId dead : subject.defects->sites) states[dead.value].dead = true;
  return states;
}

std::vector<std::vector<SiteId>> chains(const Setting& plain, const Setting& repaired) {
  std::map<SiteId, SiteId> next;
  std::set<SiteId> entered;
  for (std::size_t node = 0; node < plain.placement.site_of.size(); ++node) {
    const SiteId from = plain.placement.site_of[node];
    const SiteId to = repaired.placement.site_of[node];
    if (from == to) continue;
    next[from] = to;
    entered.insert(to);
  }
  std::vector<std::vector<SiteId>> found;
  for (const auto& [first, second] : next) {
    if (entered.contains(first)) continue;
    found.push_back({first});
    for (auto at = next.find(first); at != next.end(); at = next.find(at->second)) found.back().push_back(at->second);
  }
  return found;
}

NodeClasses node_classes(const Network& network) {
  std::vector<Kinds> kinds;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) kinds.push_back(kinds_at(network, NodeId{node}));
  const Kinds common = common_kinds(kinds);
  for (Kinds& each : kinds) std::erase_if(each, [&](KindId kind) { return common.contains(kind); });
  const std::set<Kinds> distinct(kinds.begin(), kinds.end());
  NodeClasses classes;
  for (const Kinds& each : distinct)
    classes.names.push_back(each.empty() ? name_of(network, common) : name_of(network, each));
  for (const Kinds& each : kinds) {
    classes.of_node.push_back(static_cast<std::size_t>(std::distance(distinct.begin(), distinct.find(each))));
  }
  return classes;
}

Scene::Scene(const Subject& subject)
    : subject_(&subject),
      paths_(*subject.fabric),
      owners_(owners(*subject.fabric)),
      taps_(subject.fabric->switches.size()),
      classes_(node_classes(*subject.network)),
      switches_of_(group(*subject.fabric, owners_)),
      is_grid_(has_sides(*subject.fabric)),
      style_(choose_style()) {
  require_places(fabric(), owners_);
  for (const Tap& tap : fabric().taps) taps_[tap.terminal.switch_id.value].push_back(&tap);
  place();
}

SiteStyle Scene::choose_style() const {
  if (is_grid_) return kGridStyle;
  std::size_t most = 0;
  for (const auto& switches : switches_of_) most = std::max(most, switches.size());
  return list_style(most);
}

void Scene::place() {
  low_ = fabric().sites.front().position;
  Position high = low_;
  for (const Site& site : fabric().sites) {
    low_ = {std::min(low_.x, site.position.x), std::min(low_.y, site.position.y)};
    high = {std::max(high.x, site.position.x), std::max(high.y, site.position.y)};
  }
  panel_ = {(high.x - low_.x + 1) * style_.pitch.width, (high.y - low_.y + 1) * style_.pitch.height};
}

Point Scene::at(Position place) const {
  return {(place.x - low_.x + 0.5) * style_.pitch.width, (place.y - low_.y + 0.5) * style_.pitch.height};
}

std::size_t Scene::row(SwitchId id) const {
  const auto& all = switches_of_[owner(id).value];
  return static_cast<std::size_t>(std::ranges::find(all, id) - all.begin());
}

Size Scene::switch_size(SwitchId id) const {
  if (!is_drawn(id)) return {};
  return is_grid_ ? glyph(id).size() : Size{style_.strip, style_.strip_width};
}

Point Scene::switch_middle(SwitchId id) const {
  if (is_grid_ || !is_drawn(id)) return middle(id);
  const double down = style_.pe.height + style_.strip_width * (static_cast<double>(row(id)) + 0.5);
  return middle(owner(id)) + Point{0, down - style_.frame.height / 2};
}

Glyph Scene::glyph(SwitchId id) const {
  const FabricSwitch& drawn = fabric().switches[id.value];
  return owner(id) == kNoSite ? Glyph(drawn, kGlyph, kGlyph) : Glyph(drawn, style_.strip, style_.strip_width);
}

std::string GlyphStore::id_of(SwitchId id, SwitchState state) {
  const FabricSwitch& drawn = scene_->fabric().switches[id.value];
  const auto [found, is_new] = ids_.try_emplace(Key{drawn.type, drawn.sides.data(), state});
  if (is_new) {
    found->second = "glyph-" + std::to_string(ids_.size());
    const Glyph glyph = scene_->glyph(id);
    Element group = definitions_.group("").set("id", found->second);
    group.rect({-glyph.size().width / 2, -glyph.size().height / 2}, glyph.size(), "box", 2);
    group.path(glyph.lines(*drawn.type, state), "");
  }
  return found->second;
}

}  // namespace kintsugi::picture
