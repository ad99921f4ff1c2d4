#include "hw/link/path_port.hpp"

namespace kintsugi {

PathPort::PathPort(const char* name, ShownPorts shown)
    : shown_(shown == ShownPorts::kAll ? std::make_unique<Shown>(name) : nullptr) {}

void PathPort::bind(PathTargetIf& far, unsigned wire_lanes, unsigned wire_pitches, Lane first_lane) {
  if (shown_) shown_->bind(far);
  far_ = &far;
  lanes_ = narrow<std::uint16_t>(wire_lanes);
  pitches_ = wire_pitches;
  lane_offset_ = first_lane;
}

}  // namespace kintsugi
