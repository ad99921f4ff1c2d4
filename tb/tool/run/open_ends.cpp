#include "tb/tool/run/open_ends.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "models/fabric/link_path.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kMostShown = 20;

/// The packets at each port of one router.
using AtPort = std::map<PortId, OpenEnd>;

/// Counts the head of a channel if no port that it can leave by leads anywhere.
void count_head(const Chip& chip, const Router& router, PortId in, Vc vc, AtPort& found) {
  if (router.occupancy(in, vc) == 0 || router.granted(in, vc) != kNoPort) return;
  const std::span<const Candidate> candidates = router.candidates(in, vc);
  const auto is_open = [&](const Candidate& candidate) {
    return candidate.port.value < router.network_ports() && router.link(candidate.port).open();
  };
  if (candidates.empty() || !std::ranges::all_of(candidates, is_open)) return;
  OpenEnd& end = found[candidates.front().port];
  if (end.packets++ != 0) return;
  const Packet& packet = chip.packets()[router.front_packet(in, vc)];
  const Network& network = *chip.plan().network;
  end.first = network.node_name(packet.source) + " to " + network.node_name(packet.destination);
}

std::string text_of(const OpenEnd& end) {
  return end.port + ", " + end.site_port + ' ' + (end.open_in.empty() ? "without a wire" : "open in " + end.open_in) +
         ": " + counted(end.packets, "packet") + (end.packets == 1 ? " waits" : " wait") + ", one of them " + end.first;
}

}  // namespace

std::vector<OpenEnd> open_ends(const Chip& chip) {
  const Fabric& fabric = *chip.plan().fabric;
  const SwitchStates states = chip.configuration().read_back();
  const LinkPaths paths(fabric);
  std::vector<OpenEnd> ends;
  for (const SiteId site : ids<SiteId>(chip.sites())) {
    const Router& router = chip.router(site);
    AtPort found;
    for (const PortId port : router.ports()) {
      for (const Vc vc : router.vcs()) count_head(chip, router, port, vc, found);
    }
    for (auto& [port, end] : found) {
      const std::string name = fabric.layout.at(port.value);
      const NodeId node = chip.nodes().placement().node_at.at(site.value);
      end.port = chip.plan().network->node_name(node) + '.' + name;
      end.site_port = fabric.sites[site.value].name + '.' + name;
      if (const auto open_at = paths.from({site, port}, states).open_at) {
        end.open_in = fabric.switches[open_at->value].name;
      }
      ends.push_back(std::move(end));
    }
  }
  return ends;
}

nlohmann::ordered_json to_json(std::span<const OpenEnd> ends) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const OpenEnd& end : ends) {
    list.push_back({{"port", end.port}, {"at", end.site_port}});
    list.back()["open_in"] = end.open_in.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(end.open_in);
    list.back()["packets"] = end.packets;
    list.back()["first"] = end.first;
  }
  return list;
}

void add_open_ends(TextTable& table, std::span<const OpenEnd> ends) {
  std::string label = "open ends";
  for (const OpenEnd& end : ends.first(std::min(kMostShown, ends.size()))) {
    table.add({std::exchange(label, ""), text_of(end)});
  }
  if (ends.size() > kMostShown) table.add({"", "and " + std::to_string(ends.size() - kMostShown) + " more"});
}

}  // namespace kintsugi
