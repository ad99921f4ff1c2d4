/// The column beside the panels: the legend, and in words what was done, or why nothing can be.
#pragma once

#include "tb/tool/picture/scene.hpp"

namespace kintsugi::picture {

/// Draws it from this point on; returns how far down it reaches.
double draw_key(Element root, const Scene& scene, GlyphStore& glyphs, Point corner);

/// A text in lines of at most so many characters, broken at blanks.
std::vector<std::string> wrap_words(const std::string& text, std::size_t most);

}  // namespace kintsugi::picture
