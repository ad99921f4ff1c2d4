#include "tb/tool/run/report_numbers.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <stdexcept>

#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

const RunResult* simulated(const RunResult& result) {
  return result.simulated() ? &result : nullptr;
}

/// The run, if there was traffic.
const RunResult* with_traffic(const RunResult& result) {
  return result.statistics ? &result : nullptr;
}

const Statistics* statistics_of(const RunResult& result) {
  return result.statistics ? &*result.statistics : nullptr;
}

const RunTiming* timing_of(const RunResult& result) {
  return result.timing ? &*result.timing : nullptr;
}

const LongestLink* longest_link_of(const RunResult& result) {
  return result.simulated() && result.longest_link ? &*result.longest_link : nullptr;
}

/// Rows without a getter.
void add_written_elsewhere(std::vector<ReportNumber>& rows) {
  const auto add = adder(rows, "");
  add("repair.faults", "defects", "PEs, links and elements of the fabric that are defective before power-up",
      {need::fabric});
  add("repair.moved", "nodes", "that live at another site than on a fabric without defects", {need::fabric});
  add("repair.bitstream_bytes", "bytes", "of the bitstream, without its CRC", {need::fabric});
  add("repair.closed_rings.rings", "rings", "of idle bundles with no router on them, which the switch states close",
      {need::fabric});
  add("repair.closed_rings.lanes", "lanes", "of these rings; each is a loop without a driver", {need::fabric});
  add("proof.delivered_pairs", "pairs", "of a source and a destination between which every choice of routes delivers",
      {need::proof});
  add("proof.pairs", "pairs", "of a source and a destination", {need::proof});
  add("proof.multicasts", "sets", "sets of destinations, of all sources, that the proof has followed",
      {need::multicast, need::proof});
  add("proof.delivered_multicasts", "sets",
      "of these, sets of which every member gets exactly one copy and no other node any",
      {need::multicast, need::proof});
  add("proof.channels", "channels", "virtual channels of all directions of links", {need::proof});
  add("proof.escape_channels", "channels", "of these, the escape channels; only with adaptive routing",
      {need::adaptive_routing, need::proof});
  add("proof.dependencies", "dependencies", "between channels, with adaptive routing between escape channels",
      {need::proof});
  add("proof.vcs", "channels", "virtual channels of each direction of a link", {need::proof});
  add("proof.table_bits.largest_router", "bits",
      "of the routing tables of the router that holds most; only with tables", {need::tables, need::proof});
  add("proof.table_bits.all_routers", "bits", "of the routing tables of all routers", {need::tables, need::proof});
}

void add_packets(std::vector<ReportNumber>& rows) {
  const auto add = [&rows](const char* key, const char* definition, auto get) {
    SectionOf(rows, "packets", statistics_of, {need::traffic})
        .add(key, "packets", definition,
             [get](const Statistics& statistics) { return std::invoke(get, statistics.packets()); });
  };
  using Packets = Statistics::Packets;
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
  SectionOf(rows, "packets", statistics_of, {need::traffic})
      .add("unsent", "packets",
           "of the trace, not created: due at or after `run.cycles` or the end of the run, or of nodes that were dead",
           [](const Statistics& statistics, const Setup& setup) {
             const std::uint64_t all = setup.traffic->trace.size();
             return all == 0 ? 0 : all - statistics.packets().created;
           });
}

void add_flits(std::vector<ReportNumber>& rows) {
  const auto add = [&rows](const char* key, const char* definition, auto get) {
    SectionOf(rows, "flits", with_traffic, {need::traffic})
        .add(key, "flits", definition, [get](const RunResult& result) { return std::invoke(get, result.flits); });
  };
  SectionOf(rows, "flits", statistics_of, {need::traffic})
      .add("created", "flits", "of all packets created in the whole run, multicasts and acknowledgements too",
           &Statistics::created_flits);
  add("injected", "that have left their PE", &FlitCounters::injected);
  add("copied", "that forks of multicasts have added", &FlitCounters::copied);
  add("delivered", "that have arrived at their PE", &FlitCounters::delivered);
  add("in_flight", "in buffers and on links at the end", &FlitCounters::in_network);
  add("lost",
      "of dropped packets, that have reached the PE that drops them; those dropped in a queue were never injected",
      &FlitCounters::dropped);
}

/// Adds the rows of a distribution; of one without values the run has no numbers.
void add_distribution(std::vector<ReportNumber>& rows, const std::string& section, const std::string& unit,
                      const std::string& definition, const Histogram& (Statistics::*histogram)() const, Need need) {
  const auto measured = [histogram](const RunResult& result) -> const Histogram* {
    const Statistics* statistics = statistics_of(result);
    const Histogram* found = statistics == nullptr ? nullptr : &(statistics->*histogram)();
    return found == nullptr || found->total() == 0 ? nullptr : found;
  };
  SectionOf distribution(rows, section, measured, {need});
  distribution.add("mean", unit, definition, &Histogram::mean);
  for (const unsigned percent : {50u, 95u, 99u}) {
    const std::string number = std::to_string(percent);
    distribution.add('p' + number, unit, "the smallest value that at least " + number + " % of them do not exceed",
                     [percent](const Histogram& each) { return each.percentile(percent); });
  }
  distribution.add("max", unit, "the largest of them", &Histogram::max);
}

void add_latencies(std::vector<ReportNumber>& rows) {
  const std::string over = ", over the packets created in the window and delivered";
  add_distribution(rows, "latency", "cycles", "from the creation of a packet to the arrival of its tail" + over,
                   &Statistics::latency, need::traffic);
  add_distribution(rows, "network_latency", "cycles",
                   "from the cycle in which the head leaves the source queue to the arrival of the tail" + over,
                   &Statistics::network_latency, need::traffic);
}

void add_throughput(std::vector<ReportNumber>& rows) {
  const auto measured = [](const RunResult& result) {
    const Statistics* statistics = statistics_of(result);
    return statistics != nullptr && statistics->measured() ? statistics : nullptr;
  };
  SectionOf(rows, "throughput", measured, {need::traffic})
      .add("offered", "flits/node/cycle",
           "flits of the packets created in the window; multicasts and acknowledgements are not among them",
           [](const Statistics& statistics, const Setup& setup) { return statistics.offered(setup.network().pes()); })
      .add("accepted", "flits/node/cycle",
           "flits that arrived at their PE in the window, whenever created; without multicasts and acknowledgements",
           [](const Statistics& statistics, const Setup& setup) { return statistics.accepted(setup.network().pes()); })
      .add("lost", "flits/node/cycle",
           "flits of the packets dropped in the window, whenever created, because they could not be delivered; with "
           "detection of those that are not delivered at the end, by their first copy that was dropped. Saturation and "
           "the share that is accepted leave them out of what is offered",
           [](const Statistics& statistics, const Setup& setup) { return statistics.lost(setup.network().pes()); })
      .add("queue_growth", "packets",
           "that wait in source queues at the end of the window more than at its beginning, multicasts too; below 0 if "
           "fewer wait",
           [](const Statistics& statistics) { return statistics.queues().growth; });
}

void add_multicasts(std::vector<ReportNumber>& rows) {
  const auto add = [&rows](const char* key, const char* unit, const char* definition, auto get) {
    SectionOf(rows, "multicast", statistics_of, {need::multicast})
        .add(key, unit, definition,
             [get](const Statistics& statistics) { return std::invoke(get, statistics.multicasts()); });
  };
  using Multicasts = Statistics::Multicasts;
  add("created", "multicasts", "in the whole run, as all counts of `multicast`", &Multicasts::created);
  add("outside_window", "multicasts",
      "created, but before or after the window: `multicast.latency` and "
      "`multicast.round_trip` leave them out",
      &Multicasts::outside);
  add("reached_all", "multicasts", "of which every member has its copy", &Multicasts::reached_all);
  add("copies", "copies", "that have arrived at a member", &Multicasts::copies);
  add("acknowledged", "multicasts", "of which the source has the one combined acknowledgement",
      &Multicasts::acknowledged);
  add("acknowledgements", "packets",
      "sent: one by each member for its copy, and one by each fork after those of all its branches; none where "
      "the next fork towards the source is at the same node",
      &Multicasts::acknowledgements);
  SectionOf(rows, "multicast", with_traffic, {need::multicast})
      .add("most_forks", "counters",
           "of awaited acknowledgements that one node has needed at the same time: one for each of its open "
           "forks and of its own multicasts",
           &RunResult::most_forks);
  add_distribution(rows, "multicast.latency", "cycles",
                   "from the creation to the tail of the last copy, over the multicasts created in the window that "
                   "have reached every member",
                   &Statistics::multicast_latency, need::multicast);
  add_distribution(rows, "multicast.round_trip", "cycles",
                   "from the creation to the combined acknowledgement, over the multicasts created in the window that "
                   "have been acknowledged",
                   &Statistics::round_trip, need::multicast);
}

void add_hops(std::vector<ReportNumber>& rows) {
  const std::size_t first = rows.size();
  add_distribution(rows, "hops", "links",
                   "between routers, passed by a packet, over the packets created in the window and delivered; all but "
                   "the mean only with `run.details`",
                   &Statistics::hops, need::traffic);
  for (ReportNumber& row : std::span(rows).subspan(first)) {
    if (row.path != "hops.mean") row.needs.push_back(need::details);
  }
}

void add_timing(std::vector<ReportNumber>& rows) {
  SectionOf(rows, "timing", timing_of, {need::timing})
      .add("elaboration_seconds", "s", "making the modules, binding them, resolving the paths",
           &RunTiming::elaboration_seconds)
      .add("configuration_seconds", "s",
           "loading the switch states through the chain, resolving the paths, extraction; 0 without a fabric",
           &RunTiming::configuration_seconds)
      .add("simulation_seconds", "s", "the loop over the cycles after that, and only that",
           &RunTiming::simulation_seconds)
      .add("threads", "threads", "that evaluated the modules in that loop (`--threads`)", &RunTiming::threads)
      .add("cycles", "cycles", "of that loop", &RunTiming::cycles)
      .add("router_cycles", "router-cycles", "cycles of that loop times the routers, idle ones included",
           &RunTiming::router_cycles)
      .add("evaluations", "evaluations", "of modules, in that loop", &RunTiming::evaluations)
      .add("busiest_thread", "evaluations", "in the share of the thread that had most", &RunTiming::busiest_thread)
      .add("flit_hops", "flit-hops",
           "flits over links between routers, delivered or not; the links of the PEs are not counted",
           &RunTiming::flit_hops)
      .add("ns_per_flit_hop", "ns", "of the time of the loop", &RunTiming::ns_per_flit_hop)
      .add("router_cycles_per_second", "1/s", "over the time of the loop", &RunTiming::router_cycles_per_second)
      .add("peak_memory_bytes", "bytes", "the most memory that the process has had", &RunTiming::peak_memory_bytes)
      .add("memory_estimate_bytes", "bytes", "that the run was estimated to take before its chip was made",
           &RunTiming::memory_estimate_bytes);
}

bool has_need(const ReportNumber& row, Need need) {
  return std::ranges::find(row.needs, need) != row.needs.end();
}

void add_instruments(std::vector<ReportNumber>& rows, ReportPlace place) {
  for (const InstrumentInfo& info : instruments()) {
    if (info.numbers != nullptr && info.place == place) std::ranges::move(info.numbers(), std::back_inserter(rows));
  }
}

std::vector<ReportNumber> all_rows() {
  std::vector<ReportNumber> rows;
  add_written_elsewhere(rows);
  SectionOf(rows, "configuration", simulated, {need::fabric})
      .add("cycles", "cycles", "until the switch states hold; only on a fabric", &RunResult::configuration_cycles);
  SectionOf(rows, "longest_link", longest_link_of, {need::fabric})
      .add("pitches", "pitches", "of wire in the longest link between two routers, as repaired before the traffic",
           &LongestLink::pitches)
      .add("cycles", "cycles",
           "that this link takes: 1 for each `link.reach` pitches, rounded up; without `link.reach` its length takes "
           "none, and it takes `link.latency`",
           &LongestLink::cycles);
  SectionOf(rows, "", simulated, {}).add("cycles", "cycles", "simulated in all, from power-up on", &RunResult::cycles);
  add_packets(rows);
  add_flits(rows);
  add_latencies(rows);
  add_throughput(rows);
  add_multicasts(rows);
  add_hops(rows);
  add_instruments(rows, ReportPlace::kAfterTraffic);
  add_instruments(rows, ReportPlace::kTraffic);
  add_instruments(rows, ReportPlace::kEnd);
  SectionOf(rows, "", simulated, {need::failure})
      .add("last_move", "cycles", "the cycle of the last movement of a flit, at a deadlock",
           [](const RunResult& result) { return result.deadlock ? ordered_json(result.last_move) : ordered_json(); });
  adder(rows, "")("irreparable.faults", "faults",
                  "PEs, links and elements that were defective or had died when the repair at run time failed",
                  {need::failure});
  add_timing(rows);
  return rows;
}

const std::string kAnyEntry = ".GROUP.";

std::vector<ReportNumber> all_entry_rows() {
  std::vector<ReportNumber> rows;
  for (const InstrumentInfo& info : instruments()) {
    if (info.entry_numbers != nullptr) std::ranges::move(info.entry_numbers(), std::back_inserter(rows));
  }
  return rows;
}

/// Returns rows, made anew if an instrument has been added since the last call.
template <class Make>
const std::vector<ReportNumber>& up_to_date(std::vector<ReportNumber>& rows, std::size_t& made_of, Make make) {
  if (made_of != instruments().size()) rows = make();
  made_of = instruments().size();
  return rows;
}

std::vector<ReportNumber> rows_of_a_reconfiguration() {
  std::vector<ReportNumber> rows;
  const auto of_any = adder(rows, "reconfigurations.", {need::reconfigurations});
  const auto add = adder(rows, "reconfigurations.", {need::faults});
  of_any("cycle", "cycles", "at whose end it began");
  add("notice", "cycles", "until a PE noticed the fault; only if the PEs diagnose faults, or links have heartbeats",
      {need::notice});
  add("report", "cycles",
      "until all reports of it had arrived everywhere; only if the PEs diagnose faults, as the rows up to "
      "`broadcast_steps`",
      {need::diagnosis});
  add("broadcast", "cycles", "until every PE had the repair message; only with an observer", {need::observer});
  add("exchange", "cycles", "until every PE had the logical numbers of its neighbours; only without an observer",
      {need::exchange});
  add("total", "cycles",
      "of all phases together: from the fault, or from the end of the reconfiguration before if the fault waited for "
      "it, until the PEs injected again, or until the plan was given up",
      {need::diagnosis});
  add("report_steps", "hops",
      "that the last report took to the observer; without an observer, to the PE whose diagnosis stands for all",
      {need::diagnosis});
  add("broadcast_steps", "hops", "that the repair message took to the last PE; only with an observer",
      {need::observer});
  of_any("drain", "cycles", "until the network was empty");
  add("plan", "cycles", "of planning");
  of_any("load", "cycles", "of loading the switch states; only on a fabric whose PEs do not diagnose faults",
         {need::fabric, need::load});
  of_any("switch", "cycles", "of switching to them; only on a fabric", {need::fabric});
  add("spread", "cycles", "of fault flooding; only without a fabric", {need::no_fabric});
  of_any("resume", "cycles", "until the PEs injected again");
  of_any("moved", "nodes", "that changed their PE; only on a fabric", {need::fabric});
  add("paths_changed", "paths",
      "of those in force before it that it removed or turned into another direction; only with compensation paths",
      {need::fabric, need::paths});
  add("longest_link.pitches", "pitches", "of wire in the longest link as repaired then; only on a fabric",
      {need::fabric});
  add("longest_link.cycles", "cycles", "that this link takes; only on a fabric", {need::fabric});
  add("pairs", "pairs", "of live nodes; only without a fabric, if the routing was proved then",
      {need::no_fabric, need::proof_of_all_pairs});
  add("delivered_pairs", "pairs", "of these, those between which every choice of routes delivers",
      {need::no_fabric, need::proof_of_all_pairs});
  add("throughput.before", "flits/node/cycle",
      "over all nodes: accepted from the end of the reconfiguration before, or the start of the traffic, until the "
      "fault; `null` if there is no cycle in between");
  add("throughput.after", "flits/node/cycle", "the same from the end of this one until the next fault or `run.cycles`");
  return rows;
}

/// Terms of the definitions, and what is reported as a list.
const std::vector<std::pair<std::string, std::string>> kTerms = {
    {"window", "[first, last): the cycles in which is measured; null if the run ended before them"},
    {"occupancy",
     "flits in the buffer of one virtual channel at the end of a link between routers, at the end of a cycle of the "
     "window"}};

/// Returns the value at a path below a mapping, or below a list whose entries have names; nullptr if there is none.
const ordered_json* value_at(const ordered_json& json, const std::string& path) {
  const std::size_t dot = path.find('.');
  const std::string key = path.substr(0, dot);
  const auto has_name = [&key](const ordered_json& entry) {
    return entry.is_object() && entry.value("name", "") == key;
  };
  const auto found = json.is_object()  ? json.find(key)
                     : json.is_array() ? std::find_if(json.begin(), json.end(), has_name)
                                       : json.end();
  if (found == json.end()) return nullptr;
  return dot == std::string::npos ? &*found : value_at(*found, path.substr(dot + 1));
}

std::string section_above(const std::string& path) {
  const std::size_t dot = path.find('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

}  // namespace

const std::vector<ReportNumber>& report_numbers() {
  static std::vector<ReportNumber> rows;
  static std::size_t made_of = 0;
  return up_to_date(rows, made_of, all_rows);
}

const std::vector<ReportNumber>& entry_numbers() {
  static std::vector<ReportNumber> rows;
  static std::size_t made_of = 0;
  return up_to_date(rows, made_of, all_entry_rows);
}

const ReportNumber* EntryPath::row() const {
  const auto found = std::ranges::find(entry_numbers(), list + kAnyEntry + key, &ReportNumber::path);
  return found == entry_numbers().end() ? nullptr : &*found;
}

std::vector<std::string> EntryPath::paths() const {
  std::vector<std::string> paths;
  for (const ReportNumber& each : entry_numbers()) {
    if (!each.path.starts_with(list + kAnyEntry)) continue;
    paths.push_back(list + '.' + group + '.' + each.path.substr(list.size() + kAnyEntry.size()));
  }
  return paths;
}

std::string why_absent(const ReportNumber& row, const Scenario& scenario, const Setup& setup) {
  for (const Need need : row.needs) {
    if (std::string why = need(scenario, setup); !why.empty()) return why;
  }
  return "";
}

std::optional<EntryPath> entry_path(const std::string& path) {
  for (const ReportNumber& each : entry_numbers()) {
    const std::string list = each.path.substr(0, each.path.find(kAnyEntry));
    if (!path.starts_with(list + '.')) continue;
    const std::string rest = path.substr(list.size() + 1);
    const std::size_t dot = rest.find('.');
    if (dot == 0 || dot == std::string::npos) return std::nullopt;
    return EntryPath{list, rest.substr(0, dot), rest.substr(dot + 1)};
  }
  return std::nullopt;
}

ordered_json number_in(const ordered_json& report, const std::string& path) {
  const ordered_json* const value = value_at(report, path);
  return value != nullptr && value->is_number() ? *value : ordered_json();
}

const std::vector<ReportNumber>& reconfiguration_numbers() {
  static const std::vector<ReportNumber> kRows = rows_of_a_reconfiguration();
  return kRows;
}

std::vector<Term> expectable_numbers() {
  std::vector<Term> terms;
  for (const auto* rows : {&report_numbers(), &entry_numbers(), &reconfiguration_numbers()}) {
    if (rows == &reconfiguration_numbers()) terms.push_back({kCountOfReconfigurations, "reconfigurations begun"});
    for (const ReportNumber& row : *rows) {
      if (has_need(row, need::failure) || has_need(row, need::timing)) continue;
      terms.push_back({row.path, "[" + row.unit + "] " + row.definition});
    }
  }
  return terms;
}

ordered_json ReportNumbers::at(const std::string& path) const {
  const auto found = std::ranges::find(report_numbers(), path, &ReportNumber::path);
  if (found == report_numbers().end() || !found->get) throw std::logic_error("no number of the report: " + path);
  return found->get(*result_, *setup_);
}

std::string ReportNumbers::text(const std::string& path, int digits) const {
  return fixed(at(path).get<double>(), digits);
}

ordered_json ReportNumbers::section(const std::string& path) const {
  ordered_json json;
  bool any = false;
  for (const ReportNumber& row : report_numbers()) {
    if (!row.path.starts_with(path + '.')) continue;
    const std::string key = row.path.substr(path.size() + 1);
    if (const std::string inner = section_above(key); !inner.empty()) {
      if (!json.contains(inner)) json[inner] = section(path + '.' + inner);
    } else if (ordered_json value = row.get(*result_, *setup_); !value.is_null()) {
      json[key] = std::move(value);
      any = true;
    }
  }
  return any ? json : ordered_json();
}

ordered_json definitions() {
  ordered_json definitions;
  for (const auto& [term, definition] : kTerms) definitions[term] = definition;
  for (const ReportNumber& row : report_numbers()) {
    const std::string section = section_above(row.path);
    const std::string key = section.empty() ? row.path : row.path.substr(section.size() + 1);
    const std::string definition = (section.empty() ? "" : key + ' ') + '[' + row.unit + "]: " + row.definition;
    ordered_json& text = definitions[section.empty() ? row.path : section];
    text = text.is_null() ? definition : text.get<std::string>() + "; " + definition;
  }
  return definitions;
}

std::string table_of_numbers(const std::vector<ReportNumber>& rows) {
  std::string table = "| number | unit | is |\n|---|---|---|\n";
  for (const ReportNumber& row : rows) {
    table += "| `" + row.path + "` | " + row.unit + " | " + row.definition + " |\n";
  }
  return table;
}

}  // namespace kintsugi
