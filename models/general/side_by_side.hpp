/// Two sets of routes side by side, so that traffic need not stop while the nodes go over from old to new ones.
///
/// Sets       a routing of V channels for each: set k has channels k V to k V + V - 1 of every link. A packet takes the
///            set that is in use where and when it is injected, and stays in it
/// Learning   nodes learn of faults while packets go on to take the routes in use. adopt() makes all nodes use the
///            other set, with routes that follow from what they know then
/// Old        packets of the old set keep their routes, over links and nodes that have died since too: those must carry
///            them until none is left. Then finish() makes the old set ready to be adopted next
/// State      0 just after injection; else 1 + 2 times the state in the inner routing + the set
/// Deadlock   no packet waits for a channel of the other set, so the dependencies of both together have a cycle only if
///            those of one have. old_and_new() is the relation of all packets that can be under way, for the proof.
///            A node that comes back has sent no old packet: what it knew of old routes was out of date
/// Candidates at most 16 of a set: of more, the last is kept, which is the escape
/// Errors     the constructor throws std::invalid_argument for an odd number of channels. adopt() throws
///            std::logic_error before finish() of the last one. route() throws std::logic_error if an inner state has
///            no room for the set
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "models/general/rerouting.hpp"

namespace kintsugi::general {

class SideBySide final : public RoutingRelation, public FaultAware, public HasTables {
 public:
  /// `make` makes a routing with a number of channels; it is called twice.
  SideBySide(std::size_t nodes, unsigned vcs,
             const std::function<std::unique_ptr<ReroutingRelation>(unsigned vcs)>& make);

  const std::string& name() const override { return sets_[0]->name(); }
  unsigned vcs() const override { return 2 * inner_vcs(); }
  bool uses_source() const override { return sets_[0]->uses_source(); }
  bool is_adaptive() const override { return sets_[0]->is_adaptive(); }
  VcSet adaptive_vcs(NodeId node, PortId port) const override;
  std::uint64_t table_bits(NodeId node) const override;
  /// Returns as many as the set has of which new packets are.
  unsigned injection_vcs(NodeId node) const override { return sets_[in_use_]->injection_vcs(node); }
  void route(const RouteQuery& query, Candidates& out) const override;

  std::vector<FaultMessage> notice(NodeId at, const Fault& fault) override;
  std::vector<FaultMessage> notice_end(NodeId at, LinkDefect link) override;
  bool learn(NodeId at, FaultMessage message) override;
  std::vector<FaultMessage> all_known(NodeId at) const override { return sets_[0]->all_known(at); }
  void know(const Defects& faults) override;
  void make_tables(const Progress& progress) const override { sets_[in_use_]->make_tables(progress); }

  /// Makes new packets take the other set. Returns the channels of the old one.
  VcSet adopt() override;
  /// Tells that no packet of the old set is left.
  void finish() override;
  const RoutingRelation* old_and_new() const override { return &union_; }

 private:
  /// Packets of both sets: a new packet may take either.
  class Union final : public RoutingRelation {
   public:
    explicit Union(const SideBySide& both) : both_(&both) {}
    const std::string& name() const override { return both_->name(); }
    unsigned vcs() const override { return both_->vcs(); }
    bool uses_source() const override { return both_->uses_source(); }
    bool is_adaptive() const override { return both_->is_adaptive(); }
    VcSet adaptive_vcs(NodeId node, PortId port) const override { return both_->adaptive_vcs(node, port); }
    void route(const RouteQuery& query, Candidates& out) const override;

   private:
    const SideBySide* both_;
  };

  unsigned inner_vcs() const { return sets_[0]->vcs(); }
  void route_in(unsigned set, const RouteQuery& query, Candidates& out) const;

  std::array<std::unique_ptr<ReroutingRelation>, 2> sets_;
  unsigned in_use_ = 0;
  bool old_is_left_ = false;
  std::vector<std::uint8_t> came_back_;  // by node: since the last finish()
  Union union_;
};

}  // namespace kintsugi::general
