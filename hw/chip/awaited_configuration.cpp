#include "hw/chip/awaited_configuration.hpp"

#include <exception>
#include <string>
#include <utility>

#include "hw/clock/messages.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

void AwaitedConfiguration::warn(const sc_core::sc_object& module, std::size_t waiting, const char* what) {
  if (waiting == 0 || !std::exchange(awaited_, false)) return;
  const std::string text = std::string(module.name()) + ": " + counted(waiting, what) +
                           (waiting == 1 ? " waits" : " wait") +
                           " for a configuration of the chip, and none has come into force: call " +
                           "ChipConfiguration::load(), and see ConfigChain::error() if the stream was refused";
  SC_REPORT_WARNING(kConfigurationReport, text.c_str());
}

void AwaitedConfiguration::warn_at_last(const sc_core::sc_object& module, std::size_t waiting,
                                        const char* what) noexcept {
  if (!sc_core::sc_start_of_simulation_invoked() || std::uncaught_exceptions() != 0) return;
  try {
    warn(module, waiting, what);
  } catch (const sc_core::sc_report&) {  // its handler has seen it
  }
}

}  // namespace kintsugi
