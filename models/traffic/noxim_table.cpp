#include "models/traffic/noxim_table.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "models/family/cell_checks.hpp"
#include "models/network/cells.hpp"
#include "models/network/limits.hpp"
#include "models/network/number_in.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

class NoximReader : private in_text::CellChecks {
 public:
  NoximReader(const NoximOptions& options, in_text::Mistakes& mistakes)
      : CellChecks(mistakes), options_(options), mistakes_(mistakes) {}

  ForeignFlows read(std::string_view text) {
    bool is_whole = true;
    take_lines(text, [&](std::string_view line, int number) {
      begin_line(number);
      const Cells cells = cells_of(line.substr(0, line.find('%')), Separator::kBlanks);
      if (!cells.all.empty()) is_whole = read_line(cells.all);
      return is_whole && !mistakes_.full();
    });
    if (lines_ == 0) mistakes_.add({}, "the table has no flow; a line is ", kForm);
    if (lines_ > 0 && read_.flows.empty() && mistakes_.empty()) {
      mistakes_.add({}, "no line of the table sends in any cycle; see t_on, t_off and --cycles");
    }
    add_notes();
    return std::move(read_);
  }

 private:
  enum Column : std::size_t { kSource, kDestination, kPir, kPor, kOn, kOff, kPeriod, kColumns };
  static constexpr std::array<std::string_view, kColumns> kNames{"src",  "dst",   "pir",     "por",
                                                                 "t_on", "t_off", "t_period"};
  static constexpr const char* kForm = "src dst and, if wanted, pir por t_on t_off t_period";
  static constexpr IntegerRange kNode{0, (std::int64_t{1} << 31) - 1};
  static constexpr IntegerRange kCycle{0, kMaxCycles};

  /// A line: what it says, and which columns it has.
  struct TableLine {
    std::span<const Cell> cells;
    std::array<std::int64_t, kColumns> integers{};
    std::optional<double> pir = {};
    std::optional<double> por = {};
    bool has(Column column) const { return cells.size() > column; }
    Cycle cycle(Column column) const { return static_cast<Cycle>(integers[column]); }
  };

  template <class Number>
  static std::optional<Number> signed_number_in(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    return number_in<Number>(text);
  }

  /// Returns whether to go on: not beyond the most flows.
  bool read_line(std::span<const Cell> cells) {
    ++lines_;
    if (cells.size() < 2 || cells.size() > kColumns) {
      complain(cells.front(), "the line has ", counted(cells.size(), "cell"), "; a flow is ", kForm);
      return true;
    }
    TableLine line{.cells = cells};
    bool is_right = true;
    for (std::size_t i = 0; i < cells.size(); ++i) is_right &= read_cell(static_cast<Column>(i), line);
    is_right = is_right && check_rate(line) && check_cycles(line);
    return !is_right || add_flows(line);
  }

  bool read_cell(Column column, TableLine& line) {
    const Cell& cell = line.cells[column];
    if (column == kPir || column == kPor) {
      const auto number = signed_number_in<double>(cell.text);
      (column == kPir ? line.pir : line.por) = number;
      if (number && *number >= 0 && *number <= 1) return true;  // not a NaN
      return refuse(cell, kNames[column], " must be 0 to 1 packets/cycle, not '", cell.text, "'");
    }
    const IntegerRange range = column == kSource || column == kDestination ? kNode : kCycle;
    const auto number = signed_number_in<std::int64_t>(cell.text);
    if (!number || !range.contains(*number))
      return refuse(cell, kNames[column], " must be ", to_text(range), ", not '", cell.text, "'");
    line.integers[column] = *number;
    return true;
  }

  bool check_rate(TableLine& line) {
    if (!line.pir) line.pir = options_.pir;
    const Cell& cell = line.cells[line.has(kPir) ? kPir : kSource];
    if (!line.pir) {
      return refuse(cell, "the line has no pir; Noxim takes that of its configuration: say it by --pir");
    }
    if (*line.pir * options_.flits <= 1) return true;
    return refuse(cell, "a pir of ", (line.has(kPir) ? cell.text : std::string("--pir")), " with packets of ",
                  counted(options_.flits, "flit"),
                  " is more than 1 flit/cycle, the most that a node sends; lower it, or take shorter packets");
  }

  bool check_cycles(const TableLine& line) {
    if (line.has(kOff) && line.cycle(kOff) <= line.cycle(kOn))
      return refuse(line.cells[kOff], "t_off must be more than t_on, ", line.integers[kOn], ", not '",
                    line.cells[kOff].text, "'");
    if (!line.has(kPeriod)) return true;
    if (line.cycle(kPeriod) <= line.cycle(kOff))
      return refuse(line.cells[kPeriod], "t_period must be more than t_off, ", line.integers[kOff], ", not '",
                    line.cells[kPeriod].text, "'");
    if (options_.cycles) return true;
    return refuse(line.cells[kPeriod],
                  "a flow with a period becomes one for each of its times; say by --cycles how long the traffic is");
  }

  bool add_flows(const TableLine& line) {
    if (line.por && *line.por != *line.pir) ++other_por_;
    ForeignFlow flow{.source = std::to_string(line.integers[kSource]),
                     .destination = std::to_string(line.integers[kDestination]),
                     .rate = *line.pir * options_.flits,
                     .flits = options_.flits,
                     .from = line.has(kOn) ? line.cycle(kOn) + 1 : 0,
                     .to = line.has(kOff) ? line.cycle(kOff) : Flow::kNoEnd};
    if (flow.from >= flow.to) {
      ++without_cycle_;
      return true;
    }
    if (!line.has(kPeriod)) return add(line, flow);
    ++periodic_;
    const Cycle end = *options_.cycles;
    for (Cycle begin = 0; begin + line.cycle(kOn) + 1 < end; begin += line.cycle(kPeriod)) {
      flow.from = begin + line.cycle(kOn) + 1;
      flow.to = std::min(begin + line.cycle(kOff), end);
      if (!add(line, flow)) return false;
    }
    return true;
  }

  bool add(const TableLine& line, const ForeignFlow& flow) {
    if (read_.flows.size() < ForeignFlows::kMost) {
      read_.flows.push_back(flow);
      return true;
    }
    return refuse(line.cells.front(), "more than ", ForeignFlows::kMost,
                  " flows, with one for each period; divide the table, or say fewer --cycles");
  }

  void add_notes() {
    if (other_por_ > 0) {
      read_.notes.push_back("por of " + counted(other_por_, "line") +
                            " ignored, which differs from pir: the flow has pir in all cycles");
    }
    if (periodic_ > 0) {
      read_.notes.push_back(counted(periodic_, "line") + " with a period written as a flow for each of its times");
    }
    if (without_cycle_ > 0) {
      read_.notes.push_back(counted(without_cycle_, "line") + " left out, with no cycle between t_on and t_off");
    }
  }

  const NoximOptions& options_;
  in_text::Mistakes& mistakes_;
  ForeignFlows read_;
  std::size_t lines_ = 0;  // with a flow
  std::size_t other_por_ = 0;
  std::size_t periodic_ = 0;
  std::size_t without_cycle_ = 0;
};

}  // namespace

std::variant<ForeignFlows, std::vector<FileMistake>> read_noxim_table(std::string_view text,
                                                                      const NoximOptions& options) {
  in_text::Mistakes mistakes;
  if (!in_text::check_encoding(text, mistakes)) return std::move(mistakes).sorted();
  ForeignFlows read = NoximReader(options, mistakes).read(text);
  if (!mistakes.empty()) return std::move(mistakes).sorted();
  return read;
}

}  // namespace kintsugi
