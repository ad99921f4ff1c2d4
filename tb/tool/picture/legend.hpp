/// The words of a picture: its title, and the column beside the panels with the legend and a text about the repair, or
/// why there is none.
#pragma once

#include "tb/tool/picture/scene.hpp"

namespace kintsugi::picture {

/// Draws the title of a picture and the lines below it, from its north-west corner; returns the y of the last line.
double draw_titles(Element root, const std::string& title, const std::vector<std::string>& facts);

/// Returns a width in which these lines have room, margins included, in the widest of the usual fonts.
double titles_width(const std::string& title, const std::vector<std::string>& facts);

/// Draws the column from this corner downwards; returns the y of its lower end.
double draw_legend(Element root, const Scene& scene, GlyphStore& glyphs, Point corner);

/// Breaks a text at blanks into lines of at most `most` characters.
std::vector<std::string> wrap_words(const std::string& text, std::size_t most);

}  // namespace kintsugi::picture
