/// Compares the network that a fabric makes in given states with the one that it makes with some switches defective:
/// the same attached sites, joins and lengths, as two extractions would find them (extraction.hpp).
///
/// Only a path that takes a turn in a defective switch which the defect has changed can differ. These paths alone are
/// followed, so the work depends on the defects and on the lengths of the paths, not on the size of the fabric. Every
/// join that takes such a turn on the sound fabric must be on the defective one, and the other way round.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/element_defect.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi {

/// Built once for a fabric, which must outlive it and be one that NetworkExtractor accepts, and used for many states.
class DefectComparison {
 public:
  using StateOf = std::function<SwitchState(SwitchId)>;

  explicit DefectComparison(const Fabric& sound);
  /// Returns whether the defects make no difference in these states. Asks only for the states that it needs.
  bool same(const DefectiveSwitches& defective, const StateOf& state_of);
  /// Returns the number of switches that it has looked at or passed so far.
  std::uint64_t passed() const { return passed_; }

 private:
  enum class Side : std::uint8_t { kSound, kDefective };
  static constexpr std::uint32_t kNone = 0xffffffff;
  /// What lies beyond the lanes of a terminal: a wire with so many lanes, or taps.
  struct Beyond {
    TerminalRef far;
    unsigned lanes = 0;
    unsigned pitches = 0;
    std::uint32_t first_tap = 0;  ///< index into taps_
    std::uint32_t taps = 0;
  };
  /// A lane of a switch.
  struct At {
    SwitchId switch_id;
    LaneRef lane;
    friend constexpr bool operator==(At, At) = default;
  };
  struct Far {
    SitePort port;
    unsigned pitches = 0;
    friend constexpr bool operator==(Far, Far) = default;
  };
  void add_wires(const Fabric& fabric);
  void add_taps(const Fabric& fabric);
  Beyond& beyond(TerminalRef terminal) {
    return beyond_[first_terminal_[terminal.switch_id.value] + terminal.terminal];
  }
  const Tap* tap_at(const Beyond& beyond, Lane lane) const;
  const Tap* tap_of(SitePort port) const;
  std::optional<LaneRef> turn(Side side, At at);
  bool same_at(SwitchId id);
  bool same_turn(At at);
  bool same_join(Side side, At one, At other);
  std::optional<Far> follow(Side side, SitePort from);
  std::optional<Far> follow_out(Side side, At from);
  bool attached(Side side, SiteId site);
  bool same_attachment(At at);

  const Fabric* fabric_;
  std::vector<std::uint32_t> first_terminal_;  // by switch
  std::vector<Beyond> beyond_;                 // by terminal
  std::vector<Tap> taps_;                      // terminal by terminal
  std::vector<std::uint32_t> tap_of_port_;     // by site and port: index into taps_
  std::vector<const SwitchType*> defective_;   // by switch: its type, if it is defective
  const StateOf* state_of_ = nullptr;
  std::uint64_t passed_ = 0;
};

}  // namespace kintsugi
