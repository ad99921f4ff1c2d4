#include "tb/tool/packets/places.hpp"

#include <algorithm>

#include "tb/tool/packets/query.hpp"

namespace kintsugi::packets {

Places::Places(const Log& log) : log_(log) {
  if (log.node_names.empty() || are_called_as_nodes(log)) return;
  for (const Phase& phase : log.phases) ends_.push_back(phase.to);
  std::ranges::sort(ends_);
  for (const Packet& packet : log.packets) {
    if (!ends_.empty() && packet.kind == "tracked") continue;
    const bool is_placed = packet.injected || ends_.empty();
    if (packet.from && is_placed) nodes_[{span_of(packet.injected.value_or(0)), *packet.from}] = packet.source;
    if (packet.at && packet.delivered && packet.destination)
      nodes_[{span_of(*packet.delivered), *packet.at}] = *packet.destination;
  }
}

std::size_t Places::span_of(Cycle cycle) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(ends_, cycle) - ends_.begin());
}

std::optional<std::uint64_t> Places::node_at(Name pe, Cycle cycle) const {
  const auto found = nodes_.find({span_of(cycle), pe});
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

std::string Places::text(Name pe, Cycle cycle) const {
  const auto node = node_at(pe, cycle);
  return log_.names[pe] + (node ? " (" + log_.node(*node) + ')' : "");
}

}  // namespace kintsugi::packets
