#include "tb/testbench/configuration_driver.hpp"

#include <stdexcept>
#include <utility>

#include "hw/chip/chip.hpp"
#include "hw/clock/spawn.hpp"
#include "models/fabric/bitstream.hpp"

namespace kintsugi {

std::vector<std::uint8_t> configuration_stream(const Chip& chip, const Repair& repair) {
  return stream_of(*chip.plan().fabric, repair.configuration);
}

ConfigurationDriver::ConfigurationDriver(sc_core::sc_module_name name, Chip& chip)
    : sc_module(name), done("done"), chip_(chip) {
  spawn_method(chip.configuration().chain().ended(), sc_core::sc_gen_unique_name("end"), [this] { end(); });
  spawn_method(next_word_, sc_core::sc_gen_unique_name("drive_valid"), [this] { drive_valid(); });
}

void ConfigurationDriver::load(const Repair& repair, ValidPattern valid) {
  if (!repair.repairable) throw std::logic_error("there is no repair to load: " + repair.reason);
  load(configuration_stream(chip_, repair), repair.placement, repair.message, std::move(valid));
}

void ConfigurationDriver::load(std::vector<std::uint8_t> stream, Placement placement,
                               const std::optional<RepairMessage>& message, ValidPattern valid) {
  if (chip_.faults().controller().busy())
    throw std::logic_error("the chip is repairing itself; load when it has ended");
  if (chip_.packets().live() != 0) throw std::logic_error("packets are under way; load before the traffic begins");
  chip_.configuration().load(std::move(stream), std::move(placement), message);
  loading_ = true;
  valid_ = std::move(valid);
  of_load_ = 0;
  if (valid_) drive_valid();
}

/// Runs once in each cycle of a load with a pattern, and before its first one: sets the input for the next cycle.
void ConfigurationDriver::drive_valid() {
  const Cycle next = chip_.clock().next();
  chip_.configuration().chain().set_valid(valid_(of_load_++));
  next_word_.notify(chip_.clock().time_of(next) - sc_core::sc_time_stamp());
}

bool ConfigurationDriver::accepted() const {
  return chip_.configuration().chain().phase() == ConfigChain::Phase::kActive;
}

const std::string& ConfigurationDriver::error() const {
  return chip_.configuration().chain().error();
}

/// A reconfiguration at run time ends a stream too, which is none of this driver.
void ConfigurationDriver::end() {
  if (!std::exchange(loading_, false)) return;
  if (std::exchange(valid_, {})) {
    next_word_.cancel();
    chip_.configuration().chain().set_valid(true);
  }
  done.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace kintsugi
