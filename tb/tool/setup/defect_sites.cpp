#include "tb/tool/setup/defect_sites.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "models/network/node_names.hpp"
#include "models/repair/random_defects.hpp"
#include "tb/tool/setup/fabric_remedy.hpp"

namespace kintsugi {

namespace {

/// What the user named, for messages: "the PE at [1, 2]".
std::string describe(const Address& address, const Defect& defect) {
  if (const auto* pe = std::get_if<PeAddress>(&address)) return "the PE at " + describe_address(*pe);
  if (const auto* link = std::get_if<LinkAddress>(&address)) {
    return "the link from " + describe_address(link->a) + " to " + describe_address(link->b);
  }
  return std::get<ElementDefect>(defect).name;
}

/// Returns what the address stands for; nothing, and an error, when that is nothing.
std::optional<Defect> resolve(const WrittenAddress& written, const Places& places, Diagnostics& errors) {
  try {
    return places.resolve(written.address);
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

/// The nodes of a network that is wired directly are its PEs, addressed by their numbers.
class NodeAddresses {
 public:
  explicit NodeAddresses(const Design& design)
      : design_(design), pes_(numbers(design.network().nodes()), form()), names_(design.network()) {}

  /// Returns the number by which a user names the node: its name where numbers are names.
  PeAddress address_of(NodeId node) const {
    const int number = static_cast<int>(node.value);
    const std::string& name = design_.network().node_name(node);
    int named = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), named);
    const bool is_number = error == std::errc{} && std::to_string(named) == name;
    return {names_.numbers_are_names() && is_number ? named : number};
  }

  Defect operator()(const Address& address) const {
    if (const auto* pe = std::get_if<PeAddress>(&address)) return find(*pe);
    if (const auto* link = std::get_if<LinkAddress>(&address)) return find(*link);
    throw std::invalid_argument("without a fabric only PEs and links can be defective; " + fabric_remedy(design_));
  }

 private:
  static std::vector<PeAddress> numbers(std::size_t nodes) {
    std::vector<PeAddress> addresses;
    for (int node = 0; node < static_cast<int>(nodes); ++node) addresses.push_back({node});
    return addresses;
  }
  static PeForm form() {
    const FabricInfo by_number;
    return {"network", by_number.pe, by_number.pe_form(), ""};
  }

  /// An address of another form may be meant for the fabric that the network can have.
  SiteId find(const PeAddress& address) const {
    try {
      return pes_.find(by_number(address));
    } catch (const std::invalid_argument& error) {
      if (address.size() == 1 || !can_have_fabric(design_)) throw;
      throw std::invalid_argument(std::string(error.what()) + "; if a PE of the fabric is meant, add fabric: {}");
    }
  }
  /// In a user's graph a number can be the name of a node.
  PeAddress by_number(const PeAddress& address) const {
    if (address.size() != 1 || address.front() < 0 || !names_.numbers_are_names()) return address;
    const std::string name = std::to_string(address.front());
    const auto node = names_.find(name);
    if (!node) throw std::invalid_argument("no node is named " + name + "; valid: " + names_.valid(name));
    return {static_cast<int>(node->value)};
  }
  /// The same link from either end.
  LinkDefect find(const LinkAddress& address) const {
    LinkDefect link{find(address.a), find(address.b)};
    if (link.b < link.a) std::swap(link.a, link.b);
    const auto is_b = [&](PortRef far) { return far.node.value == link.b.value; };
    if (std::ranges::any_of(design_.network().peers(NodeId{link.a.value}), is_b)) return link;
    throw std::invalid_argument("there is no link between " + std::to_string(link.a.value) + " and " +
                                std::to_string(link.b.value));
  }

  const Design& design_;
  PeIndex pes_;
  NodeNames names_;
};

}  // namespace

Places places_of(const ReconfigurableFabric& fabric) {
  Places places{"fabric", {}, {}, AddressResolver(fabric)};
  for (const Site& site : fabric.fabric().sites) {
    places.addresses.push_back(site.address);
    if (site.address.size() == 2) places.grid.push_back({site.address[0], site.address[1]});
  }
  return places;
}

Places places_of(const Design& design) {
  const Network& network = design.network();
  const NodeAddresses addresses(design);
  Places places{"network", {}, {}, addresses};
  const std::vector<unsigned>& sides = network.grid().sides;
  for (int node = 0; node < static_cast<int>(network.nodes()); ++node) {
    places.addresses.push_back(addresses.address_of(NodeId::from(node)));
    if (sides.empty() || sides.size() > 2) continue;
    const int columns = static_cast<int>(sides.front());
    places.grid.push_back({node / columns, node % columns});
  }
  return places;
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

namespace {

Defects draw_defects(const RandomDefects& random, const Places& places, Diagnostics& errors) {
  const std::size_t sites = places.addresses.size();
  const std::string there = std::to_string(sites) + " PEs";
  if (random.count > sites) {
    errors.add(random.where,
               std::to_string(random.count) + " random defects, but the " + places.name + " has only " + there);
    return {};
  }
  if (!random.cluster) return random_defects(sites, random.count, random.seed);
  if (random.count == sites) {
    errors.add(random.where, "the mean number of clustered defects must be below the " + there);
    return {};
  }
  const double probability = static_cast<double>(random.count) / static_cast<double>(sites);
  try {
    return scattered_defects(sites, density_at(places, probability, *random.cluster, random.field), random.seed);
  } catch (const std::invalid_argument& error) {
    errors.add(random.where, error.what());
    return {};
  }
}

}  // namespace

Defects find_defects(const DefectsSection& defects, const Places& places, Diagnostics& errors) {
  Found found;
  OfSwitch of_switch;
  for (const WrittenAddress& written : defects.named) {
    const auto defect = resolve(written, places, errors);
    if (!defect) continue;
    if (const std::string why = contradiction(*defect, of_switch); !why.empty()) {
      errors.add(written.where, why);
    } else if (const auto [first, is_new] = found.emplace(*defect, written.where); !is_new) {
      errors.add(written.where,
                 describe(written.address, *defect) + " is named twice; first at " + describe(first->second));
    } else if (const auto* element = std::get_if<ElementDefect>(&*defect)) {
      of_switch[element->switch_id()].push_back(first);
    }
  }
  return defects.random ? draw_defects(*defects.random, places, errors) : to_defects(found);
}

std::map<std::string, ElementAddress> addresses_of_elements(const DefectsSection& defects, const Places& places) {
  std::map<std::string, ElementAddress> addresses;
  Diagnostics known;  // find_defects() has reported them
  for (const WrittenAddress& written : defects.named) {
    const auto* address = std::get_if<ElementAddress>(&written.address);
    const auto defect = address != nullptr ? resolve(written, places, known) : std::nullopt;
    if (defect) addresses.emplace(std::get<ElementDefect>(*defect).name, *address);
  }
  return addresses;
}

namespace {

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
    const std::string name = describe(timed.what.address, *fault);
    check_defects(*fault, name, period.where);
    for (const auto& [other, of_other] : found_) {
      if (!of_other.overlaps(period)) continue;
      if (other == *fault) errors_.add(period.where, name + twice(of_other, period));
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
      errors_.add(where,
                  name + " is defective from the start and cannot fail again; leave it out of defects or of faults");
    }
    for (const ElementDefect& defect : defects_.elements) {
      check_contradiction(fault, defect, ", which is among the defects", where);
    }
  }

  void check_contradiction(const Fault& fault, const Fault& other, const std::string& place, const Where& where) {
    const auto* a = std::get_if<ElementDefect>(&fault);
    const auto* b = std::get_if<ElementDefect>(&other);
    if (a == nullptr || b == nullptr || !contradict(*a, *b)) return;
    errors_.add(where, a->name + " contradicts " + b->name + place + ": it can be stuck in one state only");
  }

  const Defects& defects_;
  const Places& places_;
  Diagnostics& errors_;
  std::vector<std::pair<Fault, Period>> found_;
};

void check_fault_cycle(Cycle cycle, const Where& where, Cycle end, Diagnostics& errors) {
  if (cycle < end) return;
  errors.add(where,
             "a fault must come before run.cycles, " + std::to_string(end) + ", not in cycle " + std::to_string(cycle));
}

void check_fault_cycles(const TimedFault& fault, Cycle end, Diagnostics& errors) {
  check_fault_cycle(fault.cycle, fault.where, end, errors);
  if (fault.until.value_or(kForEver) <= fault.cycle) {
    errors.add(fault.until_where, "a fault must end after it begins: until must be more than " +
                                      std::to_string(fault.cycle) + ", the cycle of the fault, not " +
                                      std::to_string(*fault.until));
  }
}

}  // namespace

std::vector<Fault> find_faults(const Scenario& scenario, const Defects& defects, const Places& places,
                               Diagnostics& errors) {
  FaultFinder find(defects, places, errors);
  std::vector<Fault> faults;
  for (const TimedFault& fault : scenario.faults) {
    check_fault_cycles(fault, scenario.run.cycles, errors);
    if (const auto found = find(fault)) faults.push_back(*found);
  }
  if (!scenario.faults.empty() && !scenario.multicast_key().empty()) {
    errors.add(
        scenario.where("faults"),
        std::string("faults: multicast is not supported together with faults at run time; leave out one of them") +
            (places.name == "network" ? "" : ", or put the PEs under defects.pe"));
  }
  return faults;
}

std::vector<CorruptingLinkAt> find_corruptions(const Scenario& scenario, const Places& places, Diagnostics& errors) {
  std::vector<CorruptingLinkAt> links;
  for (const TimedCorruption& corruption : scenario.corruptions) {
    check_fault_cycle(corruption.cycle, corruption.where, scenario.run.cycles, errors);
    const auto defect = resolve(corruption.what, places, errors);
    if (!defect) continue;
    const LinkDefect link = std::get<LinkDefect>(*defect);
    if (std::ranges::find(links, link, &CorruptingLinkAt::link) != links.end()) {
      errors.add(corruption.what.where, describe(corruption.what.address, *defect) +
                                            " corrupts flits at two rates; leave out one of the entries of faults");
    }
    links.push_back({corruption.cycle, link, corruption.rate});
  }
  return links;
}

}  // namespace kintsugi
