/// The layout of a fabric in a picture, and what all its panels share. The origin of points is the north-west corner of
/// a panel.
///
/// Core       a site that has a node on the defect-free chip; all others are spares
/// Moved      a site whose node has another site on the defect-free chip
/// Given up   a healthy core PE without a node
/// Chain      sites of which each has passed its node to the next, from the defect to the spare
/// Class      of a node: the kinds of its links that not every node has ("level 3"); none if all nodes have the same
/// Glyph      of a switch: lines between the terminals that it joins, by its type and sides, and a word for its state
#pragma once

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/fabric/link_path.hpp"
#include "tb/tool/picture/picture.hpp"
#include "tb/tool/picture/style.hpp"
#include "tb/tool/picture/svg.hpp"

namespace kintsugi::picture {

struct SiteState {
  NodeId node = kNoNode;
  bool core = false;
  bool dead = false;
  bool moved = false;
  bool given_up() const { return core && !dead && node == kNoNode; }
  bool unused() const { return !core && !dead && node == kNoNode; }
};

/// Returns the state of each site.
std::vector<SiteState> site_states(const Subject& subject, const Setting& setting);

/// Returns the chains, each of at least two sites, in ascending order of their first site.
std::vector<std::vector<SiteId>> chains(const Setting& plain, const Setting& repaired);

struct NodeClasses {
  std::vector<std::string> names;    ///< of the classes, those with fewer kinds first; at most one: all are alike
  std::vector<std::size_t> of_node;  ///< index into names
};
NodeClasses node_classes(const Network& network);

/// Returns for every wire the number of its lanes that lie on a path between two router ports.
std::vector<unsigned> lanes_in_use(const Fabric& fabric, const LinkPaths& paths, const SwitchStates& states);

/// Returns the pairs of terminals that have a joined lane, ascending.
std::vector<std::pair<TerminalNo, TerminalNo>> joined(const SwitchType& type, SwitchState state);

/// A switch drawn as a box with its terminals on the border. It must have sides.
class Glyph {
 public:
  /// `across` is the height of a box of which the wires leave to the west and east, and the width of any other.
  Glyph(const FabricSwitch& drawn, double length, double across);
  Size size() const { return size_; }
  /// Returns the place of a terminal relative to the middle of the box.
  Point terminal(TerminalNo number) const { return terminals_.at(number); }
  PathData lines(const SwitchType& type, SwitchState state) const;
  /// Adds the line between two terminals of a switch in this place.
  void add_line(PathData& data, Point middle, TerminalNo from, TerminalNo to) const;

 private:
  Point towards(Position side) const { return {side.x * size_.width / 2, side.y * size_.height / 2}; }
  Size size_;
  std::vector<Point> terminals_;
};

/// Returns, for each switch, the site that it is tapped to; kNoSite for a switch between sites, and for one of a chain
/// of switches, beside which there is no room for words.
std::vector<SiteId> owners(const Fabric& fabric);

class Scene {
 public:
  /// Throws std::invalid_argument for a fabric that cannot be drawn: it has no site, or a switch between sites has no
  /// sides. The subject must outlive the scene.
  explicit Scene(const Subject& subject);

  const Subject& subject() const { return *subject_; }
  const Fabric& fabric() const { return *subject_->fabric; }
  const LinkPaths& paths() const { return paths_; }
  const NodeClasses& classes() const { return classes_; }
  const SiteStyle& style() const { return style_; }
  /// Returns whether switches are drawn at their positions; else they are listed in their sites.
  bool is_grid() const { return is_grid_; }
  Size panel() const { return panel_; }

  Point at(Position place) const;
  Point middle(SiteId site) const { return at(fabric().sites[site.value].position); }
  Point middle(SwitchId id) const { return at(fabric().switches[id.value].position); }
  Point pe(SiteId site) const { return middle(site) + style_.pe_middle; }
  /// Return the middle and the size of the box of a switch: at its position, or in the list of its site.
  /// Returns whether a switch is drawn: one without terminals, the bypass of a segment of the chain, is not.
  bool is_drawn(SwitchId id) const { return !fabric().switches[id.value].type->terminals().empty(); }
  Point switch_middle(SwitchId id) const;
  Size switch_size(SwitchId id) const;
  SiteId owner(SwitchId id) const { return owners_[id.value]; }
  std::span<const SwitchId> switches_of(SiteId site) const { return switches_of_[site.value]; }
  /// Returns the index of the switch among those of its site.
  std::size_t row(SwitchId id) const;
  /// Describes the state of a switch that belongs to a site. If wires pass it in state 0: the lanes that end at the PE
  /// ("0+2"), "bypass" if none does, "isolated" if all wires are open. Else the far site of every tapped port
  /// ("shuffle_out p7", or "shuffle_out open").
  std::string words(SwitchId id, SwitchState state) const;
  std::string full_name(const std::string& name) const { return fabric().name + '.' + name; }
  Glyph glyph(SwitchId id) const;

 private:
  SiteStyle choose_style() const;
  void place();
  std::string bundle_words(SwitchId id, SwitchState state) const;
  std::string choice_words(SwitchId id, SwitchState state) const;

  const Subject* subject_;
  LinkPaths paths_;
  std::vector<SiteId> owners_;
  std::vector<std::vector<const Tap*>> taps_;  // by switch
  NodeClasses classes_;
  std::vector<std::vector<SwitchId>> switches_of_;
  bool is_grid_;
  SiteStyle style_;
  Position low_;
  Size panel_;
};

/// Glyphs of switches: each type and state is drawn once, and the drawing used for every such switch.
class GlyphStore {
 public:
  GlyphStore(const Scene& scene, Element definitions) : scene_(&scene), definitions_(definitions) {}
  /// Returns the id of the glyph's definition; draws it if it is new.
  std::string id_of(SwitchId id, SwitchState state);

 private:
  using Key = std::tuple<const SwitchType*, const Position*, SwitchState>;
  const Scene* scene_;
  Element definitions_;
  std::map<Key, std::string> ids_;
};

}  // namespace kintsugi::picture
