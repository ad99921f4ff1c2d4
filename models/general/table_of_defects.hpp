/// A table that was written of a network with dead nodes or links, as the routing of that network.
///
/// Routes     are those of the table; they pass no dead node or link
/// Faults     at run time change no route: a node that learns of one keeps its row of the table
/// Errors     know() throws std::invalid_argument if it is told of other defects than those of the table
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/general/table_relation.hpp"
#include "models/routing/fault_aware.hpp"

namespace kintsugi::general {

class TableOfDefects final : public RoutingRelation, public FaultAware {
 public:
  /// `table` is the relation of a table with these dead nodes and links.
  TableOfDefects(std::shared_ptr<const RoutingRelation> table, Defects dead)
      : table_(std::move(table)), dead_(std::move(dead)) {
    set_network(table_->network());
  }

  const std::string& name() const override { return table_->name(); }
  unsigned vcs() const override { return table_->vcs(); }
  void route(const RouteQuery& query, Candidates& out) const override { table_->route(query, out); }
  bool uses_source() const override { return table_->uses_source(); }
  bool is_adaptive() const override { return table_->is_adaptive(); }
  unsigned injection_vcs(NodeId node) const override { return table_->injection_vcs(node); }
  std::uint64_t table_bits(NodeId node) const override { return table_->table_bits(node); }
  VcSet adaptive_vcs(NodeId node, PortId port) const override { return table_->adaptive_vcs(node, port); }

  std::vector<FaultMessage> notice(NodeId /*at*/, const Fault& /*fault*/) override { return {}; }
  std::vector<FaultMessage> notice_end(NodeId /*at*/, LinkDefect /*link*/) override { return {}; }
  bool learn(NodeId /*at*/, FaultMessage /*message*/) override { return false; }
  std::vector<FaultMessage> all_known(NodeId /*at*/) const override { return {}; }
  void know(const Defects& faults) override {
    if (faults == dead_) return;
    throw std::invalid_argument("the table is of a network in which other nodes or links are dead");
  }

 private:
  std::shared_ptr<const RoutingRelation> table_;
  Defects dead_;
};

}  // namespace kintsugi::general
