#include "tb/tool/cli/map_store.hpp"

#include <algorithm>
#include <iostream>

#include "tb/tool/store/collect.hpp"

namespace kintsugi::cli {

const UnitWords kBlockWords{"block", "block"};

namespace {

/// Says which blocks of a shard have a wrong repair; returns whether there are none.
bool report_wrong_blocks(const yield::MapUnits& units, std::span<const store::UnitResult> results) {
  bool all_right = true;
  for (std::size_t unit = 0; unit < results.size(); ++unit) {
    if (results[unit].status == 0) continue;
    all_right = false;
    std::cerr << "kintsugi: " << units.name(unit) << ": a repair is wrong; --collect names it\n";
  }
  return all_right;
}

store::UnitDone into(std::vector<store::UnitResult>& results) {
  return [&results](std::size_t unit, const store::UnitResult& result) { results[unit] = result; };
}

StoredCounts collect(const yield::MapUnits& units, const ShardOptions& options, const CommonOptions& common) {
  std::vector<store::UnitResult> results(units.units());
  const store::Collected found = store::collect_units(units, options.collect, into(results));
  report_what_was_taken({.others = found.others}, options, common, kBlockWords);
  if (found.missing.empty()) return {units.counts(results)};
  std::vector<std::string> missing;
  for (const std::size_t unit : found.missing) missing.push_back(units.name(unit));
  report_missing(missing, units.units(), common, kBlockWords);
  return {std::nullopt, kCheckFailed};
}

store::UnitDealer dealer_of(const yield::MapUnits& units, const BlockWork& work) {
  if (!work.deal) return {};
  return [&](store::UnitWork&, std::span<const std::size_t> blocks, const store::ComputeOptions& options,
             const store::UnitDone& done) { return work.deal(units, blocks, options, done); };
}

void print_results(const yield::MapUnits& units, std::span<const store::UnitResult> results, const store::Shard& shard,
                   const CommonOptions& common) {
  Report report;
  report.json = {
      {"blocks", units.units()}, {"shard", store::to_text(shard)}, {"results", nlohmann::ordered_json::array()}};
  for (const std::size_t unit : store::units_of(shard, units.units())) {
    report.json["results"].push_back(
        {{"block", unit}, {"status", results[unit].status}, {"report", results[unit].report}});
  }
  print(std::move(report), common);
}

}  // namespace

bool uses_store(const ShardOptions& options) {
  return options.shard || options.resume || !options.collect.empty();
}

StoredCounts count_in_store(const yield::JudgedMaps& maps, const Scenario& scenario, const ShardOptions& options,
                            const CommonOptions& common, const BlockWork& work) {
  yield::MapUnits units(maps, scenario, program_of(work.place));
  if (!options.collect.empty()) return collect(units, options, common);
  std::vector<store::UnitResult> results(units.units());
  std::optional<store::Store> store;
  if (common.out) store.emplace(*common.out, units.layout());
  ProgressLine progress("maps", "map", progress_style(common), std::cerr);
  const store::UnitRun run{.store = store ? &*store : nullptr,
                           .resume = options.resume,
                           .shard = options.shard.value_or(store::Shard{}),
                           .compute = {work.jobs, progress.listener()},
                           .deal = dealer_of(units, work)};
  const store::UnitCounts counts = store::run_units(units, run, into(results));
  if (!counts.stopped) report_what_was_taken(counts, options, common, kBlockWords);
  if (!counts.stopped && !options.shard) return {units.counts(results)};
  if (counts.stopped || common.out) {
    report_share(counts, units.units(), options, common, kBlockWords);
  } else {
    print_results(units, results, *options.shard, common);
  }
  const bool all_right = report_wrong_blocks(units, results);
  return {std::nullopt, all_right && !counts.stopped ? kDone : kCheckFailed};
}

}  // namespace kintsugi::cli
