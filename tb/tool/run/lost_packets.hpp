/// The packets that do not arrive, and their report: those that a run has lost, each with where and why it was dropped,
/// and those that wait at open ends.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw/chip/chip.hpp"
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

/// The open ends of a chip at which packets wait, as wrong states make them: router ports whose path ends in a switch,
/// and routers of PEs without a node.
struct OpenEnd {
  std::string port;         ///< of the node: "x2.y3.e"; empty: the PE has no node
  std::string site_port;    ///< of the PE: "r2.c3.e"; "r2.c3" if it has no node
  std::string open_in;      ///< the switch in which the path from the port ends; empty: no wire leads there
  std::size_t packets = 0;  ///< that wait to leave by it, and by no port that is not open
  std::string first;        ///< one of them: "x2.y2 to x5.y1"
};

/// Returns the open ends at which packets wait for ever, in order of sites and ports. The chip must be on a fabric.
std::vector<OpenEnd> open_ends(const Chip& chip);

nlohmann::ordered_json to_json(std::span<const OpenEnd> ends);
/// Adds a row for each, up to a limit; none if there is none.
void add_open_ends(TextTable& table, std::span<const OpenEnd> ends);

}  // namespace kintsugi
