/// Draws the wires of a panel as a few SVG paths, one for each kind of use: there are thousands of wires.
#pragma once

#include "tb/tool/picture/scene.hpp"
#include "tb/tool/picture/subject.hpp"

namespace kintsugi::picture {

/// Draws wires that are in use now but not in the reference setting, if any, as new.
void draw_wires(Element panel, const Scene& scene, const Setting& setting, const Setting* reference);

/// Adds the line of one wire.
void add_wire(PathData& path, const Scene& scene, const Wire& wire);

/// Adds the arc of one link without switches.
void add_fixed_link(PathData& path, const Scene& scene, const FixedLink& link);

/// Half the length of a return wire's stub, where its legend is drawn.
inline constexpr double kStub = 9;
/// Adds a line with a ring at its end.
void add_stub(PathData& path, Point from, Position side);

}  // namespace kintsugi::picture
