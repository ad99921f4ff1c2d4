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
  chip.configuration().chain();  // throws without one
  chip.clock().after_each_cycle([this] { after_cycle(); });
}

void ConfigurationDriver::load(const Repair& repair) {
  if (!repair.repairable) throw std::logic_error("there is no repair to load: " + repair.reason);
  load(configuration_stream(chip_, repair), repair.placement, repair.message);
}

void ConfigurationDriver::load(std::vector<std::uint8_t> stream, Placement placement,
                               const std::optional<RepairMessage>& message) {
  chip_.configuration().load(std::move(stream), std::move(placement), message);
  loading_ = true;
}

bool ConfigurationDriver::accepted() const {
  return chip_.configuration().chain().phase() == ConfigChain::Phase::kActive;
}

const std::string& ConfigurationDriver::error() const {
  return chip_.configuration().chain().error();
}

void ConfigurationDriver::after_cycle() {
  if (!loading_) return;
  const ConfigChain::Phase phase = chip_.configuration().chain().phase();
  const bool ended = phase == ConfigChain::Phase::kActive || phase == ConfigChain::Phase::kRefused;
  if (!ended) return;
  loading_ = false;
  done.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace kintsugi
