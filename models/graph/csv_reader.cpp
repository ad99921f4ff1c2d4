#include "models/graph/csv_reader.hpp"

#include <array>
#include <numeric>
#include <span>

#include "models/network/cells.hpp"
#include "models/network/natural_order.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

enum Column : std::size_t { kA, kB, kKind, kLatency, kUnknown };
constexpr std::array<std::string_view, 4> kColumnNames{"a", "b", "kind", "latency"};

class CsvReader {
 public:
  CsvReader(Draft& draft, Mistakes& mistakes) : draft_(draft), mistakes_(mistakes), nodes_(draft.nodes) {}

  void read(std::string_view text) {
    take_lines(text, [this](std::string_view line, int number) {
      line_ = number;
      read_line(cells_of(line, Separator::kComma).all);
      return !draft_.is_too_large();
    });
    draft_.is_complete = is_usable_ && !columns_.empty();
    if (columns_.empty()) mistakes_.add({}, std::string("the file has no header; ") + kHeader);
  }

 private:
  static constexpr const char* kHeader = "the first row names the columns: a,b and, if wanted, kind and latency";

  Place place_of(const Cell& cell) const { return {line_, cell.column}; }

  void read_line(std::span<const Cell> cells) {
    if (cells.empty()) return;
    if (!columns_.empty()) return read_row(cells);
    read_header(cells);
  }

  void read_header(std::span<const Cell> cells) {
    for (const Cell& cell : cells) {
      const auto found = std::ranges::find(kColumnNames, cell.text);
      const auto column = static_cast<Column>(found - kColumnNames.begin());
      if (column == kUnknown) {
        mistakes_.add(place_of(cell), "there is no column '" + cell.text + "'; " + kHeader);
      } else if (std::ranges::find(columns_, column) != columns_.end()) {
        mistakes_.add(place_of(cell), "the column " + cell.text + " is there twice; leave one out");
      }
      columns_.push_back(column);
    }
    for (const Column needed : {kA, kB}) {
      if (std::ranges::find(columns_, needed) != columns_.end()) continue;
      mistakes_.add(place_of(cells.front()),
                    "the column " + std::string(kColumnNames[needed]) + " is missing; " + kHeader);
      is_usable_ = false;
    }
  }

  void read_row(std::span<const Cell> cells) {
    if (cells.size() != columns_.size()) {
      return mistakes_.add(place_of(cells.front()), "the row has " + counted(cells.size(), "cell") +
                                                        "; the header has " + counted(columns_.size(), "column") +
                                                        "; a cell without a value stays empty: x,y,");
    }
    if (!is_usable_) return;
    DraftLink link{place_of(cells.front()), {}, {}};
    bool is_right = true;
    for (std::size_t i = 0; i < cells.size(); ++i) is_right = read_cell(cells[i], columns_[i], link) && is_right;
    if (is_right) draft_.links.push_back(std::move(link));
  }

  bool read_cell(const Cell& cell, Column column, DraftLink& link) {
    if (cell.text.find('"') != std::string::npos) {
      mistakes_.add(place_of(cell), "quotes are not read; write the cell without them");
      return false;
    }
    if (column == kA || column == kB) return read_end(cell, column == kA ? link.a : link.b);
    if (cell.text.empty() || column == kUnknown) return true;
    set_attribute(link, kColumnNames[column], cell.text, place_of(cell), mistakes_);
    return true;
  }

  bool read_end(const Cell& cell, DraftEnd& end) {
    if (cell.text.empty()) {
      mistakes_.add(place_of(cell), "the name of a node is missing; a link has two nodes");
      return false;
    }
    end.node = nodes_.add(cell.text, place_of(cell)).first;
    return true;
  }

  Draft& draft_;
  Mistakes& mistakes_;
  NodeList nodes_;
  std::vector<Column> columns_;
  int line_ = 1;
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
