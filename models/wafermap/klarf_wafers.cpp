#include "models/wafermap/klarf_wafers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "models/network/text.hpp"

namespace kintsugi::wafermap {

namespace {

/// Sorts places and leaves out those that are there twice.
std::vector<DiePlace> distinct(std::vector<DiePlace> places) {
  std::ranges::sort(places);
  const auto rest = std::ranges::unique(places);
  places.erase(rest.begin(), rest.end());
  return places;
}

}  // namespace

void KlarfWafer::add_plan(const std::vector<DiePlace>& dies) {
  if (!std::exchange(has_own_plan, true)) plan.clear();
  plan.insert(plan.end(), dies.begin(), dies.end());
}

void KlarfWafer::begin_next() {
  defects.clear();
  has_own_plan = false;
}

void add_wafer(const KlarfWafer& wafer, Corner origin, Draft& draft) {
  if (wafer.plan.empty()) {
    return draft.mistakes.add(wafer.place, "the wafer has no SampleTestPlan, which says which dies there are");
  }
  const std::vector<DiePlace> plan = distinct(wafer.plan);
  const std::vector<DiePlace> defects = distinct(wafer.defects);
  WaferMap map{.lot = wafer.lot,
               .wafer = wafer.wafer,
               .device = wafer.device,
               .dies = {},
               .bins = {{kClean, Quality::kPass}, {kDefect, Quality::kFail}},
               .notch = wafer.notch,
               .place = wafer.place};
  std::vector<PlacedDie> dies;
  for (const DiePlace die : plan) {
    const bool is_clean = !std::ranges::binary_search(defects, die);
    dies.push_back({die.x, die.y, static_cast<BinIndex>(is_clean ? 0 : 1), wafer.place});
  }
  std::size_t outside = 0;
  for (const DiePlace die : defects) {
    if (std::ranges::binary_search(plan, die)) continue;
    ++outside;
    dies.push_back({die.x, die.y, 1, wafer.place});
  }
  if (outside > 0) {
    draft.note(counted(outside, "die") + " with defects that the SampleTestPlan lacks " +
               (outside == 1 ? "counts" : "count") + " as defective");
  }
  draft.note("of the records only wafer, lot, device, notch, dies and the dies of the defects are taken");
  draft.add_dies(std::move(map), dies, origin);
}

Side mark_location(std::string_view text, Place place, Mistakes& mistakes) {
  constexpr std::array<std::pair<std::string_view, Side>, 8> kWords{{{"down", Side::kDown},
                                                                     {"bottom", Side::kDown},
                                                                     {"up", Side::kUp},
                                                                     {"top", Side::kUp},
                                                                     {"left", Side::kLeft},
                                                                     {"right", Side::kRight},
                                                                     {"none", Side::kUnknown},
                                                                     {"unknown", Side::kUnknown}}};
  const std::string name = plain_name(text);
  for (const auto& [word, side] : kWords) {
    if (name == word) return side;
  }
  const auto degrees = read_coordinate(text);
  const Side side = degrees ? side_at(*degrees % 360, Side::kDown) : Side::kUnknown;
  if (side == Side::kUnknown) {
    mistakes.add(place, "OrientationMarkLocation must be DOWN, LEFT, UP or RIGHT, not '", text, '\'');
  }
  return side;
}

int die_coordinate(std::string_view text, Place place, Mistakes& mistakes) {
  const auto number = read_coordinate(text);
  if (!number) {
    mistakes.add(place, "the coordinate of a die must be an integer, -10^6 to 10^6, not '", text, '\'');
  }
  return number.value_or(0);
}

}  // namespace kintsugi::wafermap
