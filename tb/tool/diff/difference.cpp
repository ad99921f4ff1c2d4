#include "tb/tool/diff/difference.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace kintsugi::diff {

bool Differences::comes_before(const Kept& a, const Kept& b) {
  return std::tie(a.position, a.order) < std::tie(b.position, b.order);
}

void Differences::add(const std::string& kind, std::optional<std::uint64_t> position,
                      const std::function<Difference()>& describe) {
  const auto known = std::ranges::find(by_kind_, kind, &KindCounts::value_type::first);
  if (known == by_kind_.end()) {
    by_kind_.emplace_back(kind, 1);
  } else {
    ++known->second;
  }
  const std::uint64_t place = position.value_or(std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t order = added_++;
  if (kept_.size() == most_) {
    if (place >= kept_.front().position) return;
    std::ranges::pop_heap(kept_, comes_before);
    kept_.pop_back();
  }
  kept_.push_back({place, order, describe()});
  std::ranges::push_heap(kept_, comes_before);
}

void Differences::add(Difference difference) {
  const std::string kind = difference.kind;
  const auto position = difference.position;
  add(kind, position, [&difference] { return std::move(difference); });
}

Comparison Differences::finish(const std::string& unit, const std::string& compared) {
  Comparison comparison{unit, compared, {}, std::move(by_kind_), added_, std::move(notes_)};
  std::ranges::sort_heap(kept_, comes_before);
  for (Kept& each : kept_) comparison.list.push_back(std::move(each.difference));
  return comparison;
}

}  // namespace kintsugi::diff
