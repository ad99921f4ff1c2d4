/// Measures each flow of `traffic.flows` by itself. Packets carry the number of their flow.
///
/// Window     packets are created from the start of the traffic until run.cycles, so those of the window are those
///            created at or after run.warmup
/// Memory     64 bytes a flow and thread; up to kMostWithQuantiles flows a histogram of latencies too, which grows with
///            the longest latency
#include <algorithm>
#include <deque>
#include <optional>
#include <ranges>

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
    using Counts = FlowCounts;
    latency_max = std::max(latency_max, other.latency_max);
    return add_members(*this, other, &Counts::created, &Counts::delivered, &Counts::offered, &Counts::accepted,
                       &Counts::measured, &Counts::latency_sum);
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
  void finish(const RunResult& result) override {
    window_ = result.has_window() ? result.window_end - result.window_begin : 0;
    counts_.resize(flows());
    for (const FlowWatcher& watcher : watchers_) {
      for (std::size_t flow = 0; flow < flows(); ++flow) counts_[flow] += watcher.counts[flow];
      latencies_.resize(watcher.latencies.size());
      for (std::size_t flow = 0; flow < latencies_.size(); ++flow) latencies_[flow] += watcher.latencies[flow];
    }
  }
  std::vector<std::string> write(const RunResult&) override {
    if (!file_) return {};
    const Table<std::size_t> flow_table = table();
    file_->append(flow_table.csv_header());
    for (std::size_t flow = 0; flow < flows(); ++flow) file_->append(flow_table.csv_line(flow));
    file_->complete();
    file_->commit();
    made_->keep();
    return {file_->path().string()};
  }
  using Instrument::report;
  void report(TextTable& table, const ReportNumbers&) const override {
    std::string text = std::to_string(flows());
    if (const auto flow = least_accepted()) {
      text += "; least accepted: " + fixed(100 * accepted_share(*flow), 1) + " % of what " + name(*flow) + " offers";
    }
    if (const auto flow = slowest()) {
      text += "; slowest: " + name(*flow) + ", mean " + fixed(*mean_latency(*flow), 2) + " cycles";
    }
    table.add({"flows", text});
    table.add_list("", std::views::iota(std::size_t{0}, flows()),
                   [this](std::size_t flow) { return name(flow) + ": " + flow_text(flow); },
                   {.most = kMostInText, .more = " more, all with --json or --flows FILE.csv"});
  }

  std::size_t flows() const { return traffic_.flows().size(); }
  /// Returns the flow of which the smallest share of its flits was accepted; nullopt if none was offered.
  std::optional<std::size_t> least_accepted() const {
    std::optional<std::size_t> found;
    for (std::size_t flow = 0; flow < counts_.size(); ++flow) {
      if (counts_[flow].offered == 0) continue;
      if (!found || accepted_share(flow) < accepted_share(*found)) found = flow;
    }
    return found;
  }
  /// Returns the flow with the highest mean latency; nullopt if no packet was measured.
  std::optional<std::size_t> slowest() const {
    std::optional<std::size_t> found;
    for (std::size_t flow = 0; flow < counts_.size(); ++flow) {
      if (counts_[flow].measured == 0) continue;
      if (!found || mean_latency(flow) > mean_latency(*found)) found = flow;
    }
    return found;
  }
  double accepted_share(std::size_t flow) const {
    return static_cast<double>(counts_[flow].accepted) / static_cast<double>(counts_[flow].offered);
  }
  /// Returns nullopt if no packet was measured.
  std::optional<double> mean_latency(std::size_t flow) const {
    if (counts_[flow].measured == 0) return std::nullopt;
    return static_cast<double>(counts_[flow].latency_sum) / static_cast<double>(counts_[flow].measured);
  }
  ordered_json list() const { return table().json(std::views::iota(std::size_t{0}, flows())); }

 private:
  /// The columns of the report and of the file, of a flow by its number.
  Table<std::size_t> table() const {
    const auto flow = [this](auto Flow::*member) {
      return [this, member](std::size_t number) { return traffic_.flows()[number].*member; };
    };
    const auto node = [this](NodeId Flow::*end) {
      return [this, end](std::size_t number) { return network_.node_name(traffic_.flows()[number].*end); };
    };
    const auto count = [this](std::uint64_t FlowCounts::*member) {
      return [this, member](std::size_t number) { return counts_[number].*member; };
    };
    const auto rate = [this](std::uint64_t FlowCounts::*flits) {
      return [this, flits](std::size_t number) { return per_cycle(counts_[number].*flits); };
    };
    const auto to = [this](std::size_t number) {
      const Cycle end = traffic_.flows()[number].to;
      return end == Flow::kNoEnd ? std::nullopt : std::optional(end);
    };
    const ColumnForm only_json{.csv = false}, only_csv{.json = false};
    return {{"source", node(&Flow::source)},
            {"destination", node(&Flow::destination)},
            {"rate", flow(&Flow::rate)},
            {"flits", flow(&Flow::flits)},
            {"from", flow(&Flow::from)},
            {"to", to},
            {"class", flow(&Flow::priority_class)},
            {"packets", count(&FlowCounts::created)},
            {"delivered", count(&FlowCounts::delivered)},
            {"offered", rate(&FlowCounts::offered)},
            {"accepted", rate(&FlowCounts::accepted)},
            {"latency", [this](std::size_t number) { return latency_json(number); }, only_json},
            {"latency_mean", [this](std::size_t number) { return mean_latency(number); }, only_csv},
            {"latency_p95", [this](std::size_t number) { return p95(number); }, only_csv},
            {"latency_max", [this](std::size_t number) { return max_latency(number); }, only_csv}};
  }
  std::optional<std::uint64_t> p95(std::size_t flow) const {
    if (counts_[flow].measured == 0 || latencies_.empty()) return std::nullopt;
    return latencies_[flow].percentile(95);
  }
  std::optional<std::uint64_t> max_latency(std::size_t flow) const {
    return counts_[flow].measured == 0 ? std::nullopt : std::optional(counts_[flow].latency_max);
  }
  ordered_json latency_json(std::size_t flow) const {
    if (counts_[flow].measured == 0) return nullptr;
    ordered_json json = {{"mean", *mean_latency(flow)}};
    if (const auto quantile = p95(flow)) json["p95"] = *quantile;
    json["max"] = counts_[flow].latency_max;
    return json;
  }
  double per_cycle(std::uint64_t flits) const {
    return window_ == 0 ? 0 : static_cast<double>(flits) / static_cast<double>(window_);
  }
  std::string name(std::size_t flow) const {
    return network_.node_name(traffic_.flows()[flow].source) + " > " +
           network_.node_name(traffic_.flows()[flow].destination);
  }
  std::string flow_text(std::size_t number) const {
    const FlowCounts& counts = counts_[number];
    std::string text = "offered " + fixed(per_cycle(counts.offered), 5) + ", accepted " +
                       fixed(per_cycle(counts.accepted), 5) + " flits/cycle; latency ";
    if (counts.measured == 0) return text + "none measured";
    text += "mean " + fixed(*mean_latency(number), 2);
    if (const auto quantile = p95(number)) text += ", 95 % within " + std::to_string(*quantile);
    return text + ", at most " + std::to_string(counts.latency_max) + " cycles";
  }

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

std::string flows_needed(const Scenario& scenario, const Setup&) {
  return need::unless(scenario.traffic && scenario.traffic->flows, "the traffic is no flows; give traffic.flows");
}

RunRows flow_numbers() {
  const auto rows =
      ReportRows<FlowMeter>()
          .number("count", "flows", "of `traffic.flows`; only with this key, as all numbers of `flows`",
                  &FlowMeter::flows)
          .number("least_accepted", "share",
                  "of the flits that a flow has created in the window, so many have arrived in it: the smallest share "
                  "of any flow; a little above or below 1 where packets are under way when the window begins or ends",
                  [](const FlowMeter& meter) {
                    const auto flow = meter.least_accepted();
                    return flow ? std::optional(meter.accepted_share(*flow)) : std::nullopt;
                  })
          .number("slowest_mean", "cycles", "the highest mean latency, from creation to tail, of any flow",
                  [](const FlowMeter& meter) {
                    const auto flow = meter.slowest();
                    return flow ? meter.mean_latency(*flow) : std::nullopt;
                  })
          .other("list", &FlowMeter::list);
  return RunRows().include("flows", rows, meter_of<FlowMeter>, {need::traffic, flows_needed});
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
