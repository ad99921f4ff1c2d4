#include "tb/tool/run/link_cycles.hpp"

#include <cmath>

#include "hw/chip/path_table.hpp"

namespace kintsugi {

std::vector<unsigned> link_cycles(const Scenario& scenario, const Setup& setup) {
  const LinkTiming timing{scenario.link.latency, setup.link_latency, scenario.link.reach};
  const Network& network = setup.network();
  std::vector<unsigned> cycles;
  for (const Link& link : network.links()) {
    const Position a = network.position(link.a.node), b = network.position(link.b.node);
    const auto pitches = static_cast<unsigned>(std::lround(std::abs(a.x - b.x) + std::abs(a.y - b.y)));
    cycles.push_back(timing.latency(link.kind, pitches));
  }
  return cycles;
}

}  // namespace kintsugi
