#include "tb/tool/run/energy_meter.hpp"

#include <utility>

#include "models/fabric/extraction.hpp"
#include "models/network/wire_length.hpp"

namespace kintsugi {

namespace {

/// Returns the lengths of the links on the fabric without defects.
LengthSums unrepaired_lengths(const Scenario& scenario, const Setup& setup) {
  const Fabric& fabric = setup.fabric->fabric();
  const Repair none = setup.fabric->repair({}, scenario.repair);
  const SwitchStates states = switch_states(fabric, none.configuration);
  const NetworkExtractor extractor(fabric);
  return link_lengths(setup.network(), [&](const Link& link) {
    const auto join = extractor.follow({none.placement.site_of[link.a.node.value], link.a.port}, states);
    return join ? join->pitches : 0;
  });
}

}  // namespace

EnergyMeter::EnergyMeter(const Scenario& scenario, const Setup& setup, const Chip& chip)
    : chip_(&chip), account_(setup.network()) {
  result_.section = *scenario.energy;
  if (setup.fabric) result_.unrepaired = unrepaired_lengths(scenario, setup);
  begin_epoch();
  first_placements_ = placements_;
  result_.links_at_first = lengths();
}

void EnergyMeter::begin_epoch() {
  end_epoch();
  placements_ = chip_->nodes().placements();
  ports_.clear();
  ports_.reserve(account_.links().size());
  const PathTable& paths = chip_->paths();
  const Placement& placement = chip_->nodes().placement();
  for (const LinkFlits& link : account_.links()) {
    const SiteId site = placement.site_of[link.from.node.value];
    const PortId port = link.from.port;
    const PathLength path{paths.pitches(site, port), paths.switches(site, port)};
    ports_.push_back({site, port, link.from.node, path, chip_->router(site).flits_sent(port)});
  }
}

void EnergyMeter::end_epoch() {
  for (const Port& port : ports_) {
    const std::uint64_t flits = chip_->router(port.site).flits_sent(port.port) - port.counted;
    if (flits != 0) account_.add({port.node, port.port}, flits, port.path);
  }
}

LengthSums EnergyMeter::lengths() const {
  const Placement& placement = chip_->nodes().placement();
  return link_lengths(*chip_->plan().network, [&](const Link& link) {
    return chip_->paths().pitches(placement.site_of[link.a.node.value], link.a.port);
  });
}

EnergyResult EnergyMeter::finish(Cycle cycles, std::uint64_t payload_flits) {
  watch();
  end_epoch();
  if (chip_->plan().fabric != nullptr && placements_ != first_placements_) result_.links_at_last = lengths();
  result_.counts = account_.counts();
  for (std::uint32_t site = 0; site < chip_->sites(); ++site) {
    const Router& router = chip_->router(SiteId{site});
    for (const PortId port : router.ports()) result_.counts.flit_routers += router.flits_sent(port);
  }
  result_.counts.router_cycles = chip_->sites() * cycles;
  result_.links = std::move(account_).links();
  result_.payload_flits = payload_flits;
  result_.delivered_flits = chip_->counters().delivered;
  return std::move(result_);
}

}  // namespace kintsugi
