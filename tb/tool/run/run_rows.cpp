// The numbers of the report of a run.
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/latency_rows.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

/// Returns what finds a part of the statistics, if there was traffic.
template <class Part>
auto of_traffic(Part part) {
  return [part](const ReportedRun& run) {
    return run.result.statistics ? &std::invoke(part, *run.result.statistics) : nullptr;
  };
}

/// Returns what takes a part of the result, if there was traffic.
template <class Part>
auto if_traffic(Part part) {
  return [part](const ReportedRun& run) {
    return run.result.statistics ? std::optional(std::invoke(part, run.result)) : std::nullopt;
  };
}

/// Returns what takes a part of the result, if the run was simulated.
template <class Part>
auto if_simulated(Part part) {
  return [part](const ReportedRun& run) {
    return run.result.simulated() ? std::optional(std::invoke(part, run.result)) : std::nullopt;
  };
}

bool has_window(const ReportedRun& run) {
  return run.result.statistics && run.result.statistics->measured();
}

ReportRows<Statistics::Packets> packet_rows() {
  using Packets = Statistics::Packets;
  ReportRows<Packets> rows;
  const auto add = [&rows](const char* key, const char* definition, auto get) {
    rows.number(key, "packets", definition, get);
  };
  add("created", "in the whole run, as all of `packets`; without multicasts and their acknowledgements",
      &Packets::created);
  add("outside_window",
      "created, but before or after the window: latencies, hops and `throughput.offered` leave them out",
      &Packets::outside);
  add("queued", "in source queues at the end", &Packets::queued);
  add("injected", "whose head has left the source queue", &Packets::injected);
  add("delivered", "whose tail has arrived at the PE", &Packets::delivered);
  add("in_flight", "injected, and at the end neither delivered nor dropped", &Packets::in_flight);
  add("lost",
      "dropped: in the queue of a PE that died, on reaching a dead PE, or by a PE whose router had no candidate; "
      "with detection also those that their source has given up",
      &Packets::dropped);
  return rows;
}

ReportRows<FlitCounters> flit_rows() {
  ReportRows<FlitCounters> rows;
  const auto add = [&rows](const char* key, const char* definition, auto get) {
    rows.number(key, "flits", definition, get);
  };
  add("injected", "that have left their PE", &FlitCounters::injected);
  add("copied", "that forks of multicasts have added", &FlitCounters::copied);
  add("delivered", "that have arrived at their PE", &FlitCounters::delivered);
  add("in_flight", "in buffers and on links at the end", &FlitCounters::in_network);
  add("lost",
      "of dropped packets, that have reached the PE that drops them; those dropped in a queue were never injected",
      &FlitCounters::dropped);
  return rows;
}

/// Adds the rows of a distribution; of one without values the run has no numbers.
void add_distribution(RunRows& rows, const std::string& section, const std::string& definition,
                      const Histogram& (Statistics::*histogram)() const, const std::vector<Need>& needs,
                      const std::string& unit = "cycles", const std::vector<Need>& of_quantiles = {}) {
  ReportRows<Histogram> values;
  values.number("mean", unit, definition, &Histogram::mean);
  for (const unsigned percent : {50u, 95u, 99u}) {
    const std::string number = std::to_string(percent);
    values.number(
        'p' + number, unit, "the smallest value that at least " + number + " % of them do not exceed",
        [percent](const Histogram& each) { return each.percentile(percent); }, of_quantiles);
  }
  values.number("max", unit, "the largest of them", &Histogram::max, of_quantiles);
  const auto find = [histogram](const ReportedRun& run) -> const Histogram* {
    return run.result.statistics ? if_measured((*run.result.statistics.*histogram)()) : nullptr;
  };
  rows.include(section, values, find, needs, IfNone::kNull);
}

/// A rate over all nodes with a PE.
auto per_node(double (Statistics::*rate)(std::size_t nodes) const) {
  return [rate](const ReportedRun& run) -> std::optional<double> {
    if (!has_window(run)) return std::nullopt;
    return (*run.result.statistics.*rate)(run.setup.network().pes());
  };
}

/// Packets of the trace that were not created; nullopt without traffic.
std::optional<std::uint64_t> unsent_packets(const ReportedRun& run) {
  if (!run.result.statistics) return std::nullopt;
  const std::uint64_t all = run.setup.traffic->trace.size();
  return all == 0 ? 0 : all - run.result.statistics->packets().created;
}

void add_traffic(RunRows& rows) {
  const std::vector<Need> needs = {need::traffic};
  rows.include("packets", packet_rows(), of_traffic(&Statistics::packets), needs)
      .number("packets.unsent", "packets",
              "of the trace, not created: due at or after `run.cycles` or the end of the run, or of nodes that were "
              "dead",
              unsent_packets, needs)
      .number("flits.created", "flits", "of all packets created in the whole run, multicasts and acknowledgements too",
              if_traffic([](const RunResult& result) { return result.statistics->created_flits(); }), needs)
      .include("flits", flit_rows(), if_traffic(&RunResult::flits), needs);
  const std::string over = ", over the packets created in the window and delivered";
  add_distribution(rows, "latency", "from the creation of a packet to the arrival of its tail" + over,
                   &Statistics::latency, needs);
  add_distribution(rows, "network_latency",
                   "from the cycle in which the head leaves the source queue to the arrival of the tail" + over,
                   &Statistics::network_latency, needs);
  const std::string unit = "flits/node/cycle";
  rows.number("throughput.offered", unit,
              "flits of the packets created in the window; multicasts and acknowledgements are not among them",
              per_node(&Statistics::offered), needs)
      .number("throughput.accepted", unit,
              "flits that arrived at their PE in the window, whenever created; without multicasts and acknowledgements",
              per_node(&Statistics::accepted), needs)
      .number("throughput.lost", unit,
              "flits of the packets dropped in the window, whenever created, because they could not be delivered; with "
              "detection of those that are not delivered at the end, by their first copy that was dropped. Saturation "
              "and the share that is accepted leave them out of what is offered",
              per_node(&Statistics::lost), needs)
      .number(
          "throughput.queue_growth", "packets",
          "that wait in source queues at the end of the window more than at its beginning, multicasts too; below 0 "
          "if fewer wait",
          [](const ReportedRun& run) {
            return has_window(run) ? std::optional(run.result.statistics->queues().growth) : std::nullopt;
          },
          needs);
}

ReportRows<Statistics::Multicasts> multicast_rows() {
  using Multicasts = Statistics::Multicasts;
  return ReportRows<Multicasts>()
      .number("created", "multicasts", "in the whole run, as all counts of `multicast`", &Multicasts::created)
      .number("outside_window", "multicasts",
              "created, but before or after the window: `multicast.latency` and `multicast.round_trip` leave them out",
              &Multicasts::outside)
      .number("reached_all", "multicasts", "of which every member has its copy", &Multicasts::reached_all)
      .number("copies", "copies", "that have arrived at a member", &Multicasts::copies)
      .number("acknowledged", "multicasts", "of which the source has the one combined acknowledgement",
              &Multicasts::acknowledged)
      .number("acknowledgements", "packets",
              "sent: one by each member for its copy, and one by each fork after those of all its branches; none where "
              "the next fork towards the source is at the same node",
              &Multicasts::acknowledgements);
}

void add_multicasts(RunRows& rows) {
  const std::vector<Need> needs = {need::multicast};
  rows.include("multicast", multicast_rows(), of_traffic(&Statistics::multicasts), needs)
      .number("multicast.most_forks", "counters",
              "of awaited acknowledgements that one node has needed at the same time: one for each of its open forks "
              "and of its own multicasts",
              if_traffic(&RunResult::most_forks), needs);
  add_distribution(
      rows, "multicast.latency",
      "from the creation to the tail of the last copy, over the multicasts created in the window that have "
      "reached every member",
      &Statistics::multicast_latency, needs);
  add_distribution(rows, "multicast.round_trip",
                   "from the creation to the combined acknowledgement, over the multicasts created in the window that "
                   "have been acknowledged",
                   &Statistics::round_trip, needs);
}

ReportRows<RunTiming> timing_rows() {
  return ReportRows<RunTiming>()
      .number("elaboration_seconds", "s", "making the modules, binding them, resolving the paths",
              &RunTiming::elaboration_seconds)
      .number("configuration_seconds", "s",
              "loading the switch states through the chain, resolving the paths, extraction; 0 without a fabric",
              &RunTiming::configuration_seconds)
      .number("simulation_seconds", "s", "the loop over the cycles after that, and only that",
              &RunTiming::simulation_seconds)
      .number("threads", "threads", "that evaluated the modules in that loop (`--threads`)", &RunTiming::threads)
      .number("cycles", "cycles", "of that loop", &RunTiming::cycles)
      .number("router_cycles", "router-cycles", "cycles of that loop times the routers, idle ones included",
              &RunTiming::router_cycles)
      .number("evaluations", "evaluations", "of modules, in that loop", &RunTiming::evaluations)
      .number("busiest_thread", "evaluations", "in the share of the thread that had most", &RunTiming::busiest_thread)
      .number("flit_hops", "flit-hops",
              "flits over links between routers, delivered or not; the links of the PEs are not counted",
              &RunTiming::flit_hops)
      .number("ns_per_flit_hop", "ns", "of the time of the loop", &RunTiming::ns_per_flit_hop)
      .number("router_cycles_per_second", "1/s", "over the time of the loop", &RunTiming::router_cycles_per_second)
      .number("peak_memory_bytes", "bytes", "the most memory that the process has had", &RunTiming::peak_memory_bytes)
      .number("memory_estimate_bytes", "bytes", "that the run was estimated to take before its chip was made",
              &RunTiming::memory_estimate_bytes);
}

ReportRows<LongestLink> longest_link_rows() {
  return ReportRows<LongestLink>()
      .number("pitches", "pitches", "of wire in the longest link between two routers, as repaired before the traffic",
              &LongestLink::pitches)
      .number("cycles", "cycles",
              "that this link takes: 1 for each `link.reach` pitches, rounded up; without `link.reach` its length "
              "takes none, and it takes `link.latency`",
              &LongestLink::cycles);
}

void add_instruments(RunRows& rows, ReportPlace place) {
  for (const InstrumentInfo& info : instruments()) {
    if (info.numbers != nullptr && info.place == place)
      rows.include("", info.numbers(), [](const ReportedRun& run) { return &run; });
  }
}

}  // namespace

RunRows make_run_rows() {
  RunRows rows;
  rows.include("repair", repair_rows(),
               [](const ReportedRun& run) {
                 const auto& repair = run.result.repair;
                 return repair ? std::optional<RepairView>({*repair, run.setup.fabric->fabric()}) : std::nullopt;
               },
               {need::fabric})
      .include("proof", proof_rows(),
               [](const ReportedRun& run) {
                 const auto& proof = run.result.proof;
                 return proof ? std::optional<ProofView>({*proof, run.setup}) : std::nullopt;
               })
      .number("configuration.cycles", "cycles", "until the switch states hold; only on a fabric",
              if_simulated(&RunResult::configuration_cycles), {need::fabric})
      .include("longest_link", longest_link_rows(),
               [](const ReportedRun& run) { return run.result.simulated() ? run.result.longest_link : std::nullopt; },
               {need::fabric})
      .number("cycles", "cycles", "simulated in all, from power-up on", if_simulated(&RunResult::cycles));
  add_traffic(rows);
  add_multicasts(rows);
  add_distribution(rows, "hops",
                   "between routers, passed by a packet, over the packets created in the window and delivered; all but "
                   "the mean only with `run.details`",
                   &Statistics::hops, {need::traffic}, "links", {need::details});
  add_instruments(rows, ReportPlace::kAfterTraffic);
  add_instruments(rows, ReportPlace::kTraffic);
  add_instruments(rows, ReportPlace::kEnd);
  return rows
      .number("last_move", "cycles", "the cycle of the last movement of a flit, at a deadlock",
              [](const ReportedRun& run) {
                return run.result.simulated() && run.result.deadlock ? std::optional(run.result.last_move)
                                                                     : std::nullopt;
              },
              {need::failure})
      .number("irreparable.faults", "faults",
              "PEs, links and elements that were defective or had died when the repair at run time failed",
              [](const ReportedRun& run) -> std::optional<std::size_t> {
                const auto& faults = run.result.faults;
                if (!faults || !faults->irreparable) return std::nullopt;
                return faults->irreparable->defects.size();
              },
              {need::failure})
      .include("timing", timing_rows(), [](const ReportedRun& run) -> const auto& { return run.result.timing; },
               {need::timing});
}

}  // namespace kintsugi
