#include "hw/pe/pe.hpp"

#include "hw/link/event_log.hpp"

namespace kintsugi {

void Pe::report_drop(const ChipContext& chip, unsigned thread, const Packet& packet, DropReason reason,
                     Cycle now) const {
  if (!reports_events() || chip.events == nullptr) return;
  chip.events->drop(thread, name(), now, packet, *chip.network, kDropReasonWords[static_cast<std::size_t>(reason)]);
}

}  // namespace kintsugi
