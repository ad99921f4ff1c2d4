#include "hw/chip/heartbeats.hpp"

#include <algorithm>

#include "hw/chip/link_ends.hpp"

namespace kintsugi {

void ChipHeartbeats::begin(const Defects& known) {
  diagnosed_ = known;
  waiting_.clear();
}

void ChipHeartbeats::silence(const Fault& fault) {
  if (modules_.heartbeats.empty()) return;
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) {
    modules_.heartbeats[dead->value]->die();
  } else {
    for (const PortRef from : directions_of(*plan_.network, std::get<LinkDefect>(fault))) {
      modules_.heartbeats[from.node.value]->cut(from.port);
    }
  }
  waiting_.push_back(fault);
}

std::vector<PortRef> ChipHeartbeats::ports_beside(const Fault& fault) const {
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) return ports_towards(*plan_.network, NodeId{dead->value});
  return directions_of(*plan_.network, std::get<LinkDefect>(fault));
}

bool ChipHeartbeats::is_noticed(const Fault& fault) const {
  return std::ranges::any_of(ports_beside(fault), [this](PortRef port) {
    const Heartbeat& node = *modules_.heartbeats[port.node.value];
    return !node.dead() && node.silent(port.port);
  });
}

bool ChipHeartbeats::noticed() {
  return std::ranges::any_of(waiting_, [this](const Fault& fault) { return is_noticed(fault); });
}

Defects ChipHeartbeats::diagnosis() {
  std::erase_if(waiting_, [this](const Fault& fault) {
    if (!is_noticed(fault)) return false;
    diagnosed_.add(fault);
    return true;
  });
  return diagnosed_;
}

std::string ChipHeartbeats::failure() {
  const bool is_hidden =
      !waiting_.empty() && std::ranges::all_of(waiting_, [this](const Fault& f) { return covers(f); });
  return is_hidden ? "no live node is beside the faults" : "";
}

bool ChipHeartbeats::covers(const Fault& fault) const {
  const auto is_diagnosed = [this](SiteId site) { return std::ranges::binary_search(diagnosed_.sites, site); };
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) {
    if (is_diagnosed(*dead)) return true;
  } else {
    const LinkDefect link = std::get<LinkDefect>(fault);
    if (std::ranges::binary_search(diagnosed_.links, link) || is_diagnosed(link.a) || is_diagnosed(link.b)) return true;
  }
  return std::ranges::all_of(ports_beside(fault),
                             [this](PortRef port) { return modules_.heartbeats[port.node.value]->dead(); });
}

Cycle ChipHeartbeats::longest_wait() const {
  return (parameters_.detection->misses + Cycle{1}) * parameters_.detection->heartbeat;
}

}  // namespace kintsugi
