// A PE of one's own in two functions: node 0 sends a token, and each node passes it on to the next one.
#include <iostream>
#include <kintsugi/chip.hpp>
#include <kintsugi/models.hpp>
#include <kintsugi/open.hpp>
#include <utility>

using namespace kintsugi;  // NOLINT: a program, not a header

struct TokenPe final : BasicPe {
  using BasicPe::BasicPe;
  std::optional<TimedPacket> next_packet(Cycle) override {
    if (node() != NodeId{0} || std::exchange(has_begun, true)) return std::nullopt;
    return TimedPacket{10, {NodeId{1}, 4, nullptr}};  // four flits, from cycle 10 on
  }
  void received(const ReceivedPacket& packet, Cycle now) override {
    if (node() == NodeId{0}) std::cout << "round " << ++rounds << " ends in cycle " << now << '\n';
    if (rounds < 3) send({NodeId{(node().value + 1) % 16}, packet.flits, nullptr});
  }
  bool has_begun = false;
  int rounds = 0;  // counted by node 0 only
};

int sc_main(int, char*[]) {
  const auto design = find_family("hypercube")->build({{"n", std::int64_t{4}}});
  const auto routing = design->routing("e-cube", 1);
  ChipPlan plan{&design->network(), routing.get()};
  plan.make_pe = [](const char* name, const PeSite& site) { return std::make_unique<TokenPe>(name, site); };
  Unobserved observer;
  Chip chip("net", plan, {}, observer);
  std::vector<NodeTraffic> traffic(16);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  chip.nodes().start_traffic(traffic, 0);
  sc_core::sc_start(2, sc_core::SC_US);
  return chip.packets().live() == 0 ? 0 : 1;
}
