#include "tb/tool/picture/style.hpp"

#include <array>

namespace kintsugi::picture {

namespace {

constexpr std::array<const char*, kTints> kTintColours{"#f4f4f4", "#fff1a8", "#d3edb8", "#a9e0da",
                                                       "#b4d3f5", "#d9c3ee", "#f6c5d9", "#ecd0ae"};

/// Without yellow, which is too light for a line, and with a grey instead.
constexpr std::array<const char*, kLineColours> kLinkColours{"#55606b", "#0072b2", "#d55e00", "#009e73",
                                                             "#cc79a7", "#e69f00", "#56b4e9", "#000000"};

constexpr const char* kRules = R"(
svg { background: #fff; font-family: 'DejaVu Sans', Verdana, Arial, sans-serif; }
text { fill: #000; text-anchor: middle; }
path, line { fill: none; }
.paper { fill: #fff; }
.heading { text-anchor: start; font-weight: bold; }
.note, .fact { text-anchor: start; }
.note-bold { text-anchor: start; font-weight: bold; }
.wires-idle { stroke: #c3c8cd; stroke-width: 1; }
.wires { stroke: #55606b; stroke-width: 1.6; }
.wires-new { stroke: #0072b2; stroke-width: 3; }
.choices { stroke: #e6e8ea; stroke-width: 0.8; }
.frame { fill: #fff; stroke: #9aa3ab; stroke-width: 0.8; }
.core .pe { fill: #fff; stroke: #333; stroke-width: 1.2; }
.spare .pe { fill: #fff; stroke: #333; stroke-width: 1.2; }
.unused .pe { fill: #fff; stroke: #a8afb6; stroke-dasharray: 3 2; }
.unused text { fill: #6b737a; }
.moved .pe { stroke: #8a4b00; stroke-width: 3; }
.dead .pe { stroke: #000; stroke-width: 1.6; }
.given-up .pe { fill: url(#hatch); stroke: #000; stroke-dasharray: 5 3; }
.dead-cross { stroke: #a9a9a9; stroke-width: 3; }
.hatch { stroke: #7b838a; stroke-width: 1.2; }
.node { font-weight: bold; }
.site text { stroke: #fff; stroke-width: 2.2; stroke-opacity: 0.85; paint-order: stroke; }
.site.dead text { fill: #fff; stroke: #3a3a3a; stroke-opacity: 1; stroke-width: 3; }
.culprit { fill: none; stroke: #d55e00; stroke-width: 5; }
.chain { stroke: #fbd08a; stroke-width: 22; stroke-linejoin: round; stroke-linecap: round; }
.chevrons { fill: #8a4b00; }
.switch { color: #fff; stroke: #333; stroke-width: 1.5; }
.switch text { stroke: #fff; stroke-width: 3; paint-order: stroke; }
.box { fill: currentColor; stroke: #9aa3ab; stroke-width: 0.8; }
.changed { color: #cfe8f7; stroke: #0072b2; stroke-width: 2.6; }
.changed text { fill: #00436b; stroke: #cfe8f7; stroke-width: 3; font-weight: bold; }
.row { text-anchor: start; }
.defective { fill: none; stroke: #d55e00; stroke-width: 3; }
.defective-link { stroke-dasharray: 6 4; }
.ring { fill: none; stroke: #cc79a7; stroke-width: 5; stroke-dasharray: 6 2.5; }
.blocked { stroke: #d55e00; stroke-width: 2.6; }
.kind { fill: #333; }
.vertex circle { fill: #fff; stroke: #55606b; stroke-width: 1.2; }
.vertex.passed circle { stroke: #0072b2; stroke-width: 2.4; }
.vertex.end circle { fill: #cfe8f7; stroke: #0072b2; stroke-width: 3.2; }
.vertex.dead circle { fill: #3a3a3a; stroke: #000; }
.vertex.dead text { fill: #fff; stroke: #3a3a3a; stroke-width: 3; paint-order: stroke; }
.faultless-way { stroke: #cc79a7; stroke-width: 7; stroke-opacity: 0.55; stroke-dasharray: 9 5; }
.way { stroke: #0072b2; stroke-width: 3.4; }
.way-chevrons { fill: #00436b; }
.only-a { stroke: #d55e00; stroke-width: 3; stroke-dasharray: 5 3; }
.only-b { stroke: #0072b2; stroke-width: 3; }
.earlier { fill: none; stroke: #d55e00; stroke-width: 1.6; stroke-dasharray: 2.5 1.5; }
.other-way { stroke: #e69f00; stroke-width: 1.8; }
.placed rect { fill: #fff; stroke: #55606b; stroke-width: 1.2; }
.wire { stroke-width: 1.4; }
.wire.thin { stroke-width: 0.9; }
.wire.again { stroke-dasharray: 5 2; }
.hop { fill: #00436b; font-weight: bold; stroke: #fff; stroke-width: 3; paint-order: stroke; }
)";

std::string font_size(const char* classes, double size) {
  return std::string(classes) + " { font-size: " + number(size) + "px; }\n";
}

}  // namespace

std::string style_sheet() {
  std::string rules = kRules;
  rules += font_size("text", kSmallText) + font_size(".node", kNodeText) + font_size(".heading", kHeading);
  rules += font_size(".note, .note-bold, .fact", kNoteText);
  for (std::size_t tint = 0; tint < kTints; ++tint) {
    rules += ".tint-" + std::to_string(tint) + " .pe { fill: " + kTintColours[tint] + "; }\n";
  }
  for (std::size_t kind = 0; kind < kLineColours; ++kind) {
    rules += ".kind-" + std::to_string(kind) + " { stroke: " + kLinkColours[kind] + "; }\n";
  }
  // After the tints, to override them: an unused PE has no tint.
  return rules + ".unused .pe { fill: #fff; }\n.dead .pe { fill: #3a3a3a; }\n.given-up .pe { fill: url(#hatch); }\n";
}

}  // namespace kintsugi::picture
