#include "tb/tool/scenario/reader.hpp"

#include <algorithm>
#include <functional>

#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "tb/tool/scenario/defects_reader.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/given_repair_reader.hpp"
#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/parameter_reader.hpp"
#include "tb/tool/scenario/traffic_reader.hpp"
#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

/// What the sections are read with, beside their text.
struct Reading {
  const FamilyList& families;
  FabricInfo fabric;  ///< what can be said of a fabric: of any, until the kind of the network has been read
  ReadScenario& read;
};

/// Reads the network section. The kind gives the parameters: without a right kind the others are not checked.
void accept_all_keys(MapReader& map) {
  for (const Value::Entry& entry : map.value().entries) map.find(entry.key);
}

void read_network(MapReader& map, Reading& reading) {
  const std::size_t errors_before = map.context().errors.size();
  ReadScenario& read = reading.read;
  const std::vector<std::string> kinds = each_of(reading.families, &Family::kind);
  NetworkSection& network = read.scenario.network;
  if (!map.has("kind") && map.has("network")) {
    map.context().errors.add(map.value().where, "network holds a scenario; give it the network alone: {kind: ...}");
    return accept_all_keys(map);
  }
  map.require("kind", suggestion("", kinds));
  map.say("kind", {.help = "the family of networks"});
  if (!map.choice("kind", kinds, network.kind)) return accept_all_keys(map);
  read.family = find_family(network.kind, reading.families);
  reading.fabric = fabric_vocabulary(read.family, reading.families);
  const bool complete = read_parameters(map, read.family->parameters(), network.parameters);
  read.network_known = complete && map.context().refused.knows(map.path());
  map.report_unknown_keys();
  accept_all_keys(map);
  read.network_intact = map.context().errors.size() == errors_before;
}

void read_fabric(MapReader& map, Reading& reading) {
  FabricSection& fabric = reading.read.scenario.fabric.emplace();
  read_parameters(map, reading.fabric.options, fabric.options);
  reading.read.fabric_known = map.context().refused.knows(map.path());
  map.integer("chain_bits", kChainBitsRange, fabric.chain_bits, {.help = "bits per cycle of the configuration chain"});
}

/// Reads how faults are noticed; the keys of the tests have no meaning if they are told.
void read_diagnosis(MapReader& map, DiagnosisSection& diagnosis) {
  const bool right = map.choice("diagnosis", kDiagnosisMethods, diagnosis.method,
                                {.help = "how the chip learns of a fault at run time"}) ||
                     !map.has("diagnosis");
  const bool interval_right = map.integer("test_interval", kTestIntervalRange, diagnosis.test_interval,
                                          {.help = "cycles between the tests of a neighbour, more than time_out",
                                           .condition = "only with diagnosis observer or exchange"});
  const bool time_out_right = map.integer("time_out", kTimeOutRange, diagnosis.time_out,
                                          {.help = "cycles after which a PE that does not answer is taken for dead",
                                           .condition = "only with diagnosis observer or exchange"});
  if (right && diagnosis.is_told()) {
    map.refuse_each(std::array{"test_interval", "time_out"},
                    " has no meaning with repair.diagnosis: told; set it to observer or exchange");
  }
  if (diagnosis.is_told() || diagnosis.test_interval > diagnosis.time_out) return;
  if ((!interval_right && map.has("test_interval")) || (!time_out_right && map.has("time_out"))) return;
  map.context().errors.add(map.find(interval_right ? "test_interval" : "time_out")->where,
                           "repair.test_interval must be more than repair.time_out, ", diagnosis.time_out, ", not '",
                           diagnosis.test_interval, "'");
}

void read_repair(MapReader& map, Reading& reading) {
  RepairOptions& repair = reading.read.scenario.repair;
  reading.read.scenario.given_repair = read_given_repair(map);
  read_partial(map, reading.read.scenario);
  map.choice("planner", reading.fabric.planners, repair.planner, {.help = "the planner that searches for a repair"});
  map.choice("rule", reading.fabric.rules, repair.rule, {.help = "which conflicts between compensation paths count"});
  map.choice("objective", reading.fabric.objectives, repair.objective,
             {.help = "which repair is chosen if there are several"});
  map.integer("longest", kLongest, repair.longest,
              {.help = "pitches of a base link, at most", .condition = "only with objective short", .example = "4"});
  if (map.has("longest") && repair.objective != "short" && map.knows("objective")) {
    map.refuse_whole("longest", " has no meaning with repair.objective: ", repair.objective, "; set it to short");
  }
  map.integer("conflicts", kConflicts, repair.conflicts,
              {.help = "conflicts of the solver after which a search for a repair ends, not decided",
               .condition = "only with planner fabric, or rings on more than 16 rows or columns"});
  map.integer("plan_cycles", {0, kMaxCycles}, reading.read.scenario.plan_cycles,
              {.help = "cycles that planning takes at run time"});
  map.choice("mode", kRepairModes, reading.read.scenario.unstopped,
             {.help = "whether the network drains before it is reconfigured"});
  read_diagnosis(map, reading.read.scenario.diagnosis);
}

/// Sets what the preset says. Without a right kind of network the links are taken as those of one that is not folded.
void apply_preset(ReadScenario& read) {
  Scenario& scenario = read.scenario;
  const RouterPreset& preset = router_preset(scenario.router.preset);
  scenario.router.buffer = preset.buffer;
  scenario.router.latency = preset.latency;
  const bool folded = read.family != nullptr && read.family->is_folded();
  scenario.link.latency = folded ? preset.folded_link_latency : preset.link_latency;
}

/// Reads the router section. The defaults in scenario.hpp are those of the default preset, so the section is optional.
void read_router(MapReader& map, Reading& reading) {
  RouterSection& router = reading.read.scenario.router;
  map.choice("preset", preset_terms(), router.preset,
             {.help = "which defaults the other keys of router and link have"});
  apply_preset(reading.read);
  map.integer("vcs", kVcsRange, router.vcs,
              {.help = "virtual channels per link", .otherwise = "what the routing needs", .example = "4"});
  map.integer("buffer", kBufferRange, router.buffer,
              {.help = "flits per virtual channel", .otherwise = "of the preset", .example = "8"});
  map.integer("latency", kRouterLatencyRange, router.latency,
              {.help = "cycles in a router beyond the wire", .otherwise = "of the preset", .example = "1"});
  map.choice("allocator", allocator_terms(), router.allocator,
             {.help = "which of the heads that request output channels get one"});
  map.integer(
      "patience", kPatienceRange, router.patience,
      {.help = "cycles that a head waits before it takes a way for blocked packets; routing redirect has such ways",
       .otherwise = "1024 with redirect",
       .example = "256"});
  std::string weight;
  if (map.choice("weight", kLinkWeights, weight,
                 {.help = "what the ways of updown, nue, around and detours make small",
                  .otherwise = "latency where the file of a graph or link.latency gives latencies by kind, else hops",
                  .example = "hops"}))
    router.weight = weight;
  map.text("routing", router.routing,
           {.help = "the name of the routing; kintsugi help network KIND lists them",
            .otherwise = "the first of the network",
            .type = "name",
            .condition = "not together with table",
            .example = "around"});
  map.file("table", router.table,
           {.help = "the routing as a table, as prove --tables writes one",
            .otherwise = "none",
            .condition = "not together with routing",
            .example = "tables/ring.csv"});
  map.exclude_each_other(std::array<std::string, 2>{"routing", "table"});
}

/// Reads the latencies by kind. The kinds of links are not known yet: any key is accepted here, and setup.hpp checks
/// it.
void read_latency_by_kind(MapReader& map, LinkSection& link) {
  for (const Value::Entry& entry : map.value().entries) {
    unsigned latency = 0;
    if (map.integer(entry.key, kLinkLatencyRange, latency)) link.by_kind.emplace(entry.key, latency);
  }
}

void read_link(MapReader& map, Reading& reading) {
  LinkSection& link = reading.read.scenario.link;
  map.exclude_each_other(std::array<std::string, 2>{"latency", "reach"});
  const Value* latency = map.find("latency");
  if (latency != nullptr && latency->type == Value::Type::kMap) {
    map.section("latency", [&](MapReader& kinds) { read_latency_by_kind(kinds, link); });
  } else {
    map.integer("latency", kLinkLatencyRange, link.latency);
  }
  map.say("latency", {.help = "cycles on a link; or a mapping from the kind of a link to cycles: {base: 1, level 2: 3}",
                      .otherwise = "of the preset",
                      .type = "integer or mapping",
                      .condition = "not together with reach",
                      .example = "2"});
  map.integer(
      "reach", kReachRange, link.reach,
      {.help = "pitches that a signal travels in a cycle, so that long links take more cycles; without it a link "
               "takes the same cycles whatever its length",
       .otherwise = "none",
       .condition = "only with a fabric, and not together with latency",
       .example = "4"});
}

/// A run of a program or a trace ends with it, and is measured from the beginning.
void measure_whole(bool has_cycles, RunSection& run) {
  if (!has_cycles) run.cycles = kMaxCycles;
  run.warmup = 0;
}

void read_run(MapReader& map, Reading& reading) {
  RunSection& run = reading.read.scenario.run;
  const bool cycles_right =
      map.integer("cycles", kRunCycles, run.cycles,
                  {.help = "the cycle at which the measurement ends; no packet is created from then on"}) ||
      !map.has("cycles");
  run.warmup = run.cycles / 10;
  if (reading.read.scenario.runs_program() || reading.read.scenario.runs_trace()) {
    measure_whole(map.has("cycles"), run);
  }
  if (map.integer("warmup", {0, kMaxCycles}, run.warmup,
                  {.help = "the cycle at which the measurement begins, below cycles",
                   .otherwise = "a tenth of cycles; 0 with a program or a trace",
                   .example = "400"}) &&
      cycles_right && run.warmup >= run.cycles) {
    map.complain("warmup", " must be less than run.cycles, ", run.cycles, ", not '", run.warmup, "'");
  }
  map.flag("drain", run.drain, {.help = "whether the run continues until the network is empty"});
  map.integer("seed", kSeedRange, run.seed, {.help = "seed of all random streams"});
  map.integer("watchdog", {1, kMaxCycles}, run.watchdog,
              {.help = "cycles without a movement of any flit after which the run ends as a deadlock"});
  map.choice("proof",
             {{"auto", "all pairs of up to 4096 nodes; of more, lines that stand for all others, or a sample of pairs"},
              {"full", "all pairs, whatever the size"},
              {"skip", "not at all; the results say so"}},
             run.proof, {.help = "which networks are proved free of deadlock before they run"});
  map.flag("details", run.details,
           {.help = "whether every link and buffer is sampled in every cycle, which takes time"});
}

struct Section {
  const char* name;
  const char* summary;
  std::function<void(MapReader& map, Reading& reading)> read;
  bool is_list = false;  ///< of mappings, each of which is read
};

/// Returns the sections in the order in which they are read: the router's preset comes before the link, whose latency
/// it sets; the traffic before the sections of features; the faults last.
std::vector<Section> all_sections() {
  std::vector<Section> sections = {
      {"network", "what is to be built", read_network},
      {"fabric", "the wafer or array that carries the network", read_fabric},
      {"defects", "what is defective before power-up",
       [](MapReader& map, Reading& reading) { read_defects(map, reading.fabric, reading.read.scenario.defects); }},
      {"repair", "how the plan is found", read_repair},
      {"router", "timing of the routers", read_router},
      {"link", "timing of the links", read_link},
      {"traffic", "what is sent",
       [](MapReader& map, Reading& reading) { read_traffic(map, reading.read.scenario.traffic.emplace()); }},
      {"run", "for how long", read_run},
  };
  for (const FeatureSection& section : feature_sections()) {
    const auto read = [&section](MapReader& map, Reading& reading) { section.read(map, reading.read.scenario); };
    sections.push_back({section.name, section.summary, read, section.is_list});
  }
  const auto read = [](MapReader& map, Reading& reading) { read_fault(map, reading.fabric, reading.read.scenario); };
  sections.push_back({"faults", "what fails while the chip runs: a list", read, true});
  return sections;
}

/// Returns what a document without a network is if it is not a scenario; empty if it may be one.
std::string other_document(const Value& document) {
  const auto has = [&document](std::string_view key) { return document.find(key) != nullptr; };
  if (has("network")) return "";
  if (has("kind")) return "this is a network; a scenario has it under network: {network: {kind: ...}}";
  if (has("axes") || has("base")) return "this is a sweep; run it with kintsugi sweep";
  return "";
}

}  // namespace

bool is_section(std::string_view name) {
  const std::vector<Section> sections = all_sections();
  return std::ranges::find(sections, name, &Section::name) != sections.end();
}

bool is_list_section(std::string_view name) {
  const std::vector<Section> sections = all_sections();
  const auto found = std::ranges::find(sections, name, &Section::name);
  return found != sections.end() && found->is_list;
}

std::vector<Term> section_terms() {
  return each_of(all_sections(), [](const Section& section) { return Term{section.name, section.summary}; });
}

ReadScenario read_scenario(const Value& document, const std::string& source, Diagnostics& errors,
                           const FamilyList& list, KeySpecs* specs) {
  ReadScenario read;
  read.scenario.source = source;
  if (document.type != Value::Type::kMap) {
    errors.add(document.where, "a scenario is a mapping ({network: ...}), not ", describe(document));
    return read;
  }
  if (const std::string other = other_document(document); !other.empty()) {
    errors.add(document.where, other);
    return read;
  }
  Reading reading{list, fabric_vocabulary(nullptr, list), read};
  ReadContext context{.errors = errors,
                      .positions = read.scenario.positions,
                      .directory = std::filesystem::path(source).parent_path(),
                      .specs = specs,
                      .help = "kintsugi help"};
  MapReader root(context, document, "");
  root.require("network");
  for (const Section& section : all_sections()) {
    const auto read_one = [&](MapReader& map) { section.read(map, reading); };
    section.is_list ? root.sections(section.name, read_one) : root.section(section.name, read_one);
  }
  if (std::string& planner = read.scenario.repair.planner; planner.empty()) {
    planner = reading.fabric.planners.front().name;
  }
  const bool is_whole = read.scenario.runs_program() || read.scenario.runs_trace();
  if (is_whole && !root.has("run")) measure_whole(false, read.scenario.run);
  if (root.has("fabric") && !read.scenario.fabric) read.fabric_known = false;
  read.scenario.refused = context.refused;
  for (const FeatureSection& section : feature_sections()) {
    if (section.complete != nullptr) section.complete(read.scenario, errors);
  }
  root.report_unknown_keys();
  read.scenario.files = std::move(context.files);
  read.known_keys = std::move(context.keys);
  return read;
}

}  // namespace kintsugi
