/// The smallest fabric for self-diagnosis: a ring of sites. Sites 0 and the one opposite can be observers; a repair
/// needs three live PEs; a PE takes the number of its site, and selects the state that is the sum of the numbers that
/// it receives.
#pragma once

#include <vector>

#include "models/repair/self_diagnosis.hpp"

namespace kintsugi::test {

class RingOfTesters final : public SelfDiagnosis {
 public:
  explicit RingOfTesters(std::uint32_t sites)
      : graph_(sites, links_of(sites)), observers_{SiteId{0}, SiteId{sites / 2}}, bound_(sites - 1) {}

  const TestGraph& graph() const override { return graph_; }
  std::span<const SiteId> observers() const override { return observers_; }
  std::size_t least_pes() const override { return 3; }
  unsigned step_bound() const override { return bound_; }
  NodeId number_of(SiteId site, const Defects&) const override { return NodeId{site.value}; }
  LocalRule::Setting setting_among(SiteId, NodeId number, std::span<const NodeId> received) const override {
    unsigned sum = 0;
    for (const NodeId each : received) sum += each == kNoNode ? 0 : each.value;
    return {number, {static_cast<SwitchState>(sum)}};
  }

 private:
  static std::vector<LinkDefect> links_of(std::uint32_t sites) {
    std::vector<LinkDefect> links;
    for (std::uint32_t site = 0; site < sites; ++site) links.push_back({SiteId{site}, SiteId{(site + 1) % sites}});
    return links;
  }

  TestGraph graph_;
  std::vector<SiteId> observers_;
  unsigned bound_;
};

}  // namespace kintsugi::test
