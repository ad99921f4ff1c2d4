#include "hw/chip/nodes.hpp"

#include <stdexcept>
#include <utility>

#include "hw/chip/modules.hpp"
#include "hw/chip/plan.hpp"
#include "models/fabric/fabric.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

/// The routing of a router without a node, which has no place in the network: a head that wrong states lead to it has
/// no candidates, and waits.
class NoRoutes final : public RoutingRelation {
 public:
  const std::string& name() const override { return name_; }
  unsigned vcs() const override { return 1; }
  void route(const RouteQuery&, Candidates&) const override {}
  bool uses_source() const override { return false; }

 private:
  std::string name_ = "none";
};

const NoRoutes kNoRoutes;

}  // namespace

void ChipNodes::place_in_order() {
  Placement placement;
  for (std::uint32_t i = 0; i < plan_.sites(); ++i) {
    placement.site_of.push_back(SiteId{i});
    placement.node_at.push_back(NodeId{i});
  }
  place(std::move(placement));
}

void ChipNodes::place(Placement placement) {
  const Placement before = std::exchange(placement_, std::move(placement));
  ++placements_;
  report_moves(before);
  for (std::size_t site = 0; site < modules_.routers.size(); ++site) settle(site);
  choose_injection_channels();
  if (!traffic_.empty()) start_traffic(traffic_, clock_.next());
}

void ChipNodes::move(Placement placement) {
  const Placement before = std::exchange(placement_, std::move(placement));
  ++placements_;
  report_moves(before);
  for (std::size_t site = 0; site < modules_.routers.size(); ++site) {
    if (placement_.node_at[site] != before.node_at.at(site)) settle(site);
  }
  choose_injection_channels();
  for (std::size_t node = 0; node < traffic_.size(); ++node) {
    const SiteId site = placement_.site_of[node];
    if (site != before.site_of.at(node)) modules_.pes[site.value]->start(traffic_[node], clock_.next());
  }
}

/// Reports each node that has another site than before, as events; of the first placement only how many there are.
void ChipNodes::report_moves(const Placement& before) const {
  if (!reports_events()) return;
  const char* const chip = clock_.get_parent_object() != nullptr ? clock_.get_parent_object()->name() : clock_.name();
  const auto report = [&](const std::string& what) {
    report_event(kPlacementReport, chip, clock_.now(), [&what] { return what; });
  };
  const std::size_t nodes = placement_.site_of.size();
  if (before.site_of.size() != nodes) return report(counted_are(nodes, "node") + " in place");
  const auto name_of = [this](SiteId site) { return site == kNoSite ? "no site" : plan_.site_name(site); };
  for (const NodeId node : ids<NodeId>(nodes)) {
    const SiteId from = before.site_of[node.index()];
    const SiteId to = placement_.site_of[node.index()];
    if (from == to) continue;
    report("node " + plan_.network->node_name(node) + " moves from " + name_of(from) + " to " + name_of(to));
  }
}

/// Makes a site that of its node.
void ChipNodes::settle(std::size_t site) {
  const NodeId node = placement_.node_at[site];
  const bool routes = node != kNoNode || plan_.relation == nullptr;
  modules_.routers[site]->become(node, routes ? plan_.relation : &kNoRoutes);
  modules_.pes[site]->become(node);
}

void ChipNodes::choose_injection_channels() {
  if (plan_.relation == nullptr) return;
  for (const auto& pe : modules_.pes) {
    if (pe->node() != kNoNode && !pe->dead()) pe->use_channels(plan_.relation->injection_vcs(pe->node()));
  }
}

void ChipNodes::start_traffic(std::span<NodeTraffic> traffic, Cycle from) {
  if (placement_.site_of.size() != traffic.size()) throw std::logic_error("traffic starts before the nodes are placed");
  traffic_ = traffic;
  for (std::size_t node = 0; node < traffic.size(); ++node) {
    Pe& pe = *modules_.pes[placement_.site_of[node].value];
    if (plan_.fabric != nullptr || !pe.dead()) pe.start(traffic[node], from);
  }
}

void ChipNodes::restart_traffic(NodeId node) {
  if (traffic_.empty()) return;
  NodeTraffic& traffic = traffic_[node.value];
  if (traffic.source != nullptr) traffic.source->skip_until(clock_.next());  // else its PE decides: BasicPe
  modules_.pes[placement_.site_of[node.value].value]->start(traffic, clock_.next());
}

void ChipNodes::source_changed(NodeId node) {
  modules_.pes[placement_.site_of.at(node.value).value]->source_changed();
}

}  // namespace kintsugi
