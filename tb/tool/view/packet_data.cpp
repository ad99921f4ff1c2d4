#include <algorithm>
#include <limits>

#include "models/network/text.hpp"
#include "tb/tool/features/history/recorder.hpp"
#include "tb/tool/features/packet_log/packet_log.hpp"
#include "tb/tool/run/run_events.hpp"
#include "tb/tool/view/chip_data.hpp"

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;
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

bool has_ended(const PacketRecord& packet) {
  return packet.fate == Fate::kDelivered || packet.fate == Fate::kLost;
}

/// Returns the number of a site or node, or -1 for none.
template <class Id>
std::int32_t number_or_none(Id id, Id none) {
  return id == none ? -1 : static_cast<std::int32_t>(id.value);
}

std::string port_name(const Setup& setup, SiteId site, std::size_t port) {
  const PortLayout& layout = setup.fabric ? setup.fabric->fabric().layout : setup.network().ports(NodeId{site.value});
  return port < layout.size() ? layout[port] : "local";
}

void add_hops(ordered_json& json, const RunResult& result, const Setup& setup, const std::vector<std::size_t>& chosen,
              NumberedNames& ports) {
  const PacketLog& log = *packet_log_of(result);
  const std::vector<SiteId>& site_of = history_of(result)->site_of_router;
  std::vector<std::uint32_t> first{0};
  std::vector<LoggedHop> hops;
  for (const std::size_t packet : chosen) {
    for (const LoggedHop* hop = log.first_hop(log.packet(packet)); hop != nullptr; hop = hop->next) {
      hops.push_back(*hop);
    }
    first.push_back(static_cast<std::uint32_t>(hops.size()));
  }
  const auto port = [&](const LoggedHop& hop, auto which) {
    return ports.number(port_name(setup, site_of[hop.router], hop.*which));
  };
  // ports are numbered in the order of the hops
  for (const LoggedHop& hop : hops) {
    port(hop, &LoggedHop::in);
    port(hop, &LoggedHop::out);
  }
  json["first_hop"] = column(first);
  json["hop_site"] = column_of(hops, [&](const LoggedHop& hop) { return site_of[hop.router].value; });
  json["hop_in"] = column_of(hops, [&](const LoggedHop& hop) { return port(hop, &LoggedHop::in); });
  json["hop_out"] = column_of(hops, [&](const LoggedHop& hop) { return port(hop, &LoggedHop::out); });
  json["hop_vc"] = column_of(hops, [](const LoggedHop& hop) { return hop.out_vc.value; });
  json["hop_head"] = column_of(hops, [](const LoggedHop& hop) { return static_cast<std::uint32_t>(hop.head); });
  json["hop_tail"] =
      column_of(hops, [](const LoggedHop& hop) { return cycle_or_never(hop.tail != LoggedHop::kNotYet, hop.tail); });
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
  const auto kept = each_of(chosen, [&log](std::size_t i) { return log.packet(i); });
  NumberedNames reasons;
  const auto with = [&kept](auto of) { return column_of(kept, of); };
  using Record = const PacketRecord&;
  data["packets"] = {
      {"total", log.packets().size()},
      {"kept", chosen.size()},
      {"chosen", sentence(log, chosen)},
      {"source", with([](Record packet) { return packet.name.source.value; })},
      {"number", with([](Record packet) { return packet.name.serial; })},
      {"destination", with([](Record packet) { return number_or_none(packet.destination, kNoNode); })},
      {"flits", with([](Record packet) { return packet.flits; })},
      {"created", with([](Record packet) { return static_cast<std::uint32_t>(packet.created); })},
      {"injected", with([](Record packet) { return cycle_or_never(packet.has_left, packet.injected); })},
      {"ended", with([](Record packet) { return cycle_or_never(has_ended(packet), packet.ended); })},
      {"fate", with([](Record packet) { return static_cast<std::uint8_t>(packet.fate); })},
      {"reason", with([&](Record packet) {
         return packet.fate == Fate::kLost ? reasons.number(reason_name(packet.reason)) : 0;
       })},
      {"from", with([](Record packet) { return number_or_none(packet.from, kNoSite); })},
      {"at", with([](Record packet) { return number_or_none(packet.at, kNoSite); })},
      {"dead", with([](Record packet) { return number_or_none(packet.dead_pe().value_or(kNoSite), kNoSite); })}};
  add_hops(data["packets"], result, setup, chosen, ports);
  data["reasons"] = reasons.all();
}

}  // namespace kintsugi::view
