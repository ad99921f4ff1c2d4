#include "tb/tool/view/chip_data.hpp"

#include <algorithm>
#include <numeric>

#include "tb/tool/features/history/recorder.hpp"
#include "tb/tool/features/packet_log/packet_log.hpp"

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;
using Fate = PacketRecord::Fate;

constexpr Cycle kMostSteps = 50'000;
constexpr std::uint64_t kBars = 60;  // of a histogram

/// Returns whether the report counts a record among its packets; it counts multicasts by themselves.
bool has_one_destination(const PacketRecord& packet) {
  return packet.kind == PacketKind::kUnicast || packet.kind == PacketKind::kTracked;
}

/// Returns the first cycle in which a packet no longer waits in a queue; that after the run if it waits to its end.
Cycle end_of_wait(const PacketRecord& packet, Cycle cycles) {
  if (packet.has_left) return packet.injected;
  return packet.fate == Fate::kLost ? packet.ended : cycles;
}

/// Returns the packets that wait at the end of each bin, bin by bin, by the node of their source.
std::vector<std::int32_t> waiting(const RunResult& result, std::size_t nodes) {
  const RunHistory& history = *history_of(result);
  const Cycle bin = history.bin;
  const std::size_t bins = history.bins();
  std::vector<std::int32_t> count(bins * nodes);
  for (const PacketRecord& packet : packet_log_of(result)->packets()) {
    const std::size_t node = packet.name.source.index();
    const auto first = static_cast<std::size_t>(packet.created / bin);
    const auto last = static_cast<std::size_t>(end_of_wait(packet, result.cycles) / bin);
    if (first < bins) ++count[first * nodes + node];
    if (last < bins) --count[last * nodes + node];
  }
  for (std::size_t i = nodes; i < count.size(); ++i) count[i] += count[i - nodes];
  return count;
}

/// Puts what nodes have in a bin where they live at its end.
std::vector<std::uint32_t> by_site(const std::vector<std::int32_t>& by_node, const RunHistory& history,
                                   std::size_t nodes) {
  const std::size_t sites = history.epochs.front().node_at.size();
  std::vector<std::uint32_t> counts(history.bins() * sites);
  auto epoch = history.epochs.begin();
  for (std::size_t bin = 0; bin < history.bins(); ++bin) {
    const Cycle end = (bin + 1) * history.bin;
    while (epoch + 1 != history.epochs.end() && (epoch + 1)->cycle < end) ++epoch;
    for (std::size_t site = 0; site < sites; ++site) {
      const NodeId node = epoch->node_at[site];
      if (node != kNoNode) counts[bin * sites + site] = static_cast<std::uint32_t>(by_node[bin * nodes + node.index()]);
    }
  }
  return counts;
}

struct Section {
  std::string name;
  Cycle from = 0;
  Cycle end = 0;
};

/// Cuts the window where reconfigurations begin and end.
std::vector<Section> sections_of(const RunResult& result) {
  std::vector<Section> sections;
  const auto add = [&](const std::string& name, Cycle from, Cycle end) {
    from = std::max(from, result.window_begin);
    end = std::min(end, result.window_end);
    if (from < end) sections.push_back({name, from, end});
  };
  if (result.reconfigurations().empty()) {
    add("measurement window", 0, result.window_end);
    return sections;
  }
  Cycle from = 0;
  std::string name = "before";
  for (const auto& each : result.reconfigurations()) {
    const Cycle begin = each.cycle + 1;
    const Cycle end = std::accumulate(each.cycles.begin(), each.cycles.end(), begin);
    const std::string cycle = std::to_string(each.cycle);
    add(name, from, begin);
    add("reconfiguration at " + cycle, begin, end);
    name = "after that at " + cycle;
    from = end;
  }
  add(name, from, result.window_end);
  return sections;
}

/// Returns whether the latency of a packet counts in the section.
bool counts_in(const Section& section, const PacketRecord& packet) {
  return has_one_destination(packet) && packet.fate == Fate::kDelivered && packet.created >= section.from &&
         packet.created < section.end;
}

Histogram latencies_in(const Section& section, const PacketLog& log) {
  Histogram histogram;
  for (const PacketRecord& packet : log.packets()) {
    if (counts_in(section, packet)) histogram.add(packet.ended - packet.created);
  }
  return histogram;
}

double accepted_in(const Section& section, const PacketLog& log, std::size_t pes) {
  std::uint64_t flits = 0;
  for (const PacketRecord& packet : log.packets()) {
    const bool is_in = packet.ended >= section.from && packet.ended < section.end;
    if (is_in && packet.fate == Fate::kDelivered && has_one_destination(packet)) flits += packet.flits;
  }
  return static_cast<double>(flits) / static_cast<double>(pes) / static_cast<double>(section.end - section.from);
}

ordered_json section_json(const Section& section, const Histogram& latencies, std::uint64_t width, const PacketLog& log,
                          std::size_t pes) {
  const bool has_any = latencies.total() != 0;
  const auto percentile = [&](unsigned percent) {
    return has_any ? ordered_json(latencies.percentile(percent)) : ordered_json();
  };
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(latencies.max() / width + 1));
  for (const PacketRecord& packet : log.packets()) {
    if (counts_in(section, packet)) ++counts[static_cast<std::size_t>((packet.ended - packet.created) / width)];
  }
  return {{"name", section.name},
          {"from", section.from},
          {"to", section.end - 1},
          {"packets", latencies.total()},
          {"mean", has_any ? ordered_json(latencies.mean()) : ordered_json()},
          {"p50", percentile(50)},
          {"p95", percentile(95)},
          {"p99", percentile(99)},
          {"max", percentile(100)},
          {"accepted", accepted_in(section, log, pes)},
          {"width", width},
          {"counts", column(counts)}};
}

}  // namespace

void add_load(ordered_json& data, const RunResult& result, std::size_t nodes) {
  const RunHistory& history = *history_of(result);
  data["load"] = {{"bin", history.bin},
                  {"bins", history.bins()},
                  {"flits", column(history.flits)},
                  {"queue", column(by_site(waiting(result, nodes), history, nodes))}};
}

void add_series(ordered_json& data, const RunResult& result) {
  const Cycle step = std::max<Cycle>(1, (result.cycles + kMostSteps - 1) / kMostSteps);
  const auto steps = static_cast<std::size_t>((result.cycles + step - 1) / step);
  std::vector<std::uint64_t> created(steps), injected(steps), delivered(steps), lost(steps), lost_queued(steps),
      flits(steps);
  const auto at = [&](Cycle cycle) { return static_cast<std::size_t>(cycle / step); };
  for (const PacketRecord& packet : packet_log_of(result)->packets()) {
    if (!has_one_destination(packet)) continue;
    ++created[at(packet.created)];
    if (packet.has_left) ++injected[at(packet.injected)];
    if (packet.fate == Fate::kDelivered) {
      ++delivered[at(packet.ended)];
      flits[at(packet.ended)] += packet.flits;
    }
    if (packet.fate == Fate::kLost) {
      ++lost[at(packet.ended)];
      if (!packet.has_left) ++lost_queued[at(packet.ended)];
    }
  }
  data["series"] = {{"step", step},
                    {"created", column(created)},
                    {"injected", column(injected)},
                    {"delivered", column(delivered)},
                    {"lost", column(lost)},
                    {"lost_queued", column(lost_queued)},
                    {"flits", column(flits)}};
}

void add_sections(ordered_json& data, const RunResult& result, std::size_t pes) {
  const std::vector<Section> sections = sections_of(result);
  std::vector<Histogram> latencies;
  std::uint64_t most = 0;
  for (const Section& section : sections) {
    latencies.push_back(latencies_in(section, *packet_log_of(result)));
    most = std::max(most, latencies.back().max());
  }
  const std::uint64_t width = most / kBars + 1;
  data["sections"] = ordered_json::array();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    data["sections"].push_back(section_json(sections[i], latencies[i], width, *packet_log_of(result), pes));
  }
}

}  // namespace kintsugi::view
