/// The path of a link: the switches and wires that a signal passes from one router port to the next.
///
/// Passage   through one switch: the lane at which the signal enters, the lane at which it leaves, and the wire that it
///           leaves by; at the last switch of a link that lane is a tap, and there is no wire
/// End       the router port that the signal reaches. An open path has none: the signal enters the switch `open_at`
///           and is open there, or it leaves that switch on a lane without wire or tap
/// Fixed     a link without a switch has no passages; `fixed` is its index in Fabric::links
///
/// Extraction (extraction.hpp) finds the same ends. It is faster, and does not say what lies between them. Joining is
/// symmetric in every switch, so a path that begins at a port cannot run into a loop.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi {

struct Passage {
  SwitchId switch_id;
  LaneRef in;
  LaneRef out;
  std::optional<std::size_t> wire = {};  ///< index into Fabric::wires
};

struct LinkPath {
  std::vector<Passage> passages;
  std::optional<SitePort> end;
  std::optional<SwitchId> open_at;
  std::optional<std::size_t> fixed;
  unsigned pitches = 0;  ///< length of the wires
};

/// Follows links on a fabric, which must outlive it. The fabric must be one that NetworkExtractor takes.
class LinkPaths {
 public:
  explicit LinkPaths(const Fabric& fabric);
  /// Returns the path from a router port. A port without tap and link has an empty one.
  LinkPath from(SitePort port, const SwitchStates& states) const;
  /// Returns the switch that a router port is tapped to, or nullopt.
  std::optional<SwitchId> tapped(SitePort port) const;
  /// Returns the terminal at the other end of the wire, or nullopt if this terminal has no wire.
  std::optional<TerminalRef> far_end(TerminalRef at) const;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t index(SitePort port) const { return port.site.value * fabric_->layout.size() + port.port.value; }
  std::size_t index(TerminalRef at) const { return first_terminal_[at.switch_id.value] + at.terminal; }
  const Tap* tap_at(TerminalRef at, Lane lane) const;
  LinkPath fixed(SitePort port, std::size_t link) const;

  const Fabric* fabric_;
  std::vector<std::size_t> first_terminal_;       // by switch
  std::vector<std::size_t> wire_at_;              // by terminal
  std::vector<std::vector<const Tap*>> taps_at_;  // by terminal and lane
  std::vector<const Tap*> tap_of_;                // by site and port
  std::vector<std::size_t> link_of_;              // by site and port
};

}  // namespace kintsugi
