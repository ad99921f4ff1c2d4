/// Logs the packets of a run, for the file of --packets, for the page and for the comparison with a golden log.
///
/// How much memory it takes is estimated before the run:
/// Packets  of a trace are counted. Of a pattern they are the nodes that send, times the rate, times the cycles in
///          which the filter takes packets; a multicast is one
/// Hops     one more than the mean distance from a sample of nodes, but no more than the links can carry; those of
///          multicasts, detours and copies that are sent again are not in it
/// Bytes    130 for a packet and 33 for a hop, at the end of the run: those of packet_log.hpp, and the room of vectors
///          that have grown
#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>
#include <optional>
#include <set>

#include "models/network/distance_sums.hpp"
#include "tb/tool/features/expect/golden.hpp"
#include "tb/tool/features/packet_log/packet_file.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

/// What is logged: a page shows all packets with their routes, and a golden log has all packets.
struct LogWish {
  explicit LogWish(const Wishes& wishes) : file(wishes.options.find<PacketLogOptions>()) {
    const std::optional<GoldenLog> golden = golden_log_of(wishes.scenario);
    hops = wishes.page || (file != nullptr && file->route) || (golden && golden->routes);
    if (!wishes.page && !golden && file != nullptr) filter = file->filter;
  }
  const PacketLogOptions* file;  // nullptr: no log is written that was asked for
  bool hops = false;
  PacketFilter filter;
};

class PacketLogger final : public Instrument {
 public:
  explicit PacketLogger(const RunBegin& begin)
      : setup_(begin.setup), wish_(begin.wishes), recorded_(setup_.network().nodes()) {
    if (wish_.file != nullptr) file_.emplace(*wish_.file);
  }
  void prepare(ChipParameters& parameters) override {
    if (!wish_.hops) return;
    for (unsigned thread = 0; thread < parameters.threads; ++thread) hops_.emplace_back(wish_.filter);
    parameters.hop_logs = hops_;
  }
  void watch(Chip& chip) override { chip_ = &chip; }
  PacketObserver* packets(unsigned /*thread*/) override {
    return &recorders_.emplace_back(wish_.filter, *chip_, recorded_, chip_->clock().threads() == 1);
  }
  /// A packet that is lost with all its copies is known by the report only.
  void finish(const RunResult& result) override {
    for (PacketRecorder& recorder : recorders_) recorder.settle();
    if (result.lost_late && !recorders_.empty()) {
      for (const LostPacket& packet : *result.lost_late) recorders_.front().lost(packet);
    }
    log_.emplace(std::move(recorded_), std::move(hops_));
  }
  std::vector<std::string> write(const RunResult& result) override {
    if (!file_) return {};
    file_->write(*log_, result, setup_, *chip_);
    return {file_->options().file.string()};
  }
  const PacketLog* log() const { return log_ ? &*log_ : nullptr; }

 private:
  const Setup& setup_;
  LogWish wish_;
  const Chip* chip_ = nullptr;
  std::optional<PacketLogFile> file_;  // nullopt: none was asked for
  PacketRecorder::Sources recorded_;
  std::vector<HopLog> hops_;              // by thread; none without routes
  std::deque<PacketRecorder> recorders_;  // by thread
  std::optional<PacketLog> log_;          // once the run is over
};

constexpr double kPacket = 130;
constexpr double kHop = 33;
constexpr std::uint32_t kSampled = 16;  // nodes from which distances are measured

/// Multiples of the golden ratio spread over the rows and the columns of a grid.
std::vector<NodeId> sampled_nodes(std::size_t nodes) {
  std::set<NodeId> sampled;
  for (std::uint32_t i = 0; i < kSampled; ++i) {
    const double share = std::fmod((i + 0.5) * std::numbers::phi, 1.0);
    sampled.insert(NodeId{static_cast<std::uint32_t>(share * static_cast<double>(nodes))});
  }
  return {sampled.begin(), sampled.end()};
}

double mean_distance(const Network& network) {
  const std::vector<NodeId> sources = sampled_nodes(network.nodes());
  const DistanceSums sums = sum_distances(Adjacency(network), sources, {}, 1);
  return static_cast<double>(sums.sum) / static_cast<double>(std::max<std::uint64_t>(sums.pairs, 1));
}

/// Returns the last cycle of the run. A program that nothing else ends takes at least one for each flit of a rank.
Cycle expected_end(const Scenario& scenario, const Setup& setup) {
  if (scenario.only_trace_ends()) return setup.traffic->end_of_trace();
  if (!scenario.only_program_ends()) return scenario.run.cycles;
  return setup.traffic->workload->most_flits_of_a_rank();
}

/// Returns the cycles of the run, which ends before `run_end`, in which the filter takes packets.
double logged_cycles(Cycle run_end, const PacketFilter& filter) {
  const Cycle end = filter.to < run_end ? filter.to + 1 : run_end;
  return end > filter.from ? static_cast<double>(end - filter.from) : 0;
}

bool is_logged(const PacketFilter& filter, const TracePacket& packet) {
  return packet.cycle >= filter.from && packet.cycle <= filter.to &&
         (filter.source == kNoNode || packet.source == filter.source) &&
         (filter.destination == kNoNode || packet.order.destination == filter.destination);
}

/// Returns how many packets of flows the filter takes, on average.
double logged_of_flows(const FlowTraffic& traffic, Cycle end, const PacketFilter& filter) {
  double packets = 0;
  for (const Flow& flow : traffic.flows()) {
    if (filter.source != kNoNode && flow.source != filter.source) continue;
    if (filter.destination != kNoNode && flow.destination != filter.destination) continue;
    const Cycle to = std::min({flow.to, end, filter.to < end ? filter.to + 1 : end});
    const Cycle from = std::max(flow.from, filter.from);
    if (from < to) packets += static_cast<double>(to - from) * flow.rate / traffic.mean_length(flow);
  }
  return packets;
}

struct Expected {
  double packets = 0;
  double multicasts = 0;
  double flits = 1;  // of a packet
};

Expected expected_traffic(const Scenario& scenario, const Setup& setup, const PacketFilter& filter) {
  const TrafficSection& traffic = *scenario.traffic;
  const auto nodes = static_cast<double>(setup.network().pes());
  const double of_sources =
      logged_cycles(expected_end(scenario, setup), filter) * (filter.source == kNoNode ? nodes : 1);
  Expected expected;
  if (traffic.multicast && filter.destination == kNoNode) expected.multicasts = of_sources * traffic.multicast->rate;
  if (traffic.trace) {
    const auto logged = [&](const TracePacket& packet) { return is_logged(filter, packet); };
    expected.packets = static_cast<double>(std::ranges::count_if(setup.traffic->trace, logged));
    return expected;
  }
  if (traffic.flows) {
    expected.packets = logged_of_flows(*setup.traffic->flows, expected_end(scenario, setup), filter);
    expected.flits = traffic.flits.mean();
    return expected;
  }
  const std::size_t senders = traffic.among.empty() ? setup.network().pes() : traffic.among.size();
  const double sending = static_cast<double>(senders) / nodes;
  const bool is_one = filter.source != kNoNode && setup.traffic->drawn;
  const double rate = is_one ? setup.traffic->drawn->rate_of(filter.source) : traffic.mean_rate(senders);
  expected.flits = traffic.flits.mean();
  expected.packets = of_sources * sending * rate / expected.flits;
  if (filter.destination != kNoNode) expected.packets /= nodes;
  if (traffic.workload) expected.packets += static_cast<double>(setup.traffic->workload->packets());
  return expected;
}

/// Returns 0 without traffic.
std::uint64_t log_bytes(const Scenario& scenario, const Setup& setup, const PacketFilter& filter, bool routes) {
  if (!scenario.traffic) return 0;
  const auto [packets, multicasts, flits] = expected_traffic(scenario, setup, filter);
  const double bytes = (packets + multicasts) * kPacket;
  if (!routes || packets == 0) return static_cast<std::uint64_t>(bytes);
  const Network& network = setup.network();
  const auto channels = static_cast<double>(2 * network.links().size() + network.nodes());
  const double most = channels * static_cast<double>(scenario.run.cycles) / flits;
  return static_cast<std::uint64_t>(bytes + kHop * std::min(packets * (mean_distance(network) + 1), most));
}

}  // namespace

const PacketLog* packet_log_of(const RunResult& result) {
  const auto* const logger = result.find<PacketLogger>();
  return logger == nullptr ? nullptr : logger->log();
}

extern const InstrumentInfo kPacketLogger;
const InstrumentInfo kPacketLogger{
    .is_wanted =
        [](const Wishes& wishes) {
          return wishes.page || wishes.options.find<PacketLogOptions>() != nullptr || golden_log_of(wishes.scenario);
        },
    .make_first = make_instrument<PacketLogger>,
    .bytes =
        [](const Wishes& wishes, const Setup& setup) {
          const LogWish wish(wishes);
          return log_bytes(wishes.scenario, setup, wish.filter, wish.hops);
        },
    .remedy =
        "for the packets of the log or the page: run fewer cycles, log fewer packets (--source, --destination, "
        "--created), or leave out --route, --page or expect.golden",
};

}  // namespace kintsugi
