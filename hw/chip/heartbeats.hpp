/// The heartbeats of a directly wired chip: lets those of dead nodes and links stay out, and reports to the
/// reconfiguration controller what the nodes beside them have noticed. It reads their state at the end of a cycle.
///
/// Noticed   a fault of which a live node at its end has found the port silent
/// Covered   faults that were diagnosed, links of diagnosed nodes, and faults without a live node beside them, which no
///           node can notice
/// Not modelled: how a node that misses beats tells a dead neighbour from a dead link
#pragma once

#include <string>
#include <vector>

#include "hw/chip/modules.hpp"
#include "hw/chip/plan.hpp"
#include "hw/control/fault_detection.hpp"

namespace kintsugi {

class ChipHeartbeats final : public FaultDetection {
 public:
  ChipHeartbeats(const ChipPlan& plan, const ChipParameters& parameters, ChipModules& modules)
      : plan_(plan), parameters_(parameters), modules_(modules) {}

  /// Makes the nodes know these defects: they lie there before the first beat.
  void begin(const Defects& known);
  /// Lets the beats of what dies stay out from the next cycle on.
  void silence(const Fault& fault);

  bool noticed() override;
  bool reported() override { return noticed(); }
  std::string failure() override;
  Defects diagnosis() override;
  bool covers(const Fault& fault) const override;
  Cycle longest_wait() const override;

 private:
  bool is_noticed(const Fault& fault) const;
  /// Returns the ports of other nodes at which a fault can be noticed.
  std::vector<PortRef> ports_beside(const Fault& fault) const;

  const ChipPlan& plan_;
  const ChipParameters& parameters_;
  ChipModules& modules_;
  std::vector<Fault> waiting_;  // that no diagnosis has reported
  Defects diagnosed_;
};

}  // namespace kintsugi
