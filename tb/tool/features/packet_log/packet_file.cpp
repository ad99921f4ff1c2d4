#include "tb/tool/features/packet_log/packet_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "tb/tool/console/table.hpp"
#include "tb/tool/features/packet_log/packet_lines.hpp"
#include "tb/tool/run/run_events.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;
using Fate = PacketRecord::Fate;

constexpr unsigned kVersion = 1;

/// The faults that the chip reconfigures for, then the links that corrupt flits.
ordered_json faults_json(const RunResult& result, const Setup& setup) {
  ordered_json json = ordered_json::array();
  const AddressJson address(setup);
  if (result.faults) {
    for (const RunTimeFault& fault : faults_of(*result.faults, result.cycles)) json.push_back(to_json(fault, address));
  }
  for (const CorruptingLinkAt& corruption : setup.corruptions) {
    if (corruption.cycle >= result.cycles) continue;
    json.push_back(to_json({.cycle = corruption.cycle, .what = corruption.link}, address));
    json.back()["corrupt"] = corruption.rate;
  }
  return json;
}

ordered_json phases_json(const RunResult& result) {
  return Table<PhaseSpan>{{"name", &PhaseSpan::name}, {"from", &PhaseSpan::from}, {"to", &PhaseSpan::to}}.json(
      phases_of(result.reconfigurations()));
}

ordered_json head_of(const RunResult& result, const Setup& setup, bool routes, std::size_t lines) {
  ordered_json json = {{"packets", kVersion},
                       {"nodes", setup.network().nodes()},
                       {"cycles", result.cycles},
                       {"routes", routes},
                       {"lines", lines}};
  json["faults"] = faults_json(result, setup);
  json["phases"] = phases_json(result);
  return json;
}

/// Writes the first line, with the names of the nodes one by one: there can be a million.
void write_head(const ordered_json& head, const Network& network, files::PartFile& file) {
  std::string begin = head.dump();
  begin.back() = ',';
  file.append(begin + "\"names\":[");
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    if (node.value != 0) file.append(",");
    file.append(ordered_json(network.node_name(node)).dump());
  }
  file.append("]}\n");
}

/// Returns whether a line of the packet is wanted. A log may hold packets that another use of it needs.
bool takes(const PacketLogOptions& options, const PacketRecord& record) {
  const PacketFilter& filter = options.filter;
  return record.created >= filter.from && record.created <= filter.to &&
         (filter.source == kNoNode || record.name.source == filter.source) &&
         (filter.destination == kNoNode || record.destination == filter.destination) &&
         (!options.only_lost || record.fate == Fate::kLost);
}

/// Returns the slowest of the packets that are wanted, in the order of the log.
std::vector<std::size_t> slowest_packets(const PacketLog& log, const PacketLogOptions& options) {
  const auto packets = log.packets();
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    if (packets[i].fate == Fate::kDelivered && takes(options, packets[i])) chosen.push_back(i);
  }
  if (options.slowest >= chosen.size()) return chosen;
  const auto slower = [&](std::size_t a, std::size_t b) {
    const auto latency = [&](std::size_t i) { return packets[i].ended - packets[i].created; };
    return latency(a) != latency(b) ? latency(a) > latency(b) : a < b;
  };
  std::ranges::nth_element(chosen, chosen.begin() + static_cast<std::ptrdiff_t>(options.slowest), slower);
  chosen.resize(options.slowest);
  std::ranges::sort(chosen);
  return chosen;
}

void write_lines(const PacketLog& log, const PacketLogOptions& options, std::span<const std::size_t> slowest,
                 PacketLines& lines) {
  const auto packets = log.packets();
  for (const std::size_t i : slowest) lines.write(packets[i]);
  if (options.slowest != 0) return;
  for (const PacketRecord& packet : packets) {
    if (takes(options, packet)) lines.write(packet);
  }
}

std::size_t lines_of(const PacketLog& log, const PacketLogOptions& options, std::span<const std::size_t> slowest) {
  if (options.slowest != 0) return slowest.size();
  const auto is_taken = [&options](const PacketRecord& packet) { return takes(options, packet); };
  return static_cast<std::size_t>(std::ranges::count_if(log.packets(), is_taken));
}

}  // namespace

PacketLogFile::PacketLogFile(PacketLogOptions options)
    : options_(std::move(options)), made_(options_.file.parent_path()), file_(options_.file) {}

void PacketLogFile::write(const PacketLog& log, const RunResult& result, const Setup& setup, const Chip& chip) {
  std::vector<std::size_t> slowest;
  if (options_.slowest != 0) slowest = slowest_packets(log, options_);
  write_head(head_of(result, setup, options_.route, lines_of(log, options_, slowest)), setup.network(), file_);
  PacketLines lines(file_, log, chip, setup.network().nodes(), options_.route);
  write_lines(log, options_, slowest, lines);
  file_.commit();
}

}  // namespace kintsugi
