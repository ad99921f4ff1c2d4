#include "tb/tool/run/run_report.hpp"

#include <algorithm>

#include "models/network/text.hpp"
#include "tb/tool/console/failure.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/network_notes.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/run/steadiness.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

std::string throughput_text(const ReportNumbers& numbers) {
  if (!numbers.has("throughput.offered")) return "none measured";
  return "offered " + numbers.text("throughput.offered", 5) + ", accepted " + numbers.text("throughput.accepted", 5) +
         (numbers.at("throughput.lost") == 0 ? "" : ", dropped " + numbers.text("throughput.lost", 5)) +
         " flits/node/cycle in the window";
}

std::string latency_text(const ReportNumbers& numbers, const std::string& section, const std::string& meaning) {
  if (!numbers.has(section + ".mean")) return "none measured";
  return "mean " + numbers.text(section + ".mean", 2) + ", half within " + numbers.text(section + ".p50") +
         ", 95 % within " + numbers.text(section + ".p95") + ", 99 % within " + numbers.text(section + ".p99") +
         ", at most " + numbers.text(section + ".max") + " cycles, " + meaning;
}

std::string hops_text(const ReportNumbers& numbers) {
  if (!numbers.has("hops.mean")) return "none measured";
  return "mean " + numbers.text("hops.mean", 3) + ", at most " + numbers.text("hops.max") + " links between routers";
}

std::string packets_text(const ReportNumbers& numbers) {
  return numbers.text("packets.created") + " created, " + numbers.text("packets.delivered") + " delivered, " +
         numbers.text("packets.queued") + " in source queues, " + numbers.text("packets.in_flight") + " in flight, " +
         numbers.text("packets.lost") + " dropped" +
         (numbers.at("packets.unsent") == 0 ? "" : ", " + numbers.text("packets.unsent") + " of the trace not sent");
}

std::string multicasts_text(const ReportNumbers& numbers) {
  return numbers.text("multicast.created") + " created, " + numbers.text("multicast.reached_all") +
         " at all their members with " + numbers.text("multicast.copies") + " copies, " +
         numbers.text("multicast.acknowledged") + " acknowledged with " + numbers.text("multicast.acknowledgements") +
         " packets";
}

std::string flits_text(const ReportNumbers& numbers) {
  const std::string copied = numbers.at("flits.copied") == 0 ? "" : numbers.text("flits.copied") + " copied, ";
  return numbers.text("flits.injected") + " injected, " + copied + numbers.text("flits.delivered") + " delivered, " +
         numbers.text("flits.in_flight") + " in flight, " + numbers.text("flits.lost") + " dropped";
}

/// Adds the parts of the instruments to the report, JSON or text.
template <class Report>
void add_instruments(Report& report, const RunResult& result, const ReportNumbers& numbers, ReportPlace place) {
  for (const auto& instrument : result.instruments) {
    if (instrument->place == place) instrument->report(report, numbers);
  }
}

void add_traffic(ordered_json& json, const RunResult& result, const Setup& setup) {
  const ReportNumbers numbers(result, setup);
  json["window"] = result.has_window() ? ordered_json{result.window_begin, result.window_end} : ordered_json();
  for (const char* section : {"packets", "flits", "latency", "network_latency", "throughput"}) {
    json[section] = numbers.section(section);
  }
  const auto [steady, why] = steadiness_of(result, setup);
  json["steady"] = steady ? ordered_json(*steady) : ordered_json();
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
  table.add({"hops", hops_text(numbers)});
  if (setup.multicast) {
    table.add({"multicasts", multicasts_text(numbers)});
    table.add({"multicast latency", latency_text(numbers, "multicast.latency", "creation to the last tail")});
    table.add({"round trip", latency_text(numbers, "multicast.round_trip", "creation to the combined acknowledgement") +
                                 "; " + numbers.text("multicast.most_forks") +
                                 " entries for forks in one node at most"});
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
  std::string label;
  for (const std::string& wait : result.waits) {
    table.add({label, wait});
  }
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
  if (result.simulated()) {
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
  table.add({"network", name_with_legend(*setup.design)});
  add_notes(setup.design->notes(), table);
  table.add(
      {"routing", setup.described(setup.routing.name) + ", " + counted(setup.relation->vcs(), "virtual channel")});
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
  std::string label = "written";
  for (const std::string& file : result.files) {
    table.add({label, file});
    label.clear();
  }
  return text + table.text();
}

}  // namespace kintsugi
