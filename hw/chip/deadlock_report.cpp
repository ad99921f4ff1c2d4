#include "hw/chip/deadlock_report.hpp"

#include <algorithm>

#include "hw/chip/chip.hpp"
#include "hw/link/event_log.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

std::string channel_name(const SiteRouter& router, PortId port, Vc vc) {
  return std::string(router.name()) + '.' + router.port_name(port) + " vc " + std::to_string(vc.value);
}

std::string credit_wait(const Chip& chip, const Router& router, PortId out, Vc out_vc) {
  if (out == router.local_port()) return "leaves to its PE";
  if (router.link(out).open()) return "waits at " + channel_name(router, out, out_vc) + ", which leads nowhere";
  const Endpoint far = chip.modules().end_of(router.far(out));
  if (far.receiver == nullptr)
    return "waits for a credit from outside the chip at " + channel_name(router, out, out_vc);
  return "waits for a credit of " + channel_name(chip.modules().site_router_at(far), far.port, out_vc);
}

std::string channels_wished(const Router& router, std::span<const Candidate> candidates) {
  std::string text;
  for (const Candidate& candidate : candidates) {
    for (const Vc out_vc : router.vcs()) {
      if ((candidate.vcs & vc_bit(out_vc)) == 0) continue;
      text += (text.empty() ? "" : " or ") + channel_name(router, candidate.port, out_vc);
    }
  }
  return text;
}

/// Describes the branches that have not sent their head.
std::string branches_wait(const Router& router, std::span<const ForkBranch> branches) {
  std::string text;
  for (const ForkBranch& branch : branches) {
    if (branch.granted && branch.sent != 0) continue;
    text += text.empty() ? "waits for " : " and for ";
    text += branch.granted ? "room for all of it in " + channel_name(router, branch.candidate.port, branch.vc)
                           : channels_wished(router, {&branch.candidate, 1});
  }
  return text.empty() ? "is leaving by all branches" : text;
}

std::string channel_wait(const Router& router, PortId in, Vc vc) {
  if (const auto branches = router.branches(in, vc); !branches.empty()) return branches_wait(router, branches);
  const std::string channels = channels_wished(router, router.candidates(in, vc));
  return channels.empty() ? "has nowhere to go" : "waits for " + channels;
}

}  // namespace

std::string name_of_packet(const Chip& chip, PacketId id) {
  return name_of_packet(chip.packets()[id], *chip.plan().network);
}

std::vector<std::string> deadlock_report(const Chip& chip) {
  std::vector<std::string> lines;
  for (const SiteId site : ids<SiteId>(chip.sites())) {
    if (chip.modules().own_routers[site.index()] == nullptr) {
      const SiteRouter& router = chip.site_router(site);
      if (!router.is_idle())
        lines.push_back(std::string("in ") + router.name() + ", a router of the user, are packets");
      continue;
    }
    const Router& router = chip.router(site);
    for (const PortId port : router.ports()) {
      for (const Vc vc : router.vcs()) {
        if (router.occupancy(port, vc) == 0) continue;
        const PortId out = router.granted(port, vc);
        lines.push_back("in " + channel_name(router, port, vc) + ": " +
                        name_of_packet(chip, router.front_packet(port, vc)) + ' ' +
                        (out == kNoPort ? channel_wait(router, port, vc)
                                        : credit_wait(chip, router, out, router.granted_vc(port, vc))));
      }
    }
  }
  return lines;
}

std::string deadlock_text(const Chip& chip, Cycle last_move, std::size_t most) {
  const std::uint64_t flits = chip.counters().in_network();
  std::string text = joined("no flit of ", chip.name(), " has moved since cycle ", last_move, ", and ",
                            counted_are(flits, "flit"), " in the network:");
  const std::vector<std::string> lines = deadlock_report(chip);
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) text += "\n  " + lines[i];
  if (lines.size() > most) text += "\n  and " + counted(lines.size() - most, "more channel");
  return text;
}

}  // namespace kintsugi
