/// The trace: which router ports a fabric joins when its switches are in given states, and whether that is a network.
///
/// Every router port is followed through switches and wires to its far end. A site is attached when at least one
/// of its ports leads out of the switch it is tapped to; links without a switch are always there and attach nobody. Two
/// sites that are not attached take no part, however they are joined. Nothing is assumed about the states: loops, stubs
/// and open ends are all found and named.
#pragma once

#include <cstdint>
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

struct ExtractedNetwork {
  std::vector<Join> joins;       ///< ascending
  std::vector<SiteId> attached;  ///< ascending
};

/// Walks a fabric; built once for a fabric, used for many states. The fabric must outlive it. What the switch types say
/// is put into one table beforehand, so that a step takes a few nanoseconds. Errors: std::invalid_argument for a fabric
/// with two wires on a terminal, or two taps on a lane, or two taps or links on a port.
class NetworkExtractor {
 public:
  explicit NetworkExtractor(const Fabric& fabric);
  ExtractedNetwork extract(const SwitchStates& states) const;
  /// The far end of one port, or nothing when it ends open.
  std::optional<Join> follow(SitePort from, const SwitchStates& states) const;

 private:
  static constexpr std::uint16_t kOpen = 0xffff;  ///< of a turn

  /// The lanes of all terminals of all switches are numbered through, switch by switch; a turn is a lane within its
  /// switch. What a cursor reads is kept small: it does little but wait for memory.
  struct SwitchLanes {
    std::uint32_t first = 0;  ///< lane
    std::uint32_t type = 0;   ///< index into types_
  };
  struct TypeTurns {
    std::uint32_t lanes = 0;
    std::uint32_t states = 0;  ///< higher ones are open
    std::uint32_t turns = 0;   ///< where in turns_ its own begin: state after state, lane after lane
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
  /// On the way from a router port.
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
  std::string name_of(TerminalRef terminal) const;
  /// The lane on which a signal leaves that comes in on `lane`, within the switch; or kOpen.
  std::uint16_t turn(std::uint32_t at_switch, std::uint32_t lane, const SwitchStates& states) const {
    const TypeTurns& type = types_[switches_[at_switch].type];
    const SwitchState state = states[at_switch];
    return state < type.states ? turns_[type.turns + state * type.lanes + (lane - switches_[at_switch].first)] : kOpen;
  }
  /// Out of the switch at a tapped port, if it leads out of it.
  std::optional<PathCursor> leave(std::uint32_t port, const SwitchStates& states) const;
  /// To what is beyond the lane, and through the switch there.
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
  /// Where all ports of the sites lead.
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

/// Compares what was extracted with the network that was wanted, port by port, and the attached sites with the placement.
/// Ports of the fabric's routers and of the network correspond by name.
/// Nothing when they are the same; else the first difference, in words.
std::optional<std::string> difference(const ExtractedNetwork& extracted, const Network& wanted,
                                      const Placement& placement, const Fabric& fabric);

}  // namespace kintsugi
