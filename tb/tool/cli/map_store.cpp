#include "tb/tool/cli/map_store.hpp"

#include <CLI/App.hpp>
#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/store/collect.hpp"
#include "tb/tool/sweep/result.hpp"

namespace kintsugi::cli {

const UnitWords kBlockWords{"block", "block"};

namespace {

/// Returns the values of an option, those that one word had between delimiters again in one.
std::vector<std::string> values_of(const CLI::Option& option) {
  if (option.get_delimiter() == '\0') return option.results();
  return {CLI::detail::join(option.results(), ",")};
}

/// Returns the result of the one block that a process has counted.
store::UnitResult result_of_block(const yield::MapUnits& units, std::size_t unit, const sweep::Ended& end) {
  const store::UnitResult run = sweep::result_of(end);
  if (run.broke_down()) {
    throw std::runtime_error(units.name(unit) + " cannot be counted: " + sweep::result_of(run).outcome());
  }
  const nlohmann::ordered_json& result = run.report.at("results").at(0);
  if (result.at("block") != unit) throw std::logic_error("a process has counted another block");
  return {result.at("status").get<int>(), result.at("report")};
}

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
  report_what_was_taken({.others = found.others, .changed = found.changed}, options, common, kBlockWords);
  if (found.missing.empty()) return {units.counts(results)};
  const auto name_of = [&units](std::size_t unit) { return units.name(unit); };
  report_missing(each_of(found.missing, name_of), units.units(), common, kBlockWords);
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

std::vector<std::string> given_options(const CLI::App& command, std::span<const std::string> but) {
  std::vector<std::string> words;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || option->get_positional() || std::ranges::find(but, name) != but.end()) continue;
    if (option->get_items_expected_max() == 0) {
      words.push_back(name);
    } else {
      for (const std::string& value : values_of(*option)) words.push_back(name + '=' + value);
    }
  }
  return words;
}

BlockDealer deal_blocks(const Place& place, std::vector<std::string> words, Source source) {
  return [place, words = std::move(words), source = std::move(source)](
             const yield::MapUnits& units, std::span<const std::size_t> blocks, const store::ComputeOptions& options,
             const store::UnitDone& done) {
    std::uint64_t maps = 0, total = 0;
    for (const std::size_t unit : blocks) total += units.maps_in(unit);
    const auto command = [&](std::size_t job) {
      std::vector<std::string> arguments = {"yield", "-", "--json", "--quiet", "--jobs=1"};
      arguments.insert(arguments.end(), words.begin(), words.end());
      arguments.push_back("--shard=" + store::to_text(store::Shard{blocks[job] + 1, units.units()}));
      return sweep::Command{std::move(arguments), sweep::directory_of(source.name), source.text};
    };
    const auto take = [&](std::size_t job, const sweep::Ended& end) {
      done(blocks[job], result_of_block(units, blocks[job], end));
      maps += units.maps_in(blocks[job]);
      if (options.progress) options.progress(maps, total);
    };
    return place.run_all({blocks.size(), options.jobs, command, take});
  };
}

void MapRate::add_to(Report& report, const CommonOptions& options, std::uint64_t maps) const {
  if (!options.timing) return;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
  const double rate = static_cast<double>(maps) / spent.count();
  report.json["maps_per_second"] = rate;
  report.text += "\nmaps per second  " + fixed(rate, 0) + '\n';
}

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
