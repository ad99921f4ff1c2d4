#include "models/traffic/flow_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "models/family/cell_checks.hpp"
#include "models/network/cells.hpp"
#include "models/network/limits.hpp"
#include "models/network/number_in.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

enum Column : std::size_t { kSource, kDestination, kRate, kFlits, kFrom, kTo, kClass, kColumns };

struct Spelling {
  std::string_view text;
  Column column;
};
constexpr auto kSpellings = std::to_array<Spelling>({{"source", kSource},
                                                     {"src", kSource},
                                                     {"destination", kDestination},
                                                     {"dest", kDestination},
                                                     {"dst", kDestination},
                                                     {"rate", kRate},
                                                     {"flits", kFlits},
                                                     {"from", kFrom},
                                                     {"to", kTo},
                                                     {"class", kClass}});
constexpr const char* kForm = "source,destination,rate and, if wanted, flits,from,to,class";

class FlowReader : private in_text::CellChecks {
 public:
  FlowReader(const NodeNames& names, in_text::Mistakes& mistakes)
      : CellChecks(mistakes), names_(&names), mistakes_(mistakes) {}

  FlowFile read(std::string_view text) {
    take_lines(text, [this](std::string_view line, int number) {
      begin_line(number);
      if (!begun_ && line.starts_with('\t')) by_tabs_ = begins_matrix_by_tabs(line);
      const Cells cells = by_tabs_ ? cells_of(line, kByTabs) : cells_of(line, Separator::kFound);
      if (!cells.all.empty()) read_line(cells.all);
      return !mistakes_.full();
    });
    if (!has_rows_ && mistakes_.empty()) {
      mistakes_.add({}, is_matrix_
                            ? std::string("the matrix has no row; a row is the source, then the rates of its flows")
                            : std::string("the file has no flow; a line is ") + kForm);
    }
    return std::move(file_);
  }

 private:
  void read_line(std::span<const Cell> cells) {
    const bool is_first = !std::exchange(begun_, true);
    if (is_first && refuse_noxim(cells.front())) return;
    const auto broken = std::ranges::find_if(cells, [](const Cell& cell) { return cell.mistake != nullptr; });
    if (broken != cells.end()) return complain(*broken, broken->mistake);
    if (is_first && begins_matrix(cells)) return read_destinations(cells.subspan(1));
    if (is_first && (cells.size() < 3 || !number_in<double>(cells[2].text)) && is_header(cells)) {
      return read_header(cells);
    }
    has_rows_ = true;
    if (!is_usable_) return;
    if (is_matrix_) return read_rates(cells);
    read_flow(cells);
  }

  /// Returns whether the first line is that of a matrix: the cell above the sources and before the destinations is
  /// empty; or it has words for both, from/to, and all cells behind it are nodes.
  bool begins_matrix(std::span<const Cell> cells) const {
    const std::string& corner = cells.front().text;
    if (cells.size() < 2 || corner.empty()) return cells.size() > 1;
    return corner.find_first_of("/\\|") != std::string::npos && !names_->find(corner) && all_nodes(cells.subspan(1));
  }

  /// A line that begins with a tab may also be an indented one.
  bool begins_matrix_by_tabs(std::string_view line) const {
    const std::vector<Cell> cells = cells_of(line, kByTabs).all;
    return cells.size() > 1 && cells.front().text.empty() && all_nodes(std::span(cells).subspan(1));
  }

  bool all_nodes(std::span<const Cell> cells) const {
    return std::ranges::all_of(cells, [this](const Cell& cell) { return names_->find(cell.text).has_value(); });
  }

  /// Names the remedy for a file with the comments of Noxim, of which each line would be a mistake.
  bool refuse_noxim(const Cell& cell) {
    if (!cell.text.starts_with('%')) return false;
    complain(cell, "this is no table of flows, but maybe one of Noxim; kintsugi convert makes a table of it");
    is_usable_ = false;
    return true;
  }

  /// A first line with a wrong rate is a flow, so that its mistake is named.
  bool is_header(std::span<const Cell> cells) const {
    const auto column_of = [](const Cell& cell) {
      const std::string word = plain_name(cell.text);
      return std::ranges::any_of(kSpellings, [&](const Spelling& each) { return each.text == word; });
    };
    return std::ranges::any_of(cells, column_of) && !names_->find(cells.front().text);
  }

  void read_header(std::span<const Cell> cells) {
    columns_.clear();
    for (const Cell& cell : cells) {
      const std::string word = plain_name(cell.text);
      const auto found = std::ranges::find(kSpellings, word, &Spelling::text);
      if (found == kSpellings.end()) {
        complain(cell, "there is no column '", cell.text, "'; the columns are ", kForm);
        columns_.push_back(kColumns);
        continue;
      }
      if (std::ranges::find(columns_, found->column) != columns_.end()) {
        complain(cell, "the column ", kNames[found->column], " is there twice; leave one out");
      }
      columns_.push_back(found->column);
    }
    for (const Column needed : {kSource, kDestination, kRate}) {
      if (std::ranges::find(columns_, needed) != columns_.end()) continue;
      complain(cells.front(), "the column ", kNames[needed], " is missing; the columns are ", kForm);
      is_usable_ = false;
    }
    has_header_ = true;
  }

  void read_flow(std::span<const Cell> cells) {
    const std::size_t least = has_header_ ? columns_.size() : 3;
    if (cells.size() < least || cells.size() > columns_.size()) {
      const std::string form = has_header_ ? counted(least, "cell") + ", as the first row says" : std::string(kForm);
      const bool is_long = !has_header_ && cells.size() > columns_.size();
      return complain(cells.front(), "the line has ", counted(cells.size(), "cell"), "; a flow is ", form,
                      (is_long ? "; the first row of a matrix begins with an empty cell, and names "
                                 "the destinations"
                               : ""));
    }
    Flow flow;
    bool is_right = true;
    for (std::size_t i = 0; i < cells.size(); ++i) is_right &= read_cell(cells[i], columns_[i], flow);
    if (!is_right) return;
    if (flow.from >= flow.to) {
      return complain(cells.front(), "the flow ends in cycle ", flow.to, ", before it begins in cycle ", flow.from,
                      "; `to` is the cycle after its last");
    }
    add(flow);
  }

  void add(const Flow& flow) {
    file_.flows.push_back(flow);
    file_.lines.push_back(line());
  }

  bool read_cell(const Cell& cell, Column column, Flow& flow) {
    switch (column) {
      case kSource:
        return node_with_pe(cell, kNames[column], *names_, flow.source);
      case kDestination:
        return node_with_pe(cell, kNames[column], *names_, flow.destination);
      case kRate:
        return read_rate(cell, flow.rate);
      case kColumns:
        break;
      case kFlits:
        return read_number(cell, column, kFlitsRange, flow.flits);
      case kFrom:
        return read_number(cell, column, {0, kMaxCycles}, flow.from);
      case kTo:
        return read_number(cell, column, {0, kMaxCycles}, flow.to);
      case kClass:
        return read_number(cell, column, {0, kTrafficClassesRange.high - 1}, flow.priority_class);
    }
    return true;
  }

  template <class Number>
  bool read_number(const Cell& cell, Column column, IntegerRange range, Number& into) {
    return cell.text.empty() || integer(cell, kNames[column], range, into, ", or empty");
  }

  bool read_rate(const Cell& cell, double& rate) {
    const auto number = number_in<double>(cell.text);
    const bool is_right = number && *number >= 0 && *number <= 1;  // not a NaN
    if (is_right) rate = *number;
    return is_right || refuse_value(cell, "rate", "0 to 1 flits/cycle");
  }

  void read_destinations(std::span<const Cell> cells) {
    is_matrix_ = true;
    for (const Cell& cell : cells) {
      NodeId node;
      const bool is_right = node_with_pe(cell, kNames[kDestination], *names_, node);
      is_usable_ &= is_right;
      if (is_right && std::ranges::find(destinations_, node) != destinations_.end()) {
        complain(cell, "the destination '", cell.text, "' comes twice; leave one column out");
      }
      destinations_.push_back(node);
    }
  }

  void read_rates(std::span<const Cell> cells) {
    if (cells.size() != destinations_.size() + 1) {
      return complain(cells.front(), "the row has ", counted(cells.size() - 1, "rate"), "; the first row names ",
                      counted(destinations_.size(), "destination"));
    }
    Flow flow;
    if (!node_with_pe(cells.front(), kNames[kSource], *names_, flow.source)) return;
    const auto [first, is_new] = source_lines_.try_emplace(flow.source, line());
    if (!is_new) {
      return complain(cells.front(), "the source '", cells.front().text, "' has a row in line ", first->second,
                      " already; leave one out");
    }
    for (std::size_t i = 0; i < destinations_.size(); ++i) {
      const Cell& cell = cells[i + 1];
      flow.destination = destinations_[i];
      flow.rate = 0;
      if (!cell.text.empty() && !read_rate(cell, flow.rate)) continue;
      if (flow.rate > 0) add(flow);
    }
  }

  static constexpr CellForm kByTabs{'\t', true};
  static constexpr std::array<std::string_view, kColumns> kNames{"source", "destination", "rate", "flits",
                                                                 "from",   "to",          "class"};
  const NodeNames* names_;
  in_text::Mistakes& mistakes_;
  std::vector<Column> columns_ = {kSource, kDestination, kRate, kFlits, kFrom, kTo, kClass};
  std::vector<NodeId> destinations_;    // of a matrix
  std::map<NodeId, int> source_lines_;  // of its rows
  bool begun_ = false;                  // whether a line that is not empty has been read
  bool has_rows_ = false;               // beside the first, if that names columns
  bool has_header_ = false;
  bool is_matrix_ = false;
  bool by_tabs_ = false;   // a matrix whose first cell is empty, cut by tabs
  bool is_usable_ = true;  // the first row says what the others have
  FlowFile file_;
};

}  // namespace

std::variant<FlowFile, std::vector<FileMistake>> read_flows(std::string_view text, const NodeNames& names) {
  in_text::Mistakes mistakes;
  if (!in_text::check_encoding(text, mistakes)) return std::move(mistakes).sorted();
  FlowFile file = FlowReader(names, mistakes).read(text);
  if (!mistakes.empty()) return std::move(mistakes).sorted();
  return file;
}

}  // namespace kintsugi
