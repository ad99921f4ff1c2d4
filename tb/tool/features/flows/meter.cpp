/// Measures each flow of `traffic.flows` by itself. Packets carry the number of their flow.
///
/// Window     packets are created from the start of the traffic until run.cycles, so those of the window are those
///            created at or after run.warmup
/// Memory     64 bytes a flow and thread; up to kMostWithQuantiles flows a histogram of latencies too, which grows with
///            the longest latency
#include <algorithm>
#include <deque>
#include <optional>

#include "hw/link/packet_table.hpp"
#include "models/files/made_directories.hpp"
#include "models/files/part_file.hpp"
#include "tb/tool/console/csv.hpp"
#include "tb/tool/features/flows/flow_table.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/run/statistics.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostWithQuantiles = 4096;
constexpr std::size_t kMostInText = 16;

struct FlowCounts {
  std::uint64_t created = 0;    ///< packets of the whole run
  std::uint64_t delivered = 0;  ///< of them
  std::uint64_t offered = 0;    ///< flits of packets created in the window
  std::uint64_t accepted = 0;   ///< flits that have arrived in the window
  std::uint64_t measured = 0;   ///< packets created in the window and delivered
  std::uint64_t latency_sum = 0;
  std::uint64_t latency_max = 0;

  FlowCounts& operator+=(const FlowCounts& other) {
    created += other.created;
    delivered += other.delivered;
    offered += other.offered;
    accepted += other.accepted;
    measured += other.measured;
    latency_sum += other.latency_sum;
    latency_max = std::max(latency_max, other.latency_max);
    return *this;
  }
};

/// The packets of one thread.
class FlowWatcher final : public PacketWatcher {
 public:
  FlowWatcher(std::size_t flows, Cycle window_begin, Cycle window_end)
      : counts(flows), latencies(flows <= kMostWithQuantiles ? flows : 0), begin_(window_begin), end_(window_end) {}

  void created(const Packet& packet, Cycle now) override {
    FlowCounts* const flow = flow_of(packet);
    if (flow == nullptr) return;
    ++flow->created;
    if (now >= begin_) flow->offered += packet.flits;
  }
  void arrived(const Packet& packet, Cycle now) override {
    FlowCounts* const flow = packet.kind == PacketKind::kUnicast ? flow_of(packet) : nullptr;
    if (flow != nullptr && now >= begin_ && now < end_) ++flow->accepted;
  }
  void delivered(const Packet& packet, Cycle now) override {
    FlowCounts* const flow = flow_of(packet);
    if (flow == nullptr) return;
    ++flow->delivered;
    if (packet.kind == PacketKind::kTracked && now >= begin_ && now < end_) flow->accepted += packet.flits;
    if (packet.created < begin_) return;
    const std::uint64_t latency = now - packet.created;
    ++flow->measured;
    flow->latency_sum += latency;
    flow->latency_max = std::max(flow->latency_max, latency);
    if (!latencies.empty()) latencies[static_cast<std::size_t>(flow - counts.data())].add(latency);
  }

  std::vector<FlowCounts> counts;
  std::vector<Histogram> latencies;  ///< by flow; none if there are too many flows

 private:
  /// Returns nullptr for a multicast and what belongs to it.
  FlowCounts* flow_of(const Packet& packet) {
    if (!has_one_destination(packet.kind)) return nullptr;
    const std::uint32_t note = note_of(packet);
    return note < counts.size() ? &counts[note] : nullptr;
  }

  Cycle begin_;
  Cycle end_;
};

class FlowMeter final : public Instrument {
 public:
  explicit FlowMeter(const RunBegin& begin)
      : traffic_(*begin.setup.traffic->flows),
        network_(begin.setup.network()),
        warmup_(begin.wishes.scenario.run.warmup),
        cycles_(begin.wishes.scenario.run.cycles) {
    const auto* const options = begin.wishes.options.find<FlowTableOptions>();
    if (options == nullptr) return;
    made_.emplace(options->file.parent_path());
    file_.emplace(options->file);
  }

  PacketObserver* packets(unsigned /*thread*/) override {
    return &watchers_.emplace_back(traffic_.flows().size(), warmup_, cycles_);
  }
  void finish(const RunResult& result) override;
  std::vector<std::string> write(const RunResult& result) override;
  void report(ordered_json& json, const ReportNumbers& numbers) const override;
  void report(TextTable& table, const ReportNumbers& numbers) const override;

  std::size_t flows() const { return traffic_.flows().size(); }
  /// Returns the flow of which the smallest share of its flits was accepted; nullopt if none was offered.
  std::optional<std::size_t> least_accepted() const;
  /// Returns the flow with the highest mean latency; nullopt if no packet was measured.
  std::optional<std::size_t> slowest() const;
  double accepted_share(std::size_t flow) const {
    return static_cast<double>(counts_[flow].accepted) / static_cast<double>(counts_[flow].offered);
  }
  double mean_latency(std::size_t flow) const {
    return static_cast<double>(counts_[flow].latency_sum) / static_cast<double>(counts_[flow].measured);
  }

 private:
  double per_cycle(std::uint64_t flits) const {
    return window_ == 0 ? 0 : static_cast<double>(flits) / static_cast<double>(window_);
  }
  std::string name(std::size_t flow) const {
    return network_.node_name(traffic_.flows()[flow].source) + " > " +
           network_.node_name(traffic_.flows()[flow].destination);
  }
  ordered_json flow_json(std::size_t flow) const;
  std::string flow_text(std::size_t flow) const;

  const FlowTraffic& traffic_;
  const Network& network_;
  Cycle warmup_;
  Cycle cycles_;
  Cycle window_ = 0;  // its cycles
  std::optional<files::MadeDirectories> made_;
  std::optional<files::PartFile> file_;
  std::deque<FlowWatcher> watchers_;  // by thread
  std::vector<FlowCounts> counts_;
  std::vector<Histogram> latencies_;
};

void FlowMeter::finish(const RunResult& result) {
  window_ = result.has_window() ? result.window_end - result.window_begin : 0;
  counts_.resize(flows());
  for (const FlowWatcher& watcher : watchers_) {
    for (std::size_t flow = 0; flow < flows(); ++flow) counts_[flow] += watcher.counts[flow];
    latencies_.resize(watcher.latencies.size());
    for (std::size_t flow = 0; flow < latencies_.size(); ++flow) latencies_[flow] += watcher.latencies[flow];
  }
}

std::optional<std::size_t> FlowMeter::least_accepted() const {
  std::optional<std::size_t> found;
  for (std::size_t flow = 0; flow < counts_.size(); ++flow) {
    if (counts_[flow].offered == 0) continue;
    if (!found || accepted_share(flow) < accepted_share(*found)) found = flow;
  }
  return found;
}

std::optional<std::size_t> FlowMeter::slowest() const {
  std::optional<std::size_t> found;
  for (std::size_t flow = 0; flow < counts_.size(); ++flow) {
    if (counts_[flow].measured == 0) continue;
    if (!found || mean_latency(flow) > mean_latency(*found)) found = flow;
  }
  return found;
}

ordered_json FlowMeter::flow_json(std::size_t number) const {
  const Flow& flow = traffic_.flows()[number];
  const FlowCounts& counts = counts_[number];
  ordered_json json = {{"source", network_.node_name(flow.source)},
                       {"destination", network_.node_name(flow.destination)},
                       {"rate", flow.rate},
                       {"flits", flow.flits ? ordered_json(*flow.flits) : ordered_json()},
                       {"from", flow.from},
                       {"to", flow.to == Flow::kNoEnd ? ordered_json() : ordered_json(flow.to)},
                       {"class", flow.priority_class},
                       {"packets", counts.created},
                       {"delivered", counts.delivered},
                       {"offered", per_cycle(counts.offered)},
                       {"accepted", per_cycle(counts.accepted)}};
  if (counts.measured == 0) {
    json["latency"] = nullptr;
    return json;
  }
  json["latency"] = {{"mean", mean_latency(number)}};
  if (!latencies_.empty()) json["latency"]["p95"] = latencies_[number].percentile(95);
  json["latency"]["max"] = counts.latency_max;
  return json;
}

std::string FlowMeter::flow_text(std::size_t number) const {
  const FlowCounts& counts = counts_[number];
  std::string text = "offered " + fixed(per_cycle(counts.offered), 5) + ", accepted " +
                     fixed(per_cycle(counts.accepted), 5) + " flits/cycle; latency ";
  if (counts.measured == 0) return text + "none measured";
  text += "mean " + fixed(mean_latency(number), 2);
  if (!latencies_.empty()) text += ", 95 % within " + std::to_string(latencies_[number].percentile(95));
  return text + ", at most " + std::to_string(counts.latency_max) + " cycles";
}

void FlowMeter::report(ordered_json& json, const ReportNumbers& numbers) const {
  json["flows"] = numbers.section("flows");
  json["flows"]["list"] = ordered_json::array();
  for (std::size_t flow = 0; flow < flows(); ++flow) json["flows"]["list"].push_back(flow_json(flow));
}

void FlowMeter::report(TextTable& table, const ReportNumbers&) const {
  std::string text = std::to_string(flows());
  if (const auto flow = least_accepted()) {
    text += "; least accepted: " + fixed(100 * accepted_share(*flow), 1) + " % of what " + name(*flow) + " offers";
  }
  if (const auto flow = slowest()) {
    text += "; slowest: " + name(*flow) + ", mean " + fixed(mean_latency(*flow), 2) + " cycles";
  }
  table.add({"flows", text});
  for (std::size_t flow = 0; flow < std::min(flows(), kMostInText); ++flow) {
    table.add({"", name(flow) + ": " + flow_text(flow)});
  }
  if (flows() > kMostInText) {
    table.add({"", "and " + std::to_string(flows() - kMostInText) + " more, all with --json or --flows FILE.csv"});
  }
}

std::vector<std::string> FlowMeter::write(const RunResult&) {
  if (!file_) return {};
  file_->append(kFlowColumns);
  for (std::size_t number = 0; number < flows(); ++number) {
    std::string line;
    const auto add = [&line](const ordered_json& cell) {
      if (!line.empty()) line += ',';
      if (cell.is_string()) {
        line += csv_cell(cell.get<std::string>());
      } else if (!cell.is_null()) {
        line += cell.dump();
      }
    };
    const ordered_json json = flow_json(number);
    for (const char* key : {"source", "destination", "rate", "flits", "from", "to", "class", "packets", "delivered",
                            "offered", "accepted"}) {
      add(json[key]);
    }
    const ordered_json& latency = json["latency"];
    for (const char* key : {"mean", "p95", "max"}) {
      add(latency.is_object() && latency.contains(key) ? latency[key] : ordered_json());
    }
    file_->append(line + '\n');
  }
  file_->complete();
  file_->commit();
  made_->keep();
  return {file_->path().string()};
}

const FlowMeter* flows_of(const RunResult& result) {
  return result.find<FlowMeter>();
}

std::string flows_needed(const Scenario& scenario, const Setup&) {
  return need::unless(scenario.traffic && scenario.traffic->flows, "the traffic is no flows; give traffic.flows");
}

std::vector<ReportNumber> flow_numbers() {
  std::vector<ReportNumber> rows;
  SectionOf(rows, "flows", flows_of, {need::traffic, flows_needed})
      .add("count", "flows", "of `traffic.flows`; only with this key, as all numbers of `flows`",
           [](const FlowMeter& meter) { return meter.flows(); })
      .add("least_accepted", "share",
           "of the flits that a flow has created in the window, so many have arrived in it: the smallest share of any "
           "flow; a little above or below 1 where packets are under way when the window begins or ends",
           [](const FlowMeter& meter) -> ordered_json {
             const auto flow = meter.least_accepted();
             return flow ? ordered_json(meter.accepted_share(*flow)) : ordered_json();
           })
      .add("slowest_mean", "cycles", "the highest mean latency, from creation to tail, of any flow",
           [](const FlowMeter& meter) -> ordered_json {
             const auto flow = meter.slowest();
             return flow ? ordered_json(meter.mean_latency(*flow)) : ordered_json();
           });
  return rows;
}

}  // namespace

extern const InstrumentInfo kFlowMeter;
const InstrumentInfo kFlowMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.traffic && wishes.scenario.traffic->flows; },
    .make_first = make_instrument<FlowMeter>,
    .numbers = flow_numbers,
    .bytes =
        [](const Wishes&, const Setup& setup) {
          constexpr std::uint64_t kBytes = 256;  // about, with the counts of some threads and a part of the report
          return setup.traffic->flows ? setup.traffic->flows->flows().size() * kBytes : 0;
        },
};

}  // namespace kintsugi
