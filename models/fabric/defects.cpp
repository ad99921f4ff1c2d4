#include "models/fabric/defects.hpp"

#include <algorithm>
#include <iterator>

namespace kintsugi {

void Defects::add(const Fault& fault) {
  if (const SiteId* site = std::get_if<SiteId>(&fault)) {
    sites.insert(std::ranges::upper_bound(sites, *site), *site);
  } else {
    const LinkDefect link = std::get<LinkDefect>(fault);
    links.insert(std::ranges::upper_bound(links, link), link);
  }
}

std::vector<Fault> new_faults(const Defects& known, const Defects& now) {
  std::vector<Fault> faults;
  std::ranges::set_difference(now.sites, known.sites, std::back_inserter(faults));
  std::ranges::set_difference(now.links, known.links, std::back_inserter(faults));
  return faults;
}

}  // namespace kintsugi
