#include "tb/tool/states/comparison.hpp"

#include <algorithm>
#include <array>

#include "models/fabric/link_path.hpp"
#include "models/fabric/placed_network.hpp"
#include "tb/tool/states/field_table.hpp"

namespace kintsugi::states {

namespace {

/// Finds the switches to blame for what a port meets.
class Blamer {
 public:
  explicit Blamer(const Judged& judged)
      : judged_(judged),
        table_(judged.setup->fabric->fabric()),
        built_(judged.setup->built_fabric()),
        sound_(judged.setup->fabric->fabric()) {}

  const LinkPaths& built() const { return built_; }

  /// Blames the switch at which the way from a port parts from the right one.
  void parting(SitePort from, Difference& difference) const {
    if (judged_.right == nullptr) return;
    const LinkPath found = built_.from(from, *judged_.states);
    const LinkPath right = sound_.from(from, *judged_.right);
    const std::size_t together = std::min(found.passages.size(), right.passages.size());
    for (std::size_t i = 0; i < together; ++i) {
      if (found.passages[i].out != right.passages[i].out) return add(found.passages[i].switch_id, difference);
    }
    if (found.passages.size() > together) add(found.passages[together].switch_id, difference);
    if (right.passages.size() > together) add(right.passages[together].switch_id, difference);
  }

  /// Blames the switches of a site that are in a wrong state.
  void taps(SiteId site, Difference& difference) const {
    for (const PortId port : ids<PortId>(table_.fabric().layout.size())) {
      const auto id = built_.tapped({site, port});
      if (id && judged_.right != nullptr && is_wrong(*id)) add(*id, difference);
    }
  }

  void add(SwitchId id, Difference& difference) const {
    const FabricSwitch& each = table_.fabric().switches[id.value];
    const auto same = [&](const Blame& known) { return known.switch_name == each.name; };
    if (std::ranges::any_of(difference.blame, same)) return;
    Blame blame{each.name, table_.fabric().fields[each.field].name, state_of(id, *judged_.states), "", defect_of(id)};
    blame.expected = judged_.right != nullptr ? state_of(id, *judged_.right) : blame.state;
    difference.blame.push_back(std::move(blame));
  }

 private:
  bool is_wrong(SwitchId id) const { return (*judged_.states)[id.value] != (*judged_.right)[id.value]; }
  std::string state_of(SwitchId id, const SwitchStates& states) const {
    return table_.state_name(id, states[id.value]);
  }
  std::string defect_of(SwitchId id) const {
    std::string names;
    for (const ElementDefect& element : judged_.setup->defects.elements) {
      if (element.switch_id() == id) names += (names.empty() ? "" : "; ") + element.name;
    }
    return names;
  }

  const Judged& judged_;
  FieldTable table_;
  LinkPaths built_;
  LinkPaths sound_;
};

std::string text_of(const Blame& blame) {
  if (blame.state == blame.expected) {
    return blame.defect.empty() ? blame.switch_name + ", which is " + blame.state : blame.defect;
  }
  return blame.switch_name + ", which is " + blame.state + " and should be " + blame.expected +
         (blame.defect.empty() ? "" : " (" + blame.defect + ")");
}

class Comparison {
 public:
  explicit Comparison(const Judged& judged)
      : judged_(judged),
        fabric_(judged.setup->built_fabric()),
        placed_(judged.setup->network(), *judged.placement, fabric_),
        blamer_(judged),
        joined_(*judged.extracted, fabric_) {}

  std::vector<Difference> all() {
    compare_pes();
    compare_links();
    find_excess();
    find_used_links();
    find_used_elements();
    for (Difference& difference : found_) say_blame(difference);
    return std::move(found_);
  }

 private:
  const std::string& site_name(SiteId site) const { return fabric_.sites[site.value].name; }
  std::string node_name(NodeId node) const { return "node " + judged_.setup->network().node_name(node); }
  bool is_attached(SiteId site) const { return std::ranges::binary_search(judged_.extracted->attached, site); }

  void compare_pes() {
    for (const SiteId site : ids<SiteId>(fabric_.sites.size())) {
      const NodeId node = judged_.placement->node_at[site.value];
      const bool is_dead = std::ranges::binary_search(judged_.setup->defects.sites, site);
      const std::string holder = node == kNoNode ? "" : node_name(node);
      if (is_attached(site) && is_dead) {
        add_pe(site, site_name(site) + " is dead, but switches attach it" +
                         (holder.empty() ? "" : " as the PE of " + holder));
        found_.back().unused = node == kNoNode && !meets_a_link(site);
      } else if (is_attached(site) && node == kNoNode) {
        add_pe(site, site_name(site) + " has no node, but switches attach it");
        found_.back().unused = !meets_a_link(site);
      } else if (!is_attached(site) && node != kNoNode) {
        add_pe(site, site_name(site) + " has " + holder + ", but no switch attaches it");
      }
    }
    for (const NodeId node : ids<NodeId>(judged_.setup->network().nodes())) {
      if (judged_.placement->site_of[node.value] == kNoSite) {
        add({Difference::Kind::kPe, node_name(node) + " has no PE" + neighbours_of(node)});
      }
    }
  }

  /// Returns whether a port of the PE meets one that has a link in the network: by others no packet leaves.
  bool meets_a_link(SiteId site) const {
    for (const PortId port : ids<PortId>(fabric_.layout.size())) {
      const std::optional<SitePort>& far = joined_.of({site, port});
      if (far && placed_.wanted(*far)) return true;
    }
    return false;
  }

  /// Says what the ports meet that should lead to a node without PE.
  std::string neighbours_of(NodeId node) const {
    std::string text;
    for (const Link& link : judged_.setup->network().links()) {
      if (link.a.node != node && link.b.node != node) continue;
      const auto from = placed_.at(link.a.node == node ? link.b : link.a);
      if (!from) continue;
      text += (text.empty() ? ": " : "; ") + fabric_.describe(*from) + ", which should lead to it," +
              meets(name_of(joined_.of(*from)));
    }
    return text;
  }

  void add_pe(SiteId site, std::string message) {
    Difference difference{Difference::Kind::kPe, std::move(message)};
    difference.pe = site_name(site);
    blamer_.taps(site, difference);
    add(std::move(difference));
  }

  void compare_links() {
    for (const Link& link : judged_.setup->network().links()) {
      const auto a = placed_.at(link.a), b = placed_.at(link.b);
      if (!a || !b || joined_.of(*a) == b) continue;
      add_link(link, *a, *b);
    }
  }

  void add_link(const Link& link, SitePort a, SitePort b) {
    Difference difference{Difference::Kind::kLink, ""};
    difference.from = fabric_.describe(a);
    difference.to = fabric_.describe(b);
    difference.unused = link.a.node == link.b.node;
    difference.node_from = judged_.setup->network().describe(link.a);
    difference.node_to = judged_.setup->network().describe(link.b);
    difference.from_meets = name_of(joined_.of(a));
    difference.to_meets = name_of(joined_.of(b));
    difference.message = difference.from + " should meet " + difference.to + " (" + difference.node_from + " and " +
                         difference.node_to + "), but " + difference.from + meets(difference.from_meets) + " and " +
                         difference.to + meets(difference.to_meets);
    blamer_.parting(a, difference);
    blamer_.parting(b, difference);
    add(std::move(difference));
  }

  std::string name_of(const std::optional<SitePort>& port) const { return port ? fabric_.describe(*port) : ""; }
  static std::string meets(const std::string& what) { return " meets " + (what.empty() ? "nothing" : what); }

  /// Adds a difference at two router ports that meet, which stand around `between` in the message.
  Difference& add_join(Difference::Kind kind, const Join& join, const std::string& between, const std::string& rest) {
    const std::string from = fabric_.describe(join.a), to = fabric_.describe(join.b);
    return found_.emplace_back(Difference{kind, from + between + to + rest, from, to});
  }

  /// Finds joins at ports of nodes that have no link; a port that has one is named with its link.
  void find_excess() {
    for (const Join& join : judged_.extracted->joins) {
      if (placed_.wanted(join.a) || placed_.wanted(join.b) || (!has_node(join.a) && !has_node(join.b))) continue;
      Difference& excess =
          add_join(Difference::Kind::kExcess, join, " meets ", ", and the network has no link at either");
      excess.unused = true;
      blamer_.parting(join.a, excess);
      blamer_.parting(join.b, excess);
    }
  }

  bool has_node(SitePort port) const { return judged_.placement->node_at[port.site.value] != kNoNode; }

  void find_used_links() {
    for (const LinkDefect& link : judged_.setup->defects.links) {
      for (const Join& join : judged_.extracted->joins) {
        if (!has_node(join.a) || !has_node(join.b) || !judged_.setup->fabric->uses(link, join)) continue;
        add_join(Difference::Kind::kDefect, join, " and ",
                 " meet over the dead link from " + site_name(link.a) + " to " + site_name(link.b));
      }
    }
  }

  /// Finds right links that pass a defective switch on a lane where the sound switch would join something else.
  void find_used_elements() {
    if (judged_.setup->defects.elements.empty()) return;
    for (const Join& join : judged_.extracted->joins) {
      if (!has_node(join.a) || !has_node(join.b)) continue;
      for (const Passage& passage : blamer_.built().from(join.a, *judged_.states).passages) {
        const SwitchType& sound = *judged_.setup->fabric->fabric().switches[passage.switch_id.value].type;
        const SwitchState state = (*judged_.states)[passage.switch_id.value];
        if (sound.through(state, passage.in) != passage.out) add_detour(join, passage.switch_id);
      }
    }
  }

  void add_detour(const Join& join, SwitchId id) {
    blamer_.add(id, add_join(Difference::Kind::kDefect, join, " and ",
                             " meet by way of " + fabric_.switches[id.value].name +
                                 ", which is defective: in its state it should not join them"));
  }

  static void say_blame(Difference& difference) {
    for (const Blame& blame : difference.blame) {
      difference.message += (&blame == &difference.blame.front() ? ": " : "; ") + text_of(blame);
    }
    if (difference.unused) difference.message += "; no packet takes it";
  }

  void add(Difference difference) { found_.push_back(std::move(difference)); }

  const Judged& judged_;
  const Fabric& fabric_;
  PlacedNetwork placed_;
  Blamer blamer_;
  JoinedPorts joined_;
  std::vector<Difference> found_;
};

}  // namespace

const std::string& name(Difference::Kind kind) {
  static const std::array<std::string, 6> kNames = {"pe", "link", "excess", "defect", "conflict", "network"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<Difference> differences(const Judged& judged) {
  std::vector<Difference> found = Comparison(judged).all();
  if (!found.empty() || std::ranges::count(judged.placement->site_of, kNoSite) > 0) return found;
  if (auto other = kintsugi::difference(*judged.extracted, judged.setup->network(), *judged.placement,
                                        judged.setup->built_fabric())) {
    found.push_back({Difference::Kind::kNetwork, *other});
  }
  return found;
}

}  // namespace kintsugi::states
