#include "tb/testbench/configuration_driver.hpp"

#include <stdexcept>
#include <utility>

#include "models/fabric/bitstream.hpp"

namespace kintsugi {

std::vector<std::uint8_t> configuration_stream(const Chip& chip, const Repair& repair) {
  return with_crc(pack(*chip.plan().fabric, repair.configuration));
}

ConfigurationDriver::ConfigurationDriver(sc_core::sc_module_name name, Chip& chip)
    : sc_module(name), done("done"), chip_(chip) {
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&chip.configuration().chain().ended());
  sc_core::sc_spawn([this] { end(); }, sc_core::sc_gen_unique_name("end"), &options);
}

void ConfigurationDriver::load(const Repair& repair) {
  if (!repair.repairable) throw std::logic_error("there is no repair to load: " + repair.reason);
  load(configuration_stream(chip_, repair), repair.placement, repair.message);
}

void ConfigurationDriver::load(std::vector<std::uint8_t> stream, Placement placement,
                               const std::optional<RepairMessage>& message) {
  if (chip_.faults().controller().busy())
    throw std::logic_error("the chip is repairing itself; load when it has ended");
  if (chip_.packets().live() != 0) throw std::logic_error("packets are under way; load before the traffic begins");
  chip_.configuration().load(std::move(stream), std::move(placement), message);
  loading_ = true;
}

bool ConfigurationDriver::accepted() const {
  return chip_.configuration().chain().phase() == ConfigChain::Phase::kActive;
}

const std::string& ConfigurationDriver::error() const {
  return chip_.configuration().chain().error();
}

/// A reconfiguration at run time ends a stream too, which is none of this driver.
void ConfigurationDriver::end() {
  if (std::exchange(loading_, false)) done.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace kintsugi
