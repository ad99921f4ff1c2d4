#include "tb/tool/run/run_report.hpp"

#include <algorithm>

#include "models/network/text.hpp"
#include "tb/tool/console/failure.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/network_notes.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/run/report_numbers.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

/// "57 %"
std::string percent_text(double part, double whole) {
  return fixed(100 * part / whole, 0) + " %";
}

/// A program is asked about before.
bool is_trace(const Setup& setup) {
  return setup.traffic->is_trace();
}

/// What waits in the source queues: "packet", "multicast".
std::string queued_unit(const RunResult& result) {
  if (result.statistics->multicasts().created == 0) return "packet";
  return result.statistics->packets().created == 0 ? "multicast" : "packet or multicast";
}

std::string counted_queued(std::uint64_t number, const RunResult& result) {
  const std::string unit = queued_unit(result);
  return unit == "packet or multicast" ? std::to_string(number) + " packets and multicasts" : counted(number, unit);
}

/// Returns why the question has no meaning for a run; empty if it has one.
std::string why_no_question(const RunResult& result, const Setup& setup) {
  if (result.deadlock) return "the run ended in a deadlock";
  if (setup.traffic->workload) return "a program sends when its operations allow, so its queues have no steady state";
  if (!result.statistics->measured()) return "the run ended before the window began";
  return "";
}

std::string growth_text(const RunResult& result, const Setup& setup) {
  const Statistics& statistics = *result.statistics;
  const auto [entered, growth] = statistics.queues();
  const std::size_t nodes = setup.network().pes();
  const std::string more = counted_queued(static_cast<std::uint64_t>(growth), result) + " more than at the beginning ";
  const std::string share = percent_text(static_cast<double>(growth), static_cast<double>(entered)) + " of those ";
  if (is_trace(setup)) {
    const Statistics::Packets& packets = statistics.packets();
    const bool is_whole = packets.created == setup.traffic->trace.size();
    return more + (packets.outside == 0 ? "" : "of the window ") + "wait in source queues when " +
           (is_whole ? "the last packet of the trace is created, " : "it ends, before the end of the trace, ") + share +
           (packets.outside == 0 ? "created until then" : "created in it until then") +
           "; latencies grow with the length of the trace";
  }
  std::string text;
  const double lost = statistics.lost(nodes);
  if (const double offered = statistics.offered(nodes) - lost; offered > 0) {
    text = percent_text(statistics.accepted(nodes), offered) + " of the offered flits " +
           (lost == 0 ? "" : "that were not dropped ") + "were accepted; ";
  }
  return text + more + "of the window wait in source queues at its end, " + share +
         "created in it; latencies grow with run.cycles";
}

std::string shortness_text(const RunResult& result, const Setup& setup) {
  const std::uint64_t entered = result.statistics->queues().entered;
  return counted_queued(entered, result) + " created in the window " + (entered == 1 ? "is" : "are") +
         " too few to tell growing source queues from chance" +
         (is_trace(setup) || (result.faults && !result.faults->failure.empty())
              ? ""
              : "; a longer run.cycles or a higher rate makes more");
}

/// Whether latency and throughput of a run were measured in a steady state: whether the source queues have grown over
/// the window, so that latencies depend on how long the run was. The rule is that of Statistics::Queues; for patterns
/// and multicasts over the window, for a trace up to its last packet.
struct Steadiness {
  std::optional<bool> steady;  ///< nullopt: the window is too short to tell, or the question has no meaning
  std::string why;             ///< it is not, or is not known; empty if it is
};

/// The run must have traffic.
Steadiness steadiness_of(const RunResult& result, const Setup& setup) {
  if (std::string why = why_no_question(result, setup); !why.empty()) return {std::nullopt, std::move(why)};
  switch (result.statistics->queues().trend()) {
    case QueueTrend::kSteady:
      return {true, ""};
    case QueueTrend::kGrowing:
      return {false, growth_text(result, setup)};
    case QueueTrend::kUnknown:
      break;
  }
  return {std::nullopt, shortness_text(result, setup)};
}

std::string throughput_text(const ReportNumbers& numbers) {
  if (!numbers.has("throughput.offered")) return "none measured";
  return numbers.fill("offered {throughput.offered:5}, accepted {throughput.accepted:5}") +
         numbers.fill(numbers.at("throughput.lost") == 0 ? "" : ", dropped {throughput.lost:5}") +
         " flits/node/cycle in the window";
}

std::string latency_text(const ReportNumbers& numbers, const std::string& section, const std::string& meaning) {
  if (!numbers.has(section + ".mean")) return "none measured";
  return numbers.fill("mean {mean:2}, half within {p50}, 95 % within {p95}, 99 % within {p99}, at most {max} cycles, ",
                      section + '.') +
         meaning;
}

std::string packets_text(const ReportNumbers& numbers) {
  return numbers.fill(
             "{created} created, {delivered} delivered, {queued} in source queues, {in_flight} in flight, "
             "{lost} dropped",
             "packets.") +
         numbers.fill(numbers.at("packets.unsent") == 0 ? "" : ", {packets.unsent} of the trace not sent");
}

std::string flits_text(const ReportNumbers& numbers) {
  return numbers.fill("{flits.injected} injected, ") +
         numbers.fill(numbers.at("flits.copied") == 0 ? "" : "{flits.copied} copied, ") +
         numbers.fill("{flits.delivered} delivered, {flits.in_flight} in flight, {flits.lost} dropped");
}

/// Adds the parts of the instruments to the report, JSON or text.
template <class Report>
void add_instruments(Report& report, const RunResult& result, const ReportNumbers& numbers, ReportPlace place) {
  for (const auto& instrument : result.instruments) {
    if (instrument->place != place) continue;
    if constexpr (std::is_same_v<Report, ordered_json>) {
      const std::string& section = instrument->section;
      if (!section.empty()) report[section] = numbers.section(section);
    }
    instrument->report(report, numbers);
  }
}

void add_traffic(ordered_json& json, const RunResult& result, const Setup& setup) {
  const ReportNumbers numbers(result, setup);
  json["window"] = result.has_window() ? ordered_json{result.window_begin, result.window_end} : ordered_json();
  for (const char* section : {"packets", "flits", "latency", "network_latency", "throughput"}) {
    json[section] = numbers.section(section);
  }
  const auto [steady, why] = steadiness_of(result, setup);
  json["steady"] = steady;
  if (!steady) json["steady_missing"] = why;
  if (setup.multicast) json["multicast"] = numbers.section("multicast");
  json["hops"] = numbers.section("hops");
  if (!result.details && numbers.has("hops.mean")) json["hops"] = {{"mean", numbers.at("hops.mean")}};
  add_instruments(json, result, numbers, ReportPlace::kTraffic);
  if (result.details) json["definitions"] = definitions();
}

/// Returns what the window leaves out; empty if it is nothing.
std::string outside_text(const ReportNumbers& numbers, bool has_multicasts) {
  std::string text;
  const auto add = [&](const char* path, const char* what) {
    const auto count = numbers.at(path).get<std::uint64_t>();
    if (count != 0) text += (text.empty() ? ", not over " : " and ") + counted(count, what);
  };
  add("packets.outside_window", "packet");
  if (has_multicasts) add("multicast.outside_window", "multicast");
  return text.empty() ? "" : text + " created outside it";
}

/// A run that was stopped or has failed can end before the warm-up.
std::string window_text(const RunResult& result, const ReportNumbers& numbers, bool has_multicasts) {
  if (!result.has_window()) return "none: the run ended before it began, so that no latency or throughput is measured";
  return "cycles " + std::to_string(result.window_begin) + " to " + std::to_string(result.window_end) +
         "; latency and hops are over the packets created in it and delivered" + outside_text(numbers, has_multicasts);
}

void add_traffic(TextTable& table, const RunResult& result, const Setup& setup) {
  const ReportNumbers numbers(result, setup);
  table.add({"window", window_text(result, numbers, setup.multicast != nullptr)});
  table.add({"packets", packets_text(numbers)});
  table.add({"flits", flits_text(numbers)});
  table.add({"latency", latency_text(numbers, "latency", "creation to tail")});
  table.add({"network latency", latency_text(numbers, "network_latency", "source queue to tail")});
  table.add({"throughput", throughput_text(numbers)});
  const auto [steady, why] = steadiness_of(result, setup);
  if (steady != true) table.add({"steady", (steady ? "no: " : "not known: ") + why});
  table.add({"hops", numbers.has("hops.mean")
                         ? numbers.fill("mean {hops.mean:3}, at most {hops.max} links between routers")
                         : "none measured"});
  if (setup.multicast) {
    table.add(
        {"multicasts",
         numbers.fill("{created} created, {reached_all} at all their members with {copies} copies, {acknowledged} "
                      "acknowledged with {acknowledgements} packets",
                      "multicast.")});
    table.add({"multicast latency", latency_text(numbers, "multicast.latency", "creation to the last tail")});
    table.add({"round trip", latency_text(numbers, "multicast.round_trip", "creation to the combined acknowledgement") +
                                 numbers.fill("; {multicast.most_forks} entries for forks in one node at most")});
  }
  add_instruments(table, result, numbers, ReportPlace::kTraffic);
}

std::string proof_text(const RunResult& result) {
  return result.proof ? sentence_of(*result.proof) : "skipped: " + result.proof_skipped;
}

std::string deadlock_text(const RunResult& result) {
  if (!result.deadlock) return "none";
  if (result.last_delivery) {
    return "flits move, but none has arrived since cycle " + std::to_string(*result.last_delivery) +
           ": packets go in circles; who waits for whom:";
  }
  const std::string since = std::to_string(result.last_move);
  return "nothing has moved since cycle " + since + "; to see how it came about, run again with waves that end at " +
         since + "; who waits for whom:";
}

constexpr const char* kNotConfigured = "stopped before it was loaded";

std::string configuration_text(const RunResult& result) {
  if (!result.configured) return kNotConfigured;
  return "loaded in " + counted(result.configuration_cycles, "cycle") + "; " +
         (!result.hardware_difference.empty() ? "the switches as read back are wrong: " + result.hardware_difference
          : result.repair->accepted           ? "the switches as read back have the states given"
                                              : "the switches as read back make the network wanted");
}

ordered_json configuration_json(const RunResult& result, const Setup& setup) {
  if (!result.configured) return kNotConfigured;
  ordered_json json = ReportNumbers(result, setup).section("configuration");
  json["verified"] = result.hardware_difference.empty();
  if (!result.hardware_difference.empty()) json["difference"] = result.hardware_difference;
  return json;
}

/// Says where the run was stopped: what the other rows count ends there.
std::string stopped_text(const RunResult& result) {
  return "by " + signal_name(result.stopped) + ", after " + counted(result.cycles, "cycle");
}

void add_simulation(ordered_json& json, const RunResult& result, const Setup& setup) {
  if (setup.fabric) json["configuration"] = configuration_json(result, setup);
  if (result.longest_link) json["longest_link"] = ReportNumbers(result, setup).section("longest_link");
  json["cycles"] = ReportNumbers(result, setup).at("cycles");
  if (result.statistics) add_traffic(json, result, setup);
  add_instruments(json, result, ReportNumbers(result, setup), ReportPlace::kAfterTraffic);
  json["conserved"] = result.imbalance.empty();
  if (!result.imbalance.empty()) json["imbalance"] = result.imbalance;
  if (!result.open_ends.empty() || (result.repair && result.repair->accepted))
    json["open_ends"] = to_json(result.open_ends);
  json["deadlock"] = result.deadlock;
  if (result.deadlock) {
    json["last_move"] = result.last_move;
    if (result.last_delivery) json["last_delivery"] = *result.last_delivery;
    json["waits"] = result.waits;
  }
  if (result.faults) {
    add_faults(json, *result.faults, setup);
  } else {
    json["reconfigurations"] = ordered_json::array();
  }
  if (result.lost_late && !result.faults) json["lost_packets"] = to_json(*result.lost_late, setup);
}

void add_simulation(TextTable& table, const RunResult& result, const Setup& setup) {
  if (setup.fabric) table.add({"configuration", configuration_text(result)});
  if (result.longest_link) table.add({"longest link", explained(*result.longest_link)});
  table.add({"cycles", std::to_string(result.cycles)});
  if (result.statistics) add_traffic(table, result, setup);
  add_instruments(table, result, ReportNumbers(result, setup), ReportPlace::kAfterTraffic);
  if (result.faults) add_faults(table, *result.faults, setup);
  if (result.lost_late && !result.faults) add_lost_packets(table, *result.lost_late, setup);
  table.add({"conserved", result.imbalance.empty() ? "yes: every flit accounted for" : "no: " + result.imbalance});
  add_open_ends(table, result.open_ends);
  table.add({"deadlock", deadlock_text(result)});
  table.add_list("", result.waits);
}

}  // namespace

bool RunResult::all_checks_hold() const {
  if (repair && !repair->runs()) return false;
  if (proof && !proof->holds()) return false;
  if (faults && !faults->holds()) return false;
  if (!std::ranges::all_of(instruments, [](const auto& instrument) { return instrument->holds(); })) return false;
  return simulated() && hardware_difference.empty() && imbalance.empty() && !deadlock;
}

ordered_json to_json(const RunResult& result, const Setup& setup) {
  ordered_json json;
  json["network"] = setup.network().name();
  add_notes(setup.design->notes(), json);
  json["routing"] = setup.routing.name;
  if (const std::string weight = setup.weight(setup.routing.name); !weight.empty()) json["weight"] = weight;
  json["defects"] = defect_map(setup);
  add_wafer_map(json, setup);
  if (result.repair) json["repair"] = to_json(*result.repair, *setup.fabric);
  if (result.proof) {
    json["proof"] = to_json(*result.proof, setup);
  } else if (!result.proof_skipped.empty()) {
    json["proof"] = "skipped: " + result.proof_skipped;
  }
  if (result.simulated()) add_simulation(json, result, setup);
  add_instruments(json, result, ReportNumbers(result, setup), ReportPlace::kEnd);
  if (result.stopped != 0) json["stopped"] = signal_name(result.stopped);
  if (!result.files.empty()) json["files"] = result.files;
  for (const std::string& error : result.unwritten) json["errors"].push_back(to_json(failure(error))["errors"][0]);
  if (result.timing) json["timing"] = ReportNumbers(result, setup).section("timing");
  return json;
}

TextTable table_of(const RunResult& result, const Setup& setup) {
  TextTable table;
  if (!result.simulated()) {
    add_instruments(table, result, ReportNumbers(result, setup), ReportPlace::kEnd);
    if (result.stopped != 0) table.add({"stopped", stopped_text(result)});
    return table;
  }
  add_network_rows(setup, table);
  if (!setup.fabric) add_defects(table, setup);
  table.add({"proof", proof_text(result)});
  if (result.proof && !result.proof->holds()) table.add({"what to do", remedy_of(*result.proof, setup)});
  add_simulation(table, result, setup);
  add_instruments(table, result, ReportNumbers(result, setup), ReportPlace::kEnd);
  if (result.stopped != 0) table.add({"stopped", stopped_text(result)});
  return table;
}

std::string to_text(const RunResult& result, const Setup& setup) {
  std::string text = wafer_map_text(setup);
  if (result.repair) text += to_text(*result.repair, setup.fabric->fabric());
  if (result.faults && result.faults->irreparable) {
    text += "after the faults at run time:\n" + to_text(*result.faults->irreparable, setup.fabric->fabric());
  }
  if (result.proof && !allows_run(*result.proof, setup)) text += to_text(*result.proof, setup);
  TextTable table = table_of(result, setup);
  if (!result.simulated()) return text + table.text();
  if (result.timing) add_timing(table, *result.timing);
  table.add_list("written", result.files, [](const std::string& file) { return escaped(file); });
  return text + table.text();
}

}  // namespace kintsugi
