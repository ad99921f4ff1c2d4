/// An instrument measures something in a run: it watches the chip, and adds its part to the report, or writes files.
/// The run makes the instruments that the scenario and the options of the command ask for, and knows none of them.
///
/// Life    most are made when the traffic begins; those with InstrumentInfo::make_first before the chip, so that a
///         place that cannot be written shows at once. They are called in the cycles that the clock checks, finished
///         with the run, then write their files, and are asked for their part of the report
/// List    instruments(); the room tb/tool/features has them all, with a folder for each feature
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw/chip/chip.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/lost_packets.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunResult;

/// What a scenario and the options of the command ask for.
struct Wishes {
  const Scenario& scenario;
  const FeatureValues& options;  ///< RunOptions::features
  bool page = false;
};

/// What an instrument is made from. The scenario, the set-up and the chip outlive it.
struct TrafficBegin {
  const Scenario& scenario;
  const Setup& setup;
  Chip& chip;
  Cycle begin;                                   ///< of the traffic
  Cycle window_end;                              ///< of the measurement, unless the run ends before
  std::function<bool(PacketName)> is_delivered;  ///< whether an instrument knows it; packets of which copies are sent
  std::span<const Cycle> ends_without_faults;    ///< of the parts of the task; empty: not known
};

/// What an instrument marks on the time line of a page.
struct RunMark {
  Cycle cycle;
  std::string text;
};

/// Work that an instrument gives the nodes, with which the run ends. Called between cycles.
class Task {
 public:
  virtual ~Task() = default;
  virtual const char* name() const = 0;  ///< "the program"
  virtual const char* unit() const = 0;  ///< one of its parts: "operation"
  virtual std::size_t parts() const = 0;
  virtual std::size_t parts_left() const = 0;
  /// Adds the packets of the task to the sources of the nodes.
  virtual void add_to(std::vector<NodeTraffic>& traffic) = 0;
  /// Call after every cycle. Returns false in the cycle in which the task ends, or is found to be stuck.
  virtual bool watch(Cycle cycle) = 0;
  virtual bool is_over() const = 0;
  /// Returns the cycle in which watch() must be called even if no module is active.
  virtual Cycle next_look() const = 0;
  /// Returns the cycles in which its parts have ended.
  virtual std::vector<Cycle> ends() const = 0;
};

/// What an instrument that is made before the chip is made from. All of it outlives the instrument.
struct RunBegin {
  Wishes wishes;
  const Setup& setup;
  std::filesystem::path directory;  ///< of --out, in which the files of the run are; empty: the working directory
  std::ostream& messages;
};

/// How a PE drops a packet, or a copy of one.
struct Discard {
  DropReason reason;
  const Pe& pe;
  bool to_the_dead;  ///< its destination is dead, and no other PE takes its place
  Cycle cycle;
};

/// The events of packets in one thread: an instrument overrides those that it wants.
class PacketWatcher : public PacketObserver {
 public:
  void created(const Packet&, Cycle) override {}
  void injected(const Packet&, Cycle) override {}
  void arrived(const Packet&, Cycle) override {}
  void delivered(const Packet&, Cycle) override {}
  /// Called for each packet that a PE drops, and for each copy of one of which more may be sent (is_copy), for which
  /// dropped() is not called.
  virtual void discarded(const Packet&, const Discard&) {}
};

/// Where in the report an instrument has its part.
enum class ReportPlace : std::uint8_t {
  kTraffic,       ///< with what is measured of the traffic
  kAfterTraffic,  ///< behind that
  kEnd,           ///< behind all else, in the report of a run that was not simulated too
};

/// Packets of which only the end of a run says that they are lost, because copies of them were sent.
struct LateLosses {
  struct Undelivered {
    LostPacket packet;  ///< its last copy that was dropped
    Cycle first;        ///< in which the first copy was dropped
  };
  std::vector<Undelivered> undelivered;  ///< whether their source has given them up by now or not
  std::vector<LostPacket> lost;          ///< given up; by source and number
};

class Instrument {
 public:
  virtual ~Instrument() = default;
  ReportPlace place = ReportPlace::kTraffic;  ///< that of its InstrumentInfo
  std::string section;                        ///< of the report, which has its numbers; empty: it has none
  /// @name Of an instrument that is made before the chip
  /// @{
  /// Sets what it needs of the chip; what it gives must outlive the chip.
  virtual void prepare(ChipParameters& /*parameters*/) {}
  /// Called when the chip has been made, before its first cycle.
  virtual void watch(Chip& /*chip*/) {}
  /// @}
  /// Returns who is told of the events of packets in that thread; nullptr: the instrument wants none. Of a packet of
  /// which several copies may be sent (`detection`) it is not told that one is dropped.
  virtual PacketObserver* packets(unsigned /*thread*/) { return nullptr; }
  /// Called at the end of a cycle: of every one if InstrumentInfo::needs_every_cycle, else of those in which a module
  /// was active. `measured`: the warm-up is over, and a program that is measured has not ended.
  virtual void after(Cycle /*cycle*/, bool /*measured*/) {}
  /// Returns whether it has begun what must end before the run does.
  virtual bool is_busy() const { return false; }
  /// Returns whether it has all that it was asked for, and nothing else is wanted of the run: it ends with this cycle.
  virtual bool ends_run() const { return false; }
  /// Returns the work with which the run ends; nullptr: it brings none. At most one instrument of a run brings some.
  virtual Task* task() { return nullptr; }
  /// Returns whether it knows that a packet has reached its destination.
  virtual bool has_delivered(PacketName /*packet*/) const { return false; }
  /// @name Called when the run is over
  /// @{
  /// Returns the first mistake of the run that it has found; empty if there is none.
  virtual std::string complaint() const { return ""; }
  /// Returns nullopt if it knows nothing of copies.
  virtual std::optional<LateLosses> late_losses() const { return std::nullopt; }
  /// @}
  /// Called when the run is over. The result is complete, except for the parts of instruments.
  virtual void finish(const RunResult& /*result*/) {}
  /// Writes its files when all instruments have finished, and returns their names. A std::runtime_error is reported.
  virtual std::vector<std::string> write(const RunResult& /*result*/) { return {}; }
  /// Called when the result is complete, even if the run was not simulated, and before the report is made.
  virtual void conclude(const RunResult& /*result*/) {}
  /// Returns whether the run has done what the instrument demands of it.
  virtual bool holds() const { return true; }
  /// Returns the cycles in which it has not done so, ascending.
  virtual std::vector<RunMark> marks() const { return {}; }
  /// Adds its part of the report, to JSON what is not in its section; `numbers` has those of the whole report, its own
  /// too.
  /// @{
  virtual void report(nlohmann::ordered_json& /*json*/, const ReportNumbers& /*numbers*/) const {}
  virtual void report(TextTable& /*table*/, const ReportNumbers& /*numbers*/) const {}
  /// @}
};

/// An instrument before a run; of the functions that make one, the other is nullptr.
struct InstrumentInfo {
  bool (*is_wanted)(const Wishes& wishes);
  std::unique_ptr<Instrument> (*make)(const TrafficBegin& begin) = nullptr;
  std::unique_ptr<Instrument> (*make_first)(const RunBegin& begin) = nullptr;
  RunRows (*numbers)() = nullptr;                          ///< of one section of the report; nullptr: none
  std::vector<ReportNumber> (*entry_numbers)() = nullptr;  ///< as entry_numbers() has them; nullptr: none
  ReportPlace place = ReportPlace::kTraffic;               ///< of its part of the report
  bool acts = false;  ///< whether the packets of a run depend on it: a run that another is compared with has it too
  const char* for_one_thread = nullptr;  ///< why it needs a single thread: "detection needs"
  bool needs_every_cycle = false;        ///< then idle cycles are not skipped
  bool counts_flits = false;             ///< as ChipParameters::counts_flits
  /// Returns the number of parts of its task, of which it compares the ends with those in a run without the faults at
  /// run time; nullptr: it compares nothing.
  std::size_t (*compared_parts)(const Setup& setup) = nullptr;
  /// Returns the memory that it takes, about; nullptr: hardly any.
  std::uint64_t (*bytes)(const Wishes& wishes, const Setup& setup) = nullptr;
  const char* remedy = nullptr;  ///< what the memory is for, and how to need less; nullptr: nothing to be said
  /// Add what no run of a scenario can measure, and only the mistakes in names, for commands that do not build all that
  /// a run has; nullptr: nothing.
  /// @{
  void (*check)(const Scenario& scenario, const Setup& setup, Diagnostics& errors) = nullptr;
  void (*check_names)(const Scenario& scenario, const Setup& setup, Diagnostics& errors) = nullptr;
  /// @}
  /// Returns the files that it writes for a scenario, in the directory of --out; nullptr: none.
  std::vector<OutputFile> (*files)(const Scenario& scenario, const std::filesystem::path& directory) = nullptr;
};

/// InstrumentInfo::make or make_first of a class that is made from a TrafficBegin or a RunBegin.
template <class T, class Begin = TrafficBegin>
std::unique_ptr<Instrument> make_instrument(const Begin& begin) {
  return std::make_unique<T>(begin);
}

/// Returns the instruments, in the order of their parts of the report. A program may add its own before it reads a
/// scenario.
std::vector<InstrumentInfo>& instruments();

}  // namespace kintsugi
