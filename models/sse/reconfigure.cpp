#include "models/sse/reconfigure.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi::sse {

namespace {

std::uint32_t index_of(std::span<const SiteId> candidates, SiteId chosen) {
  const auto found = std::lower_bound(candidates.begin(), candidates.end(), chosen);
  if (found == candidates.end() || *found != chosen)
    throw std::logic_error("a reconfiguration needs a link the array lacks");
  return static_cast<std::uint32_t>(found - candidates.begin());
}

std::vector<Unit> units_of(std::span<const FaultyUnit> faulty) {
  std::vector<Unit> units;
  for (const FaultyUnit& fault : faulty) units.push_back(fault.unit);
  std::sort(units.begin(), units.end());
  return units;
}

/// Picks a minimal irreparable set. While the kept faults alone are reparable, finds how few of the first faults make
/// them irreparable; the last of these is needed, so it is kept too.
std::vector<FaultyUnit> minimal_irreparable(const Sse& sse, std::span<const FaultyUnit> faulty) {
  std::vector<FaultyUnit> kept;
  const auto is_reparable_with = [&](std::size_t count) {
    std::vector<FaultyUnit> some = kept;
    some.insert(some.end(), faulty.begin(), faulty.begin() + static_cast<std::ptrdiff_t>(count));
    return isolate(sse, units_of(some)).has_value();
  };
  while (is_reparable_with(0)) {
    std::size_t low = 0;  // with this many of the first faults the kept ones are reparable
    std::size_t high = faulty.size();
    while (high - low > 1) (is_reparable_with((low + high) / 2) ? low : high) = (low + high) / 2;
    kept.push_back(faulty[high - 1]);
    faulty = faulty.first(high - 1);
  }
  return kept;
}

void explain(const Sse& sse, const Defects& faults, std::span<const FaultyUnit> faulty, Reconfiguration& result) {
  const auto minimal = minimal_irreparable(sse, faulty);
  for (const FaultyUnit& fault : minimal) {
    if (fault.is_link) {
      result.irreparable.links.push_back(faults.links[fault.index]);
    } else {
      result.irreparable.sites.push_back(faults.sites[fault.index]);
    }
  }
  std::sort(result.irreparable.sites.begin(), result.irreparable.sites.end());
  std::sort(result.irreparable.links.begin(), result.irreparable.links.end());
  result.reason = why_irreparable(sse, units_of(minimal));
}

/// Assigns the logical numbers, unit by unit. It skips first the units that a module isolates itself, then those that
/// are isolated in all modules.
class Numbering {
 public:
  Numbering(const Sse& sse, const Isolation& isolation) : sse_(sse), isolation_(isolation) {
    placement_.site_of.assign(sse.nodes(), kNoSite);
    placement_.node_at.assign(sse.pes(), kNoNode);
  }

  Placement place_all() {
    std::uint32_t number = 0;
    for (std::uint32_t module = 0; module < sse_.physical_modules() && number < sse_.logical_modules(); ++module) {
      if (!contains(isolation_.dropped, module)) place_module(module, number++);
    }
    return std::move(placement_);
  }

 private:
  static bool contains(const std::vector<std::uint32_t>& list, std::uint32_t number) {
    return std::binary_search(list.begin(), list.end(), number);
  }

  void place_module(std::uint32_t module, std::uint32_t module_number) {
    std::uint32_t counted = 0;  // units so far, without those that the module isolates itself
    std::uint32_t number = 0;
    for (std::uint32_t position = 0; position < sse_.width() && number < sse_.logical_width(); ++position) {
      if (contains(isolation_.local[module], position)) continue;
      if (!contains(isolation_.lockstep, counted++)) place_unit({module, position}, {module_number, number++});
    }
  }

  void place_unit(Unit at, Unit number) {
    for (std::uint32_t pe = 0; pe < sse_.unit_pes(); ++pe) {
      const SiteId site = sse_.pe(at, pe);
      const NodeId node = sse_.node(number, pe);
      placement_.site_of[node.value] = site;
      placement_.node_at[site.value] = node;
    }
  }

  const Sse& sse_;
  const Isolation& isolation_;
  Placement placement_;
};

Selection select(const Array& array, const Placement& placement, SiteId pe) {
  const NodeId node = placement.node_at[pe.value];
  if (node == kNoNode) return {};
  const Sse& sse = array.sse();
  const auto site_of = [&placement](NodeId partner) { return placement.site_of[partner.value]; };
  return {index_of(array.shuffle_outs(pe), site_of(sse.shuffle(node))),
          index_of(array.shuffle_ins(pe), site_of(sse.unshuffle(node))),
          index_of(array.exchanges(pe), site_of(Sse::exchange(node)))};
}

void assign(const Array& array, Reconfiguration& result) {
  const Sse& sse = array.sse();
  result.placement = Numbering(sse, result.isolation).place_all();
  for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
    result.selections.push_back(select(array, result.placement, SiteId{pe}));
  }
  for (std::uint32_t node = 0; node < sse.nodes(); ++node) {
    const SiteId home = sse.pe(sse.unit_of(NodeId{node}), sse.pe_in_unit(NodeId{node}));
    result.moved += result.placement.site_of[node] != home;
  }
}

}  // namespace

Reconfiguration reconfigure(const Array& array, const Defects& faults) {
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

bool is_repairable(const Array& array, const Defects& faults) {
  return isolate(array.sse(), units_of(faulty_units(array, faults))).has_value();
}

}  // namespace kintsugi::sse
