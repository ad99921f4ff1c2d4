#include "tb/scenario/traffic_setup.hpp"

#include <algorithm>
#include <filesystem>

#include "tb/scenario/files.hpp"

namespace kintsugi {

namespace {

std::string valid_patterns(const Network& network) {
  std::string names;
  for (const std::string& name : patterns_for(network)) names += (names.empty() ? "" : ", ") + name;
  return names;
}

std::unique_ptr<BernoulliTraffic> build_pattern(const Scenario& scenario, const Network& network, Diagnostics& errors) {
  const TrafficSection& traffic = *scenario.traffic;
  try {
    return std::make_unique<BernoulliTraffic>(find_pattern(traffic.pattern)->make(network, traffic.options),
                                              traffic.flits, traffic.rate);
  } catch (const PatternError& error) {
    const std::string path = "traffic." + error.parameter();
    const bool unfit = error.parameter() == "pattern";
    errors.add(scenario.where(path),
               path + ": " + error.what() + (unfit ? "; valid here: " + valid_patterns(network) : ""));
    return nullptr;
  }
}

std::vector<TracePacket> read_trace(const Scenario& scenario, std::uint32_t nodes, Diagnostics& errors) {
  const std::filesystem::path path = std::filesystem::path(scenario.source).parent_path() / *scenario.traffic->trace;
  const FileText file = read_file(path);
  if (!file.text) {
    errors.add(scenario.where("traffic.trace"), "cannot read the trace " + path.string() + ": " + file.error);
    return {};
  }
  TraceFile trace = parse_trace(*file.text, nodes);
  for (TraceMistake& mistake : trace.mistakes) {
    errors.add({path.string(), mistake.line, mistake.column}, std::move(mistake.message));
  }
  return std::move(trace.packets);
}

}  // namespace

TrafficSetup build_traffic(const Scenario& scenario, const Network* network, Diagnostics& errors) {
  TrafficSetup setup;
  if (scenario.traffic->trace) {
    const auto nodes = network != nullptr ? static_cast<std::uint32_t>(network->nodes()) : kNoNode.value;
    setup.trace = read_trace(scenario, nodes, errors);
  } else if (network != nullptr) {
    setup.drawn = build_pattern(scenario, *network, errors);
  }
  return setup;
}

std::vector<std::unique_ptr<PacketSource>> TrafficSetup::sources(std::uint32_t nodes, std::uint64_t seed, Cycle begin,
                                                                 Cycle end) const {
  if (!drawn) return replay(trace, nodes, begin, end);
  std::vector<std::unique_ptr<PacketSource>> all;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    all.push_back(std::make_unique<BernoulliSource>(NodeId{node}, *drawn, seed, begin, end));
  }
  return all;
}

std::size_t TrafficSetup::too_late(Cycle begin, Cycle end) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(trace, [&](const TracePacket& packet) { return begin + packet.cycle >= end; }));
}

}  // namespace kintsugi
