/// The reconfiguration controller: what a chip does when PEs or links die while it runs. It knows no fabric and no PE:
/// what is stopped and started is behind Quiescable, what is done while the chip stands still comes from the planner.
///
/// Fault    a fail-stop of the PE at the end of its cycle. Its router goes on, and so does the packet that the PE's
///          network interface is sending. A link that dies is taken out of service: it carries what is under way
///          until the chip has drained
/// Phases   drain   no PE begins a packet; over when nothing is under way and all credits are back
///          plan    the planner is asked about all defects so far; takes plan_cycles
///          load, switch on a fabric; spread (fault_news.hpp) in a network wired directly; whatever the steps of the
///          plan say
///          resume  one cycle, at whose end the PEs begin packets again
/// Queue    faults that come after the plan has been made wait: then the next reconfiguration begins at the end of
///          resume, and no PE has begun a packet in between. Those that come before are part of the plan
/// Timing   all of it happens at the end of cycles, when what other modules do there is done. Cycles of a phase are
///          those at whose end it goes on or is over; a phase with nothing to do takes none
/// Failure  when there is no plan, or a step complains, the chip stays stopped and drained: phase `failed`
/// Errors   std::invalid_argument for a fault that is not in the future
/// Not modelled: how a fault is noticed, the wires by which PEs are told
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <systemc>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

/// What can be stopped, and in which PEs can die. Called at the end of cycles only.
class Quiescable {
 public:
  virtual ~Quiescable() = default;
  virtual void kill(const Fault& fault) = 0;
  /// From now on no PE begins a packet; those half sent complete.
  virtual void stop() = 0;
  /// Nothing is being sent, under way or in a buffer, and all credits are where they came from.
  virtual bool is_quiescent() const = 0;
  virtual void resume() = 0;
};

struct RunTimeFault {
  Cycle cycle = 0;
  Fault what;
  friend bool operator==(const RunTimeFault&, const RunTimeFault&) = default;
};

enum class ReconfigurationPhase : std::uint8_t { kIdle, kDrain, kPlan, kLoad, kSwitch, kSpread, kResume, kFailed };
inline constexpr std::size_t kReconfigurationPhases = 8;
const char* phase_name(ReconfigurationPhase phase);

/// One thing that is done while the chip stands still.
struct ReconfigurationStep {
  ReconfigurationPhase phase;
  std::function<void()> begin;             ///< or nothing
  std::function<bool(Cycle spent)> over;   ///< after so many cycles
  std::function<std::string()> complaint;  ///< when it is over; empty when all is well. Or nothing
};

/// What is to be done about all defects so far.
struct ReconfigurationPlan {
  std::string failure;  ///< why nothing can be done; empty when something can
  std::vector<ReconfigurationStep> steps;
  std::size_t moved = 0;  ///< logical nodes that change their site
};

class ReconfigurationController final : public sc_core::sc_module, public Clocked {
 public:
  using Phase = ReconfigurationPhase;
  using Planner = std::function<ReconfigurationPlan(const Defects& so_far)>;

  ReconfigurationController(sc_core::sc_module_name name, ClockDomain& clock, Quiescable& chip);

  /// The faults to come, and who plans. `known`: what is defective already.
  void expect(std::vector<RunTimeFault> faults, Defects known, Planner planner, Cycle plan_cycles = 0);

  struct Reconfiguration {
    Cycle cycle = 0;                   ///< at whose end it began: that of the fault, or the last one of that before
    std::vector<RunTimeFault> faults;  ///< that it is about; while it drains, those so far
    std::array<Cycle, kReconfigurationPhases> cycles{};  ///< by phase
    std::size_t moved = 0;                               ///< logical nodes; none before the steps of the plan are done
    bool complete = false;
    Cycle spent(Phase phase) const { return cycles[static_cast<std::size_t>(phase)]; }
  };
  std::span<const Reconfiguration> reconfigurations() const { return done_; }
  /// The faults that no reconfiguration has begun to be about, by cycle: they wait, or are still to come.
  std::vector<RunTimeFault> left_over() const;
  Phase phase() const { return phase_; }
  bool busy() const { return phase_ != Phase::kIdle && phase_ != Phase::kFailed; }
  /// Why it has failed.
  const std::string& failure() const { return failure_; }

  void evaluate(Cycle now) override;

 private:
  bool fault_due(Cycle now) const { return next_ < faults_.size() && faults_[next_].cycle <= now; }
  void end_cycle(Cycle now);
  void take_faults(Cycle now);
  void begin(Cycle now);
  void proceed(Cycle now);
  void enter_step();
  void leave_step(Cycle now);
  void plan();
  void fail(std::string why);

  ClockDomain* clock_;
  Quiescable* chip_;
  ModuleIndex index_;
  std::vector<RunTimeFault> faults_;  // by cycle
  std::size_t next_ = 0;              // of these
  std::vector<RunTimeFault> waiting_;
  Defects defects_;
  Planner planner_;
  Cycle plan_cycles_ = 0;

  Phase phase_ = Phase::kIdle;
  std::vector<ReconfigurationStep> steps_;
  std::size_t step_ = 0;
  Cycle spent_ = 0;  // in this step
  std::string failure_;
  std::vector<Reconfiguration> done_;
};

}  // namespace kintsugi
