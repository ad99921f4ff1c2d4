/// The wires of a panel, sorted by what they carry, as a few long paths: there are thousands.
#pragma once

#include "tb/tool/picture/scene.hpp"
#include "tb/tool/picture/subject.hpp"

namespace kintsugi::picture {

/// What is in use now and was not in the setting held against it, if any, is drawn as new.
void draw_wires(Element panel, const Scene& scene, const Setting& setting, const Setting* held_against);

/// Half the length of a return wire's stub, where its legend is drawn.
inline constexpr double kStub = 9;
/// A line with a ring at its end.
void add_stub(PathData& path, Point from, Position side);

}  // namespace kintsugi::picture
