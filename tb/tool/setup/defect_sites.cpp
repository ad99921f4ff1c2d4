#include "tb/tool/setup/defect_sites.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "models/fabric/dead_segments.hpp"
#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "models/repair/random_defects.hpp"
#include "tb/tool/scenario/defects_reader.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

namespace {

/// What the user named, for messages: "the PE at [1, 2]".
std::string describe(const WrittenAddress& written, const Defect& defect) {
  if (written.nodes.size() == 1) return "the PE at " + written.nodes[0];
  if (written.nodes.size() == 2) return "the link from " + written.nodes[0] + " to " + written.nodes[1];
  if (const auto* pe = std::get_if<PeAddress>(&written.address)) return "the PE at " + describe_address(*pe);
  if (const auto* link = std::get_if<LinkAddress>(&written.address)) {
    return "the link from " + describe_address(link->a) + " to " + describe_address(link->b);
  }
  return std::get<ElementDefect>(defect).name;
}

/// Returns what the address stands for; nothing, and an error, when that is nothing.
std::optional<Defect> resolve(const WrittenAddress& written, const Places& places, Diagnostics& errors) {
  try {
    return places.resolve(written);
  } catch (const std::invalid_argument& error) {
    errors.add(written.where, error.what());
    return std::nullopt;
  }
}

/// What has been found so far, and where it was named; in the order of Defects.
using Found = std::map<Defect, Where>;

/// What has been found of each switch.
using OfSwitch = std::map<SwitchId, std::vector<Found::const_iterator>>;

/// Why a defect cannot stand beside those that were found before; empty when it can.
std::string contradiction(const Defect& defect, const OfSwitch& of_switch) {
  const auto* element = std::get_if<ElementDefect>(&defect);
  const auto same_switch = element != nullptr ? of_switch.find(element->switch_id()) : of_switch.end();
  if (same_switch == of_switch.end()) return "";
  for (const auto before : same_switch->second) {
    const auto& other = std::get<ElementDefect>(before->first);
    if (!contradict(other, *element)) continue;
    return element->name + " contradicts " + other.name + " at " + describe(before->second) +
           ": it can be stuck in one state only";
  }
  return "";
}

Defects to_defects(const Found& found) {
  Defects defects;
  for (const auto& [defect, where] : found) {
    if (const auto* site = std::get_if<SiteId>(&defect)) defects.sites.push_back(*site);
    if (const auto* link = std::get_if<LinkDefect>(&defect)) defects.links.push_back(*link);
    if (const auto* element = std::get_if<ElementDefect>(&defect)) defects.elements.push_back(*element);
  }
  return defects;
}

/// The nodes of a network that is wired directly are its PEs, addressed by their names or numbers.
class NodeAddresses {
 public:
  explicit NodeAddresses(const Design& design) : design_(design), names_(design.network()) {}

  Defect operator()(const WrittenAddress& written) const {
    const std::vector<std::string>& nodes = written.nodes;
    if (nodes.size() == 1) return find(nodes[0]);
    if (nodes.size() == 2) return find(nodes[0], nodes[1]);
    if (const auto* pe = std::get_if<PeAddress>(&written.address)) return find(word_of(*pe));
    if (const auto* link = std::get_if<LinkAddress>(&written.address)) return find(word_of(link->a), word_of(link->b));
    throw std::invalid_argument("without a fabric only PEs and links can be defective; " + fabric_remedy(design_));
  }

 private:
  /// A list of coordinates may be meant for the fabric that the network can have.
  std::string word_of(const PeAddress& address) const {
    if (address.size() == 1) return std::to_string(address.front());
    throw std::invalid_argument("no PE at " + describe_address(address) +
                                ": a PE of this network is a node, by its name or its number" +
                                (can_have_fabric(design_) ? "; if a PE of the fabric is meant, add fabric: {}" : ""));
  }
  SiteId find(const std::string& word) const {
    if (const auto node = names_.find(word)) return SiteId{node->value};
    throw std::invalid_argument(names_.refusal(word));
  }
  /// The same link from either end.
  LinkDefect find(const std::string& a, const std::string& b) const {
    LinkDefect link{find(a), find(b)};
    if (link.b < link.a) std::swap(link.a, link.b);
    const auto is_b = [&](PortRef far) { return far.node.value == link.b.value; };
    if (std::ranges::any_of(design_.network().peers(NodeId{link.a.value}), is_b)) return link;
    throw std::invalid_argument("there is no link between " + a + " and " + b);
  }

  const Design& design_;
  NodeNames names_;
};

/// Returns the pairs of nodes with a link between them, as the names of these links; ascending.
std::vector<LinkDefect> links_of(const Network& network) {
  std::vector<LinkDefect> links;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    for (const PortRef& far : network.peers(node)) {
      if (far.node != kNoNode && !(far.node < node)) links.push_back(link_between(node, far.node));
    }
  }
  std::ranges::sort(links);
  const auto same = std::ranges::unique(links);
  links.erase(same.begin(), same.end());
  return links;
}

/// The PEs of a fabric have addresses, and no names.
class FabricAddresses {
 public:
  explicit FabricAddresses(const ReconfigurableFabric& fabric) : form_(fabric.info().pe_form()), resolve_(fabric) {}

  Defect operator()(const WrittenAddress& written) const {
    if (const auto* pe = std::get_if<PeAddress>(&written.address)) check(*pe, written, 0);
    if (const auto* link = std::get_if<LinkAddress>(&written.address)) {
      check(link->a, written, 0);
      check(link->b, written, 1);
    }
    return resolve_(written.address);
  }

 private:
  void check(const PeAddress& address, const WrittenAddress& written, std::size_t end) const {
    if (!address.empty()) return;
    throw std::invalid_argument("no PE at '" + written.nodes.at(end) + "': an address of this fabric is " + form_);
  }

  std::string form_;
  AddressResolver resolve_;
};

/// Draws the random defects of a section among what is not defective already.
class DefectDraw {
 public:
  DefectDraw(const RandomDefects& random, const Places& places, Defects& defects, Diagnostics& errors)
      : random_(random), places_(places), defects_(defects), errors_(errors) {}

  /// `kind` is the number of its key among those of all lists of defects.
  void operator()(const RandomKind& of_kind, unsigned kind) {
    if (of_kind.key == "pe") return random_.cluster ? draw_clusters(of_kind) : draw_pes(of_kind, kind);
    if (of_kind.key == "link") return draw_links(of_kind, kind);
    draw_elements(of_kind, kind);
  }

 private:
  void draw_pes(const RandomKind& of_kind, unsigned kind) {
    std::vector<SiteId> sites;
    for (const SiteId site : all_sites(places_.addresses.size())) {
      if (!defects_.contains(site)) sites.push_back(site);
    }
    for (const std::uint32_t i : draw(of_kind, sites.size(), "PEs", kind)) defects_.add(sites[i]);
  }

  void draw_clusters(const RandomKind& of_kind) {
    const std::size_t sites = places_.addresses.size();
    const auto* const count = std::get_if<std::uint64_t>(&of_kind.amount);
    if (count != nullptr && *count >= sites) {
      return errors_.add(of_kind.where, "the mean number of clustered defects must be below the ", sites, " PEs");
    }
    const double probability =
        count != nullptr ? static_cast<double>(*count) / static_cast<double>(sites) : std::get<double>(of_kind.amount);
    try {
      const DefectDensity density = density_at(places_, probability, *random_.cluster, random_.field);
      for (const SiteId site : scattered_defects(sites, density, random_.seed)) {
        if (!defects_.contains(site)) defects_.add(site);
      }
    } catch (const std::invalid_argument& error) {
      errors_.add(of_kind.where, error.what());
    }
  }

  void draw_links(const RandomKind& of_kind, unsigned kind) {
    std::optional<std::vector<LinkDefect>> links = places_.links();
    if (!links) {
      return errors_.add(of_kind.where, "this ", places_.name, " has no defects of links; draw defects of other kinds");
    }
    std::erase_if(*links, [&](const LinkDefect link) { return defects_.contains(link); });
    for (const std::uint32_t i : draw(of_kind, links->size(), "links", kind)) defects_.add((*links)[i]);
  }

  /// An element is drawn first, then the state in which it is stuck.
  void draw_elements(const RandomKind& of_kind, unsigned kind) {
    if (!elements_) elements_ = places_.elements();
    std::vector<ElementDefect> all;
    for (const auto& each : *elements_) {
      if (each.address.key == of_kind.key) all.push_back(each.defect);
    }
    std::vector<std::vector<std::uint32_t>> things = by_thing(all);
    std::erase_if(things, [&](const std::vector<std::uint32_t>& ways) {
      return std::ranges::any_of(
          defects_.elements, [&](const ElementDefect& known) { return is_of_same_thing(known, all[ways.front()]); });
    });
    for (const std::uint32_t i : draw(of_kind, things.size(), "of that kind", kind)) {
      const std::vector<std::uint32_t>& ways = things[i];
      defects_.add(all[ways[drawn_way(ways.size(), ways.front(), random_.seed, kind)]]);
    }
  }

  std::vector<std::uint32_t> draw(const RandomKind& of_kind, std::size_t things, const std::string& name,
                                  unsigned kind) {
    const auto* const count = std::get_if<std::uint64_t>(&of_kind.amount);
    if (count == nullptr || *count <= things) return drawn_things(things, of_kind.amount, random_.seed, kind);
    errors_.add(of_kind.where, *count, " random defects, but the ", places_.name, " has only ", things, ' ', name,
                defects_.empty() ? "" : " that are not defective already");
    return {};
  }

  const RandomDefects& random_;
  const Places& places_;
  Defects& defects_;
  Diagnostics& errors_;
  std::optional<std::vector<AddressResolver::AddressedElement>> elements_;  // of all kinds, once one is drawn
};

/// Adds the dead segments of the chain, and what they cost.
void add_segments(const DefectsSection& section, const Places& places, Defects& defects, Diagnostics& errors) {
  if (section.segments.empty()) return;
  const WrittenSegment& first = section.segments.front();
  if (places.fabric == nullptr) {
    return errors.add(first.where, "defects.chain: there is no fabric, and so no configuration chain; leave it out");
  }
  const Fabric& fabric = places.fabric->fabric();
  if (fabric.segments.empty()) {
    return errors.add(first.where,
                      "defects.chain: with a dead segment a serial chain loads nothing; take fabric.chain: segmented");
  }
  std::map<SegmentId, Where> found;
  for (const WrittenSegment& each : section.segments) {
    try {
      const auto [same, is_new] = found.emplace(segment_named(fabric.segments, each.name), each.where);
      if (is_new) continue;
      errors.add(each.where, "segment ", each.name, " is named twice; first at ", describe(same->second));
    } catch (const std::invalid_argument& error) {
      errors.add(each.where, "defects.chain: ", error.what());
    }
  }
  for (const auto& [segment, where] : found) defects.segments.push_back(segment);
  DeadSegments(fabric).add_to(defects);
}

constexpr Cycle kForEver = kMaxCycles + 1;

/// Resolves the faults, and reports those that overlap with another, or with a defect, of the same.
class FaultFinder {
 public:
  FaultFinder(const Defects& defects, const Places& places, Diagnostics& errors)
      : defects_(defects), places_(places), errors_(errors) {}

  std::optional<Fault> operator()(const TimedFault& timed) {
    std::optional<Fault> fault = resolve(timed.what, places_, errors_);
    if (!fault) return std::nullopt;
    const Period period{timed.cycle, timed.until.value_or(kForEver), timed.what.where};
    const std::string name = describe(timed.what, *fault);
    check_defects(*fault, name, period.where);
    for (const auto& [other, of_other] : found_) {
      if (!of_other.overlaps(period)) continue;
      if (other == *fault) errors_.add(period.where, name, twice(of_other, period));
      check_contradiction(*fault, other, " at " + describe(of_other.where), period.where);
    }
    found_.emplace_back(*fault, period);
    return fault;
  }

 private:
  struct Period {
    Cycle begin;
    Cycle end;
    Where where;
    bool overlaps(const Period& other) const { return begin <= other.end && other.begin <= end; }
  };

  static std::string twice(const Period& first, const Period& second) {
    if (first.end == kForEver && second.end == kForEver) {
      return " fails twice; the first fault is at " + describe(first.where) + "; leave one out";
    }
    return " fails while it is dead; the other fault is at " + describe(first.where) +
           "; one must end, with until, before the other begins";
  }

  void check_defects(const Fault& fault, const std::string& name, const Where& where) {
    if (defects_.contains(fault)) {
      errors_.add(where, name,
                  " is defective from the start and cannot fail again; leave it out of defects or of faults");
    }
    for (const ElementDefect& defect : defects_.elements) {
      check_contradiction(fault, defect, ", which is among the defects", where);
    }
  }

  void check_contradiction(const Fault& fault, const Fault& other, const std::string& place, const Where& where) {
    const auto* a = std::get_if<ElementDefect>(&fault);
    const auto* b = std::get_if<ElementDefect>(&other);
    if (a == nullptr || b == nullptr || !contradict(*a, *b)) return;
    errors_.add(where, a->name, " contradicts ", b->name, place, ": it can be stuck in one state only");
  }

  const Defects& defects_;
  const Places& places_;
  Diagnostics& errors_;
  std::vector<std::pair<Fault, Period>> found_;
};

/// Returns the cycle before which faults must come. Without a right run.cycles it is not known.
Cycle end_of_faults(const Scenario& scenario) {
  return scenario.knows({"run.cycles"}) ? scenario.run.cycles : kForEver;
}

void check_fault_cycle(Cycle cycle, const Where& where, Cycle end, Diagnostics& errors) {
  if (cycle < end) return;
  errors.add(where, "a fault must come before run.cycles, ", end, ", not in cycle ", cycle);
}

void check_fault_cycles(const TimedFault& fault, Cycle end, Diagnostics& errors) {
  check_fault_cycle(fault.cycle, fault.where, end, errors);
  if (fault.until.value_or(kForEver) <= fault.cycle) {
    errors.add(fault.until_where, "a fault must end after it begins: until must be more than ", fault.cycle,
               ", the cycle of the fault, not ", *fault.until);
  }
}

}  // namespace

Places places_of(const ReconfigurableFabric& fabric) {
  Places places{"fabric",
                {},
                {},
                keys_of_defects(fabric.info()),
                FabricAddresses(fabric),
                [&fabric] { return fabric.repair({}, {}).placement.site_of; },
                [&fabric] { return AddressResolver(fabric).links(); },
                [&fabric] { return AddressResolver(fabric).elements(); },
                &fabric};
  for (const Site& site : fabric.fabric().sites) {
    places.addresses.push_back(site.address);
    if (site.address.size() == 2) places.grid.push_back({site.address[0], site.address[1]});
  }
  return places;
}

Places places_of(const Design& design) {
  const Network& network = design.network();
  const auto links = [&network]() -> std::optional<std::vector<LinkDefect>> { return links_of(network); };
  const auto elements = [] { return std::vector<AddressResolver::AddressedElement>(); };
  Places places{"network", {}, {}, keys_of_defects(FabricInfo{}), NodeAddresses(design), nullptr, links, elements};
  const std::vector<unsigned>& sides = network.grid().sides;
  for (int node = 0; node < static_cast<int>(network.nodes()); ++node) {
    places.addresses.push_back({node});
    if (sides.empty() || sides.size() > 2) continue;
    const int columns = static_cast<int>(sides.front());
    places.grid.push_back({node / columns, node % columns});
  }
  return places;
}

std::vector<SiteId> all_sites(std::size_t count) {
  return each_of(ids<SiteId>(count), std::identity());
}

DefectDensity density_at(const Places& places, double probability, double alpha,
                         const std::optional<FieldSize>& field) {
  DefectDensity density{probability, alpha, {}};
  if (!field) return density;
  if (places.grid.empty()) {
    throw std::invalid_argument("the PEs of this " + places.name +
                                " are not on a grid that could be cut into blocks; leave field out, and the density is "
                                "drawn for the whole chip");
  }
  density.field_of = fields_of(places.grid, *field);
  return density;
}

Defects find_defects(const DefectsSection& defects, const DefectMap& measured, const Places& places,
                     Diagnostics& errors) {
  Found found;
  OfSwitch of_switch;
  for (const WrittenAddress& written : defects.named) {
    const auto defect = resolve(written, places, errors);
    if (!defect) continue;
    if (const std::string why = contradiction(*defect, of_switch); !why.empty()) {
      errors.add(written.where, why);
    } else if (const auto [first, is_new] = found.emplace(*defect, written.where); !is_new) {
      errors.add(written.where, describe(written, *defect), " is named twice; first at ", describe(first->second));
    } else if (const auto* element = std::get_if<ElementDefect>(&*defect)) {
      of_switch[element->switch_id()].push_back(first);
    }
  }
  Defects all = to_defects(found);
  for (const SiteId site : measured) {
    if (!all.contains(site)) all.add(site);
  }
  add_segments(defects, places, all, errors);
  if (!defects.random) return all;
  DefectDraw draw(*defects.random, places, all, errors);
  for (const RandomKind& kind : defects.random->kinds) {
    const auto number = std::ranges::find(places.kinds, kind.key) - places.kinds.begin();
    draw(kind, static_cast<unsigned>(number));
  }
  return all;
}

std::map<std::string, ElementAddress> addresses_of_elements(const DefectsSection& section, const Defects& defects,
                                                            const Places& places) {
  std::map<std::string, ElementAddress> addresses;
  Diagnostics known;  // find_defects() has reported them
  for (const WrittenAddress& written : section.named) {
    const auto* address = std::get_if<ElementAddress>(&written.address);
    const auto defect = address != nullptr ? resolve(written, places, known) : std::nullopt;
    if (defect) addresses.emplace(std::get<ElementDefect>(*defect).name, *address);
  }
  const auto has_address = [&](const ElementDefect& element) { return addresses.contains(element.name); };
  if (std::ranges::all_of(defects.elements, has_address)) return addresses;
  for (const auto& [address, element] : places.elements()) {
    if (std::ranges::binary_search(defects.elements, element)) addresses.emplace(element.name, address);
  }
  return addresses;
}

std::vector<Fault> find_faults(const Scenario& scenario, const Defects& defects, const Places& places,
                               Diagnostics& errors) {
  FaultFinder find(defects, places, errors);
  std::vector<Fault> faults;
  const Cycle end = end_of_faults(scenario);
  for (const TimedFault& fault : scenario.faults) {
    check_fault_cycles(fault, end, errors);
    if (const auto found = find(fault)) faults.push_back(*found);
  }
  for (const WrittenAddress& address : scenario.unusable_faults) resolve(address, places, errors);
  if (!scenario.faults.empty() && !scenario.multicast_key().empty()) {
    scenario.complain(errors, "faults",
                      ": multicast is not supported together with faults at run time; leave out one of them",
                      (places.name == "network" ? "" : ", or put the PEs under defects.pe"));
  }
  return faults;
}

std::vector<CorruptingLinkAt> find_corruptions(const Scenario& scenario, const Places& places, Diagnostics& errors) {
  std::vector<CorruptingLinkAt> links;
  for (const TimedCorruption& corruption : scenario.corruptions) {
    check_fault_cycle(corruption.cycle, corruption.where, end_of_faults(scenario), errors);
    const auto defect = resolve(corruption.what, places, errors);
    if (!defect) continue;
    const LinkDefect link = std::get<LinkDefect>(*defect);
    if (std::ranges::find(links, link, &CorruptingLinkAt::link) != links.end()) {
      errors.add(corruption.what.where, describe(corruption.what, *defect),
                 " corrupts flits at two rates; leave out one of the entries of faults");
    }
    links.push_back({corruption.cycle, link, corruption.rate});
  }
  return links;
}

}  // namespace kintsugi
