#include "tb/tool/yield/exhaustive.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "models/repair/repair_verifier.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/setup/defect_sites.hpp"
#include "tb/tool/yield/reproducer.hpp"
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

/// Returns the plans for which the planner is complete; nullopt if it can miss a repair.
std::optional<std::string> complete_for(const Input& input) {
  return input.setup.fabric->complete_for(input.scenario.repair);
}

/// Returns whether the planner can leave maps undecided.
bool is_limited(const Input& input) {
  return input.setup.fabric->is_limited(input.scenario.repair);
}

std::uint64_t not_repaired(const RepairCount& row) {
  return row.maps - row.repairable - row.not_decided;
}

}  // namespace

ordered_json to_json(const ExhaustiveRepair& report, const Input& input) {
  ordered_json json;
  json["network"] = input.setup.network().name();
  json["pes"] = input.setup.fabric->fabric().sites.size();
  const std::optional<std::string> complete = complete_for(input);
  if (complete && !complete->empty()) json["irreparable_by"] = *complete;
  json["rows"] = ordered_json::array();
  for (std::size_t faults = 0; faults < report.rows.size(); ++faults) {
    const RepairCount& row = report.rows[faults];
    json["rows"].push_back({{"faults", faults},
                            {"maps", row.maps},
                            {"repaired", row.repairable - row.wrong},
                            {complete ? "irreparable" : "not_repaired", not_repaired(row)},
                            {"wrong", row.wrong}});
    if (is_limited(input)) json["rows"].back()["not_decided"] = row.not_decided;
  }
  json["wrong"] = report.wrong();
  if (report.maps() != report.wanted) json["maps_left"] = report.wanted - report.maps();
  return json;
}

namespace {

std::string verified_text(const ExhaustiveRepair& report) {
  if (report.wrong() != 0) return "no";
  if (report.maps() == report.wanted) return "yes: every repair was planned, set, extracted and compared";
  return "in part: " + std::to_string(report.maps()) + " of " + std::to_string(report.wanted) +
         " maps were gone through, and their repairs planned, set, extracted and compared";
}

}  // namespace

std::string to_text(const ExhaustiveRepair& report, const Input& input) {
  TextTable head, table;
  head.add({"network", input.setup.network().name()});
  head.add({"PEs", std::to_string(input.setup.fabric->fabric().sites.size())});
  head.add({"verified", verified_text(report)});
  const std::optional<std::string> complete = complete_for(input);
  if (complete && !complete->empty()) head.add({"irreparable", "by " + *complete});
  std::vector<std::string> header = {"faults", "maps", "repaired", complete ? "irreparable" : "not repaired", "wrong"};
  if (is_limited(input)) header.emplace_back("not decided");
  table.add(std::move(header));
  for (std::size_t faults = 0; faults < report.rows.size(); ++faults) {
    const RepairCount& row = report.rows[faults];
    std::vector<std::string> cells = {std::to_string(faults), std::to_string(row.maps),
                                      std::to_string(row.repairable - row.wrong), std::to_string(not_repaired(row)),
                                      std::to_string(row.wrong)};
    if (is_limited(input)) cells.push_back(std::to_string(row.not_decided));
    table.add(std::move(cells));
  }
  return head.text() + '\n' + table.text();
}

std::string wrong_repair(const ExhaustiveRepair& report, const Input& input) {
  const auto row = std::ranges::find_if(report.rows, [](const RepairCount& each) { return each.wrong > 0; });
  if (row == report.rows.end()) return "";
  return "kintsugi repair '" +
         reproducer(input.scenario, {}, input.scenario.repair, input.setup.fabric->fabric(), *row->first_wrong) + "'\n";
}

}  // namespace kintsugi::yield
