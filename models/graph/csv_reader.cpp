#include "models/graph/csv_reader.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "models/graph/arcs.hpp"
#include "models/network/cells.hpp"
#include "models/network/number_in.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

enum class Column { kA, kB, kKind, kLatency, kLatencyBack, kType, kOther };
/// The columns as the project writes them; those of other programs are compared as plain_name() has them.
constexpr std::array<std::string_view, 5> kOwnNames{"a", "b", "kind", "latency", "latency_back"};
constexpr auto kNamesOfA = std::to_array<std::string_view>(
    {"a", "source", "src", "from", "u", "node1", "nodea", "sourcenode", "fromnode", "sourceid", "fromnodeid", "fromid",
     "tail", "start", "origin", "srcid", "sourcenodeid", "parent"});
constexpr auto kNamesOfB = std::to_array<std::string_view>(
    {"b",        "target", "dst",  "to",  "v",    "node2", "nodeb",  "targetnode",   "tonode", "targetid",
     "tonodeid", "toid",   "head", "end", "dest", "dstid", "destid", "targetnodeid", "child",  "destination"});
constexpr std::pair<std::string_view, Column> kOtherNames[] = {{"kind", Column::kKind},
                                                               {"class", Column::kKind},
                                                               {"linktype", Column::kKind},
                                                               {"latency", Column::kLatency},
                                                               {"latencyback", Column::kLatencyBack},
                                                               {"cycles", Column::kLatency},
                                                               {"type", Column::kType}};

Column column_named(std::string_view name) {
  const std::string plain = plain_name(name);
  if (std::ranges::find(kNamesOfA, plain) != kNamesOfA.end()) return Column::kA;
  if (std::ranges::find(kNamesOfB, plain) != kNamesOfB.end()) return Column::kB;
  const auto* const found = std::ranges::find(kOtherNames, plain, &std::pair<std::string_view, Column>::first);
  return found == std::end(kOtherNames) ? Column::kOther : found->second;
}

/// Returns what set_attribute() calls the cells of a column.
std::string_view attribute_of(Column column) {
  return column == Column::kKind ? "kind" : column == Column::kLatency ? "latency" : "latency_back";
}

/// Returns whether the line is a comment of other programs; cells.hpp knows those with #.
bool is_foreign_comment(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.starts_with('%') || text.starts_with("//");
}

class CsvReader {
 public:
  CsvReader(Draft& draft, Mistakes& mistakes) : draft_(draft), mistakes_(mistakes), nodes_(draft.nodes) {}

  void read(std::string_view text) {
    if (!find_columns(text)) return refuse_empty();
    each_row(text, [this](std::span<const Cell> cells) {
      if (line_ != header_) read_row(cells);
      return !draft_.is_too_large() && !mistakes_.full();
    });
    draft_.is_complete = is_usable_;
    if (!is_own_ && !says_directions_) find_arcs(draft_);
  }

 private:
  Place place_of(const Cell& cell) const { return {line_, cell.column}; }
  bool has(Column column) const { return std::ranges::find(columns_, column) != columns_.end(); }

  void refuse_empty() {
    mistakes_.add({},
                  "the file has no links; each row has the names of two nodes: x,y. A first row can name the columns: "
                  "a,b,kind,latency");
    draft_.is_complete = false;
  }

  /// Calls take(cells) for each row that has some, as long as it returns true.
  template <class Take>
  void each_row(std::string_view text, Take take) {
    take_lines(text, [&](std::string_view line, int number) {
      line_ = number;
      if (is_foreign_comment(line)) return true;
      const std::vector<Cell> cells = cells_of(line, form_).all;
      return cells.empty() || take(std::span<const Cell>(cells));
    });
  }

  /// Finds what the first row says of the columns; returns whether there is a row.
  bool find_columns(std::string_view text) {
    std::vector<Cell> first;
    take_lines(text, [&](std::string_view line, int number) {
      if (is_foreign_comment(line)) return true;
      line_ = number;
      form_.separator = separator_in(line);
      first = cells_of(line, form_).all;
      return first.empty();
    });
    if (first.empty()) return false;
    for (const Cell& cell : first) columns_.push_back(column_named(cell.text));
    is_own_ = form_.separator == ',' && std::ranges::all_of(first, [](const Cell& cell) {
                return std::ranges::find(kOwnNames, cell.text) != kOwnNames.end();
              });
    form_.has_comments = !is_own_;
    const int line = line_;
    if (is_own_ || (has(Column::kA) && has(Column::kB) && !names_nodes(first, line, text))) {
      if (is_own_ && first.size() == 2 && names_nodes(first, line, text)) note_header(first);
      line_ = header_ = line;
      take_header(first);
    } else if (is_above_numbers(first, line, text)) {
      line_ = header_ = line;
      const bool has_one = has(Column::kA) || has(Column::kB);
      if (!has_one) {
        columns_[0] = Column::kA;
        columns_[1] = Column::kB;
      }
      take_header(first);  // refuses a header that names one of the two
      if (has_one) return true;
      draft_.notes.sentences.push_back("the columns " + first[0].text + " and " + first[1].text +
                                       " are the nodes of a link");
    } else {
      columns_.assign({Column::kA, Column::kB});
      draft_.notes.sentences.emplace_back("no header: the first two cells of a row are the nodes of a link");
    }
    return true;
  }

  /// Returns whether the first row has two words and all others begin with two numbers: then the words are names of
  /// columns that are not known, not of nodes.
  bool is_above_numbers(std::span<const Cell> first, int line, std::string_view text) {
    const auto is_number = [](const Cell& cell) { return number_in<std::int64_t>(cell.text).has_value(); };
    if (first.size() < 2 || is_number(first[0]) || is_number(first[1])) return false;
    bool has_rows = false;
    bool all_numbers = true;
    each_row(text, [&](std::span<const Cell> cells) {
      if (line_ == line) return true;
      has_rows = true;
      all_numbers = cells.size() >= 2 && is_number(cells[0]) && is_number(cells[1]);
      return all_numbers;
    });
    return has_rows && all_numbers;
  }

  /// Returns whether later rows have the first row's names of nodes: then this is a link between u and v, not a header.
  bool names_nodes(std::span<const Cell> first, int line, std::string_view text) {
    bool does = false;
    each_row(text, [&](std::span<const Cell> cells) {
      if (line_ == line) return true;
      for (std::size_t i = 0; i < std::min(cells.size(), columns_.size()); ++i) {
        if (columns_[i] != Column::kA && columns_[i] != Column::kB) continue;
        does = does || std::ranges::any_of(first, [&](const Cell& name) {
                 const Column column = columns_[static_cast<std::size_t>(&name - first.data())];
                 return (column == Column::kA || column == Column::kB) && name.text == cells[i].text;
               });
      }
      return !does;
    });
    return does;
  }

  /// Of nodes named a and b the header can be meant as a link.
  void note_header(std::span<const Cell> first) {
    const std::string row = first[0].text + ',' + first[1].text;
    draft_.notes.sentences.push_back("the first row, " + row + ", is the header and no link, though nodes have these " +
                                     "names; for such a link write the header " + row + " above it");
  }

  void take_header(std::span<const Cell> cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      names_.push_back(cells[i].text);
      const auto first = static_cast<std::size_t>(std::ranges::find(columns_, columns_[i]) - columns_.begin());
      if (columns_[i] == Column::kOther || first == i) continue;
      columns_[i] = Column::kOther;
      if (plain_name(cells[i].text) != plain_name(cells[first].text)) continue;
      mistakes_.add(place_of(cells[i]), "the column ", cells[i].text, " is there twice; leave one out");
    }
    for (const Column needed : {Column::kA, Column::kB}) {
      if (has(needed)) continue;
      mistakes_.add(place_of(cells.front()), "the column ", (needed == Column::kA ? "a" : "b"),
                    " is missing; the first row names the columns: a,b and, if wanted, kind and latency");
      is_usable_ = false;
    }
  }

  void read_row(std::span<const Cell> cells) {
    if (const auto wrong = std::ranges::find_if(cells, [](const Cell& cell) { return cell.mistake != nullptr; });
        wrong != cells.end()) {
      return mistakes_.add(place_of(*wrong), wrong->mistake);
    }
    const bool has_header = header_ != 0;
    if (has_header ? cells.size() != columns_.size() : cells.size() < columns_.size()) {
      return mistakes_.add(
          place_of(cells.front()), "the row has ", counted(cells.size(), "cell"),
          (has_header ? "; the header has " + counted(columns_.size(), "column") +
                            (form_.separator == ' ' ? std::string() : "; a cell without a value stays empty: x,y,")
                      : "; a link has two nodes"));
    }
    if (!is_usable_) return;
    DraftLink link{place_of(cells.front()), {}, {}};
    bool is_right = true;
    for (std::size_t i = 0; i < cells.size(); ++i) is_right = read_cell(cells[i], i, link) && is_right;
    if (is_right) draft_.links.push_back(std::move(link));
  }

  bool read_cell(const Cell& cell, std::size_t number, DraftLink& link) {
    const Column column = number < columns_.size() ? columns_[number] : Column::kOther;
    if (column == Column::kA || column == Column::kB) return read_end(cell, column == Column::kA ? link.a : link.b);
    if (cell.text.empty()) return true;
    if (column == Column::kType) {
      read_type(cell, number, link);
    } else if (column != Column::kOther) {
      set_attribute(link, attribute_of(column), cell.text, place_of(cell), mistakes_);
    } else if (header_ == 0 && cell.text.starts_with('{') && cell.text.ends_with('}')) {
      read_attributes(cell, link);
    } else {
      ignore(number);
    }
    return true;
  }

  void ignore(std::size_t number) {
    ++draft_.notes.ignored[number < names_.size() && !names_[number].empty() ? names_[number]
                                                                             : "column " + std::to_string(number + 1)];
  }

  /// Gephi has the direction here, other programs the kind.
  void read_type(const Cell& cell, std::size_t number, DraftLink& link) {
    const std::string type = plain_name(cell.text);
    if (type == "directed" || type == "undirected" || type == "mutual") {
      link.is_directed = type == "directed";
      says_directions_ = true;
    } else if (has(Column::kKind)) {
      ignore(number);
    } else {
      link.kind = cell.text;
    }
  }

  /// Reads what Python writes of a dictionary whose values are texts and numbers.
  void read_attributes(const Cell& cell, DraftLink& link) {
    const auto bare = [](std::string_view text) {
      text = trimmed(text);
      const bool is_quoted =
          text.size() > 1 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
      return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
    };
    for (const std::string& entry : split(std::string_view(cell.text).substr(1, cell.text.size() - 2), ',')) {
      const std::size_t colon = std::min(entry.find(':'), entry.size());
      const std::string name = bare(std::string_view(entry).substr(0, colon));
      const std::string value = bare(std::string_view(entry).substr(std::min(colon + 1, entry.size())));
      if (entry.empty() || set_attribute(link, name, value, place_of(cell), mistakes_)) continue;
      ++draft_.notes.ignored[name];
    }
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
  CellForm form_;
  std::vector<Column> columns_;
  std::vector<std::string> names_;  // of the columns
  int line_ = 1;
  int header_ = 0;         // its line; 0: none
  bool is_own_ = false;    // the header is as the project writes it
  bool is_usable_ = true;  // a row says which two nodes it joins
  bool says_directions_ = false;
};

}  // namespace

Draft read_csv(std::string_view text, Mistakes& mistakes) {
  Draft draft;
  if (text.starts_with("%%MatrixMarket")) {
    // Its first row has sizes, and looks like a link.
    mistakes.add({},
                 "Matrix Market files are not read; write the entries of the matrix as an edge list, a,b in a line");
    draft.is_complete = false;
    return draft;
  }
  CsvReader(draft, mistakes).read(text);
  sort_nodes(draft);
  return draft;
}

}  // namespace kintsugi::graph
