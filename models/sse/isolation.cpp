#include "models/sse/isolation.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "models/network/text.hpp"

namespace kintsugi::sse {

namespace {

using Numbers = std::vector<std::uint32_t>;

bool contains(const Numbers& numbers, std::uint32_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

void sort_and_drop_repeated(Numbers& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

void refuse_unless_a_pe(const Array& array, SiteId pe) {
  if (pe.value < array.pes()) return;
  throw std::invalid_argument("there is no PE " + std::to_string(pe.value) + "; the array has PEs 0 to " +
                              std::to_string(array.pes() - 1));
}

/// Returns the PE whose unit is isolated for a faulty link.
SiteId end_to_isolate(const Array& array, LinkDefect link) {
  refuse_unless_a_pe(array, link.a);
  refuse_unless_a_pe(array, link.b);
  if (array.has_shuffle(link.a, link.b)) return link.a;
  if (array.has_shuffle(link.b, link.a)) return link.b;
  if (array.has_exchange(link.a, link.b)) return std::min(link.a, link.b);
  throw std::invalid_argument("there is no link between PE " + std::to_string(link.a.value) + " and PE " +
                              std::to_string(link.b.value));
}

/// Returns the faulty positions of every physical module.
std::vector<Numbers> by_module(const Sse& sse, std::span<const Unit> faulty) {
  std::vector<Numbers> positions(sse.physical_modules());
  for (const Unit unit : faulty) positions[unit.module].push_back(unit.position);
  return positions;
}

Numbers modules_with_more_than(const std::vector<Numbers>& faulty, std::uint32_t tolerated) {
  Numbers modules;
  for (std::uint32_t module = 0; module < faulty.size(); ++module) {
    if (faulty[module].size() > tolerated) modules.push_back(module);
  }
  return modules;
}

/// Finds the units that a module isolates itself if some positions are isolated in lockstep. It tries faulty units
/// only: to isolate the next fault above a healthy unit is as good, because the units above move as far.
class LocalSearch {
 public:
  /// Positions from `end` on, counted without the local ones, are spare.
  LocalSearch(const Numbers& faulty, const Numbers& lockstep, std::uint32_t most, std::uint32_t end)
      : faulty_(faulty), lockstep_(lockstep), most_(most), end_(end) {}

  std::optional<Numbers> find() {
    if (faulty_.size() <= most_) return faulty_;
    if (!settle(0)) return std::nullopt;
    return local_;
  }

 private:
  /// Decides for the faults from `index` on whether the module isolates them itself.
  bool settle(std::size_t index) {
    if (index == faulty_.size()) return true;
    const auto position = faulty_[index] - static_cast<std::uint32_t>(local_.size());
    if (position >= end_) return true;
    if (contains(lockstep_, position) && settle(index + 1)) return true;
    if (local_.size() == most_) return false;
    local_.push_back(faulty_[index]);
    if (settle(index + 1)) return true;
    local_.pop_back();
    return false;
  }

  const Numbers& faulty_;
  const Numbers& lockstep_;
  std::uint32_t most_;
  std::uint32_t end_;
  Numbers local_;
};

/// Searches for positions to isolate in every module.
class LockstepSearch {
 public:
  LockstepSearch(const Sse& sse, const std::vector<Numbers>& faulty) : sse_(sse), faulty_(faulty) {}

  std::optional<Isolation> find() {
    for (count_ = 0; count_ <= sse_.lockstep_units(); ++count_) {
      if (extend()) return result();
    }
    return std::nullopt;
  }

 private:
  std::optional<Numbers> local(std::size_t module) const {
    return LocalSearch(faulty_[module], chosen_, sse_.local_units(), sse_.logical_width() + count_).find();
  }

  /// If a module cannot isolate the rest itself, one of its faults must be at a further lockstep position.
  bool extend() {
    std::size_t module = 0;
    while (module < faulty_.size() && local(module)) ++module;
    if (module == faulty_.size()) return true;
    if (chosen_.size() == count_) return false;
    for (const std::uint32_t position : candidates(module)) {
      chosen_.push_back(position);
      if (extend()) return true;
      chosen_.pop_back();
    }
    return false;
  }

  /// Returns the positions that the faults of a module can have, counted without the local ones.
  Numbers candidates(std::size_t module) const {
    Numbers positions;
    if (faulty_[module].size() > sse_.local_units() + count_) return positions;
    for (const std::uint32_t place : faulty_[module]) {
      for (std::uint32_t shift = 0; shift <= std::min(sse_.local_units(), place); ++shift) {
        if (!contains(chosen_, place - shift)) positions.push_back(place - shift);
      }
    }
    sort_and_drop_repeated(positions);
    return positions;
  }

  Isolation result() const {
    Isolation isolation;
    for (std::size_t module = 0; module < faulty_.size(); ++module) isolation.local.push_back(*local(module));
    isolation.lockstep = chosen_;
    sort_and_drop_repeated(isolation.lockstep);
    return isolation;
  }

  Sse sse_;
  const std::vector<Numbers>& faulty_;
  std::uint32_t count_ = 0;
  Numbers chosen_;
};

std::string there_are(std::size_t number, const std::string& what) {
  if (number == 0) return "there is no " + what;
  return (number == 1 ? "there is " : "there are ") + counted(number, what);
}

}  // namespace

std::vector<FaultyUnit> faulty_units(const Array& array, const Defects& faults) {
  std::vector<FaultyUnit> units;
  for (std::size_t i = 0; i < faults.sites.size(); ++i) {
    refuse_unless_a_pe(array, faults.sites[i]);
    units.push_back({array.sse().unit_of(faults.sites[i]), false, i});
  }
  for (std::size_t i = 0; i < faults.links.size(); ++i) {
    units.push_back({array.sse().unit_of(end_to_isolate(array, faults.links[i])), true, i});
  }
  std::stable_sort(units.begin(), units.end(), [](const auto& a, const auto& b) { return a.unit < b.unit; });
  const auto is_same = [](const FaultyUnit& a, const FaultyUnit& b) { return a.unit == b.unit; };
  units.erase(std::unique(units.begin(), units.end(), is_same), units.end());
  return units;
}

std::string describe(const Sse& sse, const Isolation& isolation) {
  std::vector<std::string> parts;
  for (const std::uint32_t module : isolation.dropped) parts.push_back("module " + std::to_string(module));
  for (const std::uint32_t position : isolation.lockstep) {
    parts.push_back("pair " + std::to_string(position) + " of every module");
  }
  for (std::uint32_t module = 0; module < isolation.local.size(); ++module) {
    if (contains(isolation.dropped, module)) continue;
    for (const std::uint32_t position : isolation.local[module]) {
      const std::uint32_t first = sse.pe({module, position}, 0).value;
      const std::string number = std::to_string(first);
      parts.push_back(sse.unit_pes() == 1 ? "PE " + number : "PEs " + number + " and " + std::to_string(first + 1));
    }
  }
  std::string words;
  for (const std::string& part : parts) words += (words.empty() ? "" : "; ") + part;
  return words;
}

std::optional<Isolation> isolate(const Sse& sse, std::span<const Unit> faulty) {
  auto positions = by_module(sse, faulty);
  if (sse.lockstep_units() > 0) return LockstepSearch(sse, positions).find();
  auto dropped = modules_with_more_than(positions, sse.local_units());
  if (dropped.size() > sse.spare_modules()) return std::nullopt;
  return Isolation{std::move(dropped), std::move(positions), {}};
}

std::string why_irreparable(const Sse& sse, std::span<const Unit> faulty) {
  const std::string unit = sse.unit_pes() == 1 ? "PE" : "pair";
  const auto positions = by_module(sse, faulty);
  const auto overfull = modules_with_more_than(positions, sse.local_units());
  if (sse.spare_modules() > 0) {
    const std::string too_many =
        sse.local_units() == 0 ? "a faulty " + unit : "more than " + counted(sse.local_units(), "faulty " + unit);
    return counted(overfull.size(), "module") + (overfull.size() == 1 ? " has " : " have ") + too_many + "; " +
           there_are(sse.spare_modules(), "spare module");
  }
  if (sse.lockstep_units() == 0) {
    const std::size_t count = positions.at(overfull.at(0)).size();
    if (!sse.has_modules())
      return counted(count, "faulty " + unit) + "; " + there_are(sse.local_units(), "spare " + unit);
    return "module " + std::to_string(overfull[0]) + " has " + counted(count, "faulty " + unit) + "; a module has " +
           counted(sse.local_units(), "spare " + unit);
  }
  std::set<std::uint32_t> distinct;
  for (const Unit fault : faulty) distinct.insert(fault.position);
  return "faulty pairs at " + counted(distinct.size(), "position") + "; " + counted(sse.lockstep_units(), "position") +
         " can be isolated in all modules" +
         (sse.local_units() == 0 ? "" : ", then " + std::to_string(sse.local_units()) + " more in each");
}

}  // namespace kintsugi::sse
