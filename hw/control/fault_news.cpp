#include "hw/control/fault_news.hpp"

#include <string>

namespace kintsugi {

FaultNews::FaultNews(sc_core::sc_module_name name, ClockDomain& clock, const PortLayout& layout, NodeId node,
                     FaultAware& relation)
    : sc_module(name),
      clock_(&clock),
      relation_(&relation),
      node_(node),
      index_(clock.add(*this)),
      closed_(layout.size(), false) {
  for (std::size_t port = 0; port < layout.size(); ++port) {
    to_.push_back(std::make_unique<Port>(("to_" + layout[port]).c_str()));
  }
}

void FaultNews::notice(const Fault& fault) {
  faults_.push_back(fault);
  clock_->wake(index_, clock_->next());
}

void FaultNews::hear(NewsWord news, Cycle at) {
  coming_[at & 1].push_back(news);
  clock_->wake(index_, at);
}

void FaultNews::evaluate(Cycle now) {
  for (const Fault& fault : faults_) {
    if (dead_) break;
    for (const NewsWord news : relation_->notice(node_, fault)) tell(news, now);
  }
  faults_.clear();
  std::vector<NewsWord>& heard = coming_[now & 1];
  for (const NewsWord news : heard) {
    if (!dead_ && relation_->learn(node_, news)) tell(news, now);
  }
  heard.clear();
}

void FaultNews::tell(NewsWord news, Cycle now) {
  ++words_;
  for (std::size_t port = 0; port < to_.size(); ++port) {
    if (to_[port]->size() != 0 && !closed_[port]) (*to_[port])->hear(news, now + 1);
  }
}

}  // namespace kintsugi
