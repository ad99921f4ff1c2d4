/// Runs the self-diagnosis of a chip on a fabric: starts the tests of its PEs, reports to the reconfiguration
/// controller what they have noticed, and has the result spread. The PEs do the work (hw/control/site_diagnosis.hpp);
/// this class reads their state at the end of a cycle, and no PE learns anything through it.
///
/// Observer   the first live PE of SelfDiagnosis::observers() that takes itself for the observer. What it has diagnosed
///            is what the controller receives. Without an observer, when the PEs exchange numbers, its diagnosis stands
///            for those of all
/// Broadcast  1 + step_bound cycles: in the first one the observer sends; after that all have the message
/// Exchange   2 cycles: in the first one all send their numbers, in the second they select their links
/// Reached    a site that gets no message, because its PE is dead or cut off, opens its switches
/// Errors     std::logic_error for a call in a chip without self-diagnosis
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/chip/modules.hpp"
#include "hw/chip/plan.hpp"
#include "hw/control/fault_detection.hpp"

namespace kintsugi {

/// Makes what has died send and receive no signal, so that the tests of it fail.
void silence(ChipModules& modules, const TestGraph& graph, const Fault& fault);

class ChipDiagnosis final : public FaultDetection {
 public:
  ChipDiagnosis(const ChipPlan& plan, const ChipParameters& parameters, ChipModules& modules, const ClockDomain& clock)
      : plan_(plan), parameters_(parameters), modules_(modules), clock_(clock) {}

  /// Begins to test, in the next cycle, as at power-up. The PEs know the defects `known` from their tests then.
  void begin(const Defects& known);

  /// @name For the controller, at the end of a cycle
  /// @{
  bool noticed() override;
  bool reported() override;
  std::string failure() override;
  Defects diagnosis() override;
  bool covers(const Fault& fault) const override;
  Cycle longest_wait() const override { return timing().test_interval + timing().time_out; }
  /// @}

  /// Returns the step broadcast of a reconfiguration: the observer sends the repair message to all PEs. A site that has
  /// received it and does not have the planned node and states, given by site and by switch, is a wrong result.
  ReconfigurationStep broadcast_step(RepairMessage message, Placement placement, SwitchStates planned);
  /// Returns the step exchange: each PE takes its number, sends it to its neighbours, and selects its links.
  ReconfigurationStep exchange_step();

  /// Returns what was diagnosed last; before that, the defects at the beginning.
  const Defects& diagnosed() const { return diagnosed_; }
  /// Returns whether the reports of a fault must have arrived everywhere by now.
  bool is_due(const RunTimeFault& fault) const;
  /// Returns the observer of the last diagnosis; nullopt if there was none.
  std::optional<SiteId> observer() const { return observer_; }
  /// Returns the hops that the last report made until it reached that observer.
  Cycle report_steps() const { return report_steps_; }
  /// Returns the hops that the last repair message has made so far.
  Cycle broadcast_steps() const;

 private:
  const DiagnosisTiming& timing() const { return parameters_.diagnosis; }
  SiteDiagnosis& at(SiteId site) const { return *modules_.diagnosis.at(site.value); }
  const SelfDiagnosis& fabric() const;
  bool is_settled(Cycle test) const;
  std::optional<SiteId> find_observer() const;
  bool has_observer();
  std::string check_received(const Placement& placement, const SwitchStates& planned) const;

  const ChipPlan& plan_;
  const ChipParameters& parameters_;
  ChipModules& modules_;
  const ClockDomain& clock_;
  Cycle first_ = 0;                // test
  std::vector<FailedTest> known_;  // at power-up
  Defects diagnosed_;              // at last
  Cycle handled_ = 0;              // the last test whose reports are part of it
  std::optional<Cycle> pending_;   // the first test of which a report is not
  std::optional<Cycle> without_observer_since_;
  std::optional<SiteId> observer_;
  Cycle report_steps_ = 0;
  Cycle sent_ = 0;  // the cycle in which the last repair message was sent
};

}  // namespace kintsugi
