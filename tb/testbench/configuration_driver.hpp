/// Configures a chip on a fabric: shifts the states of the switches in, and says when they are in force.
///
/// Load      from the next cycle on; `done` is notified when the chain has accepted or refused the stream
/// Gaps      with a pattern the driver sets the chain's input `valid` in every cycle of the load, and to true when it
///           has ended. Without one it leaves the input alone
/// Errors    std::logic_error for a directly wired chip, for a repair that does not exist, and while packets are under
///           way or the chip repairs itself; those of ChipConfiguration::load()
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "hw/chip/chip_class.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

/// Says whether the word of a cycle of a load is valid. The cycles of a load count from 0.
using ValidPattern = std::function<bool(Cycle of_load)>;

class ConfigurationDriver final : public sc_core::sc_module {
 public:
  sc_core::sc_event done;  ///< in the delta cycle after the chain has accepted or refused a stream of load()

  /// The chip must outlive it. Make it before the simulation begins.
  ConfigurationDriver(sc_core::sc_module_name name, Chip& chip);
  static constexpr const char* kKind = "kintsugi_configuration_driver";  ///< of all modules of this class
  const char* kind() const override { return kKind; }                    ///< for walks over the hierarchy: kKind
  /// Loads the states of a repair, with its placement. An empty pattern: every word is valid.
  void load(const Repair& repair, ValidPattern valid = {});
  /// Loads a stream (models/fabric/bitstream.hpp) as it is.
  void load(std::vector<std::uint8_t> stream, Placement placement,
            const std::optional<RepairMessage>& message = std::nullopt, ValidPattern valid = {});
  /// Returns whether the chain has accepted the last stream; false while it is shifted in.
  bool accepted() const;
  /// Returns why the last load was refused; empty if it was not.
  const std::string& error() const;

 private:
  void drive_valid();
  void end();

  Chip& chip_;
  bool loading_ = false;
  ValidPattern valid_;
  Cycle of_load_ = 0;
  sc_core::sc_event next_word_;
};

/// Returns the stream of a repair for the configuration chain.
std::vector<std::uint8_t> configuration_stream(const Chip& chip, const Repair& repair);

}  // namespace kintsugi
