/// Pins: how modules are joined. A pin is a real port, bound by the elaborator to what its wire leads to; a walk from
/// pin to pin through the switches finds the module at the far end of a path.
///
/// Each wire is bound both ways: the pin at each end to the entry at the other.
#pragma once

#include <systemc>
#include <vector>

#include "hw/link/link_end.hpp"
#include "models/fabric/switch_type.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// A walk along a path: what it has passed, and where it ended.
struct Walk {
  Endpoint end;  ///< inbox is nullptr as long as the walk has not reached a module, and for ever if it ends open
  unsigned pitches = 0;          ///< length of the wires passed
  std::vector<SwitchId> passed;  ///< switches in order; the last one may be where it ended open
};

/// What a pin is bound to: the near side of the module at the other end of the wire.
class EntryIf : public virtual sc_core::sc_interface {
 public:
  /// The walk arrives on this lane of the wire: it ends here, or goes on through another pin.
  virtual void enter(Walk& walk, Lane lane) = 0;
};

/// A pin leads out of a module on one wire, or on one lane of a wire. It may stay unbound: an open end.
struct Pin {
  explicit Pin(const char* name) : port(name) {}
  /// The wire to that entry. `first_lane` is the lane on which a single wire comes in at a bundle.
  void bind(EntryIf& far, unsigned wire_lanes, unsigned wire_pitches, Lane first_lane = 0) {
    port.bind(far);
    lanes = wire_lanes;
    pitches = wire_pitches;
    lane_offset = first_lane;
  }
  /// Begins a walk with the single wire of this pin.
  void start(Walk& walk) const { follow(walk, 0); }
  /// Called after elaboration: keeps the bound interface, so that a walk costs no look-up.
  void resolve() { far_ = port.size() > 0 ? port[0] : nullptr; }
  void follow(Walk& walk, Lane lane) const {
    if (far_ == nullptr || lane >= lanes) return;
    walk.pitches += pitches;
    far_->enter(walk, static_cast<Lane>(lane + lane_offset));
  }

  sc_core::sc_port<EntryIf, 1, sc_core::SC_ZERO_OR_MORE_BOUND> port;
  unsigned lanes = 0;
  unsigned pitches = 0;
  Lane lane_offset = 0;

 private:
  EntryIf* far_ = nullptr;
};

/// The entry of a module in which paths end: a router port or a PE.
class EndEntry final : public EntryIf {
 public:
  explicit EndEntry(Endpoint end) : end_(end) {}
  void enter(Walk& walk, Lane) override { walk.end = end_; }
  const Endpoint& endpoint() const { return end_; }

 private:
  Endpoint end_;
};

}  // namespace kintsugi
