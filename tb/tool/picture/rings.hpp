/// Draws the closed rings of a panel: idle wires that lead back to where they begin, with no router on them.
///
/// Ring   a group of class "ring", with id "after.ring.1", data-lanes, and a title that names the switches in order
/// Lines  along its wires and through the switches between sites; a box around a switch that belongs to a site, and so
///        around the words in it
#pragma once

#include "models/fabric/closed_rings.hpp"
#include "tb/tool/picture/scene.hpp"

namespace kintsugi::picture {

/// Draws the rings that the states of a setting close; ids begin with that of the panel.
void draw_rings(Element panel, const Scene& scene, const Setting& setting, const std::string& panel_id);

/// Half the lengths of the sample of a ring in the legend.
inline constexpr Size kRingSample{18, 8};
void draw_ring_sample(Element parent, Point middle);

}  // namespace kintsugi::picture
