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

void FaultFlooding::notice_end(PortId port, LinkDefect link) {
  ends_.push_back({port, link});
  clock_->wake(index_, clock_->next());
}

void FaultFlooding::receive(FaultMessage message, Cycle at) {
  coming_[at & 1].push_back(message);
  clock_->wake(index_, at);
}

void FaultFlooding::evaluate(Cycle now) {
  if (!dead_) detect(now);
  faults_.clear();
  ends_.clear();
  std::vector<FaultMessage>& received = coming_[now & 1];
  for (const FaultMessage message : received) {
    if (!dead_ && relation_->learn(node_, message)) forward(message, now);
  }
  received.clear();
}

void FaultFlooding::detect(Cycle now) {
  for (const Fault& fault : faults_) {
    for (const FaultMessage message : relation_->notice(node_, fault)) forward(message, now);
  }
  for (const WorkingLink& end : ends_) {
    for (const FaultMessage message : relation_->notice_end(node_, end.link)) forward(message, now);
  }
  for (const WorkingLink& end : ends_) {
    for (const FaultMessage message : relation_->all_known(node_)) {
      ++messages_;
      send(message, end.port, now);
    }
  }
}

void FaultFlooding::forward(FaultMessage message, Cycle now) {
  ++messages_;
  for (std::size_t port = 0; port < to_.size(); ++port) send(message, PortId::from(port), now);
}

void FaultFlooding::send(FaultMessage message, PortId port, Cycle now) {
  Port& to = *to_[port.value];
  if (to.size() != 0 && !closed_[port.value]) to->receive(message, now + 1);
}

}  // namespace kintsugi
