#include "tb/tool/diff/difference.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace kintsugi::diff {

void Differences::add(const std::string& kind, std::optional<std::uint64_t> position,
                      const std::function<Difference()>& describe) {
  const auto known = std::ranges::find(by_kind_, kind, &KindCounts::value_type::first);
  if (known == by_kind_.end()) {
    by_kind_.emplace_back(kind, 1);
  } else {
    ++known->second;
  }
  const Place place(position.value_or(std::numeric_limits<std::uint64_t>::max()), added_++);
  if (kept_.size() == most_) {
    const auto last = std::prev(kept_.end());
    if (place > last->first) return;
    kept_.erase(last);
  }
  kept_.emplace(place, describe());
}

void Differences::add(Difference difference) {
  const std::string kind = difference.kind;
  const auto position = difference.position;
  add(kind, position, [&difference] { return std::move(difference); });
}

Comparison Differences::finish(const std::string& unit, const std::string& compared) {
  Comparison comparison{unit, compared, {}, std::move(by_kind_), added_, std::move(notes_)};
  for (auto& [place, difference] : kept_) comparison.list.push_back(std::move(difference));
  return comparison;
}

}  // namespace kintsugi::diff
