/// The glyph of a switch: lines between the terminals that it joins, and a word for its state. Both follow from its
/// type: through() gives the joined lanes, the sides give the places of the terminals.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "tb/tool/picture/svg.hpp"
#include "tb/tool/picture/wire_use.hpp"

namespace kintsugi::picture {

/// Returns the pairs of terminals that have a joined lane, ascending.
std::vector<std::pair<TerminalNo, TerminalNo>> joined(const SwitchType& type, SwitchState state);

/// A switch drawn as a box with its terminals on the border. It must have sides.
class Glyph {
 public:
  /// `across` is the height of a box of which the wires leave to the west and east, and the width of any other.
  Glyph(const FabricSwitch& drawn, double length, double across);
  Size size() const { return size_; }
  /// Returns the place of a terminal relative to the middle of the box.
  Point terminal(TerminalNo number) const { return terminals_.at(number); }
  PathData lines(const SwitchType& type, SwitchState state) const;
  /// Adds the line between two terminals of a switch in this place.
  void add_line(PathData& data, Point middle, TerminalNo from, TerminalNo to) const;

 private:
  Point towards(Position side) const { return {side.x * size_.width / 2, side.y * size_.height / 2}; }
  Size size_;
  std::vector<Point> terminals_;
};

/// Returns, for each switch, the site that it is tapped to; kNoSite for a switch between sites, and for one of a chain
/// of switches, beside which there is no room for words.
std::vector<SiteId> owners(const Fabric& fabric);

/// Describes the state of a switch that belongs to a site. If wires pass it in state 0: the lanes that end at the PE
/// ("0+2"), "bypass" if none does, "isolated" if all wires are open. Else the far site of every tapped port
/// ("shuffle_out p7", or "shuffle_out open").
class StateWords {
 public:
  /// All arguments must outlive it.
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
