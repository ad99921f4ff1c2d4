/// Extraction: which router ports a fabric joins when its switches are in given states, and whether the result is the
/// wanted network (in EDA terms: layout versus schematic).
///
/// Every router port is followed through switches and wires to its far end. A site is attached if at least one of its
/// ports leads out of the switch it is tapped to. Links without a switch are always there and attach no site. Joins
/// between two sites that are not attached are ignored. Nothing is assumed about the states: loops, stubs and open ends
/// are all found and named.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi {

/// Two router ports that are joined, a < b; a == b if a port leads back to itself.
struct Join {
  SitePort a;
  SitePort b;
  unsigned pitches = 0;  ///< length of the wires in between
  friend constexpr auto operator<=>(const Join&, const Join&) = default;
};

struct ExtractedNetwork {
  std::vector<Join> joins;       ///< ascending
  std::vector<SiteId> attached;  ///< ascending
};

/// Extracts networks from a fabric, which must outlive it. Built once for a fabric and used for many states. The tables
/// of the switch types are merged into one beforehand, so that a step takes a few nanoseconds. Throws
/// std::invalid_argument if the fabric has two wires on a terminal, two taps on a lane, or two taps or links on a port.
class NetworkExtractor {
 public:
  explicit NetworkExtractor(const Fabric& fabric);
  ExtractedNetwork extract(const SwitchStates& states) const;
  /// Returns the far end of one port, or nullopt if the port leads to an open end.
  std::optional<Join> follow(SitePort from, const SwitchStates& states) const;

 private:
  static constexpr std::uint16_t kOpen = 0xffff;  ///< of a turn

  /// The lanes of all terminals of all switches are numbered consecutively, switch by switch; a turn is the number of a
  /// lane within its switch. The records that a cursor reads are small, because its time is mostly memory latency.
  struct SwitchLanes {
    std::uint32_t first = 0;  ///< number of its first lane
    std::uint32_t type = 0;   ///< index into types_
  };
  struct TypeTurns {
    std::uint32_t lanes = 0;
    std::uint32_t states = 0;  ///< in higher states all lanes are open
    std::uint32_t turns = 0;   ///< index of its first turn in turns_: state after state, lane after lane
  };
  /// What a lane leads to, outside its switch.
  struct Beyond {
    static constexpr std::uint32_t kNothing = 0xffffffff;
    static constexpr std::uint32_t kTap = 0xfffffffe;
    std::uint32_t at_switch = kNothing;  ///< at the far end of a wire; kTap, kNothing
    std::uint32_t lane = 0;              ///< of a wire: at its far end; of a tap: the index of the router port
    std::uint32_t pitches = 0;
  };
  /// What a router port leads to.
  struct PortEnd {
    enum class Kind : std::uint8_t { kOpen, kTap, kLink } kind = Kind::kOpen;
    std::uint32_t lane = 0;  ///< of a tap
    std::uint32_t at_switch = 0;
    Join link = {};
  };
  /// The position on the path from a router port.
  struct PathCursor {
    std::uint32_t from = 0;  ///< index of the port
    std::uint32_t lane = 0;  ///< on which it leaves a switch; at a tap, the index of the port there
    std::uint32_t pitches = 0;
  };
  enum class Step : std::uint8_t { kOn, kOpen, kTap };
  /// Where a port leads.
  struct Far {
    static constexpr std::uint32_t kNowhere = 0xffffffff;
    std::uint32_t port = kNowhere;  ///< index
    std::uint32_t pitches = 0;
  };
  std::size_t terminal_index(TerminalRef terminal) const {
    return first_terminal_.at(terminal.switch_id.value) + terminal.terminal;
  }
  std::uint32_t lane_index(TerminalRef terminal, Lane lane) const {
    return first_lane_.at(terminal_index(terminal)) + lane;
  }
  std::size_t port_index(SitePort port) const { return port.site.value * fabric_->layout.size() + port.port.value; }
  SitePort port_of(std::uint32_t index) const;
  void number_lanes();
  TypeTurns tabulate(const SwitchType& type);
  void add_wires();
  void add_tap(const Tap& tap);
  void add_link(const FixedLink& link);
  PortEnd& free_port(SitePort port);
  /// Returns the lane, within the switch, on which a signal leaves that enters on `lane`; kOpen if it does not leave.
  std::uint16_t turn(std::uint32_t at_switch, std::uint32_t lane, const SwitchStates& states) const {
    const TypeTurns& type = types_[switches_[at_switch].type];
    const SwitchState state = states[at_switch];
    return state < type.states ? turns_[type.turns + state * type.lanes + (lane - switches_[at_switch].first)] : kOpen;
  }
  /// Returns a cursor on the lane by which a tapped port leaves its switch, or nullopt if the port is open there.
  std::optional<PathCursor> leave(std::uint32_t port, const SwitchStates& states) const;
  /// Follows the lane to what lies beyond it, and through the switch there.
  Step advance(PathCursor& cursor, const SwitchStates& states) const {
    const Beyond& beyond = beyond_[cursor.lane];
    if (beyond.at_switch == Beyond::kNothing) return Step::kOpen;
    if (beyond.at_switch == Beyond::kTap) {
      cursor.lane = beyond.lane;
      return Step::kTap;
    }
    const std::uint16_t out = turn(beyond.at_switch, beyond.lane, states);
    if (out == kOpen) return Step::kOpen;
    cursor.lane = switches_[beyond.at_switch].first + out;
    cursor.pitches += beyond.pitches;
    __builtin_prefetch(&beyond_[cursor.lane]);
    return Step::kOn;
  }
  /// Returns where all ports of the sites lead.
  std::vector<Far> follow_all(const std::vector<SiteId>& sites, const SwitchStates& states) const;
  bool attached(SiteId site, const SwitchStates& states) const;

  const Fabric* fabric_;
  std::vector<std::size_t> first_terminal_;  // per switch
  std::vector<std::uint32_t> first_lane_;    // per terminal
  std::vector<SwitchLanes> switches_;
  std::vector<TypeTurns> types_;
  std::vector<std::uint16_t> turns_;
  std::vector<Beyond> beyond_;    // per lane
  std::vector<PortEnd> port_at_;  // per site and port
};

/// The joins of an extracted network from port to port. The fabric must outlive it.
class JoinedPorts {
 public:
  JoinedPorts(const ExtractedNetwork& extracted, const Fabric& fabric);
  /// Returns the port that a router port is joined to, or nullopt.
  const std::optional<SitePort>& of(SitePort port) const {
    return far_[port.site.value * fabric_->layout.size() + port.port.value];
  }

 private:
  const Fabric* fabric_;
  std::vector<std::optional<SitePort>> far_;  // by site and port
};

/// Compares the extracted network with the wanted one, port by port, and the attached sites with the placement. Ports
/// of the fabric's routers and of the network correspond by name. Returns nullopt if they are the same, otherwise a
/// description of the first difference.
std::optional<std::string> difference(const ExtractedNetwork& extracted, const Network& wanted,
                                      const Placement& placement, const Fabric& fabric);

}  // namespace kintsugi
