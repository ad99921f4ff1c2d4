/// The face of a routing that routes around faults, and never hears of one: for tests that need no more of it.
#pragma once

#include <vector>

#include "models/routing/fault_aware.hpp"

namespace kintsugi {

class NoticesNothing : public FaultAware {
 public:
  std::vector<FaultMessage> notice(NodeId, const Fault&) override { return {}; }
  std::vector<FaultMessage> notice_end(NodeId, LinkDefect) override { return {}; }
  std::vector<FaultMessage> all_known(NodeId) const override { return {}; }
  bool learn(NodeId, FaultMessage) override { return false; }
  void know(const Defects&) override {}
};

}  // namespace kintsugi
