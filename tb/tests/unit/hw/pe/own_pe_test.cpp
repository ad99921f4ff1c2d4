// PEs that the user makes, and packet sources that hear what arrives.
#include "hw/link/conservation_check.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

/// Sends one request, and answers every request that reaches it.
class Responder final : public PacketSource {
 public:
  Responder(Cycle first, std::optional<NodeId> asks) : due_(asks ? first : GeometricGaps::kNever) {
    if (asks) orders_.push_back({*asks, 2, nullptr});
  }
  Cycle due() const override { return due_; }
  PacketOrder take() override {
    const PacketOrder order = orders_.front();
    orders_.erase(orders_.begin());
    if (orders_.empty()) due_ = GeometricGaps::kNever;
    return order;
  }
  bool listens() const override { return true; }
  void received(const ReceivedPacket& packet, Cycle now) override {
    received_.push_back(packet);
    times.push_back(now);
    if (packet.flits != 2) return;
    orders_.push_back({packet.source, 5, nullptr});
    due_ = now;
  }
  std::vector<ReceivedPacket> received_;
  std::vector<Cycle> times;

 private:
  std::vector<PacketOrder> orders_;
  Cycle due_;
};

TEST(OwnPe, a_source_answers_in_the_cycle_in_which_it_receives) {
  Bench bench("mesh", {{"sides", std::vector<std::int64_t>{2, 2}}}, "dimension-order", {});
  elaborate();
  std::vector<Responder*> nodes;
  for (std::uint32_t node = 0; node < 4; ++node) {
    auto source = std::make_unique<Responder>(10, node == 0 ? std::optional(NodeId{3}) : std::nullopt);
    nodes.push_back(source.get());
    bench.traffic[node].source = std::move(source);
  }
  bench.chip->nodes().start_traffic(bench.traffic, 0);
  bench.run(100);
  ASSERT_EQ(bench.record.arrivals.size(), 2u);
  ASSERT_EQ(nodes[3]->received_.size(), 1u);
  ASSERT_EQ(nodes[0]->received_.size(), 1u);
  EXPECT_EQ(nodes[3]->received_[0].source, NodeId{0});
  EXPECT_EQ(nodes[3]->received_[0].hops, 2u);
  EXPECT_EQ(nodes[3]->times[0], bench.record.arrivals[0].delivered);
  EXPECT_EQ(bench.record.arrivals[1].created, bench.record.arrivals[0].delivered);
  EXPECT_EQ(bench.record.arrivals[1].injected, bench.record.arrivals[0].delivered);
  EXPECT_EQ(nodes[0]->received_[0].flits, 5u);
  EXPECT_EQ(nodes[1]->received_.size(), 0u);
}

/// Sends packets one by one: the next one in the cycle after the last flit of the one before has left.
class OneByOne final : public PacketSource {
 public:
  Cycle due() const override { return due_; }
  PacketOrder take() override {
    due_ = GeometricGaps::kNever;
    return {NodeId{3}, 4, nullptr, 0, next_++};
  }
  bool listens() const override { return true; }
  void prepare(Cycle now) override { prepared.push_back(now); }
  void left(std::uint32_t note, Cycle now) override {
    departures.emplace_back(note, now);
    if (next_ < 3) due_ = now + 1;
  }
  void received(const ReceivedPacket& packet, Cycle) override { notes.push_back(packet.note); }
  std::vector<Cycle> prepared;
  std::vector<std::pair<std::uint32_t, Cycle>> departures;
  std::vector<std::uint32_t> notes;

 private:
  Cycle due_ = 5;
  std::uint32_t next_ = 0;
};

TEST(OwnPe, a_source_hears_when_its_packets_have_left_and_receivers_get_their_notes) {
  Bench bench("mesh", {{"sides", std::vector<std::int64_t>{2, 2}}}, "dimension-order", {});
  elaborate();
  std::vector<OneByOne*> nodes;
  for (std::uint32_t node = 0; node < 4; ++node) {
    auto source = std::make_unique<OneByOne>();
    nodes.push_back(source.get());
    bench.traffic[node].source = std::move(source);
  }
  bench.chip->nodes().start_traffic(bench.traffic, 0);
  bench.run(100);
  using Departures = std::vector<std::pair<std::uint32_t, Cycle>>;
  EXPECT_EQ(nodes[0]->departures, (Departures{{0, 8}, {1, 12}, {2, 16}}));
  EXPECT_EQ(nodes[0]->prepared, (std::vector<Cycle>{5, 9, 13}));
  EXPECT_EQ(nodes[3]->notes.size(), 12u);
}

/// A source to which packets are given from outside.
class Mailbox final : public PacketSource {
 public:
  Cycle due() const override { return due_; }
  PacketOrder take() override {
    due_ = GeometricGaps::kNever;
    return {NodeId{1}, 1, nullptr};
  }
  void post(Cycle at) { due_ = at; }

 private:
  Cycle due_ = GeometricGaps::kNever;
};

TEST(OwnPe, a_source_that_has_a_packet_sooner_is_asked_again) {
  Bench bench("mesh", {{"sides", std::vector<std::int64_t>{2, 2}}}, "dimension-order", {});
  elaborate();
  std::vector<Mailbox*> boxes;
  for (NodeTraffic& traffic : bench.traffic) {
    auto box = std::make_unique<Mailbox>();
    boxes.push_back(box.get());
    traffic.source = std::move(box);
  }
  bench.chip->nodes().start_traffic(bench.traffic, 0);
  bench.run(50);
  boxes[0]->post(57);
  bench.run(20);
  EXPECT_EQ(bench.record.created_packets, 0u) << "the PE does not know";
  boxes[0]->post(80);
  bench.chip->nodes().source_changed(NodeId{0});
  boxes[2]->post(5);
  bench.chip->nodes().source_changed(NodeId{2});
  bench.run(50);
  ASSERT_EQ(bench.record.arrivals.size(), 2u);
  EXPECT_EQ(bench.record.arrivals[0].created, 70u) << "at once, as the cycle has passed";
  EXPECT_EQ(bench.record.arrivals[1].created, 80u);
}

/// A PE that sends nothing and counts the flits that reach it.
class Counter final : public Pe {
 public:
  Counter(const char* name, const PeSite& site)
      : Pe(name, *site.chip.clock),
        index_(site.chip.clock->add(*this)),
        chip_(site.chip),
        receiver_(1, site.parameters.vcs, 1),
        path_port_("local"),
        end_(Endpoint{&receiver_, index_, PortId{0}, 0}) {}
  PathPort& path_port() override { return path_port_; }
  PathEnd& path_end() override { return end_; }
  void connect(const Endpoint&, unsigned) override {}
  void end_of_elaboration() override {
    chip_.join_thread_of(index_);
    time_wheel_resized();
  }
  void time_wheel_resized() override {
    receiver_.require_delay(chip_.clock->slots() - 1);
    set_hot_state(receiver_.records(), receiver_.slots(), receiver_.record_bytes(), &flits);
  }
  void become(NodeId node) override { node_ = node; }
  NodeId node() const override { return node_; }
  void start(NodeTraffic&, Cycle) override {}
  void stop() override {}
  void resume() override {}
  void die() override {}
  bool dead() const override { return false; }
  void revive() override {}
  void retire() override {}
  void source_changed() override {}
  bool is_quiescent() const override { return true; }
  void list_probes(wave::ModuleProbes&) const override {}
  void add_to(ConservationCheck& check) const override { check.add_sink(receiver_); }
  void evaluate(Cycle now) override {
    const LinkReceiver::Arrivals arrivals = receiver_.arrivals_in(registers_of(now));
    if (arrivals.flits != 0) {
      const Flit flit = arrivals.flit(PortId{0});
      ++flits;
      --chip_.own->counters.on_wires;
      ++chip_.own->counters.delivered;
      if (flit.tail()) chip_.packets->release(flit.packet, chip_.thread);
    }
    receiver_.clear(arrivals);
  }
  std::uint64_t flits = 0;

 private:
  ModuleIndex index_;
  ChipContext chip_;
  LinkReceiver receiver_;
  NodeId node_ = kNoNode;
  PathPort path_port_;
  PathEnd end_;
};

TEST(OwnPe, the_plan_makes_the_pe_of_a_site) {
  Counter* counter = nullptr;
  const PeFactory factory = [&](const char* name, const PeSite& site) -> std::unique_ptr<Pe> {
    if (site.site != SiteId{3}) {
      return std::make_unique<TrafficPe>(name, site.chip, site.parameters, site.observer);
    }
    auto own = std::make_unique<Counter>(name, site);
    counter = own.get();
    return own;
  };
  Bench bench("mesh", {{"sides", std::vector<std::int64_t>{2, 2}}}, "dimension-order", {}, false, 2, {},
              Multicasts::kNone, factory);
  elaborate();
  bench.send(5, NodeId{0}, NodeId{3}, 4);
  bench.send(6, NodeId{1}, NodeId{3}, 7);
  bench.send(6, NodeId{1}, NodeId{2}, 3);
  bench.start();
  bench.run(60);
  EXPECT_EQ(counter->flits, 11u);
  EXPECT_EQ(bench.record.arrivals.size(), 1u) << "the other PEs call the observer";
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
}

/// Returns what is said of a packet of a source, or how many flits have left if nothing is.
std::string said_of_a_packet(const PacketOrder& order, Multicasts multicasts) {
  Bench bench("mesh", {{"sides", std::vector<std::int64_t>{2, 2}}}, "dimension-order", {}, false, 2, {}, multicasts);
  elaborate();
  for (std::uint32_t node = 0; node < 4; ++node) {
    std::vector<ListSource::Entry> packets;
    if (node == 1) packets.push_back({5, order});
    bench.traffic[node].source = std::make_unique<ListSource>(packets);
  }
  bench.chip->nodes().start_traffic(bench.traffic, 0);
  try {
    bench.run(60);
  } catch (const std::exception& error) {
    const std::string text = error.what();
    const std::size_t begin = text.find("net.x1.y0.pe");
    return begin == std::string::npos ? text : text.substr(begin, text.find('\n') - begin);
  }
  return std::to_string(bench.chip->counters().injected) + " flits";
}

TEST(OwnPe, a_packet_that_no_chip_can_deliver_is_refused_instead_of_sent_for_ever) {
  MulticastSet set;
  set.members = {NodeId{0}, NodeId{3}};
  const auto said = [](const PacketOrder& order, Multicasts multicasts = Multicasts::kTree) {
    return in_child([&] { return said_of_a_packet(order, multicasts); });
  };
  const std::string pe = "net.x1.y0.pe is to send ";
  EXPECT_EQ(said({NodeId{3}, 5, nullptr}), "5 flits");
  EXPECT_EQ(said({kNoNode, 4, &set}), "6 flits") << "and two acknowledgements";
  EXPECT_EQ(said({NodeId{4}, 5, nullptr}), pe + "a packet to node 4, and the last node is 3");
  EXPECT_EQ(said({NodeId{3}, 0, nullptr}), pe + "a packet without flits; it needs 1 or more");
  EXPECT_EQ(said({kNoNode, 5, &set}),
            pe +
                "a multicast of 5 flits, and a router forwards it only into a buffer for all of it, which has 4 flits: "
                "it would wait for ever");
  EXPECT_EQ(said({kNoNode, 4, &set}, Multicasts::kNone),
            pe + "a multicast, and the chip has no relation of multicasts: set ChipPlan::multicast");
}

TEST(OwnPe, a_multicast_whose_members_are_none_is_refused) {
  const auto said = [](std::vector<NodeId> members) {
    MulticastSet set;
    set.members = std::move(members);
    return in_child([&] { return said_of_a_packet({kNoNode, 4, &set}, Multicasts::kTree); });
  };
  const std::string pe = "net.x1.y0.pe is to send ";
  EXPECT_EQ(said({NodeId{0}, NodeId{4}}), pe + "a multicast to node 4, and the last node is 3");
  EXPECT_EQ(said({}), pe + "a multicast to no node; it needs 1 member or more");
  EXPECT_EQ(said({NodeId{3}, NodeId{0}, NodeId{3}}), pe + "a multicast that names node 3 twice; name each member once");
}

TEST(OwnPe, a_factory_that_makes_no_pe_is_refused) {
  try {
    Bench bench("mesh", {{"sides", std::vector<std::int64_t>{2, 2}}}, "dimension-order", {}, false, 2, {},
                Multicasts::kNone, [](const char*, const PeSite&) { return std::unique_ptr<Pe>(); });
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "the factory of the chip plan makes no PE for x0.y0");
  }
}

}  // namespace
}  // namespace kintsugi::test
