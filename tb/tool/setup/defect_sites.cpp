#include "tb/tool/setup/defect_sites.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "models/repair/random_defects.hpp"
#include "tb/tool/setup/fabric_remedy.hpp"

namespace kintsugi {

namespace {

/// The sites of a fabric by their address, and the range of each part of it.
class AddressBook {
 public:
  explicit AddressBook(const Places& places) : of_what_(places.name) {
    for (std::uint32_t site = 0; site < places.addresses.size(); ++site) {
      sites_.emplace(places.addresses[site], SiteId{site});
      widen(places.addresses[site]);
    }
  }

  std::optional<SiteId> find(const std::vector<int>& address) const {
    const auto found = sites_.find(address);
    return found == sites_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Why there is no PE of this address.
  std::string complaint(const std::vector<int>& address) const {
    const std::string what = "no PE at " + describe_address(address) + ": ";
    if (address.size() != low_.size()) return what + "an address of this " + of_what_ + " is " + form();
    for (std::size_t part = 0; part < address.size(); ++part) {
      if (address[part] < low_[part] || address[part] > high_[part]) return what + range(part);
    }
    return what + "the place is empty (the corners of a wafer have no PE)";
  }

 private:
  void widen(const std::vector<int>& address) {
    if (low_.empty()) low_ = high_ = address;
    for (std::size_t part = 0; part < address.size(); ++part) {
      low_[part] = std::min(low_[part], address[part]);
      high_[part] = std::max(high_[part], address[part]);
    }
  }

  std::string form() const { return low_.size() == 2 ? "[row, column]" : "a number"; }

  std::string range(std::size_t part) const {
    const std::string name = low_.size() != 2 ? "the number" : part == 0 ? "the row" : "the column";
    return name + " must be " + std::to_string(low_[part]) + " to " + std::to_string(high_[part]);
  }

  std::string of_what_;
  std::map<std::vector<int>, SiteId> sites_;
  std::vector<int> low_;
  std::vector<int> high_;
};

DefectMap find_sites(const std::vector<DefectAddress>& addresses, const AddressBook& book, Diagnostics& errors) {
  std::map<SiteId, const DefectAddress*> found;
  for (const DefectAddress& defect : addresses) {
    const auto site = book.find(defect.address);
    if (!site) {
      errors.add(defect.where, book.complaint(defect.address));
    } else if (!found.emplace(*site, &defect).second) {
      errors.add(defect.where, "the PE at " + describe_address(defect.address) + " is named twice; first at " +
                                   describe(found[*site]->where));
    }
  }
  DefectMap sites;
  for (const auto& [site, defect] : found) sites.push_back(site);
  return sites;
}

/// The link between two addresses, if the fabric has it.
std::optional<LinkDefect> find_link(const LinkAddress& link, const AddressBook& book, const Places& places,
                                    Diagnostics& errors) {
  const auto a = book.find(link.a);
  const auto b = book.find(link.b);
  if (!a) errors.add(link.where, book.complaint(link.a));
  if (!b) errors.add(link.where, book.complaint(link.b));
  if (!a || !b) return std::nullopt;
  LinkDefect found{*a, *b};
  if (places.links_die && found.b < found.a) std::swap(found.a, found.b);  // the same link from either end
  const auto refusal = places.refusal(found);
  if (refusal) errors.add(link.where, *refusal);
  return refusal ? std::nullopt : std::optional(found);
}

std::vector<LinkDefect> find_links(const std::vector<LinkAddress>& addresses, const AddressBook& book,
                                   const Places& places, Diagnostics& errors) {
  std::map<LinkDefect, const LinkAddress*> found;
  for (const LinkAddress& link : addresses) {
    const auto defect = find_link(link, book, places, errors);
    if (defect && !found.emplace(*defect, &link).second) {
      errors.add(link.where, "the link from " + describe_address(link.a) + " to " + describe_address(link.b) +
                                 " is named twice; first at " + describe(found[*defect]->where));
    }
  }
  std::vector<LinkDefect> links;
  for (const auto& [defect, link] : found) links.push_back(defect);
  return links;
}

std::vector<ElementDefect> find_elements(const std::vector<ElementAddress>& addresses, const Places& places,
                                         Diagnostics& errors) {
  std::map<ElementDefect, Where> found;
  for (const ElementAddress& address : addresses) {
    try {
      const ElementDefect element = places.element(address);
      const auto denies = [&element](const auto& before) { return contradict(before.first, element); };
      if (const auto other = std::ranges::find_if(found, denies); other != found.end()) {
        errors.add(address.where, element.name + " contradicts " + other->first.name + " at " +
                                      describe(other->second) + ": it can be stuck in one state only");
        continue;
      }
      const auto [first, is_new] = found.emplace(element, address.where);
      if (!is_new) errors.add(address.where, element.name + " is named twice; first at " + describe(first->second));
    } catch (const std::invalid_argument& error) {
      errors.add(address.where, error.what());
    }
  }
  std::vector<ElementDefect> elements;
  for (const auto& [element, where] : found) elements.push_back(element);
  return elements;
}

}  // namespace

Places places_of(const ReconfigurableFabric& fabric) {
  Places places{"fabric", {}, [&fabric](LinkDefect link) { return fabric.refusal(link); }};
  places.element = [&fabric](const ElementAddress& address) { return fabric.element(address.kind, address.parts); };
  for (const Site& site : fabric.fabric().sites) places.addresses.push_back(site.address);
  return places;
}

Places places_of(const Design& design) {
  const Network& network = design.network();
  const auto refusal = [&network](LinkDefect link) -> std::optional<std::string> {
    const auto is_b = [&](PortRef far) { return far.node.value == link.b.value; };
    if (std::ranges::any_of(network.peers(NodeId{link.a.value}), is_b)) return std::nullopt;
    return "there is no link between " + std::to_string(link.a.value) + " and " + std::to_string(link.b.value);
  };
  Places places{"network", {}, refusal, true};
  places.element = [&design](const ElementAddress&) -> ElementDefect {
    throw std::invalid_argument("without a fabric there are no switches, tracks or wires that could be defective; " +
                                fabric_remedy(design));
  };
  for (std::size_t node = 0; node < network.nodes(); ++node) places.addresses.push_back({static_cast<int>(node)});
  return places;
}

Defects find_defects(const DefectsSection& defects, const Places& places, Diagnostics& errors) {
  const AddressBook book(places);
  Defects named{find_sites(defects.pe, book, errors), find_links(defects.link, book, places, errors)};
  named.elements = find_elements(defects.elements, places, errors);
  if (!defects.random) return named;
  const std::size_t sites = places.addresses.size();
  const auto [count, seed, where] = *defects.random;
  if (count <= sites) return random_defects(sites, count, seed);
  errors.add(where, std::to_string(count) + " random defects, but the " + places.name + " has only " +
                        std::to_string(sites) + " PEs");
  return {};
}

namespace {

/// Resolves the faults, and reports those that are given twice.
class FaultFinder {
 public:
  FaultFinder(const Defects& defects, const Places& places, Diagnostics& errors)
      : defects_(defects), places_(places), book_(places), errors_(errors) {}

  std::optional<Fault> operator()(const DefectAddress& pe) {
    const auto site = book_.find(pe.address);
    if (!site) {
      errors_.add(pe.where, book_.complaint(pe.address));
      return std::nullopt;
    }
    const std::string name = "the PE at " + describe_address(pe.address);
    return once(*site, std::ranges::binary_search(defects_.sites, *site), name, pe.where);
  }

  std::optional<Fault> operator()(const LinkAddress& link) {
    if (!places_.links_die) {
      errors_.add(link.where, "on a fabric only PEs can fail at run time, not links; put the link under defects.link");
      return std::nullopt;
    }
    const auto found = find_link(link, book_, places_, errors_);
    if (!found) return std::nullopt;
    const bool is_defect = std::ranges::find(defects_.links, *found) != defects_.links.end();
    const std::string name = "the link from " + describe_address(link.a) + " to " + describe_address(link.b);
    return once(*found, is_defect, name, link.where);
  }

 private:
  std::optional<Fault> once(const Fault& fault, bool is_defect, const std::string& name, const Where& where) {
    if (is_defect) {
      errors_.add(where,
                  name + " is defective from the start and cannot fail again; leave it out of defects or of faults");
    } else if (const auto [first, is_new] = found_.emplace(fault, where); !is_new) {
      errors_.add(where, name + " fails twice; the first fault is at " + describe(first->second) + "; leave one out");
    }
    return fault;
  }

  const Defects& defects_;
  const Places& places_;
  AddressBook book_;
  Diagnostics& errors_;
  std::map<Fault, Where> found_;
};

void check_fault_cycle(const TimedFault& fault, Cycle end, Diagnostics& errors) {
  if (fault.cycle < end) return;
  errors.add(fault.where, "a fault must come before run.cycles, " + std::to_string(end) + ", not in cycle " +
                              std::to_string(fault.cycle));
}

}  // namespace

std::vector<Fault> find_faults(const Scenario& scenario, const Defects& defects, const Places& places,
                               Diagnostics& errors) {
  FaultFinder find(defects, places, errors);
  std::vector<Fault> faults;
  for (const TimedFault& fault : scenario.faults) {
    check_fault_cycle(fault, scenario.run.cycles, errors);
    if (const auto found = std::visit(find, fault.what)) faults.push_back(*found);
  }
  if (!scenario.faults.empty() && scenario.traffic && scenario.traffic->multicast) {
    errors.add(
        scenario.where("faults"),
        std::string("faults: multicast is not supported together with faults at run time; leave out one of them") +
            (places.links_die ? "" : ", or put the PEs under defects.pe"));
  }
  return faults;
}

std::string describe_address(const std::vector<int>& address) {
  if (address.size() == 1) return std::to_string(address.front());
  std::string text;
  for (const int part : address) text += (text.empty() ? "[" : ", ") + std::to_string(part);
  return text + ']';
}

}  // namespace kintsugi
