#include "tb/tool/view/packet_data.hpp"

#include <algorithm>
#include <limits>

#include "models/network/text.hpp"
#include "tb/tool/features/history/recorder.hpp"
#include "tb/tool/features/packet_log/packet_log.hpp"
#include "tb/tool/page/columns.hpp"
#include "tb/tool/run/run_events.hpp"

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;
using page::column;
using Fate = PacketRecord::Fate;

constexpr std::size_t kMostLost = 300;
constexpr std::size_t kSlowest = 100;
constexpr std::size_t kMostPackets = 800;
constexpr std::size_t kMostHops = 16'000;  // of the packets that are not lost
constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

/// Takes packets one after the other, each once, while there is room.
class Choice {
 public:
  explicit Choice(const PacketLog& log) : log_(log), is_chosen_(log.packets().size()) {}
  void take(std::size_t packet) {
    std::size_t hops = 0;
    for (const LoggedHop* hop = log_.first_hop(log_.packet(packet)); hop != nullptr; hop = hop->next) ++hops;
    if (is_chosen_[packet] || packets_ == kMostPackets || hops_ + hops > kMostHops) return;
    is_chosen_[packet] = true;
    ++packets_;
    hops_ += hops;
  }
  std::size_t packets() const { return packets_; }
  std::vector<std::size_t> all() const {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < is_chosen_.size(); ++i) {
      if (is_chosen_[i]) all.push_back(i);
    }
    return all;
  }

 private:
  const PacketLog& log_;
  std::vector<bool> is_chosen_;
  std::size_t packets_ = 0;
  std::size_t hops_ = 0;
};

/// Returns the positions of the packets with this fate.
std::vector<std::size_t> with_fate(const PacketLog& log, Fate fate) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < log.packets().size(); ++i) {
    if (log.packet(i).fate == fate) found.push_back(i);
  }
  return found;
}

void take_slowest(const PacketLog& log, Choice& choice) {
  std::vector<std::size_t> delivered = with_fate(log, Fate::kDelivered);
  const auto latency = [&](std::size_t i) { return log.packet(i).ended - log.packet(i).created; };
  const std::size_t most = std::min(kSlowest, delivered.size());
  std::ranges::partial_sort(
      delivered, delivered.begin() + static_cast<std::ptrdiff_t>(most),
      [&](std::size_t a, std::size_t b) { return latency(a) != latency(b) ? latency(a) > latency(b) : a < b; });
  for (std::size_t i = 0; i < most; ++i) choice.take(delivered[i]);
}

std::string sentence(const PacketLog& log, const std::vector<std::size_t>& chosen) {
  if (chosen.size() == log.packets().size()) return "all packets";
  const std::size_t lost = with_fate(log, Fate::kLost).size();
  const std::string losses = lost > kMostLost ? "the first " + std::to_string(kMostLost) + " packets that are lost"
                                              : "all packets that are lost";
  return losses + ", the " + std::to_string(kSlowest) + " slowest, and an even sample of the others";
}

std::uint32_t cycle_or_never(bool is_known, Cycle cycle) {
  return is_known ? static_cast<std::uint32_t>(cycle) : kNever;
}

std::int32_t site_or_none(SiteId site) {
  return site == kNoSite ? -1 : static_cast<std::int32_t>(site.value);
}

std::string port_name(const Setup& setup, SiteId site, std::size_t port) {
  const PortLayout& layout = setup.fabric ? setup.fabric->fabric().layout : setup.network().ports(NodeId{site.value});
  return port < layout.size() ? layout[port] : "local";
}

void add_hops(ordered_json& json, const RunResult& result, const Setup& setup, const std::vector<std::size_t>& chosen,
              NumberedNames& ports) {
  const PacketLog& log = *packet_log_of(result);
  const std::vector<SiteId>& site_of = history_of(result)->site_of_router;
  std::vector<std::uint32_t> first{0}, site, in, out, channel, head, tail;
  for (const std::size_t packet : chosen) {
    for (const LoggedHop* hop = log.first_hop(log.packet(packet)); hop != nullptr; hop = hop->next) {
      const SiteId at = site_of[hop->router];
      site.push_back(at.value);
      in.push_back(ports.number(port_name(setup, at, hop->in)));
      out.push_back(ports.number(port_name(setup, at, hop->out)));
      channel.push_back(hop->out_vc.value);
      head.push_back(static_cast<std::uint32_t>(hop->head));
      tail.push_back(cycle_or_never(hop->tail != LoggedHop::kNotYet, hop->tail));
    }
    first.push_back(static_cast<std::uint32_t>(site.size()));
  }
  json["first_hop"] = column(first);
  json["hop_site"] = column(site);
  json["hop_in"] = column(in);
  json["hop_out"] = column(out);
  json["hop_vc"] = column(channel);
  json["hop_head"] = column(head);
  json["hop_tail"] = column(tail);
}

}  // namespace

std::vector<std::size_t> chosen_packets(const PacketLog& log) {
  Choice choice(log);
  std::vector<std::size_t> lost = with_fate(log, Fate::kLost);
  if (lost.size() > kMostLost) lost.resize(kMostLost);
  for (const std::size_t packet : lost) choice.take(packet);
  take_slowest(log, choice);
  const std::size_t room = kMostPackets - choice.packets();
  const std::size_t every =
      std::max<std::size_t>(1, (log.packets().size() + room - 1) / std::max<std::size_t>(1, room));
  for (std::size_t i = 0; i < log.packets().size(); i += every) choice.take(i);
  return choice.all();
}

void add_packets(ordered_json& data, const RunResult& result, const Setup& setup, NumberedNames& ports) {
  const PacketLog& log = *packet_log_of(result);
  const std::vector<std::size_t> chosen = chosen_packets(log);
  std::vector<std::uint32_t> source, number, flits, created, injected, ended, reason;
  std::vector<std::int32_t> destination, from, at, dead;
  std::vector<std::uint8_t> fate;
  NumberedNames reasons;
  for (const std::size_t i : chosen) {
    const PacketRecord& packet = log.packet(i);
    const bool has_ended = packet.fate == Fate::kDelivered || packet.fate == Fate::kLost;
    source.push_back(packet.name.source.value);
    number.push_back(packet.name.serial);
    destination.push_back(packet.destination == kNoNode ? -1 : static_cast<std::int32_t>(packet.destination.value));
    flits.push_back(packet.flits);
    created.push_back(static_cast<std::uint32_t>(packet.created));
    injected.push_back(cycle_or_never(packet.has_left, packet.injected));
    ended.push_back(cycle_or_never(has_ended, packet.ended));
    fate.push_back(static_cast<std::uint8_t>(packet.fate));
    reason.push_back(packet.fate == Fate::kLost ? reasons.number(reason_name(packet.reason)) : 0);
    from.push_back(site_or_none(packet.from));
    at.push_back(site_or_none(packet.at));
    dead.push_back(site_or_none(packet.dead_pe().value_or(kNoSite)));
  }
  ordered_json& json = data["packets"];
  json = {{"total", log.packets().size()}, {"kept", chosen.size()},      {"chosen", sentence(log, chosen)},
          {"source", column(source)},      {"number", column(number)},   {"destination", column(destination)},
          {"flits", column(flits)},        {"created", column(created)}, {"injected", column(injected)},
          {"ended", column(ended)},        {"fate", column(fate)},       {"reason", column(reason)},
          {"from", column(from)},          {"at", column(at)},           {"dead", column(dead)}};
  add_hops(json, result, setup, chosen, ports);
  data["reasons"] = reasons.all();
}

}  // namespace kintsugi::view
