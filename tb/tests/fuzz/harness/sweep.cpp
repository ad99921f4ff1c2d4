#include "tb/tests/fuzz/harness/bounds.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/reader.hpp"

namespace kintsugi::fuzz {

namespace {

constexpr std::size_t kMostPointsBuilt = 6;

void bound_axes(sweep::Sweep& swept) {
  for (sweep::Axis& axis : swept.axes) {
    for (sweep::AxisValue& value : axis.values) {
      for (sweep::Setting& setting : value.settings) {
        bound(setting.path.empty() ? "" : setting.path.back(), setting.value);
      }
    }
  }
}

void check_points(sweep::Sweep& swept) {
  if (swept.points() > kMostPointsBuilt) return;
  bound_axes(swept);
  const std::vector<sweep::Point> points = sweep::points_of(swept, {.files = true});
  require(points.size() == swept.points(), "every point is made");
  for (const sweep::Point& point : points) require(point.built != nullptr, "a right point is built");
}

}  // namespace

void read_sweep_text(std::string_view text) {
  Diagnostics errors;
  auto document = parse_document(std::string(text), document_name(), errors);
  if (!document) return check_messages(errors);
  bound(*document);
  try {
    sweep::Sweep swept = sweep::read_sweep(*document, document_name(), {}, errors);
    errors.raise();
    check_points(swept);
  } catch (const InputError& error) {
    require(!error.diagnostics().empty(), "an error has a message");
  }
  check_messages(errors);
}

}  // namespace kintsugi::fuzz
