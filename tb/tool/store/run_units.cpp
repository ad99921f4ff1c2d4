#include "tb/tool/store/run_units.hpp"

namespace kintsugi::store {

namespace {

/// Hands over the results of the shard that are in the store; returns its other units.
std::vector<std::size_t> take_what_is_there(const UnitWork& work, const UnitRun& run, const UnitDone& take) {
  std::vector<std::size_t> missing;
  for (const std::size_t unit : units_of(run.shard, work.units())) {
    const auto there = run.store != nullptr && run.resume ? run.store->load(work.identity(unit)) : std::nullopt;
    if (there) {
      take(unit, *there);
    } else {
      missing.push_back(unit);
    }
  }
  return missing;
}

}  // namespace

UnitCounts run_units(UnitWork& work, const UnitRun& run, const UnitDone& take) {
  if (run.store != nullptr) run.store->open();
  const std::vector<std::size_t> missing = take_what_is_there(work, run, take);
  UnitCounts counts;
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
