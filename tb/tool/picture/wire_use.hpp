/// Wire use: which wires of a fabric lie on a path between two router ports. The paths are followed lane by lane
/// through the switch types, as the extraction does, but by other code, so that a picture is an independent check of
/// it.
#pragma once

#include <optional>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi::picture {

class WireMap {
 public:
  /// The fabric must outlive it.
  explicit WireMap(const Fabric& fabric);
  /// Returns for every wire the number of its lanes that lie on a path between two router ports.
  std::vector<unsigned> lanes_in_use(const SwitchStates& states) const;
  /// Returns the terminal at the other end of the wire, or nullopt if this terminal has no wire.
  std::optional<TerminalRef> far_end(TerminalRef terminal) const;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t terminal_index(TerminalRef terminal) const {
    return first_terminal_[terminal.switch_id.value] + terminal.terminal;
  }
  bool is_tapped(TerminalRef terminal, Lane lane) const;
  std::vector<std::size_t> path_from(const Tap& tap, const SwitchStates& states) const;

  const Fabric* fabric_;
  std::vector<std::size_t> first_terminal_;  // per switch
  std::vector<std::size_t> wire_at_;         // per terminal
  std::vector<std::vector<bool>> tapped_;    // per terminal and lane
};

}  // namespace kintsugi::picture
