// A wafer of 4 x 4 nodes is given three configurations: one for a whole wafer, a damaged one, and one for a wafer with
// a dead PE. A scoreboard checks that all packets arrive, and expectations check switches, chain and ports in their
// cycles.
#include <iostream>
#include <kintsugi/models.hpp>
#include <kintsugi/testbench.hpp>

using namespace kintsugi;  // NOLINT: a program, not a header

// Returns packets of four flits to all other nodes, from a cycle on.
std::vector<ListSource::Entry> to_all(std::uint32_t from, Cycle begin) {
  std::vector<ListSource::Entry> packets;
  for (std::uint32_t to = 0; to < 16; ++to) {
    if (to != from) packets.push_back({begin + 2 * to, {NodeId{to}, 4, nullptr}});
  }
  return packets;
}

int sc_main(int, char*[]) {
  const auto design = find_family("srt2d")->build({{"n", 2}});
  const auto routing = design->routing("monotone", 2);
  const auto fabric = design->fabric({});
  ChipParameters parameters;
  parameters.router.vcs = 2;
  PacketMonitor monitor("monitor");
  Chip chip("wafer", {&design->network(), routing.get(), &fabric->fabric()}, parameters, monitor);
  monitor.watch(chip);
  PacketDriver driver("driver", chip);
  Scoreboard scoreboard("scoreboard");
  driver.sent.bind(scoreboard);
  driver.received.bind(scoreboard);
  monitor.dropped_packets.bind(scoreboard);
  for (std::uint32_t node = 0; node < 16; ++node) {
    auto packets = to_all(node, 300);
    for (const auto& packet : to_all(node, 1500)) packets.push_back(packet);
    driver.drive(NodeId{node}, packets);
  }

  Defects defects;
  defects.add(fabric->fabric().site("r1.c1"));
  const Repair whole = fabric->repair({}, {}), healed = fabric->repair(defects, {});
  std::vector<std::uint8_t> damaged = configuration_stream(chip, healed);
  damaged[3] ^= 1;

  // The site of the dead PE is r1.c1; its node lives there until the third configuration comes into force.
  Expectations expect("expect", chip);
  expect.at(299, "wafer.config_chain.phase", "active");
  expect.at(999, "wafer.config_chain.phase", "refused");
  expect.at(1499, "wafer.config_chain.phase", "active");
  expect.never("wafer.*.router.out_*.kind", "head").to = 299;
  expect.never("wafer.r1.c1.pe.out.kind", "head").from = 1000;
  expect.always("wafer.*.in_*.occupancy", {0, 4});
  CycleCheck& unmoved = expect.add({CheckKind::kAlways, {"wafer.*.state", {{}}}});  // no value: it must not change
  unmoved.from = 300;
  unmoved.to = 999;

  ConfigurationDriver configuration("configuration", chip);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  configuration.load(whole);
  sc_core::sc_start(600, sc_core::SC_NS);
  configuration.load(damaged, healed.placement);
  sc_core::sc_start(400, sc_core::SC_NS);
  std::cout << "the second configuration: " << configuration.error() << '\n';
  configuration.load(healed);
  sc_core::sc_start(2000, sc_core::SC_NS);

  for (const std::string& sentence : expect.unmet()) std::cout << sentence << '\n';
  std::cout << scoreboard.complaint().value_or(std::to_string(scoreboard.received()) + " packets have arrived") << '\n';
  return expect.unmet().empty() && !scoreboard.complaint() ? 0 : 1;
}
