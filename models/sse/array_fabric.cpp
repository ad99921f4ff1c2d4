#include "models/sse/array_fabric.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string_view>

#include "models/fabric/fabric_number.hpp"
#include "models/repair/segmented_fabric.hpp"
#include "models/sse/array_diagnosis.hpp"
#include "models/sse/reconfigure.hpp"
#include "models/sse/role.hpp"
#include "models/sse/topology.hpp"

namespace kintsugi::sse {

namespace {

Position position(SiteId pe) {
  return {double(pe.value / 2), double(pe.value % 2)};
}

/// Returns the distance of two PEs along the two axes of the picture.
unsigned pitches(SiteId a, SiteId b) {
  const auto distance = [](std::uint32_t x, std::uint32_t y) { return x < y ? y - x : x - y; };
  return distance(a.value / 2, b.value / 2) + distance(a.value % 2, b.value % 2);
}

unsigned candidate_index(std::span<const SiteId> candidates, SiteId pe) {
  return static_cast<unsigned>(std::ranges::lower_bound(candidates, pe) - candidates.begin());
}

SwitchState state_of(std::optional<std::uint32_t> index) {
  return index ? SelectorType::choose(*index) : SelectorType::kOpen;
}

/// Returns the state of a selector for a known partner.
SwitchState state_for(std::span<const SiteId> candidates, SiteId partner) {
  return partner == kNoSite ? SelectorType::kOpen : SelectorType::choose(candidate_index(candidates, partner));
}

class IsolationTester final : public RepairTester {
 public:
  explicit IsolationTester(const Array& array) : array_(&array) {}
  bool repairable(const Defects& defects) override { return is_repairable(*array_, defects); }

 private:
  const Array* array_;
};

/// The plans that reconfigure() searches.
constexpr const char* kIsolation = "isolation of every faulty unit";

FabricInfo make_info() {
  FabricInfo info;
  info.options = {chain_option("each unit that is isolated as a whole")};
  info.planners.front().summary = "arrays: finds a repair that isolates every faulty unit, whenever there is one";
  for (std::size_t scheme = 0; scheme < kSchemeNames.size(); ++scheme) {
    if (static_cast<Scheme>(scheme) != Scheme::kPlain) info.always_with.push_back({"scheme", kSchemeNames[scheme]});
  }
  return info;
}

}  // namespace

const FabricInfo& array_info() {
  static const FabricInfo info = make_info();
  return info;
}

ArrayFabric::ArrayFabric(const Sse& sse) : array_(sse) {
  fabric_.name = "array";
  fabric_.layout = {"shuffle_out", "shuffle_in", "exchange"};
  for (std::uint32_t pe = 0; pe < array_.pes(); ++pe) add_pe(SiteId{pe});
  for (std::uint32_t pe = 0; pe < array_.pes(); ++pe) {
    wire_shuffles(SiteId{pe});
    wire_exchanges(SiteId{pe});
  }
  fabric_.number = fabric_number(fabric_, make_network(sse));
}

const FabricInfo& ArrayFabric::info() const {
  return array_info();
}

const SelectorType& ArrayFabric::selector(std::size_t links) {
  if (links > SelectorType::kMostLinks) {
    throw ParameterError("network.k", "a selector of this array would have " + std::to_string(links) + " links, and " +
                                          std::to_string(SelectorType::kMostLinks) +
                                          " are the most that can be built; take fewer spares");
  }
  auto& type = types_[links];
  if (!type) type = std::make_unique<SelectorType>(static_cast<unsigned>(links));
  return *type;
}

void ArrayFabric::add_pe(SiteId pe) {
  const std::string name = "p" + std::to_string(pe.value);
  fabric_.sites.push_back({name, {static_cast<int>(pe.value)}, position(pe)});
  add_selector(pe, kShuffleOut, name + ".select_out", array_.shuffle_outs(pe).size());
  add_selector(pe, kShuffleIn, name + ".select_in", array_.shuffle_ins(pe).size());
  if (selectors() == 3) add_selector(pe, kExchange, name + ".select_exchange", array_.exchanges(pe).size());
}

void ArrayFabric::add_selector(SiteId pe, PortId port, const std::string& name, std::size_t links) {
  const SelectorType& type = selector(links);
  const SwitchId id{static_cast<std::uint32_t>(fabric_.switches.size())};
  fabric_.switches.push_back({&type, name, fabric_.fields.size(), position(pe)});
  fabric_.fields.push_back({static_cast<unsigned>(std::bit_width(type.states() - 1)), type.states(), name});
  fabric_.taps.push_back({pe, port, {id, SelectorType::kPort}});
}

void ArrayFabric::wire_shuffles(SiteId pe) {
  const auto outs = array_.shuffle_outs(pe);
  for (unsigned i = 0; i < outs.size(); ++i) {
    const unsigned back = candidate_index(array_.shuffle_ins(outs[i]), pe);
    fabric_.wires.push_back({{select_out(pe), SelectorType::link(i)},
                             {select_in(outs[i]), SelectorType::link(back)},
                             1,
                             pitches(pe, outs[i])});
  }
}

void ArrayFabric::wire_exchanges(SiteId pe) {
  const auto partners = array_.exchanges(pe);
  for (unsigned i = 0; i < partners.size(); ++i) {
    if (partners[i] < pe) continue;
    if (selectors() < 3) {
      fabric_.links.push_back({{pe, kExchange}, {partners[i], kExchange}, pitches(pe, partners[i])});
      continue;
    }
    const unsigned back = candidate_index(array_.exchanges(partners[i]), pe);
    fabric_.wires.push_back({{select_exchange(pe), SelectorType::link(i)},
                             {select_exchange(partners[i]), SelectorType::link(back)},
                             1,
                             pitches(pe, partners[i])});
  }
}

Repair ArrayFabric::repair(const Defects& defects, const RepairOptions& options) const {
  check_repair_names(options, info());
  if (!options.explain && !is_repairable(array_, defects)) return {};
  Reconfiguration plan = reconfigure(array_, defects);
  Repair repair;
  repair.repairable = plan.repairable;
  if (!plan.repairable) {
    repair.irreparable_subset = std::move(plan.irreparable);
    repair.reason = std::move(plan.reason);
    const bool has_enough_pes = array_.pes() - defects.sites.size() >= array_.sse().nodes();
    if (has_enough_pes) repair.irreparable_by = kIsolation;
    return repair;
  }
  for (const Selection& selection : plan.selections) {
    repair.configuration.push_back(state_of(selection.shuffle_out));
    repair.configuration.push_back(state_of(selection.shuffle_in));
    if (selectors() == 3) repair.configuration.push_back(state_of(selection.exchange));
  }
  repair.isolated = describe(array_.sse(), plan.isolation);
  repair.moved = plan.moved;
  repair.placement = std::move(plan.placement);
  repair.message = repair_message(array_.sse(), plan.isolation);
  return repair;
}

std::optional<std::string> ArrayFabric::complete_for(const RepairOptions&) const {
  return kIsolation;
}

CompletedPlan ArrayFabric::complete(const GivenPlan& plan) const {
  if (!plan.placement) throw std::invalid_argument("an array has no paths; give a placement: the PE of every node");
  const Placement& placement = *plan.placement;
  CompletedPlan completed;
  Repair& repair = completed.repair;
  for (std::uint32_t pe = 0; pe < array_.pes(); ++pe) {
    const SiteId site{pe};
    const NodeId node = placement.node_at[pe];
    const auto to = [&](std::span<const SiteId> candidates, NodeId partner, const char* kind) {
      return select(candidates, placement, node, partner, kind, completed.conflicts);
    };
    const bool idle = node == kNoNode;
    const Sse& sse = array_.sse();
    repair.configuration.push_back(idle ? SelectorType::kOpen
                                        : to(array_.shuffle_outs(site), sse.shuffle(node), "shuffle"));
    repair.configuration.push_back(idle ? SelectorType::kOpen
                                        : to(array_.shuffle_ins(site), sse.unshuffle(node), "unshuffle"));
    const SwitchState exchange =
        idle ? SelectorType::kOpen : to(array_.exchanges(site), Sse::exchange(node), "exchange");
    if (selectors() == 3) repair.configuration.push_back(exchange);
  }
  repair.repairable = completed.conflicts.empty();
  repair.moved = static_cast<unsigned>(count_moved(reconfigure(array_, {}).placement, placement));
  repair.placement = placement;
  return completed;
}

/// Returns the state that joins a port of a node's PE to the PE of its partner. The link is said to be missing once, by
/// the node that it begins at.
SwitchState ArrayFabric::select(std::span<const SiteId> candidates, const Placement& placement, NodeId node,
                                NodeId partner, const char* kind, std::vector<std::string>& conflicts) const {
  const SiteId from = placement.site_of[node.value];
  const SiteId to = placement.site_of[partner.value];
  if (std::ranges::binary_search(candidates, to)) return state_for(candidates, to);
  const std::string_view name = kind;
  if (name == "shuffle" || (name == "exchange" && node < partner)) {
    conflicts.push_back("no " + std::string(kind) + " link leads from PE " + std::to_string(from.value) + " to PE " +
                        std::to_string(to.value) + ", where nodes " + std::to_string(node.value) + " and " +
                        std::to_string(partner.value) + " are");
  }
  return SelectorType::kOpen;
}

bool ArrayFabric::uses(LinkDefect link, const Join& join) const {
  const auto is_shuffle = [&join](SiteId from, SiteId to) {
    const SitePort out{from, kShuffleOut}, in{to, kShuffleIn};
    return join.a == std::min(out, in) && join.b == std::max(out, in);
  };
  if (array_.has_shuffle(link.a, link.b)) return is_shuffle(link.a, link.b);
  if (array_.has_shuffle(link.b, link.a)) return is_shuffle(link.b, link.a);
  return join.a.port == kExchange && ReconfigurableFabric::uses(link, join);
}

std::unique_ptr<RepairTester> ArrayFabric::tester(const RepairOptions& options) const {
  check_repair_names(options, info());
  return std::make_unique<IsolationTester>(array_);
}

std::unique_ptr<SelfDiagnosis> ArrayFabric::self_diagnosis() const {
  return std::make_unique<ArrayDiagnosis>(array_);
}

std::vector<ChainSegment> ArrayFabric::segments() const {
  std::vector<ChainSegment> segments;
  const std::uint32_t pes = array_.sse().unit_pes();
  for (std::uint32_t unit = 0; unit * pes < array_.pes(); ++unit) {
    const std::uint32_t first = unit * pes;
    ChainSegment segment{"u" + std::to_string(unit),
                         select_out({first}).index(),
                         select_out({first + pes}).index(),
                         {},
                         SelectorType::kOpen};
    for (std::uint32_t pe = 0; pe < pes; ++pe) segment.sites.push_back({first + pe});
    segments.push_back(std::move(segment));
  }
  return segments;
}

std::optional<std::string> ArrayFabric::refusal(LinkDefect link) const {
  try {
    faulty_units(array_, Defects({}, {link}));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return std::nullopt;
}

/// A shuffle link is named in its direction, an exchange link from the lower PE.
LinkDefect ArrayFabric::named(LinkDefect link) const {
  if (array_.has_shuffle(link.a, link.b)) return link;
  const bool turns = array_.has_shuffle(link.b, link.a) || link.b < link.a;
  return turns ? LinkDefect{link.b, link.a} : link;
}

std::vector<LinkDefect> ArrayFabric::links() const {
  std::vector<LinkDefect> links;
  const auto add = [&](SiteId a, std::span<const SiteId> partners) {
    for (const SiteId b : partners) {
      const LinkDefect link = named({a, b});
      if (!refusal(link)) links.push_back(link);
    }
  };
  for (std::uint32_t pe = 0; pe < array_.pes(); ++pe) {
    add(SiteId{pe}, array_.shuffle_outs(SiteId{pe}));
    add(SiteId{pe}, array_.exchanges(SiteId{pe}));
  }
  std::ranges::sort(links);
  const auto same = std::ranges::unique(links);
  links.erase(same.begin(), same.end());
  return links;
}

std::vector<SwitchId> ArrayFabric::switches_of(SiteId site) const {
  if (selectors() < 3) return {select_out(site), select_in(site)};
  return {select_out(site), select_in(site), select_exchange(site)};
}

LocalRule::Setting ArrayFabric::setting_of(SiteId site, std::span<const std::uint32_t> message) const {
  const Role role = role_of(array_.sse(), message, site);
  Setting setting{
      role.logical,
      {state_for(array_.shuffle_outs(site), role.shuffle_out), state_for(array_.shuffle_ins(site), role.shuffle_in)}};
  if (selectors() == 3) setting.states.push_back(state_for(array_.exchanges(site), role.exchange));
  return setting;
}

}  // namespace kintsugi::sse
