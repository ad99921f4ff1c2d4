#include "tb/scenario/defect_sites.hpp"

#include <algorithm>
#include <map>

#include "models/repair/random_defects.hpp"

namespace kintsugi {

namespace {

/// The sites of a fabric by their address, and the range of each part of it.
class AddressBook {
 public:
  explicit AddressBook(const Fabric& fabric) {
    for (std::uint32_t site = 0; site < fabric.sites.size(); ++site) {
      const std::vector<int>& address = fabric.sites[site].address;
      sites_.emplace(address, SiteId{site});
      widen(address);
    }
  }

  std::optional<SiteId> find(const std::vector<int>& address) const {
    const auto found = sites_.find(address);
    return found == sites_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Why there is no PE of this address.
  std::string complaint(const std::vector<int>& address) const {
    const std::string what = "no PE at " + describe_address(address) + ": ";
    if (address.size() != low_.size()) return what + "an address of this fabric is " + form();
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
std::optional<LinkDefect> find_link(const LinkAddress& link, const AddressBook& book,
                                    const ReconfigurableFabric& fabric, Diagnostics& errors) {
  const auto a = book.find(link.a);
  const auto b = book.find(link.b);
  if (!a) errors.add(link.where, book.complaint(link.a));
  if (!b) errors.add(link.where, book.complaint(link.b));
  if (!a || !b) return std::nullopt;
  const LinkDefect found{*a, *b};
  const auto refusal = fabric.refusal(found);
  if (refusal) errors.add(link.where, *refusal);
  return refusal ? std::nullopt : std::optional(found);
}

std::vector<LinkDefect> find_links(const std::vector<LinkAddress>& addresses, const AddressBook& book,
                                   const ReconfigurableFabric& fabric, Diagnostics& errors) {
  std::map<LinkDefect, const LinkAddress*> found;
  for (const LinkAddress& link : addresses) {
    const auto defect = find_link(link, book, fabric, errors);
    if (defect && !found.emplace(*defect, &link).second) {
      errors.add(link.where, "the link from " + describe_address(link.a) + " to " + describe_address(link.b) +
                                 " is named twice; first at " + describe(found[*defect]->where));
    }
  }
  std::vector<LinkDefect> links;
  for (const auto& [defect, link] : found) links.push_back(defect);
  return links;
}

}  // namespace

Defects find_defects(const DefectsSection& defects, const ReconfigurableFabric& fabric, Diagnostics& errors) {
  const AddressBook book(fabric.fabric());
  Defects named{find_sites(defects.pe, book, errors), find_links(defects.link, book, fabric, errors)};
  if (!defects.random) return named;
  const std::size_t sites = fabric.fabric().sites.size();
  const auto [count, seed, where] = *defects.random;
  if (count <= sites) return random_defects(sites, count, seed);
  errors.add(where,
             std::to_string(count) + " random defects, but the fabric has only " + std::to_string(sites) + " PEs");
  return {};
}

namespace {

void check_fault_cycle(const TimedFault& fault, Cycle end, Diagnostics& errors) {
  if (fault.cycle < end) return;
  errors.add(fault.where, "a fault must come before run.cycles, " + std::to_string(end) + ", not in cycle " +
                              std::to_string(fault.cycle));
}

std::optional<SiteId> find_fault(const TimedFault& fault, const Defects& defects, const AddressBook& book,
                                 Diagnostics& errors) {
  const auto site = book.find(fault.pe.address);
  if (!site) {
    errors.add(fault.pe.where, book.complaint(fault.pe.address));
  } else if (std::ranges::binary_search(defects.sites, *site)) {
    errors.add(fault.pe.where, "the PE at " + describe_address(fault.pe.address) +
                                   " is among the defects already and cannot die again; leave it out here or there");
  }
  return site;
}

}  // namespace

std::vector<SiteId> find_faults(const Scenario& scenario, const Defects& defects, const Fabric& fabric,
                                Diagnostics& errors) {
  const AddressBook book(fabric);
  std::map<SiteId, const TimedFault*> found;
  std::vector<SiteId> sites;
  for (const TimedFault& fault : scenario.faults) {
    check_fault_cycle(fault, scenario.run.cycles, errors);
    const auto site = find_fault(fault, defects, book, errors);
    if (site && !found.emplace(*site, &fault).second) {
      errors.add(fault.pe.where, "the PE at " + describe_address(fault.pe.address) + " dies twice; first at " +
                                     describe(found[*site]->pe.where));
    }
    sites.push_back(site.value_or(kNoSite));
  }
  if (!scenario.faults.empty() && scenario.traffic && scenario.traffic->multicast) {
    errors.add(scenario.where("faults"),
               "faults: what a dead PE does to multicasts is not defined; leave out traffic.multicast, or put the dead "
               "PEs under defects");
  }
  return sites;
}

std::string describe_address(const std::vector<int>& address) {
  if (address.size() == 1) return std::to_string(address.front());
  std::string text;
  for (const int part : address) text += (text.empty() ? "[" : ", ") + std::to_string(part);
  return text + ']';
}

}  // namespace kintsugi
