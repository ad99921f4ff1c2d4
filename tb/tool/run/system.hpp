/// A chip with all that its scenario says, as one object in a SystemC program of yours: repaired, proved, elaborated,
/// configured through the chain, with its traffic, faults, instruments and report. `kintsugi run` uses it too.
///
///   kintsugi::System system("wafer", "wafer.yaml", {"traffic.rate=0.02"});
///   sc_core::sc_start(20, sc_core::SC_US);
///   std::cout << system.text();
///
/// Made       the constructor reads and checks the scenario, plans and checks the repair, proves the routing, and makes
///            the chip, a module of the given name. Names of signals in the scenario begin with this name
/// Begins     by itself in cycle 0 of any sc_start(): it loads the configuration, then starts the traffic and the
///            faults. A scenario without `traffic` leaves the sources of the nodes to you (tb/testbench)
/// Ends       sources create packets until run.cycles. The simulation goes on as long as you let it; it is paused after
///            a deadlock, a flit that is missing, or a failed reconfiguration. run() simulates the scenario to its end
/// Lives      as long as the simulation, as modules do. One that is destroyed earlier takes its chip with it; one that
///            is destroyed before the simulation begins leaves a chip that does nothing, and its memory
/// Report     result() ends the run where it is, writes the files of the scenario, and adds up; so do text(), json()
///            and holds(). After it the chip may be simulated further, which changes no result; observers of yours are
///            told of its packets
/// Equal      run() gives the report of `kintsugi run` to the byte, and sc_start() for the cycles of the scenario and
///            its drain that of run(). What faults delay in a program (`delayed`) is left out: it needs a second
///            simulation, without the faults, and compare_with() takes its task_ends()
/// Pauses     run() goes on when others in the program pause the simulation, and ends where they stop it (sc_stop())
/// Files      those of the scenario are in the working directory. A file of yours, or of another system, is not
///            replaced
/// Warnings   SC_WARNING of type kScenarioReport: what `kintsugi run` says on standard error
/// Errors     InputError with all mistakes of the scenario; std::runtime_error if it cannot run: there is no repair, or
///            the proof fails; std::logic_error for run() when the simulation has begun, for a result before it has
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "models/network/types.hpp"

namespace kintsugi {

class Chip;
struct ChipPlan;
class ConfigurationDriver;
class PacketObserver;
struct CheckedRepair;
struct ProofResult;
struct RunOptions;
struct RunResult;
struct Scenario;
struct Setup;

/// The message type of what a scenario has to be warned of.
inline constexpr const char* kScenarioReport = "/kintsugi/scenario";

class System {
 public:
  /// Changes the plan of the chip before it is made: sets make_router and on_link, so that modules of yours take part.
  /// Instruments that look into the routers (as coverage does) need those of the project, and say so.
  using ChangePlan = std::function<void(ChipPlan&)>;

  /// Of a file, or of the text itself if it begins with `{`. `settings` are those of --set: "traffic.rate=0.02".
  System(const char* name, const std::string& scenario, const std::vector<std::string>& settings = {},
         const ChangePlan& change = {});
  /// Of a scenario made in C++. Values are those that the keys of the same names may have.
  System(const char* name, Scenario scenario, const ChangePlan& change = {});
  /// Of models that are built already, for a program with progress, signals and options of its own. All of it must
  /// outlive the system; run() makes the chip, and the report says why there is none. `for_ends`: only task_ends() are
  /// wanted of it.
  System(const Scenario& scenario, const Setup& setup, const RunOptions& options, std::ostream& messages,
         bool for_ends = false);
  ~System();
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  /// Simulates the scenario to its end: the cycles, and the drain if it wants one.
  RunResult& run();

  /// Tells an observer of your own of the events of packets: a PacketMonitor, a TlmNetwork. Call it before the
  /// simulation begins; it must live as long as the simulation. With several threads it is told by all of them.
  void observe(PacketObserver& observer);

  /// Returns the scenario with the settings in it; with run.partial, of the network that is left. It lives as long as
  /// the system.
  const Scenario& scenario() const;
  /// Returns the models that the scenario names: network, routing, fabric. They live as long as the system.
  const Setup& setup() const;
  /// Returns the chip, which lives as long as the system. Of a system of models that are built already there is one
  /// only after run(), if it could be made.
  Chip& chip();
  const Chip& chip() const;
  /// Returns the repair that is loaded first; nullptr without a fabric.
  const CheckedRepair* repair() const;
  /// Returns nullptr if run.proof is skip.
  const ProofResult* proof() const;
  /// Returns what loads streams into the chip; nullptr without a fabric. Its first load is that of repair().
  ConfigurationDriver* configuration();
  /// Is notified when the configuration is in force and the traffic has begun: by then the nodes are in place.
  const sc_core::sc_event& begun() const;
  /// Returns whether the traffic has begun.
  bool has_begun() const;

  /// Ends the run where it is, writes the files of the scenario, and returns all that was measured. A second call
  /// returns the same.
  const RunResult& result();
  std::string text();  ///< the report of `kintsugi run`
  std::string json();  ///< that of `kintsugi run --json`
  bool holds();        ///< whether all checks of the run have held: status 0 of `kintsugi run`

  /// Says in which cycles the parts of the task end without faults (Task::ends).
  void compare_with(std::vector<Cycle> ends);
  /// Returns the cycles in which the parts of the task have ended; empty without one.
  std::vector<Cycle> task_ends() const;

 private:
  struct Owned;
  class Run;

  std::unique_ptr<Owned> owned_;  // nullptr: all of it is the caller's
  std::unique_ptr<Run> run_;
};

}  // namespace kintsugi
