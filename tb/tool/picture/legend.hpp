/// The words of a picture: its title, and the column beside the panels with the legend and a text about the repair, or
/// why there is none.
#pragma once

#include "tb/tool/picture/scene.hpp"

namespace kintsugi::picture {

/// Draws the title of a picture and the lines below it, from its north-west corner; returns the y of the last line.
double draw_titles(Element root, const std::string& title, const std::vector<std::string>& facts);

/// Returns a width in which these lines have room, margins included, in the widest of the usual fonts.
double titles_width(const std::string& title, const std::vector<std::string>& facts);

/// The column beside the panels, filled downwards: headings, lines, and samples with words beside them.
class Column {
 public:
  /// From an entry to the next, and from the left border to the middle of a sample.
  struct Style {
    double entry;
    double sample;
  };
  Column(Element parent, Point corner, Style style)
      : parent_(parent), left_(corner.x), down_(corner.y), style_(style) {}

  void heading(const std::string& words);
  /// Writes a line of the text, or several.
  void line(const std::string& words);
  /// Writes the text, if any, beside a sample and moves on to the next entry.
  void words(const std::string& words);
  /// Returns the middle of the sample of this entry.
  Point sample() const { return {left_ + style_.sample, down_ + style_.entry / 2}; }
  /// Draws a line as the sample.
  void line_sample(const std::string& style);
  Element element() { return parent_; }
  /// Return the place where words of this entry begin, and the y of the lower end.
  Point words_begin() const;
  double down() const { return down_; }

 private:
  Element parent_;
  double left_;
  double down_;
  Style style_;
};

/// Draws the column from this corner downwards; returns the y of its lower end.
double draw_legend(Element root, const Scene& scene, GlyphStore& glyphs, Point corner);

/// Breaks a text at blanks into lines of at most `most` characters.
std::vector<std::string> wrap_words(const std::string& text, std::size_t most);

}  // namespace kintsugi::picture
