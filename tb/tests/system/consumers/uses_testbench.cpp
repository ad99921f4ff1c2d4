// A mesh whose 16 nodes send 15 packets each, one to every other node; the scoreboard checks that each arrives.
// With a file as its argument it writes a waveform of the node x1.y1.
#include <iostream>
#include <kintsugi/models.hpp>
#include <kintsugi/testbench.hpp>
#include <kintsugi/wave.hpp>
#include <optional>
#include <string_view>

int sc_main(int argc, char* argv[]) {
  const auto design = kintsugi::find_family("mesh")->build({{"sides", {4, 4}}});
  const auto routing = design->routing("dimension-order", 2);
  kintsugi::PacketMonitor monitor("monitor");
  kintsugi::ChipParameters parameters;
  parameters.router.vcs = 2;
  kintsugi::Chip chip("net", {&design->network(), routing.get()}, parameters, monitor);
  monitor.watch(chip);
  kintsugi::PacketDriver driver("driver", chip);
  kintsugi::Scoreboard scoreboard("scoreboard");
  driver.sent.bind(scoreboard);
  driver.received.bind(scoreboard);
  monitor.dropped_packets.bind(scoreboard);
  for (std::uint32_t from = 0; from < 16; ++from) {
    std::vector<kintsugi::ListSource::Entry> packets;
    for (std::uint32_t to = 0; to < 16; ++to) {
      if (to != from) packets.push_back({kintsugi::Cycle{10} * to, {kintsugi::NodeId{to}, 4, nullptr}});
    }
    driver.drive(kintsugi::NodeId{from}, packets);
  }
  std::optional<kintsugi::wave::VcdWriter> waves;
  if (argc > 1) {
    kintsugi::wave::VcdOptions options;
    options.path = argv[1];
    waves.emplace(options);
    kintsugi::add_probes(chip, *waves, [](std::string_view name) { return name.starts_with("net.x1.y1."); });
  }
  sc_core::sc_start(1, sc_core::SC_US);
  if (waves) waves->close();
  if (const auto complaint = scoreboard.complaint()) {
    std::cerr << *complaint << '\n';
    return 1;
  }
  std::cout << scoreboard.sent() << " sent, " << scoreboard.received() << " received\n";
  return 0;
}
