#include "tb/tool/run/lost_packets.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "models/fabric/link_path.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/states/json.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

const char* words_for(const LostPacket& packet, const Setup& setup) {
  switch (packet.reason) {
    case DropReason::kQueued:
      return "in the source queue of a PE that died";
    case DropReason::kReached:
      return setup.fabric ? "reached a dead PE before its node had moved" : "reached a PE that had died";
    case DropReason::kNoWay:
      return packet.to_the_dead ? "its destination is dead"
                                : "no way to its destination is known, or no channel left for it";
    case DropReason::kErased:
      return "a link that had died let nothing of a flit through";
    case DropReason::kCorrupted:
      return "a link had corrupted it, and a checksum did not hold";
    case DropReason::kLate:
      return "its source had given it up before it arrived";
  }
  return "";
}

std::optional<SiteId> dead_pe_of(const LostPacket& packet) {
  return dead_pe_of(packet.reason, packet.to_the_dead, packet.pe, packet.destination);
}

ordered_json json_of(const LostPacket& packet, const Setup& setup, const AddressJson& address) {
  const std::optional<SiteId> dead = dead_pe_of(packet);
  return {{"source", packet.source.value},
          {"number", packet.number},
          {"destination", packet.destination.value},
          {"flits", packet.flits},
          {"created", packet.created},
          {"cycle", packet.cycle},
          {"pe", address(packet.pe)},
          {"dead", dead ? address(*dead) : ordered_json()},
          {"reason", words_for(packet, setup)}};
}

std::string line_of(const LostPacket& packet, const Setup& setup) {
  const Network& network = setup.network();
  const std::optional<SiteId> dead = dead_pe_of(packet);
  return joined("packet ", packet.number, " of node ", network.node_name(packet.source), " to node ",
                network.node_name(packet.destination), ", ", counted(packet.flits, "flit"), ", created in cycle ",
                packet.created, ", dropped at PE ", setup.pe_name(packet.pe), " in cycle ", packet.cycle, ": ",
                words_for(packet, setup), (dead && *dead != packet.pe ? " (PE " + setup.pe_name(*dead) + ")" : ""));
}

}  // namespace

std::optional<SiteId> dead_pe_of(DropReason reason, bool to_the_dead, SiteId dropped_at, NodeId destination) {
  switch (reason) {
    case DropReason::kQueued:
    case DropReason::kReached:
      return dropped_at;
    case DropReason::kNoWay:
      return to_the_dead ? std::optional(SiteId{destination.value}) : std::nullopt;
    default:
      return std::nullopt;
  }
}

ordered_json to_json(std::span<const LostPacket> packets, const Setup& setup) {
  const AddressJson address(setup);
  return json_list(packets, [&](const LostPacket& packet) { return json_of(packet, setup, address); });
}

void add_lost_packets(TextTable& table, std::span<const LostPacket> packets, const Setup& setup) {
  table.add_list("dropped", packets, [&](const LostPacket& packet) { return line_of(packet, setup); },
                 {.most = 40, .more = " more packets; --json names all"});
}

namespace {

/// The packets at each port of one router.
using AtPort = std::map<PortId, OpenEnd>;

/// Returns the open port that the head of a channel waits to leave by, kNoPort in a router without a node; nullopt if
/// it can leave, or is not known to be kept.
std::optional<PortId> port_of_waiting(const Router& router, PortId in, Vc vc) {
  if (router.occupancy(in, vc) == 0) return std::nullopt;
  if (router.node() == kNoNode) return kNoPort;
  const auto is_open = [&](PortId port) { return port.value < router.network_ports() && router.link(port).open(); };
  const PortId out = router.granted(in, vc);
  if (out != kNoPort) return is_open(out) ? std::optional(out) : std::nullopt;
  const std::span<const Candidate> candidates = router.candidates(in, vc);
  if (candidates.empty() || !std::ranges::all_of(candidates, is_open, &Candidate::port)) return std::nullopt;
  return candidates.front().port;
}

void count_head(const Chip& chip, const Router& router, PortId in, Vc vc, AtPort& found) {
  const auto out = port_of_waiting(router, in, vc);
  if (!out) return;
  OpenEnd& end = found[*out];
  if (end.packets++ != 0) return;
  const Packet& packet = chip.packets()[router.front_packet(in, vc)];
  const Network& network = *chip.plan().network;
  end.first = network.node_name(packet.source) + " to " + network.node_name(packet.destination);
}

std::string open_end_text(const OpenEnd& end) {
  const std::string where = end.port.empty()      ? end.site_port + ", a PE without a node"
                            : end.open_in.empty() ? end.port + ", " + end.site_port + " without a wire"
                                                  : end.port + ", " + end.site_port + " open in " + end.open_in;
  return where + ": " + counted(end.packets, "packet") + (end.packets == 1 ? " waits" : " wait") + ", one of them " +
         end.first;
}

}  // namespace

std::vector<OpenEnd> open_ends(const Chip& chip) {
  const Fabric& fabric = *chip.plan().fabric;
  const SwitchStates states = chip.configuration().read_back();
  std::optional<LinkPaths> paths;  // made when the first port is found
  std::vector<OpenEnd> ends;
  for (const SiteId site : ids<SiteId>(chip.sites())) {
    if (chip.modules().own_routers[site.index()] == nullptr) continue;  // what a router of the user holds is not known
    const Router& router = chip.router(site);
    AtPort found;
    for (const PortId port : router.ports()) {
      for (const Vc vc : router.vcs()) count_head(chip, router, port, vc, found);
    }
    for (auto& [port, end] : found) {
      const NodeId node = chip.nodes().placement().node_at.at(site.value);
      const std::string name = port == kNoPort ? "" : '.' + fabric.layout.at(port.value);
      if (node != kNoNode) end.port = chip.plan().network->node_name(node) + name;
      end.site_port = fabric.sites[site.value].name + name;
      if (!paths) paths.emplace(fabric);
      const auto open_at = port == kNoPort ? std::nullopt : paths->from({site, port}, states).open_at;
      if (open_at) end.open_in = fabric.switches[open_at->value].name;
      ends.push_back(std::move(end));
    }
  }
  return ends;
}

nlohmann::ordered_json to_json(std::span<const OpenEnd> ends) {
  return Table<OpenEnd>{{"port", [](const OpenEnd& end) { return text_or_null(end.port); }},
                        {"at", &OpenEnd::site_port},
                        {"open_in", [](const OpenEnd& end) { return text_or_null(end.open_in); }},
                        {"packets", &OpenEnd::packets},
                        {"first", &OpenEnd::first}}
      .json(ends);
}

void add_open_ends(TextTable& table, std::span<const OpenEnd> ends) {
  table.add_list("open ends", ends, open_end_text, {.most = 20});
}

}  // namespace kintsugi
