/// The style of pictures: all sizes in pixels at natural size, and the style sheet.
///
/// The colours are those of M. Okabe and K. Ito, "Color Universal Design", 2008, which differ for any kind of colour
/// vision; every distinction also has a shape. No text is smaller than kSmallText. Boxes are wide enough for their
/// texts in DejaVu Sans, the widest of the usual fonts.
#pragma once

#include <string>

#include "tb/tool/picture/svg.hpp"

namespace kintsugi::picture {

inline constexpr double kSmallText = 8;
inline constexpr double kNodeText = 9;
inline constexpr double kNoteText = 12;
inline constexpr double kHeading = 18;
inline constexpr double kMargin = 24;
inline constexpr double kLegendWidth = 420;     ///< of the column with the legend and the notes
inline constexpr double kNoteLine = 17;         ///< from one line of it to the next
inline constexpr std::size_t kNoteWords = 54;   ///< characters in one line of it
inline constexpr double kGlyph = 12;            ///< side of a switch between sites
inline constexpr double kCut = 3.5;             ///< half a cross on a wire
inline constexpr std::size_t kTints = 8;        ///< colours for the levels of routers: .tint-0 ... repeat after these
inline constexpr std::size_t kLineColours = 8;  ///< of the kinds of links: .kind-0 ... repeat after these

/// The sizes of a site: its PE and the switches that belong to it, around the middle of the site.
struct SiteStyle {
  Size pitch;  ///< from one site to the next
  Size frame;  ///< PE and switches
  Size pe;
  Point pe_middle;  ///< from the middle of the frame
  double strip;     ///< length of a switch in the frame
  double strip_width;
};

/// Switches along two sides of the PE, where the links pass.
inline constexpr SiteStyle kGridStyle{{76, 76}, {55, 55}, {40, 40}, {-7, -7}, 40, 12};
/// Returns the style of a site that lists its switches below the PE; links are arcs, which need room between the rows.
constexpr SiteStyle list_style(std::size_t switches) {
  constexpr Size kPe{104, 40};
  constexpr double kRow = 14;
  const double rows = kRow * static_cast<double>(switches);
  return {{128, 280}, {kPe.width, kPe.height + rows}, kPe, {0, -rows / 2}, kPe.width, kRow};
}

/// Returns the content of the document's <style> element.
std::string style_sheet();

}  // namespace kintsugi::picture
