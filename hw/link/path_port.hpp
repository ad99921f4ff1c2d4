/// Path ports join modules. The elaborator binds each to the path target at the other end of its wire. A path cursor
/// that follows them through the switches finds the module at the far end of a path, to which flits then go directly
/// (hw/link/link_transmitter.hpp).
///
/// Each wire is bound both ways: the path port at each end to the path target at the other.
///
/// Shown    a path port can have an sc_port, so that the SystemC hierarchy shows the wires. No flit passes through it,
///          and it takes 400 bytes, the path port itself 24. A large chip has none (ChipParameters::shown_ports)
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "hw/link/link_transmitter.hpp"
#include "hw/link/parameters.hpp"
#include "hw/link/path_watcher.hpp"
#include "models/fabric/switch_type.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// A cursor along a path: the switches that it has passed, and its end.
struct PathCursor {
  Endpoint end;          ///< its receiver is nullptr until the cursor reaches a router or PE, and if the path ends open
  unsigned pitches = 0;  ///< length of the wires passed
  std::vector<SwitchId> passed;  ///< switches in order; the path may end open at the last one
};

/// A path target is the place at which a wire enters a module: a router, a PE, or one terminal of a switch. The path
/// port at the other end of the wire is bound to it.
class PathTargetIf : public virtual sc_core::sc_interface {
 public:
  /// Takes a cursor that arrives on this lane of the wire: ends it, or passes it on through another path port.
  virtual void enter(PathCursor& cursor, Lane lane) = 0;
};

/// A path port leads out of a module on a wire of one or several lanes. A router, a PE and a tap of a switch have one
/// lane; another terminal of a switch has all lanes of its bundle. The port may stay unbound: an open end.
class PathPort {
 public:
  using Shown = sc_core::sc_port<PathTargetIf, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  /// Makes a port of this name in the module under construction.
  explicit PathPort(const char* name, ShownPorts shown = ShownPorts::kAll);
  /// Binds the port to its far target, over a wire of this many lanes and pitches. Lane i of the port enters the target
  /// on lane i + `first_lane`.
  void bind(PathTargetIf& far, unsigned wire_lanes, unsigned wire_pitches, Lane first_lane = 0);
  /// Starts a cursor with the single wire of this path port.
  void start(PathCursor& cursor) const { follow(cursor, 0); }
  void follow(PathCursor& cursor, Lane lane) const {
    if (far_ == nullptr || lane >= lanes_) return;
    cursor.pitches += pitches_;
    far_->enter(cursor, static_cast<Lane>(lane + lane_offset_));
  }

  /// Returns the target that the port is bound to; nullptr if it is open.
  PathTargetIf* far() const { return far_; }
  /// Returns the pitches of its wire; 0 if it is open.
  unsigned pitches() const { return pitches_; }
  /// Returns what the hierarchy shows of the port; nullptr if that is nothing.
  Shown* shown() const { return shown_.get(); }

 private:
  std::unique_ptr<Shown> shown_;
  PathTargetIf* far_ = nullptr;
  std::uint32_t pitches_ = 0;
  std::uint16_t lanes_ = 0;
  Lane lane_offset_ = 0;
};

/// The path target of a module with one port, in which paths end: a PE.
class PathEnd final : public PathTargetIf {
 public:
  explicit PathEnd(Endpoint end) : end_(end) {}
  void enter(PathCursor& cursor, Lane) override { cursor.end = end_; }
  const Endpoint& endpoint() const { return end_; }

 private:
  Endpoint end_;
};

}  // namespace kintsugi
