/// One panel of a picture: the whole chip in one setting, with its defects.
///
/// Ids      full names behind the id of the panel: "after.wafer.r3.c4", "after.wafer.sh.g2.c5"; search for them
/// Titles   full names with states, for the mouse: "wafer.r3.c4.bunch_ew: connect_0_2"
/// Sites    class "site", data-node the logical node
/// Switches class "switch", data-state the name of the state; "changed" where the reference setting has another state
/// Chains   class "chain", data-from and data-to
/// Rings    class "ring" for closed rings, see draw_rings()
/// Defects  class "defective" for stuck switches, cut wires and links; "culprit" for the PEs of an irreparable set
#pragma once

#include "models/fabric/closed_rings.hpp"
#include "tb/tool/picture/scene.hpp"

namespace kintsugi::picture {

struct PanelView {
  std::string id;  ///< "before", "after"
  const Setting* setting = nullptr;
  const Setting* reference = nullptr;  ///< the setting to compare with; nullptr: show no changes
  bool failed = false;                 ///< show the irreparable set
};

void draw_panel(Element panel, const Scene& scene, GlyphStore& glyphs, const PanelView& view);

/// Draws the words for the state of a switch of a site; where switches are listed in their sites, in its box.
void draw_words(Element group, const Scene& scene, SwitchId id, SwitchState state);

/// Add marks that the legend shows too; `step` has the length 1.
void add_chevron(PathData& path, Point middle, Point step);
void add_blocked(PathData& path, Point from, Point step);

/// Draws the wires of a panel as a few SVG paths, one for each kind of use: there are thousands of wires. New are those
/// that are in use now but not in the reference setting, if any.
void draw_wires(Element panel, const Scene& scene, const Setting& setting, const Setting* reference);

/// Adds the line of one wire.
void add_wire(PathData& path, const Scene& scene, const Wire& wire);

/// Adds the arc of one link without switches.
void add_fixed_link(PathData& path, const Scene& scene, const FixedLink& link);

/// Half the length of a return wire's stub, where its legend is drawn.
inline constexpr double kStub = 9;
/// Adds a line with a ring at its end.
void add_stub(PathData& path, Point from, Position side);

/// Draws the closed rings of a panel: idle wires that lead back to where they begin, with no router on them. Ids begin
/// with that of the panel.
///
/// Ring   a group of class "ring", with id "after.ring.1", data-lanes, and a title that names the switches in order
/// Lines  along its wires and through the switches between sites; a box around a switch that belongs to a site, and so
///        around the words in it
void draw_rings(Element panel, const Scene& scene, const Setting& setting, const std::string& panel_id);

}  // namespace kintsugi::picture
