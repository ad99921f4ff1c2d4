/// Path ports join modules. Each holds an sc_port, so that the SystemC hierarchy shows the wires; no flit passes
/// through it. The elaborator binds each to the path target at the other end of its wire. A path cursor that follows
/// them through the switches finds the module at the far end of a path, to which flits then go directly
/// (hw/link/link_transmitter.hpp).
///
/// Each wire is bound both ways: the path port at each end to the path target at the other.
#pragma once

#include <systemc>
#include <vector>

#include "hw/link/link_transmitter.hpp"
#include "models/fabric/switch_type.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// A cursor along a path: the switches that it has passed, and its end.
struct PathCursor {
  Endpoint end;          ///< its receiver is nullptr until the cursor reaches a router or PE, and if the path ends open
  unsigned pitches = 0;  ///< length of the wires passed
  std::vector<SwitchId> passed;  ///< switches in order; the path may end open at the last one
};

/// A path target is the place at which a wire enters a module: a router port, a PE, or one terminal of a switch. The
/// path port at the other end of the wire is bound to it.
class PathTargetIf : public virtual sc_core::sc_interface {
 public:
  /// Takes a cursor that arrives on this lane of the wire: ends it, or passes it on through another path port.
  virtual void enter(PathCursor& cursor, Lane lane) = 0;
};

/// A path port leads out of a module on a wire of one or several lanes. A router, a PE and a tap of a switch have one
/// lane; another terminal of a switch has all lanes of its bundle. The port may stay unbound: an open end.
struct PathPort {
  explicit PathPort(const char* name) : port(name) {}
  /// Binds the port to its far target, over a wire of this many lanes and pitches. Lane i of the port enters the target
  /// on lane i + `first_lane`.
  void bind(PathTargetIf& far, unsigned wire_lanes, unsigned wire_pitches, Lane first_lane = 0) {
    port.bind(far);
    lanes = wire_lanes;
    pitches = wire_pitches;
    lane_offset = first_lane;
  }
  /// Starts a cursor with the single wire of this path port.
  void start(PathCursor& cursor) const { follow(cursor, 0); }
  /// Keeps the bound interface, so that a cursor needs no look-up; to be called after elaboration.
  void resolve() { far_ = port.size() > 0 ? port[0] : nullptr; }
  void follow(PathCursor& cursor, Lane lane) const {
    if (far_ == nullptr || lane >= lanes) return;
    cursor.pitches += pitches;
    far_->enter(cursor, static_cast<Lane>(lane + lane_offset));
  }

  sc_core::sc_port<PathTargetIf, 1, sc_core::SC_ZERO_OR_MORE_BOUND> port;
  unsigned lanes = 0;
  unsigned pitches = 0;
  Lane lane_offset = 0;

 private:
  PathTargetIf* far_ = nullptr;
};

/// What knows the flits on the paths of a chip.
class PathWatcher {
 public:
  virtual ~PathWatcher() = default;
  /// Returns whether a flit was sent in the cycle evaluated last on a path that passes this switch.
  virtual bool flit_passes(SwitchId id) const = 0;
};

/// The path target of a module in which paths end: a router port or a PE.
class PathEnd final : public PathTargetIf {
 public:
  explicit PathEnd(Endpoint end) : end_(end) {}
  void enter(PathCursor& cursor, Lane) override { cursor.end = end_; }
  const Endpoint& endpoint() const { return end_; }

 private:
  Endpoint end_;
};

}  // namespace kintsugi
