#include "tb/tool/store/run_units.hpp"

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

}  // namespace kintsugi::store
