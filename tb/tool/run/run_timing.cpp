#include "tb/tool/run/run_timing.hpp"

#include <string>

#include "models/network/text.hpp"

namespace kintsugi {

namespace {

/// Returns the number of flits that have left their last router and reach their PE in the next cycle.
std::uint64_t leaving_flits(const Chip& chip) {
  std::uint64_t flits = 0;
  for (std::uint32_t site = 0; site < chip.sites(); ++site) {
    const SiteRouter& router = chip.site_router(SiteId{site});
    flits += router.link(router.local_port()).sent(chip.clock().now()).has_value();
  }
  return flits;
}

double ratio(double amount, double of) {
  return of == 0 ? 0 : amount / of;
}

}  // namespace

double RunTiming::ns_per_flit_hop() const {
  return ratio(simulation_seconds * 1e9, static_cast<double>(flit_hops));
}

double RunTiming::router_cycles_per_second() const {
  return ratio(static_cast<double>(router_cycles), simulation_seconds);
}

std::uint64_t flit_hops(const Chip& chip) {
  // Every move is onto a link: from a PE, to a PE, or between routers.
  const FlitCounters counters = chip.counters();
  return counters.moves - counters.injected - counters.delivered - counters.dropped - leaving_flits(chip);
}

void add_timing(TextTable& table, const RunTiming& timing) {
  table.add({"elaboration", fixed(timing.elaboration_seconds, 3) + " s"});
  if (timing.configuration_seconds != 0) {
    table.add({"configuration", fixed(timing.configuration_seconds, 3) + " s"});
  }
  table.add({"simulation", joined(fixed(timing.simulation_seconds, 3), " s, ",
                                  fixed(timing.router_cycles_per_second() / 1e6, 1), " million router-cycles/s, ",
                                  timing.evaluations, " module evaluations, ", counted(timing.threads, "thread"))});
  table.add({"flit-hops", std::to_string(timing.flit_hops) + ", " + fixed(timing.ns_per_flit_hop(), 1) + " ns each"});
  table.add({"peak memory", fixed(static_cast<double>(timing.peak_memory_bytes) / (1 << 20), 1) + " MiB, estimated " +
                                fixed(static_cast<double>(timing.memory_estimate_bytes) / (1 << 20), 1) + " MiB"});
}

}  // namespace kintsugi
