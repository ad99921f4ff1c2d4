/// The reconfiguration controller: drains a running chip when PEs, links or elements of its fabric die, or work again,
/// and reconfigures it. It knows neither fabric nor PE: it stops and starts a Quiescable, and runs the steps that the
/// planner returns.
///
/// Fault    a fail-stop of the PE at the end of its cycle. Its router keeps working, and the PE's network interface
///          completes the packet that it is sending. A dead link carries flits until the chip has drained, and goes
///          on to carry them if no PE notices its fault. So does a switch that gets stuck, as it was set, and a wire
///          that is cut, until the step switch
/// End      of a fault: handled as a fault is, by a drain and a plan for the defects that are left. Until the chip has
///          drained the PE stays dead; so a PE that is back before that has lost its queue and what has reached it
/// Told     the controller learns of a fault in its cycle; or it is not told, and asks a FaultDetection
///          (hw/chip/diagnosis.hpp). Then it knows the cycle of the fault for the count of the phases alone
/// Phases   notice     until a PE notices a fault; packets are sent meanwhile  } only if it is not told
///          report     until all reports of it have been collected             }
///          drain      no PE begins a packet; ends when no flit is under way and all credits are back
///          plan       the planner gets all defects so far, told or diagnosed; takes plan_cycles
///          load       } the steps of the plan on a fabric, by the configuration chain
///          switch     }
///          broadcast  } in place of load where the PEs set their own switches: the observer broadcasts the repair
///          exchange   } message, or the PEs exchange their logical numbers
///          spread     the step of the plan in a directly wired network (hw/control/fault_flooding.hpp); without
///                     stopping, also until the PEs that have died have sent what they had begun
///          settle     only without stopping: new packets take new routes; until no packet is left on old ones
///          resume     one cycle, at whose end the PEs may begin packets again
/// Unstopped  in a directly wired network whose relation keeps old routes beside new ones: there is neither drain nor
///          resume, the phases are plan, spread and settle. Dead links, and routers of dead PEs, carry the packets that
///          were sent before the end of spread. A PE works again from then on, unless it has died again
/// Scheduled  in place of faults: configurations that come at set times. The phases are drain, load, switch and resume;
///          the plan of each is asked for at the end of its drain, and takes no time. If one is not done when the next
///          is due, that one begins in the cycle at whose end it is done, and no PE has begun a packet in between
/// Queue    faults before the end of drain are part of the plan, those that are diagnosed by the end of plan if the
///          controller is not told. Later ones wait: the next reconfiguration begins at the end of resume, and no PE
///          has begun a packet in between, unless the PEs have not noticed the next fault yet
/// Timing   the controller acts at the end of a cycle, after all other modules. A phase counts the cycles at whose end
///          it continues or ends; a phase with nothing to do takes none
/// Failure  without a plan, or when a step reports an error, the chip stays stopped and drained: phase `failed`. It
///          fails in notice or report, and is not stopped, if no PE notices a fault or can diagnose it
/// Overtaken  by a fault that was not diagnosed in time, a step of the plan may take no effect: then the plan is given
///          up, the old switch states stay, and the next reconfiguration begins. A step that took effect and is found
///          to be wrong is a failure, whatever faults wait: for instance a PE that has received the repair message and
///          is about to set other switches
/// Errors   expect() throws std::invalid_argument for a fault that is not in the future, an end without a fault, and
///          for the end of a fault and the fault of an element if the controller is not told: no PE notices them.
///          expect() and schedule() exclude each other: std::logic_error
/// Not modelled: the wires that stop and start the PEs
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <systemc>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "hw/control/fault_detection.hpp"
#include "hw/control/reconfiguration_steps.hpp"
#include "hw/link/module.hpp"
#include "models/fabric/defects.hpp"

namespace kintsugi {

class ReconfigurationController final : public Module, public Clocked {
 public:
  using Phase = ReconfigurationPhase;
  using Planner = std::function<ReconfigurationPlan(const Defects& so_far)>;

  ReconfigurationController(sc_core::sc_module_name name, ClockDomain& clock, Quiescable& chip);

  /// Sets the faults to come, each before its end, and the planner. `known`: the defects that are there already.
  /// `detection`: what notices the faults; nullptr if the controller is told of them.
  void expect(std::vector<RunTimeFault> faults, Defects known, Planner planner, Cycle plan_cycles = 0,
              FaultDetection* detection = nullptr);
  /// Sets the configurations to come, ascending by cycle. What they do with the chip is up to the steps of their plans.
  void schedule(std::vector<ScheduledConfiguration> configurations);
  /// Reconfigures without stopping the chip. Call it before the first fault; not with a detection.
  void never_stop() { never_stops_ = true; }

  struct Reconfiguration {
    /// At whose end it began: the cycle of the fault, that of the schedule, or the last of the previous
    /// reconfiguration.
    Cycle cycle = 0;
    std::string name = {};                               ///< of the scheduled configuration; empty: for faults
    std::vector<RunTimeFault> faults;                    ///< handled by it; until it has a plan, those so far
    std::array<Cycle, kReconfigurationPhases> cycles{};  ///< by phase
    std::size_t moved = 0;                               ///< logical nodes; 0 until the steps of the plan are done
    bool complete = false;
    Cycle spent(Phase phase) const { return cycles[static_cast<std::size_t>(phase)]; }
  };
  std::span<const Reconfiguration> reconfigurations() const;
  /// Returns the faults that no reconfiguration has taken up: they lie at a PE that counts as faulty, wait, or are
  /// still to come.
  std::vector<RunTimeFault> left_over() const;
  Phase phase() const { return phase_; }
  bool busy() const { return phase_ != Phase::kIdle && phase_ != Phase::kFailed; }
  /// Returns why the reconfiguration failed; empty unless the phase is `failed`.
  const std::string& failure() const { return failure_; }

  static constexpr const char* kKind = "kintsugi_controller";
  const char* kind() const override { return kKind; }
  void evaluate(Cycle now) override;
  void list_probes(wave::ModuleProbes& probes) const override;

 private:
  bool fault_due(Cycle now) const { return next_ < faults_.size() && faults_[next_].cycle <= now; }
  bool configuration_due(Cycle now) const { return !scheduled_.empty() && scheduled_.front().cycle <= now; }
  void end_cycle(Cycle now);
  void take_faults(Cycle now);
  void begin(Cycle now);
  void begin_scheduled(Cycle now);
  void add_detection_steps();
  ReconfigurationStep drain_step();
  ReconfigurationStep plan_step();
  void proceed(Cycle now);
  void enter_step();
  void set_phase(Phase phase);
  void leave_step(Cycle now);
  void plan();
  void take(ReconfigurationPlan plan);
  void apply_waiting();
  void revive_when_adopted();
  bool waits(const Fault& fault) const;
  void take_diagnosis();
  bool is_overtaken() const;
  void resume();
  bool detected() const { return detection_->reported() || !detection_->failure().empty(); }
  void fail(std::string why);

  ClockDomain* clock_;
  Quiescable* chip_;
  ModuleIndex index_;
  std::vector<RunTimeFault> faults_;              // by cycle
  std::size_t next_ = 0;                          // first of faults_ that has not happened
  std::deque<ScheduledConfiguration> scheduled_;  // that have not begun
  std::vector<RunTimeFault> waiting_;
  Defects defects_;
  Planner planner_;
  Cycle plan_cycles_ = 0;
  FaultDetection* detection_ = nullptr;  // nullptr: the controller is told

  Phase phase_ = Phase::kIdle;
  std::vector<ReconfigurationStep> steps_;
  std::size_t step_ = 0;
  bool has_plan_ = false;
  bool never_stops_ = false;
  bool drains_ = true;        // the scheduled configuration
  std::vector<Fault> ended_;  // without stopping: to be revived with the new routes
  bool stopped_ = false;
  std::vector<RunTimeFault> at_faulty_pes_;  // which were diagnosed before
  Cycle spent_ = 0;                          // in this step
  std::string failure_;
  std::vector<Reconfiguration> done_;
};

}  // namespace kintsugi
