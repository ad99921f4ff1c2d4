/// The column beside the panels: the legend, and a text about the repair, or why there is none.
#pragma once

#include "tb/tool/picture/scene.hpp"

namespace kintsugi::picture {

/// Draws the column from this corner downwards; returns the y of its lower end.
double draw_legend(Element root, const Scene& scene, GlyphStore& glyphs, Point corner);

/// Breaks a text at blanks into lines of at most `most` characters.
std::vector<std::string> wrap_words(const std::string& text, std::size_t most);

}  // namespace kintsugi::picture
