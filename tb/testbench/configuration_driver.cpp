#include "tb/testbench/configuration_driver.hpp"

#include <stdexcept>
#include <utility>

#include "models/fabric/bitstream.hpp"

namespace kintsugi {

namespace {

std::vector<std::uint8_t> stream_of(const Chip& chip, const Repair& repair) {
  return with_crc(pack(*chip.plan().fabric, repair.configuration));
}

}  // namespace

ConfigurationDriver::ConfigurationDriver(sc_core::sc_module_name name, Chip& chip)
    : sc_module(name), done("done"), chip_(chip) {
  chip.clock().after_each_cycle([this] { after_cycle(); });
}

void ConfigurationDriver::load(const Repair& repair) {
  if (!repair.repairable) throw std::logic_error("there is no repair to load: " + repair.reason);
  chip_.configuration().load(stream_of(chip_, repair), repair.placement, repair.message);
  loading_ = true;
}

bool ConfigurationDriver::accepted() const {
  return chip_.configuration().chain().phase() == ConfigChain::Phase::kActive;
}

const std::string& ConfigurationDriver::error() const {
  return chip_.configuration().chain().error();
}

void ConfigurationDriver::after_cycle() {
  const ConfigChain::Phase phase = chip_.configuration().chain().phase();
  const bool ended = phase == ConfigChain::Phase::kActive || phase == ConfigChain::Phase::kRefused;
  if (!loading_ || !ended) return;
  loading_ = false;
  done.notify(sc_core::SC_ZERO_TIME);
}

FaultInjector::FaultInjector(sc_core::sc_module_name name, Chip& chip, const ReconfigurableFabric& fabric,
                             Defects known)
    : sc_module(name), chip_(chip), fabric_(fabric), known_(std::move(known)) {}

void FaultInjector::inject(std::vector<RunTimeFault> faults) {
  chip_.faults().controller().expect(std::move(faults), known_, [this](const Defects& so_far) { return plan(so_far); });
}

ReconfigurationPlan FaultInjector::plan(const Defects& so_far) const {
  const Repair repair = fabric_.repair(so_far, {});
  if (!repair.repairable) return {repair.reason.empty() ? "no repair" : repair.reason, {}, 0};
  const Placement& before = chip_.nodes().placement();
  std::size_t moved = 0;
  for (std::size_t node = 0; node < before.site_of.size(); ++node) {
    moved += before.site_of[node] != repair.placement.site_of[node];
  }
  return {"", chip_.configuration().steps(stream_of(chip_, repair), repair.placement, repair.message), moved};
}

std::span<const ReconfigurationController::Reconfiguration> FaultInjector::reconfigurations() const {
  return chip_.faults().controller().reconfigurations();
}

}  // namespace kintsugi
