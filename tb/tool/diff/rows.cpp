#include "tb/tool/diff/rows.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "models/network/text.hpp"

namespace kintsugi::diff {

namespace {

using nlohmann::ordered_json;
using RowKinds = std::set<std::string>;

RowKinds kinds_of(const Rows& rows) {
  RowKinds kinds;
  for (const Row& row : rows.all()) kinds.insert(row.kind);
  return kinds;
}

void note_single_kinds(const char* letter, const RowKinds& kinds, const RowKinds& others, Differences& found) {
  std::vector<std::string> single;
  std::ranges::set_difference(kinds, others, std::back_inserter(single));
  if (single.empty()) return;
  found.note(std::string("only ") + letter + " has rows of the kind " + with_commas(single) + "; they are left out");
}

/// Returns the kinds that both have, and adds a note about the others. The number of a fabric alone is no list.
RowKinds common_kinds(const RowKinds& a, const RowKinds& b, const std::string& source_b, const RowForm& form,
                      Differences& found) {
  RowKinds common;
  std::ranges::set_intersection(a, b, std::inserter(common, common.end()));
  const bool only_number = common == RowKinds{"fabric"} && (a.size() > 1 || b.size() > 1);
  if (common.empty() || only_number) {
    throw InputError(
        {{{source_b, 0, 0}, std::string("it has no kind of row in common with the first file; ") + form.remedy}});
  }
  note_single_kinds("a", a, b, found);
  note_single_kinds("b", b, a, found);
  return common;
}

ordered_json cell_json(const std::string& cell) {
  return cell.empty() ? ordered_json() : ordered_json(cell);
}

/// What stands in the list for a row that the other file does not have.
ordered_json single_json(const Row& row, const RowForm& form) {
  for (const auto& cell : row.cells) {
    if (cell && !cell->empty()) return *cell;
  }
  return form.empty == nullptr ? ordered_json() : ordered_json(form.empty);
}

void compare_cells(const Row& a, const Row& b, const RowForm& form, Differences& found) {
  for (std::size_t i = 0; i < form.columns.size(); ++i) {
    if (!a.cells[i] || !b.cells[i] || *a.cells[i] == *b.cells[i]) continue;
    return found.add({a.kind, a.name + form.columns[i], {}, {cell_json(*a.cells[i]), cell_json(*b.cells[i])}});
  }
}

}  // namespace

const Row* Rows::add(Row row) {
  const auto [other, is_new] = by_name_.try_emplace(row.kind + '\n' + row.name, rows_.size());
  if (!is_new) return &rows_[other->second];
  rows_.push_back(std::move(row));
  return nullptr;
}

const Row* Rows::find(const std::string& kind, const std::string& name) const {
  const auto found = by_name_.find(kind + '\n' + name);
  return found == by_name_.end() ? nullptr : &rows_[found->second];
}

Comparison compare_rows(const Rows& a, const Rows& b, const std::string& source_b, const RowForm& form,
                        std::size_t most_listed) {
  Differences found(most_listed);
  const RowKinds kinds = common_kinds(kinds_of(a), kinds_of(b), source_b, form, found);
  std::size_t compared = 0;
  for (const Row& row : a.all()) {
    if (!kinds.contains(row.kind)) continue;
    ++compared;
    if (const Row* other = b.find(row.kind, row.name)) {
      compare_cells(row, *other, form, found);
    } else {
      found.add({kOnlyInA, row.single_name, {}, {single_json(row, form), nullptr}});
    }
  }
  for (const Row& row : b.all()) {
    if (!kinds.contains(row.kind) || a.find(row.kind, row.name) != nullptr) continue;
    found.add({kOnlyInB, row.single_name, {}, {nullptr, single_json(row, form)}});
  }
  return found.finish("", counted(compared, form.unit));
}

}  // namespace kintsugi::diff
