#include "models/rivals/harvest.hpp"

#include <algorithm>
#include <utility>

namespace kintsugi::rivals {

GridSize array_of(Line line, GridSize wanted, std::size_t pes) {
  if (line == Line::kRow) return {wanted.columns, static_cast<unsigned>(pes / wanted.columns)};
  return {static_cast<unsigned>(pes / wanted.rows), wanted.rows};
}

Harvest::Harvest(Line line, GridSize wanted, GridSize array, std::function<bool(GridSize)> has,
                 std::optional<std::size_t> wires)
    : line_(line), wanted_(wanted), array_(array), has_(std::move(has)), wires_(wires) {}

const std::string& Harvest::name() const {
  static const std::string kRows = "rows", kColumns = "columns";
  return line_ == Line::kRow ? kRows : kColumns;
}

const std::string& Harvest::summary() const {
  static const std::string kRows = "rows with a defect are bypassed; repaired: the wanted network";
  static const std::string kColumns = "columns with a defect are bypassed; repaired: the wanted network";
  return line_ == Line::kRow ? kRows : kColumns;
}

unsigned Harvest::good_lines(const Defects& defects) const {
  const bool rows = line_ == Line::kRow;
  std::vector<bool> bad(rows ? array_.rows : array_.columns);
  for (const SiteId site : defects.sites) {
    bad[rows ? site.value / array_.columns : site.value % array_.columns] = true;
  }
  return static_cast<unsigned>(std::ranges::count(bad, false));
}

std::optional<Delivered> Harvest::deliver(const Defects& defects) const {
  const unsigned good = good_lines(defects);
  GridSize size = wanted_;
  unsigned& lines = line_ == Line::kRow ? size.rows : size.columns;
  const bool repaired = good >= lines;
  if (!repaired) lines = good;
  if (!repaired && !has_(size)) return std::nullopt;
  return Delivered{repaired, size, {}, {}};
}

Delivery Harvest::delivery() const {
  return [this](const Defects& defects) { return deliver(defects); };
}

}  // namespace kintsugi::rivals
