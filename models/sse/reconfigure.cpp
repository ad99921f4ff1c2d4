#include "models/sse/reconfigure.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi::sse {

namespace {

using Isolated = std::span<const std::uint32_t>;  // ascending

/// The logical number of physical place `place`, or nothing when it is isolated.
std::optional<std::uint32_t> number_of(std::uint32_t place, Isolated isolated) {
  std::uint32_t below = 0;
  while (below < isolated.size() && isolated[below] < place) ++below;
  if (below < isolated.size() && isolated[below] == place) return std::nullopt;
  return place - below;
}

/// The physical place of logical number `number`.
std::uint32_t place_of(std::uint32_t number, Isolated isolated) {
  for (const std::uint32_t place : isolated) {
    if (number < place) break;
    ++number;
  }
  return number;
}

std::optional<std::uint32_t> index_of(std::span<const SiteId> candidates, SiteId chosen) {
  if (chosen == kNoSite) return std::nullopt;
  const auto found = std::lower_bound(candidates.begin(), candidates.end(), chosen);
  if (found == candidates.end() || *found != chosen) throw std::logic_error("a role needs a link the array lacks");
  return static_cast<std::uint32_t>(found - candidates.begin());
}

std::vector<Unit> units_of(std::span<const FaultyUnit> faulty) {
  std::vector<Unit> units;
  for (const FaultyUnit& fault : faulty) units.push_back(fault.unit);
  std::sort(units.begin(), units.end());
  return units;
}

/// Picks a minimal irreparable set: what is kept, and with it as few as possible of the first faults; the last of these
/// is needed, so it is kept too.
std::vector<FaultyUnit> minimal_irreparable(const Sse& sse, std::span<const FaultyUnit> faulty) {
  std::vector<FaultyUnit> kept;
  const auto is_reparable_with = [&](std::size_t count) {
    std::vector<FaultyUnit> some = kept;
    some.insert(some.end(), faulty.begin(), faulty.begin() + static_cast<std::ptrdiff_t>(count));
    return isolate(sse, units_of(some)).has_value();
  };
  while (is_reparable_with(0)) {
    std::size_t low = 0;  // reparable with so many
    std::size_t high = faulty.size();
    while (high - low > 1) (is_reparable_with((low + high) / 2) ? low : high) = (low + high) / 2;
    kept.push_back(faulty[high - 1]);
    faulty = faulty.first(high - 1);
  }
  return kept;
}

void explain(const Sse& sse, const Faults& faults, std::span<const FaultyUnit> faulty, Reconfiguration& result) {
  const auto minimal = minimal_irreparable(sse, faulty);
  for (const FaultyUnit& fault : minimal) {
    if (fault.is_link) {
      result.irreparable.links.push_back(faults.links[fault.index]);
    } else {
      result.irreparable.pes.push_back(faults.pes[fault.index]);
    }
  }
  std::sort(result.irreparable.pes.begin(), result.irreparable.pes.end());
  std::sort(result.irreparable.links.begin(), result.irreparable.links.end());
  result.reason = why_irreparable(sse, units_of(minimal));
}

/// All PEs work out their roles.
void assign(const Array& array, Reconfiguration& result) {
  const Sse& sse = array.sse();
  result.placement = {std::vector<SiteId>(sse.nodes(), kNoSite), std::vector<NodeId>(array.pes(), kNoNode)};
  for (std::uint32_t number = 0; number < array.pes(); ++number) {
    const SiteId pe{number};
    const Role role = role_of(sse, result.isolation, pe);
    result.placement.node_at[number] = role.logical;
    if (role.logical != kNoNode) result.placement.site_of[role.logical.value] = pe;
    result.selections.push_back({index_of(array.shuffle_outs(pe), role.shuffle_out),
                                 index_of(array.shuffle_ins(pe), role.shuffle_in),
                                 index_of(array.exchanges(pe), role.exchange)});
  }
  for (std::uint32_t node = 0; node < sse.nodes(); ++node) {
    const SiteId home = sse.pe(sse.unit_of(NodeId{node}), sse.pe_in_unit(NodeId{node}));
    result.moved += result.placement.site_of[node] != home;
  }
}

}  // namespace

SiteId pe_of(const Sse& sse, const Isolation& isolation, NodeId node) {
  const Unit unit = sse.unit_of(node);
  const std::uint32_t module = place_of(unit.module, isolation.dropped);
  const std::uint32_t position = place_of(unit.position, isolation.lockstep);
  return sse.pe({module, place_of(position, isolation.local[module])}, sse.pe_in_unit(node));
}

Role role_of(const Sse& sse, const Isolation& isolation, SiteId pe) {
  const Unit at = sse.unit_of(pe);
  const auto module = number_of(at.module, isolation.dropped);
  if (!module || *module >= sse.logical_modules()) return {};
  auto position = number_of(at.position, isolation.local[at.module]);
  if (position) position = number_of(*position, isolation.lockstep);
  if (!position || *position >= sse.logical_width()) return {};
  const NodeId self = sse.node({*module, *position}, sse.pe_in_unit(pe));
  return {self, pe_of(sse, isolation, sse.shuffle(self)), pe_of(sse, isolation, sse.unshuffle(self)),
          pe_of(sse, isolation, Sse::exchange(self))};
}

Reconfiguration reconfigure(const Array& array, const Faults& faults) {
  Reconfiguration result;
  const std::vector<FaultyUnit> faulty = faulty_units(array, faults);
  if (auto isolation = isolate(array.sse(), units_of(faulty))) {
    result.repairable = true;
    result.isolation = std::move(*isolation);
    assign(array, result);
  } else {
    explain(array.sse(), faults, faulty, result);
  }
  return result;
}

}  // namespace kintsugi::sse
