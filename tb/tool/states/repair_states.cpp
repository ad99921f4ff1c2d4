#include "tb/tool/states/repair_states.hpp"

#include <algorithm>

#include "models/fabric/link_path.hpp"
#include "tb/tool/states/placed_network.hpp"
#include "tb/tool/states/setting.hpp"

namespace kintsugi::states {

namespace {

std::string state_in(const FieldTable& table, SwitchId id, const std::optional<Setting>& setting) {
  return setting ? table.state_name(id, setting->states[id.value]) : "";
}

std::string node_in(const Network& network, SiteId site, const std::optional<Setting>& setting) {
  const NodeId node = setting ? setting->placement.node_at[site.value] : kNoNode;
  return node == kNoNode ? "" : network.node_name(node);
}

std::vector<SwitchRow> switches_of(const FieldTable& table, const Setup& setup, const std::optional<Setting>& before,
                                   const Setting& after) {
  const Fabric& fabric = table.fabric();
  std::vector<SwitchRow> rows;
  rows.reserve(fabric.switches.size());
  for (const SwitchId id : ids<SwitchId>(fabric.switches.size())) {
    const FabricSwitch& each = fabric.switches[id.value];
    rows.push_back({each.name, each.type->name(), fabric.fields[each.field].name, state_in(table, id, before),
                    state_in(table, id, after), ""});
  }
  for (const ElementDefect& element : setup.defects.elements) {
    std::string& defect = rows[element.switch_id().value].defect;
    defect += (defect.empty() ? "" : "; ") + element.name;
  }
  return rows;
}

std::vector<PeRow> pes_of(const Setup& setup, const std::optional<Setting>& before, const Setting& after) {
  const Fabric& fabric = setup.fabric->fabric();
  std::vector<PeRow> rows;
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    rows.push_back({site, fabric.sites[site.value].name, node_in(setup.network(), site, before),
                    node_in(setup.network(), site, after), std::ranges::binary_search(setup.defects.sites, site)});
  }
  return rows;
}

/// Finds the lanes on which the links of the network lie in a setting, and their lengths.
class LinkLanes {
 public:
  explicit LinkLanes(const Fabric& fabric) : fixed_(fabric.links.size()) {
    for (const Wire& wire : fabric.wires) {
      first_.push_back(lanes_);
      lanes_ += wire.lanes;
    }
    carried_.resize(lanes_);
  }

  void follow(const Network& network, const Setting& setting, std::vector<std::optional<unsigned>>& lengths) {
    const PlacedNetwork placed(network, setting.placement, *setting.fabric);
    const LinkPaths paths(*setting.fabric);
    lengths.resize(network.links().size());
    for (std::size_t link = 0; link < network.links().size(); ++link) {
      const auto from = placed.at(network.links()[link].a);
      if (!from) continue;
      const LinkPath path = paths.from(*from, setting.states);
      if (!path.end || path.end != placed.at(network.links()[link].b)) continue;
      lengths[link] = path.pitches;
      if (path.fixed) fixed_[*path.fixed] = link;
      for (const Passage& passage : path.passages) {
        if (passage.wire) carried_[first_[*passage.wire] + passage.out.lane] = link;
      }
    }
  }

  std::optional<std::size_t> on(std::size_t wire, unsigned lane) const { return carried_[first_[wire] + lane]; }
  std::optional<std::size_t> on_fixed(std::size_t link) const { return fixed_[link]; }

 private:
  std::size_t lanes_ = 0;
  std::vector<std::size_t> first_;                   // by wire
  std::vector<std::optional<std::size_t>> carried_;  // by lane of a wire: index of a link of the network
  std::vector<std::optional<std::size_t>> fixed_;    // by link of the fabric
};

LinkEnds ends_of(const Network& network, std::size_t link) {
  return {network.describe(network.links()[link].a), network.describe(network.links()[link].b)};
}

std::optional<LinkEnds> ends_of(const Network& network, std::optional<std::size_t> link) {
  return link ? std::optional(ends_of(network, *link)) : std::nullopt;
}

void add_wires(const Setup& setup, const LinkLanes& before, const LinkLanes& after, std::vector<WireRow>& rows) {
  const Fabric& fabric = setup.fabric->fabric();
  const Network& network = setup.network();
  for (std::size_t number = 0; number < fabric.wires.size(); ++number) {
    const Wire& wire = fabric.wires[number];
    for (unsigned lane = 0; lane < wire.lanes; ++lane) {
      if (!before.on(number, lane) && !after.on(number, lane)) continue;
      rows.push_back({terminal_name(fabric, wire.a), terminal_name(fabric, wire.b), lane, wire.pitches,
                      ends_of(network, before.on(number, lane)), ends_of(network, after.on(number, lane))});
    }
  }
  for (std::size_t number = 0; number < fabric.links.size(); ++number) {
    if (!before.on_fixed(number) && !after.on_fixed(number)) continue;
    const FixedLink& link = fabric.links[number];
    rows.push_back({port_name(fabric, link.a), port_name(fabric, link.b), 0, link.pitches,
                    ends_of(network, before.on_fixed(number)), ends_of(network, after.on_fixed(number))});
  }
}

}  // namespace

std::vector<FieldRow> fields_of(const FieldTable& table, const Configuration& configuration) {
  std::vector<FieldRow> rows;
  rows.reserve(configuration.size());
  for (std::size_t field = 0; field < configuration.size(); ++field) {
    const ConfigField& each = table.fabric().fields[field];
    rows.push_back({table.offset(field), each.bits, each.name, configuration[field],
                    table.state_name(field, configuration[field])});
  }
  return rows;
}

RepairStates states_of(const Setup& setup, const RepairOptions& options, const CheckedRepair& checked) {
  const FieldTable table(setup.fabric->fabric());
  const std::optional<Setting> before = setting_before(setup, options);
  const Setting after = setting_after(setup, checked.repair);
  RepairStates states{fields_of(table, checked.repair.configuration),
                      switches_of(table, setup, before, after),
                      pes_of(setup, before, after),
                      {},
                      {}};
  LinkLanes lanes_before(table.fabric());
  LinkLanes lanes_after(table.fabric());
  std::vector<std::optional<unsigned>> length_before(setup.network().links().size());
  std::vector<std::optional<unsigned>> length_after;
  if (before) lanes_before.follow(setup.network(), *before, length_before);
  lanes_after.follow(setup.network(), after, length_after);
  add_wires(setup, lanes_before, lanes_after, states.wires);
  for (std::size_t link = 0; link < setup.network().links().size(); ++link) {
    states.links.push_back({ends_of(setup.network(), link), length_before[link], length_after[link]});
  }
  return states;
}

}  // namespace kintsugi::states
