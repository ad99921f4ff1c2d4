#include "models/graph/csv_reader.hpp"

#include <array>
#include <numeric>
#include <span>

#include "models/network/natural_order.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

enum Column : std::size_t { kA, kB, kKind, kLatency, kUnknown };
constexpr std::array<std::string_view, 4> kColumnNames{"a", "b", "kind", "latency"};

struct Cell {
  std::string_view text;
  Place place;
};

std::vector<Cell> cells_of(std::string_view row, int line) {
  std::vector<Cell> cells;
  for (std::size_t begin = 0; begin <= row.size();) {
    const std::size_t end = std::min(row.find(',', begin), row.size());
    const std::string_view text = trimmed(row.substr(begin, end - begin));
    const std::size_t at = text.empty() ? begin : static_cast<std::size_t>(text.data() - row.data());
    cells.push_back({text, {line, static_cast<int>(at) + 1}});
    begin = end + 1;
  }
  return cells;
}

class CsvReader {
 public:
  CsvReader(Draft& draft, Mistakes& mistakes) : draft_(draft), mistakes_(mistakes), nodes_(draft.nodes) {}

  void read(std::string_view text) {
    for (int line = 1; !text.empty() && !draft_.is_too_large(); ++line) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      read_line(text.substr(0, end), line);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    draft_.is_complete = is_usable_ && !columns_.empty();
    if (columns_.empty()) mistakes_.add({}, std::string("the file has no header; ") + kHeader);
  }

 private:
  static constexpr const char* kHeader = "the first row names the columns: a,b and, if wanted, kind and latency";

  void read_line(std::string_view line, int number) {
    const std::string_view row = trimmed(line);
    if (row.empty() || row.front() == '#') return;
    const std::vector<Cell> cells = cells_of(line, number);
    if (!columns_.empty()) return read_row(cells);
    read_header(cells);
  }

  void read_header(std::span<const Cell> cells) {
    for (const Cell& cell : cells) {
      const auto found = std::ranges::find(kColumnNames, cell.text);
      const auto column = static_cast<Column>(found - kColumnNames.begin());
      if (column == kUnknown) {
        mistakes_.add(cell.place, "there is no column '" + std::string(cell.text) + "'; " + kHeader);
      } else if (std::ranges::find(columns_, column) != columns_.end()) {
        mistakes_.add(cell.place, "the column " + std::string(cell.text) + " is there twice; leave one out");
      }
      columns_.push_back(column);
    }
    for (const Column needed : {kA, kB}) {
      if (std::ranges::find(columns_, needed) != columns_.end()) continue;
      mistakes_.add(cells.front().place, "the column " + std::string(kColumnNames[needed]) + " is missing; " + kHeader);
      is_usable_ = false;
    }
  }

  void read_row(std::span<const Cell> cells) {
    if (cells.size() != columns_.size()) {
      return mistakes_.add(cells.front().place, "the row has " + counted(cells.size(), "cell") + "; the header has " +
                                                    counted(columns_.size(), "column") +
                                                    "; a cell without a value stays empty: x,y,");
    }
    if (!is_usable_) return;
    DraftLink link{cells.front().place, {}, {}};
    bool is_right = true;
    for (std::size_t i = 0; i < cells.size(); ++i) is_right = read_cell(cells[i], columns_[i], link) && is_right;
    if (is_right) draft_.links.push_back(std::move(link));
  }

  bool read_cell(const Cell& cell, Column column, DraftLink& link) {
    if (cell.text.find('"') != std::string_view::npos) {
      mistakes_.add(cell.place, "quotes are not read; write the cell without them");
      return false;
    }
    if (column == kA || column == kB) return read_end(cell, column == kA ? link.a : link.b);
    if (cell.text.empty() || column == kUnknown) return true;
    set_attribute(link, kColumnNames[column], cell.text, cell.place, mistakes_);
    return true;
  }

  bool read_end(const Cell& cell, DraftEnd& end) {
    if (cell.text.empty()) {
      mistakes_.add(cell.place, "the name of a node is missing; a link has two nodes");
      return false;
    }
    end.node = nodes_.add(std::string(cell.text), cell.place).first;
    return true;
  }

  Draft& draft_;
  Mistakes& mistakes_;
  NodeList nodes_;
  std::vector<Column> columns_;
  bool is_usable_ = true;  // a row says which two nodes it joins
};

/// Numbers the nodes by their names.
void sort_nodes(Draft& draft) {
  std::vector<std::size_t> order(draft.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, NaturalOrder{}, [&](std::size_t node) { return draft.nodes[node].name; });
  std::vector<std::size_t> number_of(order.size());
  std::vector<DraftNode> sorted;
  for (const std::size_t node : order) {
    number_of[node] = sorted.size();
    sorted.push_back(std::move(draft.nodes[node]));
  }
  draft.nodes = std::move(sorted);
  for (DraftLink& link : draft.links) {
    link.a.node = number_of[link.a.node];
    link.b.node = number_of[link.b.node];
  }
}

}  // namespace

Draft read_csv(std::string_view text, Mistakes& mistakes) {
  Draft draft;
  CsvReader(draft, mistakes).read(text);
  sort_nodes(draft);
  return draft;
}

}  // namespace kintsugi::graph
