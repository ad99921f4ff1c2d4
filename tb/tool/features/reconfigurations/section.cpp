#include "tb/tool/features/reconfigurations/section.hpp"

#include <algorithm>

#include "models/network/limits.hpp"
#include "tb/tool/scenario/given_repair_reader.hpp"
#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi {

namespace {

constexpr IntegerRange kGapRange{0, 1'000};
constexpr IntegerRange kStreamBits{0, INT32_MAX};

void read_reconfiguration(MapReader& map, Scenario& scenario) {
  auto* section = scenario.features.find<ReconfigurationsSection>();
  if (section == nullptr) section = &scenario.features.emplace<ReconfigurationsSection>();
  ScheduledRepair entry;
  entry.where = map.value().where;
  entry.path = map.path();
  map.require("cycle", ": the cycle in which the chip is asked to take the configuration");
  const bool is_timed = map.integer(
      "cycle", {0, kMaxCycles}, entry.cycle,
      {.help = "the cycle at whose end the chip stops sending, to be configured anew; without a drain, at whose end "
               "the load begins"});
  const auto given = read_given_repair(map);
  map.flag(
      "drain", entry.drains,
      {.help = "true or false: whether the chip stops sending and drains before it loads; if not, states that would "
               "change a path with a packet on it are refused"});
  map.integer("gap", kGapRange, entry.gap,
              {.help = "cycles in which the configuration chain gets no word, after each word"});
  map.say("damage", {.help = "the bits of the stream, from 0, that arrive inverted", .otherwise = "none"});
  map.integers("damage", kStreamBits, entry.damage);
  std::vector<std::int64_t> bits = entry.damage;
  std::ranges::sort(bits);
  if (const auto twice = std::ranges::adjacent_find(bits); twice != bits.end()) {
    map.complain("damage", " has bit ", *twice, " twice; name each bit once");
  }
  if (!names_given_repair(map)) {
    map.complain_of_all(
        ": plan, states or bitstream is missing: the file with the configuration; kintsugi repair "
        "--states FILE writes one");
  }
  if (!given || !is_timed) return;
  if (!section->list.empty() && section->list.back().cycle > entry.cycle) {
    return map.complain("cycle", " must not be before that of the entry above, ", section->list.back().cycle, ", not '",
                        entry.cycle, "'");
  }
  entry.given = *given;
  section->list.push_back(std::move(entry));
}

void check_reconfigurations(const Scenario& scenario, Diagnostics& errors) {
  const std::span<const ScheduledRepair> list = reconfigurations_of(scenario);
  if (list.empty()) return;
  if (!scenario.traffic) {
    scenario.complain(errors, "reconfigurations",
                      ": without traffic a run ends when its first configuration is loaded; add traffic: {}");
  }
  for (const ScheduledRepair& entry : list) {
    if (!entry.drains && scenario.link.reach) {
      errors.add(entry.where, entry.path,
                 ".drain: false: with link.reach links change their latencies, and cannot while packets are under way; "
                 "leave one of them out");
    }
    if (entry.cycle < scenario.run.cycles) continue;
    errors.add(entry.where, entry.path, ".cycle must be before run.cycles, ", scenario.run.cycles, ", not '",
               entry.cycle, "'");
  }
  if (scenario.faults.empty()) return;
  scenario.complain(errors, "reconfigurations",
                    " and faults exclude each other: the chip repairs faults by plans of its own; give the "
                    "defects from the beginning under defects");
}

}  // namespace

std::span<const ScheduledRepair> reconfigurations_of(const Scenario& scenario) {
  const auto* section = scenario.features.find<ReconfigurationsSection>();
  return section == nullptr ? std::span<const ScheduledRepair>() : section->list;
}

const FeatureSection kReconfigurationsSection{.name = "reconfigurations",
                                              .summary = "configurations that are loaded while the chip runs: a list",
                                              .read = read_reconfiguration,
                                              .check = check_reconfigurations,
                                              .is_list = true,
                                              .run_reads = true};

}  // namespace kintsugi
