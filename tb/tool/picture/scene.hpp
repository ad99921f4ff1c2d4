/// The layout of a fabric in a picture, and what all its panels share. The origin of points is the north-west corner of
/// a panel.
#pragma once

#include <map>
#include <span>
#include <tuple>

#include "tb/tool/picture/sites.hpp"
#include "tb/tool/picture/style.hpp"
#include "tb/tool/picture/subject.hpp"
#include "tb/tool/picture/switches.hpp"

namespace kintsugi::picture {

class Scene {
 public:
  /// Throws std::invalid_argument for a fabric that cannot be drawn: it has no site, or a switch between sites has no
  /// sides. The subject must outlive the scene.
  explicit Scene(const Subject& subject);

  const Subject& subject() const { return *subject_; }
  const Fabric& fabric() const { return *subject_->fabric; }
  const WireMap& wires() const { return wires_; }
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
  Point switch_middle(SwitchId id) const;
  Size switch_size(SwitchId id) const;
  SiteId owner(SwitchId id) const { return owners_[id.value]; }
  std::span<const SwitchId> switches_of(SiteId site) const { return switches_of_[site.value]; }
  /// Returns the index of the switch among those of its site.
  std::size_t row(SwitchId id) const;
  std::string words(SwitchId id, SwitchState state) const { return words_.of(id, state); }
  std::string full_name(const std::string& name) const { return fabric().name + '.' + name; }
  Glyph glyph(SwitchId id) const;

 private:
  SiteStyle choose_style() const;
  void place();
  const Subject* subject_;
  WireMap wires_;
  std::vector<SiteId> owners_;
  StateWords words_;
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
