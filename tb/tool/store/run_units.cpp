#include "tb/tool/store/run_units.hpp"

#include "models/network/number_in.hpp"

namespace kintsugi::store {

namespace {

/// Hands over the results of the shard that are in the store; returns its other units. Adds to `counts` those whose
/// files were changed.
std::vector<std::size_t> take_what_is_there(const UnitWork& work, const UnitRun& run, const UnitDone& take,
                                            UnitCounts& counts) {
  std::vector<std::size_t> units = units_of(run.shard, work.units());
  if (run.store == nullptr || !run.resume) return units;
  std::vector<std::size_t> missing;
  for (const std::size_t unit : units) {
    const auto identity = work.identity(unit);
    if (const auto there = run.store->load(identity)) {
      take(unit, *there);
      continue;
    }
    if (run.store->has_file(identity)) {
      counts.changed.push_back(run.store->results().parent_path() / run.store->file_of(identity));
    }
    missing.push_back(unit);
  }
  return missing;
}

}  // namespace

UnitCounts run_units(UnitWork& work, const UnitRun& run, const UnitDone& take) {
  if (run.store != nullptr) run.store->open();
  UnitCounts counts;
  const std::vector<std::size_t> missing = take_what_is_there(work, run, take, counts);
  counts.own = units_of(run.shard, work.units()).size();
  counts.taken = counts.own - missing.size();
  if (run.store != nullptr) counts.others = run.store->others(names_of(work));
  const auto done = [&](std::size_t unit, const UnitResult& result) {
    if (run.store != nullptr && !result.broke_down()) run.store->save(work.identity(unit), result);
    take(unit, result);
    ++counts.done;
  };
  counts.stopped = !(run.deal ? run.deal(work, missing, run.compute, done) : work.compute(missing, run.compute, done));
  return counts;
}

namespace {

/// Returns a number from 1 to the most shards, written in digits only.
std::optional<std::size_t> shard_number(std::string_view text) {
  const auto number = number_in<std::size_t>(text);
  return number && *number >= 1 && *number <= kMostShards ? number : std::nullopt;
}

}  // namespace

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto index = shard_number(text.substr(0, slash));
  const auto count = shard_number(text.substr(slash + 1));
  if (!index || !count || *index > *count) return std::nullopt;
  return Shard{*index, *count};
}

std::string to_text(const Shard& shard) {
  return std::to_string(shard.index) + '/' + std::to_string(shard.count);
}

std::vector<std::size_t> units_of(const Shard& shard, std::size_t units) {
  std::vector<std::size_t> own;
  for (std::size_t unit = shard.index - 1; unit < units; unit += shard.count) own.push_back(unit);
  return own;
}

}  // namespace kintsugi::store
