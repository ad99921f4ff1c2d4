// Directly wired networks that route around faults: fault flooding in the hardware compared with its model, and the
// fate of the packets.
#include <gtest/gtest.h>

#include <utility>

#include "models/mandala/hdr.hpp"
#include "models/registry/families.hpp"
#include "tb/tests/oracles/fault_flooding.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/chip/notices_nothing.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi::test {
namespace {

using mandala::Mandala;
using Phase = ReconfigurationPhase;

/// A MANDALA network with hdr.
class Around {
 public:
  explicit Around(const Mandala& mandala, unsigned vcs = 8, Schedule schedule = Schedule::kDomain) : mandala_(mandala) {
    const Parameters parameters{{"ports", std::int64_t{mandala.ports}}, {"levels", std::int64_t{mandala.levels}}};
    design_ = find_family("mandala")->build(parameters);
    relation_ = design_->routing("hdr", vcs);
    auto& aware = dynamic_cast<FaultAware&>(*relation_);
    ChipPlan plan{&design_->network(), relation_.get(), nullptr, nullptr, nullptr, &aware};
    ChipParameters chosen;
    chosen.router.vcs = vcs;
    chosen.schedule = schedule;
    chip = std::make_unique<Chip>("net", plan, chosen, record);
    traffic_.resize(mandala.nodes());
    elaborate();
  }

  void expect_faults(std::vector<RunTimeFault> faults) {
    chip->faults().controller().expect(std::move(faults), {}, [this](const Defects& so_far) { return plan(so_far); });
  }
  void start_uniform(double rate, Cycle end) {
    drawn_ = std::make_unique<BernoulliTraffic>(find_pattern("uniform")->make(design_->network(), {}), PacketLengths(4),
                                                rate);
    for (std::uint32_t node = 0; node < mandala_.nodes(); ++node) {
      traffic_[node].source = std::make_unique<BernoulliSource>(NodeId{node}, *drawn_, 1, 0, end);
    }
    chip->nodes().start_traffic(traffic_, 0);
  }
  void finish(Cycle end) {
    chip->clock().run_until(end);
    while ((chip->packets().live() != 0 || chip->faults().controller().busy()) &&
           chip->clock().run_until(chip->clock().next() + 1)) {
    }
  }
  const mandala::HdrRelation& relation() const { return dynamic_cast<const mandala::HdrRelation&>(*relation_); }

  Record record;
  std::unique_ptr<Chip> chip;

 private:
  ReconfigurationPlan plan(const Defects& so_far) {
    EXPECT_EQ(check_conservation(*chip).value_or(""), "");
    return {"", {chip->faults().spread_step(std::exchange(known_, so_far), so_far)}, 0};
  }

  Mandala mandala_;
  std::unique_ptr<Design> design_;
  std::unique_ptr<RoutingRelation> relation_;
  std::unique_ptr<BernoulliTraffic> drawn_;
  std::vector<NodeTraffic> traffic_;
  Defects known_;
};

mandala::Faults faults_of(const std::vector<Fault>& list) {
  mandala::Faults faults;
  for (const Fault& fault : list) {
    if (const SiteId* site = std::get_if<SiteId>(&fault)) faults.nodes.push_back(NodeId{site->value});
    if (const LinkDefect* link = std::get_if<LinkDefect>(&fault)) {
      faults.links.emplace_back(NodeId{link->a.value}, NodeId{link->b.value});
    }
  }
  return faults;
}

/// Returns whether the fault maps of two nodes are equal.
bool same_map(const Mandala& mandala, const mandala::AliveMap& a, const mandala::AliveMap& b) {
  for (unsigned level = 1; level <= mandala.levels; ++level) {
    for (unsigned from = 0; from < mandala.ports; ++from) {
      for (unsigned to = 0; to < mandala.ports; ++to) {
        if (from != to && a.is_alive(level, from, to) != b.is_alive(level, from, to)) return false;
      }
    }
  }
  return true;
}

/// The faults come one after the other. After each the maps of all live nodes contain all faults, and the flooding has
/// taken the rounds of the model, a cycle each, plus two cycles: one to detect the fault, one in which no node learns
/// anything new.
void expect_flooding_as_in_the_model(const Mandala& mandala, const std::vector<Fault>& faults) {
  Around around(mandala);
  std::vector<RunTimeFault> timed;
  for (std::size_t i = 0; i < faults.size(); ++i) timed.push_back({50 + 500 * i, faults[i]});
  around.expect_faults(timed);
  std::vector<Fault> known;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    around.chip->clock().run_until(400 + 500 * i);
    const mandala::Spread wanted = spread(mandala, faults_of(known), faults_of({faults[i]}));
    const auto dead_before = mandala::FaultyNetwork(mandala, faults_of(known)).dead_crossings();
    known.push_back(faults[i]);
    const mandala::FaultyNetwork faulty(mandala, faults_of(known));
    const bool is_new = faulty.dead_crossings() != dead_before;  // a link of a dead node is not new
    const auto& done = around.chip->faults().controller().reconfigurations();
    ASSERT_EQ(done.size(), i + 1);
    EXPECT_TRUE(done[i].complete);
    EXPECT_EQ(done[i].spent(Phase::kSpread), wanted.steps + (is_new ? 2 : 1));
    const mandala::AliveMaps wise(faulty);
    for (NodeId node{0}; node.value < mandala.nodes(); ++node.value) {
      if (!faulty.is_alive(node)) continue;
      EXPECT_TRUE(same_map(mandala, around.relation().maps().of(node), wise.of(node))) << node.value;
    }
  }
}

std::vector<Fault> everything(const Mandala& mandala) {
  std::vector<Fault> faults;
  for (std::uint32_t node = 0; node < mandala.nodes(); ++node) faults.push_back(SiteId{node});
  const auto design =
      find_family("mandala")->build({{"ports", std::int64_t{mandala.ports}}, {"levels", std::int64_t{mandala.levels}}});
  for (const Link& link : design->network().links()) {
    faults.push_back(LinkDefect{SiteId{link.a.node.value}, SiteId{link.b.node.value}});
  }
  return faults;
}

TEST(RouteAround, messages_of_every_single_fault_reach_all_nodes_that_need_them_in_as_many_steps_as_in_the_model) {
  for (const Mandala& mandala : {Mandala{3, 2}, Mandala{4, 2}, Mandala{4, 3}}) {
    const std::vector<Fault> all = everything(mandala);
    for (std::size_t i = 0; i < all.size(); i += mandala.levels == 3 ? 7 : 1) {
      in_child([&] {
        expect_flooding_as_in_the_model(mandala, {all[i]});
        return std::string();
      });
    }
  }
}

TEST(RouteAround, messages_of_a_second_fault_route_around_the_first) {
  const Mandala mandala{4, 2};
  const std::vector<Fault> all = everything(mandala);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t second = (i * 5 + 3) % all.size();
    if (second == i) continue;
    in_child([&] {
      expect_flooding_as_in_the_model(mandala, {all[i], all[second]});
      return std::string();
    });
  }
}

TEST(RouteAround, under_load_only_packets_from_and_to_the_dead_are_dropped) {
  Around around({4, 3});
  around.expect_faults({{300, SiteId{22}}, {310, LinkDefect{SiteId{5}, SiteId{6}}}, {900, SiteId{41}}});
  around.start_uniform(0.2, 2000);
  around.finish(2000);
  EXPECT_EQ(around.chip->faults().controller().reconfigurations().size(), 2u);
  EXPECT_EQ(around.record.arrivals.size() + around.record.drops.size(), around.record.created_packets);
  std::map<DropReason, std::size_t> reasons;
  for (const Record::Dropped& dropped : around.record.drops) {
    ++reasons[dropped.reason];
    const NodeId end = dropped.reason == DropReason::kQueued ? dropped.source : dropped.destination;
    EXPECT_TRUE(end == NodeId{22} || end == NodeId{41}) << end.value;
  }
  EXPECT_GT(reasons[DropReason::kNoWay], 10u);
  EXPECT_GT(around.record.arrivals.size(), 1000u);
  EXPECT_EQ(check_conservation(*around.chip).value_or(""), "");
}

/// Checks that the maps of all live nodes are those of a fresh network with these faults.
void expect_maps(const Around& around, const Mandala& mandala, const std::vector<Fault>& faults) {
  const mandala::FaultyNetwork faulty(mandala, faults_of(faults));
  const mandala::AliveMaps wise(faulty);
  for (NodeId node{0}; node.value < mandala.nodes(); ++node.value) {
    if (!faulty.is_alive(node)) continue;
    EXPECT_TRUE(same_map(mandala, around.relation().maps().of(node), wise.of(node))) << node.value;
  }
}

TEST(RouteAround, when_faults_end_all_nodes_know_what_the_nodes_of_a_fresh_network_know) {
  const Mandala mandala{4, 2};
  const std::vector<Fault> all = everything(mandala);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t second = (i * 5 + 3) % all.size();
    if (second == i) continue;
    in_child([&] {
      Around around(mandala);
      around.expect_faults({{50, all[i]}, {550, all[second]}, {1050, all[i], true}, {1550, all[second], true}});
      const std::vector<std::vector<Fault>> after = {{all[i]}, {all[i], all[second]}, {all[second]}, {}};
      for (std::size_t step = 0; step < after.size(); ++step) {
        around.chip->clock().run_until(500 * (step + 1));
        expect_maps(around, mandala, after[step]);
      }
      EXPECT_EQ(around.chip->faults().controller().reconfigurations().size(), 4u);
      return std::string();
    });
  }
}

TEST(RouteAround, a_node_that_comes_back_sends_and_receives_again_and_its_packets_are_those_that_were_due) {
  const auto created_by = [](std::vector<RunTimeFault> faults) {
    Around around({4, 2});
    around.expect_faults(std::move(faults));
    around.start_uniform(0.2, 4000);
    around.finish(4000);
    EXPECT_EQ(around.record.arrivals.size() + around.record.drops.size(), around.record.created_packets);
    EXPECT_EQ(check_conservation(*around.chip).value_or(""), "");
    return std::pair(around.record.arrivals, around.record.drops);
  };
  in_child([&] {
    const auto [arrivals, drops] = created_by({{1000, SiteId{6}}, {2000, SiteId{6}, true}});
    std::size_t sent = 0;
    std::size_t received = 0;
    for (const Record::Arrival& arrival : arrivals) {
      const bool late = arrival.created > 2200;
      sent += late && arrival.source == NodeId{6} ? 1 : 0;
      received += late && arrival.destination == NodeId{6} ? 1 : 0;
      EXPECT_FALSE(arrival.source == NodeId{6} && arrival.created > 1000 && arrival.created <= 2000);
    }
    EXPECT_GT(sent, 50u);
    EXPECT_GT(received, 50u);
    EXPECT_FALSE(drops.empty());
    for (const Record::Dropped& dropped : drops) {
      EXPECT_TRUE(dropped.source == NodeId{6} || dropped.destination == NodeId{6});
    }
    return std::string();
  });
}

TEST(RouteAround, a_pe_that_is_defective_from_the_beginning_sends_nothing) {
  Around around({4, 2});
  Defects dead;
  dead.add(SiteId{6});
  dead.add(LinkDefect{SiteId{1}, SiteId{2}});
  const_cast<mandala::HdrRelation&>(around.relation()).know(dead);
  around.chip->faults().apply_defects(dead);
  around.start_uniform(0.1, 1000);
  around.finish(1000);
  for (const Record::Arrival& arrival : around.record.arrivals) EXPECT_NE(arrival.source, NodeId{6});
  for (const Record::Dropped& dropped : around.record.drops) EXPECT_EQ(dropped.destination, NodeId{6});
  EXPECT_EQ(around.record.arrivals.size() + around.record.drops.size(), around.record.created_packets);
}

/// A ring to the east, whose relation has other channels of use when routes have changed.
TEST(RouteAround, pes_inject_on_the_channels_of_the_new_routes_when_traffic_resumes) {
  class Changing final : public RoutingRelation, public NoticesNothing {
   public:
    const std::string& name() const override { return name_; }
    unsigned vcs() const override { return 3; }
    bool uses_source() const override { return false; }
    unsigned injection_vcs(NodeId) const override { return injection; }
    void route(const RouteQuery&, Candidates& out) const override { out.push_back({PortId{0}, 7, 0}); }
    unsigned injection = 1;

   private:
    std::string name_ = "changing";
  };
  auto relation = std::make_unique<Changing>();
  Changing& changing = *relation;
  Bench bench(make_plain_ring(4), std::move(relation), {});
  elaborate();
  for (const Cycle from : {0, 200}) {
    for (unsigned i = 0; i < 4; ++i) bench.send(from, NodeId{0}, NodeId{1}, 1);
  }
  std::vector<unsigned> channels;
  bench.clock().set_monitor([&](Cycle now) {
    const std::optional<Flit> flit = bench.pe(SiteId{0}).link().sent(now);
    if (flit) channels.push_back(flit->vc.value);
    return true;
  });
  bench.start();
  bench.run(100);
  changing.injection = 3;
  bench.chip->faults().stop();
  bench.chip->faults().resume();
  bench.run(300);
  bench.clock().set_monitor({});
  EXPECT_EQ(channels, (std::vector{0u, 0u, 0u, 0u, 0u, 1u, 2u, 0u}));
}

/// Nodes 0 - 1 - 2; node 1 has no candidate for node 2.
TEST(RouteAround, only_a_packet_without_a_route_is_dropped_and_where_that_is_noticed) {
  class Gap final : public RoutingRelation, public NoticesNothing {
   public:
    const std::string& name() const override { return name_; }
    unsigned vcs() const override { return 1; }
    bool uses_source() const override { return false; }
    void route(const RouteQuery& query, Candidates& out) const override {
      if (query.at == NodeId{1} && query.destination == NodeId{2}) return;
      const bool up = query.destination > query.at;
      out.push_back({PortId{static_cast<std::uint16_t>(query.at == NodeId{0} ? 0 : up ? 1 : 0)}, 1, 0});
    }

   private:
    std::string name_ = "gap";
  };
  Network line("line");
  const KindId kind = line.add_kind("base");
  const std::size_t layout = line.add_layout({"a", "b"});
  for (int i = 0; i < 3; ++i) line.add_node("n" + std::to_string(i), layout, {double(i), 0});
  line.connect({NodeId{0}, PortId{0}}, {NodeId{1}, PortId{0}}, kind);
  line.connect({NodeId{1}, PortId{1}}, {NodeId{2}, PortId{0}}, kind);
  Bench bench(std::move(line), std::make_unique<Gap>(), {});
  elaborate();
  bench.send(0, NodeId{0}, NodeId{2}, 5);
  bench.send(1, NodeId{0}, NodeId{1}, 5);
  bench.send(1, NodeId{2}, NodeId{0}, 5);
  bench.start();
  bench.run(200);
  ASSERT_EQ(bench.record.drops.size(), 1u);
  EXPECT_EQ(bench.record.drops[0].reason, DropReason::kNoWay);
  EXPECT_EQ(bench.record.drops[0].pe, &bench.chip->pe(SiteId{1}));
  EXPECT_EQ(bench.record.arrivals.size(), 2u);
  EXPECT_EQ(bench.chip->counters().dropped, 5u);
  EXPECT_EQ(bench.chip->packets().live(), 0u);
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
}

}  // namespace
}  // namespace kintsugi::test
