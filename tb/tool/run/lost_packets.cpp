#include "tb/tool/run/lost_packets.hpp"

#include <string>

#include "models/network/text.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/setup/defect_sites.hpp"

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

}  // namespace kintsugi
