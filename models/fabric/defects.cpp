#include "models/fabric/defects.hpp"

#include <algorithm>

namespace kintsugi {

void Defects::add(const Fault& fault) {
  if (const SiteId* site = std::get_if<SiteId>(&fault)) {
    sites.insert(std::ranges::upper_bound(sites, *site), *site);
  } else {
    const LinkDefect link = std::get<LinkDefect>(fault);
    links.insert(std::ranges::upper_bound(links, link), link);
  }
}

}  // namespace kintsugi
