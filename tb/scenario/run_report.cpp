#include "tb/scenario/run_report.hpp"

#include "tb/scenario/proof_report.hpp"
#include "tb/scenario/text_table.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

ordered_json latency_json(const Histogram& latency) {
  return {{"mean", latency.mean()},
          {"p50", latency.percentile(50)},
          {"p95", latency.percentile(95)},
          {"p99", latency.percentile(99)},
          {"max", latency.max()}};
}

ordered_json count_json(const Statistics::Count& count, std::uint64_t in_flight) {
  return {{"created", count.created},
          {"injected", count.injected},
          {"delivered", count.delivered},
          {"in_flight", in_flight},
          {"lost", 0}};
}

std::string latency_text(const Histogram& latency) {
  return "mean " + fixed(latency.mean(), 2) + ", half within " + std::to_string(latency.percentile(50)) +
         ", 95 % within " + std::to_string(latency.percentile(95)) + ", 99 % within " +
         std::to_string(latency.percentile(99)) + ", at most " + std::to_string(latency.max()) + " cycles";
}

std::string count_text(const Statistics::Count& count, std::uint64_t in_flight) {
  return std::to_string(count.created) + " created, " + std::to_string(count.delivered) + " delivered, " +
         std::to_string(in_flight) + " in flight, 0 lost";
}

void add_traffic(ordered_json& json, const RunResult& result, const Setup& setup) {
  const Statistics& statistics = *result.statistics;
  const std::size_t nodes = setup.network().nodes();
  json["window"] = {result.window_begin, result.window_end};
  json["packets"] = count_json(statistics.packets(), result.packets_in_flight);
  json["flits"] = count_json(statistics.flits(), result.flits_in_flight);
  json["latency"] = latency_json(statistics.latency());
  json["network_latency"] = latency_json(statistics.network_latency());
  json["throughput"] = {{"offered", statistics.offered(nodes)}, {"accepted", statistics.accepted(nodes)}};
  json["hops"] = {{"mean", statistics.hops().mean()}};
}

void add_traffic(TextTable& table, const RunResult& result, const Setup& setup) {
  const Statistics& statistics = *result.statistics;
  const std::size_t nodes = setup.network().nodes();
  table.add({"window", "cycles " + std::to_string(result.window_begin) + " to " + std::to_string(result.window_end) +
                           "; latency and hops are over the packets created in it"});
  table.add({"packets", count_text(statistics.packets(), result.packets_in_flight)});
  table.add({"flits", count_text(statistics.flits(), result.flits_in_flight)});
  table.add({"latency", latency_text(statistics.latency())});
  table.add({"network latency", latency_text(statistics.network_latency())});
  table.add({"throughput", "offered " + fixed(statistics.offered(nodes), 5) + ", accepted " +
                               fixed(statistics.accepted(nodes), 5) + " flits/node/cycle"});
  table.add({"hops", "mean " + fixed(statistics.hops().mean(), 3)});
}

std::string proof_text(const RunResult& result) {
  if (!result.proof) return "skipped: " + result.proof_skipped;
  return "every pair delivered, " + std::to_string(result.proof->dependencies) +
         " channel dependencies without a cycle";
}

void add_simulation(TextTable& table, const RunResult& result, const Setup& setup) {
  if (setup.fabric) {
    table.add({"configuration", "loaded in " + std::to_string(result.configuration_cycles) + " cycles; " +
                                    (result.hardware_difference.empty()
                                         ? "the switches as read back make the network wanted"
                                         : "the switches as read back are wrong: " + result.hardware_difference)});
  }
  table.add({"cycles", std::to_string(result.cycles)});
  if (result.statistics) add_traffic(table, result, setup);
  table.add({"conserved", result.imbalance.empty() ? "yes: every flit accounted for" : "no: " + result.imbalance});
  std::string label = "deadlock";
  if (!result.deadlock) table.add({label, "none"});
  for (const std::string& wait : result.waits) {
    table.add({label, wait});
    label.clear();
  }
}

void add_timing(TextTable& table, const RunTiming& timing) {
  table.add({"elaboration", fixed(timing.elaboration_seconds, 3) + " s"});
  if (timing.configuration_seconds != 0) {
    table.add({"configuration", fixed(timing.configuration_seconds, 3) + " s"});
  }
  table.add({"simulation", fixed(timing.simulation_seconds, 3) + " s, " + fixed(timing.ns_per_flit_hop, 1) +
                               " ns per flit-hop, " + fixed(timing.router_cycles_per_second / 1e6, 1) +
                               " million router-cycles/s"});
  table.add({"peak memory", fixed(timing.peak_memory_mib, 1) + " MiB"});
}

ordered_json timing_json(const RunTiming& timing) {
  return {{"elaboration_seconds", timing.elaboration_seconds},
          {"configuration_seconds", timing.configuration_seconds},
          {"simulation_seconds", timing.simulation_seconds},
          {"ns_per_flit_hop", timing.ns_per_flit_hop},
          {"router_cycles_per_second", timing.router_cycles_per_second},
          {"peak_memory_mib", timing.peak_memory_mib}};
}

}  // namespace

bool RunResult::all_checks_hold() const {
  if (repair && !repair->verified()) return false;
  if (proof && !proof->holds()) return false;
  return simulated() && hardware_difference.empty() && imbalance.empty() && !deadlock;
}

ordered_json to_json(const RunResult& result, const Setup& setup) {
  ordered_json json;
  json["network"] = setup.network().name();
  json["routing"] = setup.routing.name;
  if (result.repair) json["repair"] = to_json(*result.repair, setup.fabric->fabric());
  if (result.proof) {
    json["proof"] = to_json(*result.proof, setup);
  } else if (!result.proof_skipped.empty()) {
    json["proof"] = "skipped: " + result.proof_skipped;
  }
  if (result.simulated()) {
    if (setup.fabric) {
      json["configuration"] = {{"cycles", result.configuration_cycles},
                               {"verified", result.hardware_difference.empty()}};
      if (!result.hardware_difference.empty()) json["configuration"]["difference"] = result.hardware_difference;
    }
    json["cycles"] = result.cycles;
    if (result.statistics) add_traffic(json, result, setup);
    json["conserved"] = result.imbalance.empty();
    if (!result.imbalance.empty()) json["imbalance"] = result.imbalance;
    json["deadlock"] = result.deadlock;
    if (result.deadlock) json["waits"] = result.waits;
    json["reconfigurations"] = ordered_json::array();
  }
  if (!result.files.empty()) json["files"] = result.files;
  if (result.timing) json["timing"] = timing_json(*result.timing);
  return json;
}

std::string to_text(const RunResult& result, const Setup& setup) {
  std::string text;
  if (result.repair) text += to_text(*result.repair, setup.fabric->fabric());
  if (result.proof && !result.proof->holds()) text += to_text(*result.proof, setup);
  if (!result.simulated()) return text;
  TextTable table;
  table.add({"network", setup.network().name()});
  const unsigned vcs = setup.relation->vcs();
  const std::string channels = std::to_string(vcs) + (vcs == 1 ? " virtual channel" : " virtual channels");
  table.add({"routing", setup.routing.name + ", " + channels});
  table.add({"proof", proof_text(result)});
  add_simulation(table, result, setup);
  if (result.timing) add_timing(table, *result.timing);
  std::string label = "written";
  for (const std::string& file : result.files) {
    table.add({label, file});
    label.clear();
  }
  return text + table.text();
}

}  // namespace kintsugi
