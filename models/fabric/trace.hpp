/// The trace: which router ports a fabric joins when its switches are in given states, and whether that is a network.
///
/// Every router port is followed through switches and wires to its far end. A site is attached when at least one
/// of its ports leads out of the switch it is tapped to; links without a switch are always there and attach nobody. Two
/// sites that are not attached take no part, however they are joined. Nothing is assumed about the states: loops, stubs
/// and open ends are all found and named.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi {

/// Two router ports that meet. a < b. A port that comes back to itself has a == b.
struct Join {
  SitePort a;
  SitePort b;
  unsigned pitches = 0;  ///< length of the wires in between
  friend constexpr auto operator<=>(const Join&, const Join&) = default;
};

struct TracedNetwork {
  std::vector<Join> joins;       ///< ascending
  std::vector<SiteId> attached;  ///< ascending
};

/// Walks a fabric; built once for a fabric, used for many states. The fabric must outlive it.
/// Errors: std::invalid_argument for a fabric with two wires on a terminal, or two taps on a lane, or two taps or links
/// on a port.
class Tracer {
 public:
  explicit Tracer(const Fabric& fabric);
  TracedNetwork trace(const SwitchStates& states) const;
  /// The far end of one port, or nothing when it ends open.
  std::optional<Join> follow(SitePort from, const SwitchStates& states) const;

 private:
  /// What is at the far end of a terminal's wire, and of a tap lane.
  struct FarEnd {
    TerminalRef terminal;
    unsigned lanes = 0;  ///< 0: no wire
    unsigned pitches = 0;
  };
  struct TapEnd {
    SitePort port;
    bool used = false;
  };
  /// What a router port leads to.
  struct PortEnd {
    enum class Kind : std::uint8_t { kOpen, kTap, kLink } kind = Kind::kOpen;
    Tap tap = {};
    Join link = {};
  };
  std::size_t terminal_index(TerminalRef terminal) const {
    return first_terminal_.at(terminal.switch_id.value) + terminal.terminal;
  }
  std::size_t port_index(SitePort port) const { return port.site.value * fabric_->layout.size() + port.port.value; }
  void number_terminals();
  void add_wire(const Wire& wire);
  void add_tap(const Tap& tap);
  void add_link(const FixedLink& link);
  PortEnd& free_port(SitePort port);
  std::string name_of(TerminalRef terminal) const;
  std::optional<LaneRef> pass(SwitchId switch_id, LaneRef in, const SwitchStates& states) const;
  bool attached(SiteId site, const SwitchStates& states) const;

  const Fabric* fabric_;
  std::vector<std::size_t> first_terminal_;  // per switch
  std::vector<FarEnd> wire_at_;              // per terminal
  std::vector<std::size_t> first_tap_;       // per terminal, index into tap_at_
  std::vector<TapEnd> tap_at_;               // per terminal and lane
  std::vector<PortEnd> port_at_;             // per site and port
};

/// Compares what was traced with the network that was wanted, port by port, and the attached sites with the placement.
/// Ports of the fabric's routers and of the network correspond by name.
/// Nothing when they are the same; else the first difference, in words.
std::optional<std::string> difference(const TracedNetwork& traced, const Network& wanted, const Placement& placement,
                                      const Fabric& fabric);

}  // namespace kintsugi
