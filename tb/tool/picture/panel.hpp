/// One panel of a picture: the whole chip in one setting, with its defects.
///
/// Ids      full names behind the id of the panel: "after.wafer.r3.c4", "after.wafer.sh.g2.c5"; search for them
/// Titles   full names with states, for the mouse: "wafer.r3.c4.bunch_ew: connect_0_2"
/// Sites    class "site", data-node the logical node
/// Switches class "switch", data-state the name of the state; "changed" where the reference setting has another state
/// Chains   class "chain", data-from and data-to
/// Rings    class "ring" for closed rings, see rings.hpp
/// Defects  class "defective" for stuck switches, cut wires and links; "culprit" for the PEs of an irreparable set
#pragma once

#include "tb/tool/picture/scene.hpp"

namespace kintsugi::picture {

struct PanelView {
  std::string id;  ///< "before", "after"
  const Setting* setting = nullptr;
  const Setting* reference = nullptr;  ///< the setting to compare with; nullptr: show no changes
  bool failed = false;                 ///< show the irreparable set
};

void draw_panel(Element panel, const Scene& scene, GlyphStore& glyphs, const PanelView& view);

/// Add marks that the legend shows too; `step` has the length 1.
void add_chevron(PathData& path, Point middle, Point step);
void add_blocked(PathData& path, Point from, Point step);

}  // namespace kintsugi::picture
