/// Which wires of a fabric carry something: those on the way from one router port to another. Followed lane by lane
/// through the switch types, as the trace does, but written anew: a picture is a second look at what was extracted.
#pragma once

#include <optional>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi::picture {

class WireMap {
 public:
  /// The fabric must outlive it.
  explicit WireMap(const Fabric& fabric);
  /// For every wire: the number of its lanes that are part of a way between two router ports.
  std::vector<unsigned> lanes_in_use(const SwitchStates& states) const;
  /// Where the wire of a terminal leads; nothing when it has none.
  std::optional<TerminalRef> far_end(TerminalRef terminal) const;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t terminal_index(TerminalRef terminal) const {
    return first_terminal_[terminal.switch_id.value] + terminal.terminal;
  }
  bool is_tapped(TerminalRef terminal, Lane lane) const;
  std::vector<std::size_t> way_from(const Tap& tap, const SwitchStates& states) const;

  const Fabric* fabric_;
  std::vector<std::size_t> first_terminal_;  // per switch
  std::vector<std::size_t> wire_at_;         // per terminal
  std::vector<std::vector<bool>> tapped_;    // per terminal and lane
};

}  // namespace kintsugi::picture
