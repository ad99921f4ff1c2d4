/// What a switch shows in a picture: which of its terminals are joined, as lines, and a word for its state. Both are
/// read off its type: through() says what is joined, sides say where the terminals are.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "tb/tool/picture/svg.hpp"
#include "tb/tool/picture/wire_use.hpp"

namespace kintsugi::picture {

/// The pairs of terminals of which a lane is joined, ascending.
std::vector<std::pair<TerminalNo, TerminalNo>> joined(const SwitchType& type, SwitchState state);

/// A switch that is drawn as a box with its terminals on the border. It must have sides.
class Glyph {
 public:
  /// `across` is the height of a box of which the wires leave to the west and east, and the width of any other.
  Glyph(const FabricSwitch& drawn, double length, double across);
  Size size() const { return size_; }
  /// From the middle of the box.
  Point terminal(TerminalNo number) const { return terminals_.at(number); }
  PathData lines(const SwitchType& type, SwitchState state) const;

 private:
  Point towards(Position side) const { return {side.x * size_.width / 2, side.y * size_.height / 2}; }
  Size size_;
  std::vector<Point> terminals_;
};

/// The site that a switch belongs to: the one it is tapped to; kNoSite for one between sites.
std::vector<SiteId> owners(const Fabric& fabric);

/// Of a switch of a site. Where the wires come in bundles: those that end at the PE, "0+2", or "bypass" when none does.
/// Else the far site of every tapped port, "shuffle_out p7", or "shuffle_out open".
class StateWords {
 public:
  /// All must outlive it.
  StateWords(const Fabric& fabric, const WireMap& wires, const std::vector<SiteId>& owners);
  std::string of(SwitchId id, SwitchState state) const;

 private:
  std::string bundle_words(SwitchId id, SwitchState state) const;
  std::string choice_words(SwitchId id, SwitchState state) const;

  const Fabric* fabric_;
  const WireMap* wires_;
  const std::vector<SiteId>* owners_;
  std::vector<std::vector<const Tap*>> taps_;  // per switch
};

}  // namespace kintsugi::picture
