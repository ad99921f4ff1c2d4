// A network that kintsugi does not know: a ring with its own routing. The proof says whether the routing can deadlock,
// and the chip runs it.
#include <iostream>
#include <kintsugi/chip.hpp>
#include <kintsugi/models.hpp>

using namespace kintsugi;  // NOLINT: a program, not a header

constexpr std::uint32_t kNodes = 12;

// Node i has the ports "next", to node i + 1, and "previous".
Network ring() {
  Network network("ring(" + std::to_string(kNodes) + ")");
  const KindId kind = network.add_kind("ring");
  const std::size_t layout = network.add_layout({"next", "previous"});
  for (std::uint32_t i = 0; i < kNodes; ++i) network.add_node("n" + std::to_string(i), layout, {double(i), 0});
  for (std::uint32_t i = 0; i < kNodes; ++i) {
    network.connect({NodeId{i}, PortId{0}}, {NodeId{(i + 1) % kNodes}, PortId{1}}, kind);
  }
  return network;
}

// The shorter way round. Packets begin on channel 0 and change to channel 1 between the last node and the first, so
// that no cycle of waiting packets goes all the way round; `careless` leaves them on channel 0.
class RingRouting final : public RoutingRelation {
 public:
  explicit RingRouting(bool careless) : careless_(careless) {}
  const std::string& name() const override { return name_; }
  unsigned vcs() const override { return 2; }
  bool uses_source() const override { return false; }
  void route(const RouteQuery& query, Candidates& out) const override {
    const std::uint32_t ahead = (query.destination.value + kNodes - query.at.value) % kNodes;
    const bool forward = ahead <= kNodes / 2;
    const bool wraps = query.at.value == (forward ? kNodes - 1 : 0);
    const RoutingState state = careless_ ? 0 : query.state | (wraps ? 1u : 0u);
    out.push_back({PortId{static_cast<std::uint16_t>(forward ? 0 : 1)}, vc_bit(state), state});
  }

 private:
  std::string name_ = "shorter way";
  bool careless_;
};

struct Counter : PacketObserver {
  unsigned packets = 0;
  void created(const Packet&, Cycle) override {}
  void injected(const Packet&, Cycle) override {}
  void arrived(const Packet&, Cycle) override {}
  void delivered(const Packet&, Cycle) override { ++packets; }
};

int sc_main(int, char*[]) {
  const Network network = ring();
  const RingRouting careless(true), routing(false);
  std::cout << "without the second channel: " << (prove(network, careless).holds() ? "proved" : "refused") << '\n';
  if (!prove(network, routing).holds()) return 1;
  Counter counter;
  ChipParameters parameters;
  parameters.router.vcs = routing.vcs();
  Chip chip("net", {&network, &routing}, parameters, counter);
  std::vector<NodeTraffic> traffic(kNodes);
  for (std::uint32_t from = 0; from < kNodes; ++from) {
    std::vector<ListSource::Entry> packets;
    for (std::uint32_t to = 0; to < kNodes; ++to) {
      if (to != from) packets.push_back({0, {NodeId{to}, 8, nullptr}});
    }
    traffic[from].source = std::make_unique<ListSource>(std::move(packets));
  }
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  chip.nodes().start_traffic(traffic, 0);
  sc_core::sc_start(10, sc_core::SC_US);
  std::cout << "proved; " << counter.packets << " packets delivered, " << chip.packets().live() << " under way\n";
  return counter.packets == kNodes * (kNodes - 1) ? 0 : 1;
}
