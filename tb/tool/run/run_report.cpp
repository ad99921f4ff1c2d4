#include "tb/tool/run/run_report.hpp"

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/proof_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

/// Null where no packet was measured.
ordered_json distribution_json(const Histogram& latency) {
  if (latency.total() == 0) return nullptr;
  return {{"mean", latency.mean()},
          {"p50", latency.percentile(50)},
          {"p95", latency.percentile(95)},
          {"p99", latency.percentile(99)},
          {"max", latency.max()}};
}

ordered_json packets_json(const Statistics::Packets& packets) {
  return {{"created", packets.created},     {"queued", packets.queued()},       {"injected", packets.injected},
          {"delivered", packets.delivered}, {"in_flight", packets.in_flight()}, {"lost", packets.lost}};
}

ordered_json multicasts_json(const RunResult& result) {
  const Statistics::Multicasts& multicasts = result.statistics->multicasts();
  return {{"created", multicasts.created},
          {"reached_all", multicasts.reached_all},
          {"copies", multicasts.copies},
          {"acknowledged", multicasts.acknowledged},
          {"acknowledgements", multicasts.acknowledgements},
          {"most_forks", result.most_forks},
          {"latency", distribution_json(result.statistics->multicast_latency())},
          {"round_trip", distribution_json(result.statistics->round_trip())}};
}

ordered_json flits_json(const RunResult& result) {
  return {{"created", result.statistics->created_flits()},
          {"injected", result.flits.injected},
          {"copied", result.flits.copied},
          {"delivered", result.flits.delivered},
          {"in_flight", result.flits.in_network()},
          {"lost", result.flits.lost}};
}

/// What the figures of a run mean, by key: printed beside the details.
ordered_json definitions() {
  return {
      {"window", "cycles [first, last) in which is measured"},
      {"packets",
       "of the whole run; queued: in source queues at the end; in_flight: injected and neither delivered nor lost"},
      {"flits",
       "of the whole run; injected: left their PE; copied: added by the forks of multicasts; delivered: arrived at "
       "their PE; in_flight: in buffers and on links"},
      {"latency",
       "cycles from the creation of a packet to the arrival of its tail, over packets created in the window"},
      {"network_latency", "the same from the cycle in which the head leaves the source queue"},
      {"percentiles", "the smallest latency that at least so many per cent of the packets do not exceed"},
      {"multicast",
       "of the whole run; reached_all: multicasts whose members all have their copy; copies: arrived at a member; "
       "acknowledged: multicasts whose source has the combined acknowledgement; acknowledgements: packets sent; "
       "most_forks: entries for awaited acknowledgements that one node has needed at the same time; latency: cycles "
       "from creation to the tail of the last copy, round_trip: to the combined acknowledgement, over multicasts "
       "created in the window"},
      {"throughput", "flits/node/cycle; offered: created in the window; accepted: arrived at their PE in the window"},
      {"hops", "links between routers that a packet passed, over packets created in the window"},
      {"link_use", "flits sent per cycle in one direction of a link between routers, in the window"},
      {"occupancy",
       "flits in the buffer of one virtual channel at the end of a link between routers, at the end of a cycle of the "
       "window"}};
}

std::string link_name(const LinkStatistics::Direction& link, const Network& network) {
  return network.describe(link.from) + " > " + network.describe(link.to);
}

ordered_json link_json(const LinkStatistics& links, std::size_t number, const Network& network) {
  const LinkStatistics::Direction& link = links.directions()[number];
  ordered_json json = {{"from", network.describe(link.from)},
                       {"to", network.describe(link.to)},
                       {"kind", network.kinds()[link.kind.value]},
                       {"flits", link.flits},
                       {"use", links.use(link)}};
  json["occupancy"] = ordered_json::array();
  for (unsigned vc = 0; vc < links.vcs(); ++vc) {
    const LinkStatistics::Occupancy& occupancy = links.occupancy(number, vc);
    json["occupancy"].push_back({{"mean", links.mean(occupancy)}, {"max", occupancy.max}});
  }
  return json;
}

void add_details(ordered_json& json, const LinkStatistics& links, const Network& network) {
  const LinkStatistics::Direction* busiest = links.busiest();
  json["link_use"] = {{"mean", links.mean_use()}};
  if (busiest != nullptr) {
    json["link_use"]["max"] = links.use(*busiest);
    json["link_use"]["busiest"] = link_name(*busiest, network);
  }
  json["occupancy"] = ordered_json::array();
  for (unsigned vc = 0; vc < links.vcs(); ++vc) {
    json["occupancy"].push_back({{"vc", vc}, {"mean", links.mean_of_channel(vc)}, {"max", links.of_channel(vc).max}});
  }
  json["links"] = ordered_json::array();
  for (std::size_t i = 0; i < links.directions().size(); ++i) json["links"].push_back(link_json(links, i, network));
  json["definitions"] = definitions();
}

void add_details(TextTable& table, const LinkStatistics& links, const Network& network) {
  if (const LinkStatistics::Direction* busiest = links.busiest()) {
    table.add({"link use", "mean " + fixed(links.mean_use(), 5) + ", at most " + fixed(links.use(*busiest), 5) + " (" +
                               link_name(*busiest, network) + ") flits per cycle and direction"});
  }
  std::string label = "occupancy";
  for (unsigned vc = 0; vc < links.vcs(); ++vc) {
    table.add({label, "channel " + std::to_string(vc) + ": mean " + fixed(links.mean_of_channel(vc), 4) + ", at most " +
                          std::to_string(links.of_channel(vc).max) + " flits in the buffer at the end of a link"});
    label.clear();
  }
}

std::string throughput_text(const Statistics& statistics, std::size_t nodes) {
  if (!statistics.measured()) return "none measured";
  return "offered " + fixed(statistics.offered(nodes), 5) + ", accepted " + fixed(statistics.accepted(nodes), 5) +
         " flits/node/cycle in the window";
}

std::string latency_text(const Histogram& latency, const std::string& meaning) {
  if (latency.total() == 0) return "none measured";
  return "mean " + fixed(latency.mean(), 2) + ", half within " + std::to_string(latency.percentile(50)) +
         ", 95 % within " + std::to_string(latency.percentile(95)) + ", 99 % within " +
         std::to_string(latency.percentile(99)) + ", at most " + std::to_string(latency.max()) + " cycles, " + meaning;
}

std::string hops_text(const Histogram& hops) {
  if (hops.total() == 0) return "none measured";
  return "mean " + fixed(hops.mean(), 3) + ", at most " + std::to_string(hops.max()) + " links between routers";
}

std::string packets_text(const Statistics::Packets& packets) {
  return std::to_string(packets.created) + " created, " + std::to_string(packets.delivered) + " delivered, " +
         std::to_string(packets.queued()) + " in source queues, " + std::to_string(packets.in_flight()) +
         " in flight, " + std::to_string(packets.lost) + " lost";
}

std::string multicasts_text(const RunResult& result) {
  const Statistics::Multicasts& multicasts = result.statistics->multicasts();
  return std::to_string(multicasts.created) + " created, " + std::to_string(multicasts.reached_all) +
         " at all their members with " + std::to_string(multicasts.copies) + " copies, " +
         std::to_string(multicasts.acknowledged) + " acknowledged with " + std::to_string(multicasts.acknowledgements) +
         " packets";
}

std::string flits_text(const FlitCounters& flits) {
  const std::string copied = flits.copied == 0 ? "" : std::to_string(flits.copied) + " copied, ";
  return std::to_string(flits.injected) + " injected, " + copied + std::to_string(flits.delivered) + " delivered, " +
         std::to_string(flits.in_network()) + " in flight, " + std::to_string(flits.lost) + " lost";
}

void add_traffic(ordered_json& json, const RunResult& result, const Setup& setup) {
  const Statistics& statistics = *result.statistics;
  const std::size_t nodes = setup.network().nodes();
  json["window"] = {result.window_begin, result.window_end};
  json["packets"] = packets_json(statistics.packets());
  json["flits"] = flits_json(result);
  json["latency"] = distribution_json(statistics.latency());
  json["network_latency"] = distribution_json(statistics.network_latency());
  json["throughput"] = nullptr;
  if (statistics.measured()) {
    json["throughput"] = {{"offered", statistics.offered(nodes)}, {"accepted", statistics.accepted(nodes)}};
  }
  if (setup.multicast) json["multicast"] = multicasts_json(result);
  json["hops"] = statistics.hops().total() == 0 ? ordered_json() : ordered_json{{"mean", statistics.hops().mean()}};
  if (!result.links) return;
  json["hops"] = distribution_json(statistics.hops());
  add_details(json, *result.links, setup.network());
}

void add_traffic(TextTable& table, const RunResult& result, const Setup& setup) {
  const Statistics& statistics = *result.statistics;
  const std::size_t nodes = setup.network().nodes();
  table.add({"window", "cycles " + std::to_string(result.window_begin) + " to " + std::to_string(result.window_end) +
                           "; latency and hops are over the packets created in it"});
  table.add({"packets", packets_text(statistics.packets())});
  table.add({"flits", flits_text(result.flits)});
  table.add({"latency", latency_text(statistics.latency(), "creation to tail")});
  table.add({"network latency", latency_text(statistics.network_latency(), "source queue to tail")});
  table.add({"throughput", throughput_text(statistics, nodes)});
  table.add({"hops", hops_text(statistics.hops())});
  if (setup.multicast) {
    table.add({"multicasts", multicasts_text(result)});
    table.add({"multicast latency", latency_text(statistics.multicast_latency(), "creation to the last tail")});
    table.add({"round trip", latency_text(statistics.round_trip(), "creation to the combined acknowledgement") + "; " +
                                 std::to_string(result.most_forks) + " entries for forks in one node at most"});
  }
  if (result.links) add_details(table, *result.links, setup.network());
}

std::string proof_text(const RunResult& result) {
  if (!result.proof) return "skipped: " + result.proof_skipped;
  const char* const multicasts = result.proof->multicasts == 0 ? "" : "every multicast too, ";
  return "every pair delivered, " + std::string(multicasts) + std::to_string(result.proof->dependencies) +
         " channel dependencies without a cycle";
}

std::string deadlock_text(const RunResult& result) {
  if (!result.deadlock) return "none";
  const std::string since = std::to_string(result.last_move);
  return "nothing has moved since cycle " + since + "; to see how it came about, run again with waves that end at " +
         since + "; who waits for whom:";
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
  if (result.faults) add_faults(table, *result.faults, setup);
  table.add({"conserved", result.imbalance.empty() ? "yes: every flit accounted for" : "no: " + result.imbalance});
  table.add({"deadlock", deadlock_text(result)});
  std::string label;
  for (const std::string& wait : result.waits) {
    table.add({label, wait});
  }
}

}  // namespace

bool RunResult::all_checks_hold() const {
  if (repair && !repair->verified()) return false;
  if (proof && !proof->holds()) return false;
  if (faults && !faults->holds()) return false;
  return simulated() && hardware_difference.empty() && imbalance.empty() && !deadlock;
}

ordered_json to_json(const RunResult& result, const Setup& setup) {
  ordered_json json;
  json["network"] = setup.network().name();
  json["routing"] = setup.routing.name;
  if (result.repair) json["repair"] = to_json(*result.repair, *setup.fabric);
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
    if (result.deadlock) {
      json["last_move"] = result.last_move;
      json["waits"] = result.waits;
    }
    if (result.faults) {
      add_faults(json, *result.faults, setup);
    } else {
      json["reconfigurations"] = ordered_json::array();
    }
  }
  if (!result.files.empty()) json["files"] = result.files;
  if (result.timing) json["timing"] = to_json(*result.timing);
  return json;
}

std::string to_text(const RunResult& result, const Setup& setup) {
  std::string text;
  if (result.repair) text += to_text(*result.repair, setup.fabric->fabric());
  if (result.faults && result.faults->irreparable) {
    text += "after the faults at run time:\n" + to_text(*result.faults->irreparable, setup.fabric->fabric());
  }
  if (result.proof && !result.proof->holds()) text += to_text(*result.proof, setup);
  if (!result.simulated()) return text;
  TextTable table;
  table.add({"network", setup.network().name()});
  table.add({"routing", setup.routing.name + ", " + counted(setup.relation->vcs(), "virtual channel")});
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
