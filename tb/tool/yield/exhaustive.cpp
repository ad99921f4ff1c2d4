#include "tb/tool/yield/exhaustive.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <ranges>
#include <string>

#include "models/repair/repair_verifier.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/setup/defect_sites.hpp"
#include "tb/tool/yield/map_units.hpp"
#include "tb/tool/yield/request.hpp"

namespace kintsugi::yield {

namespace {

using nlohmann::ordered_json;

void require_names(const Input& input) {
  try {
    input.setup.fabric->tester(input.scenario.repair);
  } catch (const std::invalid_argument& error) {
    throw InputError({{input.scenario.where("repair"), std::string("repair: ") + error.what()}});
  }
}

void require_no_defects(const Input& input) {
  if (input.setup.defects.empty()) return;
  throw InputError({{input.scenario.where("defects"),
                     "defects: --exhaustive goes through all defect maps by itself; leave these out"}});
}

}  // namespace

std::uint64_t ExhaustiveRepair::maps() const {
  std::uint64_t sum = 0;
  for (const RepairCount& row : rows) sum += row.maps;
  return sum;
}

std::uint64_t ExhaustiveRepair::wrong() const {
  std::uint64_t sum = 0;
  for (const RepairCount& row : rows) sum += row.wrong;
  return sum;
}

JudgedMaps all_maps(const Input& input, std::size_t most_faults) {
  require_no_defects(input);
  require_names(input);
  const Setup& setup = input.setup;
  const Fabric& fabric = setup.fabric->fabric();
  const std::vector<SiteId> sites = all_sites(fabric.sites.size());
  require_countable("--exhaustive", sites.size(), 0, most_faults, "take fewer");
  JudgedMaps maps;
  maps.judges = {verifying(*setup.fabric, setup.network(), input.scenario.repair)};
  maps.judge_names = {reproducer(input.scenario, {}, input.scenario.repair, fabric, {}) + ", verified"};
  for (std::size_t faults = 0; faults <= most_faults; ++faults) {
    maps.sets.push_back(DefectMaps::all(sites, faults));
    maps.drawn.push_back({{"faults", faults}});
  }
  return maps;
}

ExhaustiveRepair exhaustive_repair(const JudgedMaps& maps, const std::vector<std::vector<RepairCount>>& counts) {
  ExhaustiveRepair report;
  report.wanted = size_of(maps);
  for (const std::vector<RepairCount>& count : counts) {
    if (count.front().maps != 0) report.rows.push_back(count.front());
  }
  return report;
}

ExhaustiveRepair verify_exhaustively(const JudgedMaps& maps, unsigned threads, const Progress& progress) {
  return exhaustive_repair(maps, count_repairs(maps.sets, maps.judges, threads, progress, stop_requested));
}

namespace {

/// The columns of the rows of a report; a row is the number of defective PEs. `complete`: whether the planner misses no
/// repair.
Table<std::size_t> columns(const ExhaustiveRepair& report, const Input& input, bool complete) {
  const auto of = [&rows = report.rows](auto number) {
    return [&rows, number](std::size_t faults) { return std::invoke(number, rows[faults]); };
  };
  const bool is_limited = input.setup.fabric->is_limited(input.scenario.repair);
  return {{"faults", std::identity{}},
          {"maps", of(&RepairCount::maps)},
          {"repaired", of([](const RepairCount& row) { return row.repairable - row.wrong; })},
          {complete ? "irreparable" : "not_repaired",
           of([](const RepairCount& row) { return row.maps - row.repairable - row.not_decided; }),
           {.heading = complete ? "irreparable" : "not repaired"}},
          {"wrong", of(&RepairCount::wrong)},
          {"not_decided",
           of(&RepairCount::not_decided),
           {.heading = "not decided", .json = is_limited, .text = is_limited}}};
}

std::string verified_text(const ExhaustiveRepair& report) {
  if (report.wrong() != 0) return "no";
  if (report.maps() == report.wanted) return "yes: every repair was planned, set, extracted and compared";
  return "in part: " + std::to_string(report.maps()) + " of " + std::to_string(report.wanted) +
         " maps were gone through, and their repairs planned, set, extracted and compared";
}

}  // namespace

ordered_json to_json(const ExhaustiveRepair& report, const Input& input) {
  ordered_json json = {{"network", input.setup.network().name()}, {"pes", input.setup.fabric->fabric().sites.size()}};
  const std::optional<std::string> complete = input.setup.fabric->complete_for(input.scenario.repair);
  if (complete && !complete->empty()) json["irreparable_by"] = *complete;
  json["rows"] =
      columns(report, input, complete.has_value()).json(std::views::iota(std::size_t{0}, report.rows.size()));
  json["wrong"] = report.wrong();
  if (report.maps() != report.wanted) json["maps_left"] = report.wanted - report.maps();
  return json;
}

std::string to_text(const ExhaustiveRepair& report, const Input& input) {
  TextTable head;
  head.add({"network", input.setup.network().name()});
  head.add({"PEs", std::to_string(input.setup.fabric->fabric().sites.size())});
  head.add({"verified", verified_text(report)});
  const std::optional<std::string> complete = input.setup.fabric->complete_for(input.scenario.repair);
  if (complete && !complete->empty()) head.add({"irreparable", "by " + *complete});
  const auto rows = std::views::iota(std::size_t{0}, report.rows.size());
  return head.text() + '\n' + columns(report, input, complete.has_value()).text(rows).text();
}

std::string wrong_repair(const ExhaustiveRepair& report, const Input& input) {
  const auto row = std::ranges::find_if(report.rows, [](const RepairCount& each) { return each.wrong > 0; });
  if (row == report.rows.end()) return "";
  return "kintsugi repair '" +
         reproducer(input.scenario, {}, input.scenario.repair, input.setup.fabric->fabric(), *row->first_wrong) + "'\n";
}

}  // namespace kintsugi::yield
