/// The packets that a run has lost, and their report: each is named, with where and why it was dropped.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "hw/pe/pe.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct LostPacket {
  NodeId source;
  NodeId destination;
  std::uint32_t number = 0;  ///< among those of its source, from 0
  unsigned flits = 0;
  Cycle created = 0;
  Cycle cycle = 0;  ///< in which it was dropped, or its last copy: the PE died, or the tail reached it
  SiteId pe;        ///< that dropped it
  DropReason reason = DropReason::kQueued;
  bool to_the_dead = false;  ///< its destination is dead, and no other PE takes its place
};

/// Returns the dead PE for which a packet was dropped: the one that dropped it, or that of its destination. nullopt: a
/// link is dead or corrupts flits, and the packet does not know which; no way is known; or it came too late.
std::optional<SiteId> dead_pe_of(DropReason reason, bool to_the_dead, SiteId dropped_at, NodeId destination);

nlohmann::ordered_json to_json(std::span<const LostPacket> packets, const Setup& setup);
/// Adds a row for each, up to a limit.
void add_lost_packets(TextTable& table, std::span<const LostPacket> packets, const Setup& setup);

}  // namespace kintsugi
