#include "models/fabric/element_defect.hpp"

namespace kintsugi {

bool contradict(const ElementDefect& a, const ElementDefect& b) {
  if (a == b || a.switch_id() != b.switch_id()) return false;
  const auto *const one = std::get_if<StuckSwitch>(&a.what), *const other = std::get_if<StuckSwitch>(&b.what);
  if (one != nullptr && other != nullptr) return true;
  const auto *const lane = std::get_if<StuckLane>(&a.what), *const other_lane = std::get_if<StuckLane>(&b.what);
  return lane != nullptr && other_lane != nullptr && lane->lane == other_lane->lane;
}

SwitchId ElementDefect::switch_id() const {
  return std::visit([](const auto& defect) { return defect.switch_id; }, what);
}

bool operator==(const ElementDefect& a, const ElementDefect& b) {
  return a.what == b.what;
}

std::strong_ordering operator<=>(const ElementDefect& a, const ElementDefect& b) {
  return a.what <=> b.what;
}

}  // namespace kintsugi
