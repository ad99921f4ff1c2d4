/// An instrument measures something in a run: it watches the chip while there is traffic, and adds its part to the
/// report. The run makes the instruments that the scenario asks for, and knows none of them.
///
/// Life    made when the traffic begins, called in the cycles that the clock checks, finished with the run, then asked
///         for its part of the report
/// List    instruments(); the room tb/tool/features has them all, with a folder for each feature
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "hw/chip/chip.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunResult;

/// What an instrument is made from. The scenario, the set-up and the chip outlive it.
struct TrafficBegin {
  const Scenario& scenario;
  const Setup& setup;
  const Chip& chip;
  Cycle begin;       ///< of the traffic
  Cycle window_end;  ///< of the measurement, unless the run ends before
};

class Instrument {
 public:
  virtual ~Instrument() = default;
  /// Returns who is told of the events of packets in that thread; nullptr: the instrument wants none. Of a packet of
  /// which several copies may be sent (`detection`) it is not told that one is dropped.
  virtual PacketObserver* packets(unsigned /*thread*/) { return nullptr; }
  /// Called at the end of a cycle: of every one if InstrumentInfo::needs_every_cycle, else of those in which a module
  /// was active. `measured`: the warm-up is over, and a program that is measured has not ended.
  virtual void after(Cycle /*cycle*/, bool /*measured*/) {}
  /// Called when the run is over. The result is complete, except for the parts of instruments.
  virtual void finish(const RunResult& /*result*/) {}
  /// Adds its part of the report; `numbers` has those of the whole report, its own too.
  /// @{
  virtual void report(nlohmann::ordered_json& /*json*/, const ReportNumbers& /*numbers*/) const {}
  virtual void report(TextTable& /*table*/, const ReportNumbers& /*numbers*/) const {}
  /// @}
};

/// What a scenario and the options of the command ask for.
struct Wishes {
  const Scenario& scenario;
  bool page = false;
};

/// An instrument before a run.
struct InstrumentInfo {
  bool (*is_wanted)(const Wishes& wishes);
  std::unique_ptr<Instrument> (*make)(const TrafficBegin& begin);
  std::vector<ReportNumber> (*numbers)() = nullptr;      ///< of the report; nullptr: none
  bool needs_every_cycle = false;                        ///< then idle cycles are not skipped
  bool counts_flits = false;                             ///< as ChipParameters::counts_flits
  std::uint64_t (*bytes)(const Setup& setup) = nullptr;  ///< of memory, about; nullptr: hardly any
};

/// InstrumentInfo::make of a class that is made from a TrafficBegin.
template <class T>
std::unique_ptr<Instrument> make_instrument(const TrafficBegin& begin) {
  return std::make_unique<T>(begin);
}

/// Returns the instruments, in the order of their parts of the report. A program may add its own before it reads a
/// scenario.
std::vector<InstrumentInfo>& instruments();

}  // namespace kintsugi
