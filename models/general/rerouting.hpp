/// A routing whose nodes compute their routes anew whenever they learn of a fault, each from what it knows.
///
/// Knowledge  of a node: for each link that has ever changed, how often it has, as far as the node has noticed or has
///            been told in fault messages; odd means dead. A dead node is one with dead links alone. Once flooding has
///            ended, all nodes of a part know the same of it, and their routes fit together
/// Routes     are made from the live graph that a node knows of, when a packet first asks for them. Nodes that know the
///            same share them
/// Message    a link {a, b}, a < b, and its count: bits 0 .. 19 b, 20 .. 39 a, from 40 on the count
/// Threads    several may call route() at the same time; the other calls are made for one node at a time
/// Errors     know() throws std::invalid_argument for a defect that is neither node nor link
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "models/general/live_graph.hpp"
#include "models/general/routes.hpp"
#include "models/routing/fault_aware.hpp"
#include "models/routing/tables.hpp"

namespace kintsugi::general {

/// What is the same whatever the nodes know.
struct RoutesForm {
  std::string name;
  unsigned vcs = 1;
  bool uses_source = false;
  VcSet adaptive_vcs = 0;  ///< of every link
  bool can_deadlock = false;
  LinkWeights weights = {};
  std::function<std::unique_ptr<const Routes>(const LiveGraph&, const Progress&)> make;
};

class ReroutingRelation final : public RoutingRelation, public FaultAware, public HasTables {
 public:
  /// `network` and what `form.make` refers to must outlive the relation.
  ReroutingRelation(const Network& network, RoutesForm form);

  const std::string& name() const override { return form_.name; }
  unsigned vcs() const override { return form_.vcs; }
  bool uses_source() const override { return form_.uses_source; }
  bool is_adaptive() const override { return form_.adaptive_vcs != 0; }
  bool can_deadlock() const override { return form_.can_deadlock; }
  VcSet adaptive_vcs(NodeId, PortId) const override { return form_.adaptive_vcs; }
  /// Returns as many as a packet has on any other link.
  unsigned injection_vcs(NodeId node) const override { return form_.vcs / routes_of(node).layers(node); }
  std::uint64_t table_bits(NodeId node) const override { return routes_of(node).table_bits(node); }
  void route(const RouteQuery& query, Candidates& out) const override { routes_of(query.at).route(query, out); }

  std::vector<FaultMessage> notice(NodeId at, const Fault& fault) override;
  std::vector<FaultMessage> notice_end(NodeId at, LinkDefect link) override;
  bool learn(NodeId at, FaultMessage message) override;
  std::vector<FaultMessage> all_known(NodeId at) const override;
  void know(const Defects& faults) override;
  void make_tables(const Progress& progress) const override { make_routes(NodeId{0}, progress); }

  /// Keeps the routes that follow from what the nodes know now, whatever they learn, until release().
  void hold();
  /// Makes the nodes use what they know again.
  void release();

  /// Returns the routes of a node; computes them if it has learnt of a fault since.
  const Routes& routes_of(NodeId node) const {
    const Routes* const ready = of_node_[node.value].load(std::memory_order_acquire);
    return ready != nullptr ? *ready : make_routes(node);
  }

 private:
  using Changes = std::map<LinkDefect, std::uint32_t>;
  using DeadLinks = std::vector<LinkDefect>;
  std::uint32_t changes(NodeId at, LinkDefect link) const;
  Changes all_changes(NodeId at) const;
  DeadLinks dead_links(NodeId at) const;
  void count_change(NodeId at, LinkDefect link, bool dies, std::vector<FaultMessage>& fresh);
  const Routes& make_routes(NodeId node, const Progress& progress = {}) const;
  void drop_unused() const;

  const Network* network_;
  RoutesForm form_;
  Changes common_;              // what all nodes knew before any of them noticed a change: kept once
  DeadLinks common_dead_;       // the links of `common_` that are dead
  std::vector<Changes> known_;  // by node: what it has learnt since
  mutable std::mutex mutex_;    // of made_
  mutable std::map<DeadLinks, std::unique_ptr<const Routes>> made_;
  mutable std::vector<std::atomic<const Routes*>> of_node_;  // nullptr: not asked for yet
  // By node, while routes are held: what they follow from; else empty. Nodes that know the same share it.
  std::vector<std::shared_ptr<const DeadLinks>> held_;
};

}  // namespace kintsugi::general
