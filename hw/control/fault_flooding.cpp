#include "hw/control/fault_flooding.hpp"

#include <string>

namespace kintsugi {

FaultFlooding::FaultFlooding(sc_core::sc_module_name name, ClockDomain& clock, const PortLayout& layout, NodeId node,
                             FaultAware& relation)
    : Module(name, clock),
      clock_(&clock),
      relation_(&relation),
      node_(node),
      index_(clock.add(*this)),
      closed_(layout.size(), false) {
  for (std::size_t port = 0; port < layout.size(); ++port) {
    to_.push_back(std::make_unique<Port>(("to_" + layout[port]).c_str()));
  }
}

void FaultFlooding::list_probes(wave::ModuleProbes& probes) const {
  probes.add("messages", 16,
             wave::reader<[](const FaultFlooding& node, std::uint64_t) { return node.messages(); }>(*this));
}

void FaultFlooding::notice(const Fault& fault) {
  faults_.push_back(fault);
  clock_->wake(index_, clock_->next());
}

void FaultFlooding::receive(FaultMessage message, Cycle at) {
  coming_[at & 1].push_back(message);
  clock_->wake(index_, at);
}

void FaultFlooding::evaluate(Cycle now) {
  for (const Fault& fault : faults_) {
    if (dead_) break;
    for (const FaultMessage message : relation_->notice(node_, fault)) forward(message, now);
  }
  faults_.clear();
  std::vector<FaultMessage>& received = coming_[now & 1];
  for (const FaultMessage message : received) {
    if (!dead_ && relation_->learn(node_, message)) forward(message, now);
  }
  received.clear();
}

void FaultFlooding::forward(FaultMessage message, Cycle now) {
  ++messages_;
  for (std::size_t port = 0; port < to_.size(); ++port) {
    if (to_[port]->size() != 0 && !closed_[port]) (*to_[port])->receive(message, now + 1);
  }
}

}  // namespace kintsugi
