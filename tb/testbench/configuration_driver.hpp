/// Configures a chip on a fabric: shifts the states of the switches in, and says when they are in force.
///
/// Load      from the next cycle on; `done` is notified when the chain has accepted or refused the stream
/// Errors    std::logic_error for a directly wired chip, for a repair that does not exist, and while packets are under
///           way or the chip repairs itself; those of ChipConfiguration::load()
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "hw/chip/chip.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

class ConfigurationDriver final : public sc_core::sc_module {
 public:
  sc_core::sc_event done;

  ConfigurationDriver(sc_core::sc_module_name name, Chip& chip);
  void load(const Repair& repair);
  /// Loads a stream (bitstream and CRC) as it is.
  void load(std::vector<std::uint8_t> stream, Placement placement,
            const std::optional<RepairMessage>& message = std::nullopt);
  bool accepted() const;
  /// Returns why the last load was refused; empty if it was not.
  const std::string& error() const;

 private:
  void end();

  Chip& chip_;
  bool loading_ = false;
};

/// Returns the stream of a repair for the configuration chain: bitstream and CRC.
std::vector<std::uint8_t> configuration_stream(const Chip& chip, const Repair& repair);

}  // namespace kintsugi
