#include "tb/tool/packets/report.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <span>

#include "models/network/text.hpp"
#include "tb/tool/console/table.hpp"

namespace kintsugi::packets {

namespace {

using nlohmann::ordered_json;
using Values = std::vector<std::uint64_t>;

constexpr std::size_t kMostBins = 20;
constexpr std::size_t kMostLines = 20;
constexpr std::size_t kBar = 40;  // characters of the longest bar

struct Counts {
  std::size_t delivered = 0;
  std::size_t lost = 0;
  std::size_t queued = 0;
  std::size_t in_flight = 0;
};

Counts count(const std::vector<const Packet*>& packets) {
  Counts counts;
  for (const Packet* packet : packets) {
    if (packet->delivered) {
      ++counts.delivered;
    } else if (packet->lost) {
      ++counts.lost;
    } else {
      ++(packet->injected ? counts.in_flight : counts.queued);
    }
  }
  return counts;
}

/// Returns the latencies, or the hops, of the packets that are delivered; ascending.
Values sorted_values(const std::vector<const Packet*>& packets, std::optional<std::uint64_t> (*of)(const Packet&)) {
  Values values;
  for (const Packet* packet : packets) {
    if (const auto value = packet->delivered ? of(*packet) : std::nullopt) values.push_back(*value);
  }
  std::ranges::sort(values);
  return values;
}

Values latencies(const std::vector<const Packet*>& packets) {
  return sorted_values(packets, [](const Packet& packet) { return packet.latency(); });
}

Values hops(const std::vector<const Packet*>& packets) {
  return sorted_values(packets, [](const Packet& packet) { return packet.hops; });
}

double mean(const Values& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

ordered_json distribution(const Values& values) {
  if (values.empty()) return nullptr;
  const Bins bins = bins_of(values, kMostBins);
  return {{"mean", mean(values)},
          {"p50", percentile(values, 50)},
          {"p95", percentile(values, 95)},
          {"p99", percentile(values, 99)},
          {"max", values.back()},
          {"bins", {{"first", bins.first}, {"width", bins.width}, {"counts", bins.counts}}}};
}

std::string line_of(const Values& values) {
  return "mean " + fixed(mean(values), 2) + ", median " + std::to_string(percentile(values, 50)) + ", 95 % " +
         std::to_string(percentile(values, 95)) + ", 99 % " + std::to_string(percentile(values, 99)) + ", most " +
         std::to_string(values.back());
}

std::string bars(const char* title, const Values& values) {
  if (values.empty()) return "";
  const Bins bins = bins_of(values, kMostBins);
  const std::uint64_t most = std::ranges::max(bins.counts);
  TextTable table;
  table.add({title, "packets"});
  for (std::size_t i = 0; i < bins.counts.size(); ++i) {
    const std::uint64_t low = bins.first + i * bins.width;
    const std::string range =
        bins.width == 1 ? std::to_string(low) : std::to_string(low) + " to " + std::to_string(low + bins.width - 1);
    table.add({range, std::to_string(bins.counts[i]), std::string((bins.counts[i] * kBar + most - 1) / most, '#')});
  }
  return '\n' + table.text();
}

ordered_json name_or_null(const Log& log, std::optional<Name> name) {
  return name ? ordered_json(log.names[*name]) : ordered_json();
}

ordered_json loss_json(const Log& log, const Packet& packet) {
  if (!packet.lost) return nullptr;
  return {
      {"cycle", packet.lost->cycle}, {"reason", packet.lost->reason}, {"dead", name_or_null(log, packet.lost->dead)}};
}

/// Returns the name of the node at whose router a hop is; null if the log does not say so.
ordered_json node_of(const Log& log, const Places& places, bool by_nodes, const Hop& hop) {
  if (by_nodes) return log.names[hop.router];
  const auto node = places.node_at(hop.router, hop.head);
  return node ? ordered_json(log.node(*node)) : ordered_json();
}

ordered_json route_json(const Log& log, const Places& places, bool by_nodes, const Packet& packet) {
  ordered_json route = ordered_json::array();
  for (const Hop& hop : packet.route) {
    route.push_back({{"router", log.names[hop.router]},
                     {"node", node_of(log, places, by_nodes, hop)},
                     {"in", log.names[hop.in]},
                     {"out", log.names[hop.out]},
                     {"channel", hop.vc},
                     {"head", hop.head},
                     {"tail", hop.tail}});
  }
  return route;
}

/// "lost at r1.c2 (x1.y2): no way, r3.c2 is dead"
std::string loss_text(const Log& log, const Places& places, const Packet& packet) {
  const auto& [cycle, reason, dead] = *packet.lost;
  return "lost" + (packet.at ? " at " + places.text(*packet.at, cycle) : "") + ": " + reason +
         (dead ? ", " + log.names[*dead] + " is dead" : "");
}

std::string outcome(const Log& log, const Places& places, const Packet& packet) {
  if (packet.delivered) return "delivered";
  if (packet.lost) return loss_text(log, places, packet);
  return packet.injected ? "in flight" : "queued";
}

/// "@8", of head and tail "@8-10", and "@8-" if the tail has not left by the end of the run.
std::string cycles_text(const Packet& packet, const Hop& hop) {
  const std::string head = '@' + std::to_string(hop.head);
  if (!hop.tail) return packet.flits > 1 ? head + '-' : head;
  return *hop.tail == hop.head ? head : head + '-' + std::to_string(*hop.tail);
}

/// "x0 x+ @3-5, x1 y+ @6-8, x5 local @9-11": the routers, the ports by which the packet left them, and the cycles.
std::string way(const Log& log, const Places& places, const Packet& packet) {
  return with_commas(packet.route, [&](const Hop& hop) {
    return places.text(hop.router, hop.head) + ' ' + log.names[hop.out] + ' ' + cycles_text(packet, hop);
  });
}

/// The columns of the list. The log and the places must outlive them.
Table<Packet> columns_of_packets(const Log& log, const Places& places) {
  const ColumnForm of_json{.text = false};
  const auto name = [&log](std::optional<Name> Packet::*of) {
    return [&log, of](const Packet& packet) { return name_or_null(log, packet.*of); };
  };
  const auto source = [&log](const Packet& packet) { return log.node(packet.source); };
  const auto destination = [&log](const Packet& packet) {
    return packet.destination ? log.node(*packet.destination) : "-";
  };
  const auto end = [&](const Packet& packet) { return outcome(log, places, packet); };
  Table<Packet> table = {{"id", &Packet::id, of_json},
                         {"kind", &Packet::kind, of_json},
                         {"source", &Packet::source, source},
                         {"number", &Packet::number},
                         {"destination", &Packet::destination, destination},
                         {"from", name(&Packet::from), of_json},
                         {"at", name(&Packet::at), of_json},
                         {"flits", &Packet::flits},
                         {"members", &Packet::members, of_json},
                         {"reached", &Packet::reached, of_json},
                         {"copies", &Packet::copies, of_json},
                         {"created", &Packet::created},
                         {"injected", &Packet::injected, of_json},
                         {"delivered", &Packet::delivered, of_json},
                         {"lost", [&log](const Packet& packet) { return loss_json(log, packet); }, of_json},
                         {"latency", &Packet::latency},
                         {"hops", &Packet::hops},
                         {"outcome", end, {.json = false}}};
  if (!log.routes) return table;
  const auto route = [&log, &places, by_nodes = are_called_as_nodes(log)](const Packet& packet) {
    return route_json(log, places, by_nodes, packet);
  };
  table.add({"route", route, [&](const Packet& packet) { return way(log, places, packet); }, {.heading = "way"}});
  return table;
}

/// Returns the packets as a range of values.
auto each_of(std::span<const Packet* const> packets) {
  return std::views::transform(packets, [](const Packet* packet) -> const Packet& { return *packet; });
}

std::string list_text(const Log& log, const std::vector<const Packet*>& packets) {
  const Places places(log);
  const std::span first(packets.data(), std::min(packets.size(), kMostLines));
  std::string text = '\n' + columns_of_packets(log, places).text(each_of(first)).text();
  if (packets.size() > kMostLines) {
    text += "and " + std::to_string(packets.size() - kMostLines) + " more packets; --json names all\n";
  }
  return text;
}

}  // namespace

ordered_json to_json(const Log& log, const std::vector<const Packet*>& packets, bool listed) {
  const Counts counts = count(packets);
  ordered_json json = {{"logged", log.packets.size()},
                       {"packets", packets.size()},
                       {"delivered", counts.delivered},
                       {"lost", counts.lost},
                       {"queued", counts.queued},
                       {"in_flight", counts.in_flight},
                       {"latency", distribution(latencies(packets))},
                       {"hops", distribution(hops(packets))}};
  if (!listed) return json;
  const Places places(log);
  json["list"] = columns_of_packets(log, places).json(each_of(packets));
  return json;
}

std::string to_text(const Log& log, const std::vector<const Packet*>& packets, bool listed) {
  const Counts counts = count(packets);
  TextTable table;
  std::string of = std::to_string(packets.size());
  if (packets.size() != log.packets.size()) of += " of " + std::to_string(log.packets.size()) + " in the log";
  table.add({"packets", of});
  table.add({"delivered", std::to_string(counts.delivered)});
  table.add({"lost", std::to_string(counts.lost)});
  table.add({"queued", std::to_string(counts.queued)});
  table.add({"in flight", std::to_string(counts.in_flight)});
  const Values latency = latencies(packets);
  const Values passed = hops(packets);
  if (!latency.empty()) table.add({"latency", line_of(latency)});
  if (!passed.empty()) table.add({"hops", line_of(passed)});
  return table.text() + bars("latency", latency) + bars("hops", passed) + (listed ? list_text(log, packets) : "");
}

}  // namespace kintsugi::packets
