#include "hw/chip/stall_rule.hpp"

#include "hw/chip/modules.hpp"

namespace kintsugi {

bool StallRule::is_certain(Cycle cycle, const ClockDomain& clock, const ChipModules& modules) {
  if (!has_flits_ || cycle < certain_after(clock)) return false;
  last_passing_ = modules.last_passing();
  return cycle >= certain_after(clock);
}

}  // namespace kintsugi
