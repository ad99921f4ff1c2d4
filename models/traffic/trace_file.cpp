#include "models/traffic/trace_file.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <span>
#include <utility>

#include "models/family/cell_checks.hpp"
#include "models/network/cells.hpp"
#include "models/network/limits.hpp"
#include "models/network/number_in.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

constexpr std::uint64_t kLastLine = std::numeric_limits<int>::max();  // the highest that a place can name
constexpr std::string_view kBlanks = " \t\r";

struct Column {
  const char* name;
  IntegerRange range;
};

/// A part of a line, and the column where it begins, counted from 1.
struct Field {
  std::string_view text;
  int column;
};

Field trimmed(std::string_view text, int column) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {{}, column};
  const std::size_t last = text.find_last_not_of(kBlanks);
  return {text.substr(first, last - first + 1), column + static_cast<int>(first)};
}

}  // namespace

/// Reads line after line.
class TraceParser::Lines {
 public:
  explicit Lines(std::uint32_t nodes)
      : columns_{{{"cycle", {0, kMaxCycles}},
                  {"source", {0, nodes - std::int64_t{1}}},
                  {"destination", {0, nodes - std::int64_t{1}}},
                  {"flits", kFlitsRange}}} {}
  explicit Lines(const NodeNames& names) : Lines(0) { names_ = &names; }
  Lines() : Lines(0) { any_word_ = true; }

  void read(std::string_view line) {
    begin_line();
    read_line(line_ == 1 ? without_byte_order_mark(line) : line);
  }

  /// Counts a line that is too long; its rest is not read.
  void refuse_long_line() {
    begin_line();
    checks_.complain(Field{{}, 1}, "a line is cycle,source,destination,flits, not more than ",
                     counted(TraceFile::kLongestLine, "byte"));
  }

  TraceFile finish() {
    file_.more_mistakes = mistakes_.more();
    file_.mistakes = std::move(mistakes_).sorted();
    return std::move(file_);
  }

 private:
  void begin_line() { checks_.begin_line(static_cast<int>(std::min<std::uint64_t>(++line_, kLastLine))); }

  void read_line(std::string_view line) {
    const Field content = trimmed(line, 1);
    if (content.text.empty() || content.text.front() == '#') return;
    const char* const mistake = split(line);
    if (mistake != nullptr) {
      begun_ = true;
      return checks_.complain(fields_.back(), mistake);
    }
    const bool first = !std::exchange(begun_, true);
    if (first && is_header()) return;
    if (fields_.size() != columns_.size()) {
      return checks_.complain(content, "a line is cycle,source,destination,flits, not ",
                              counted(fields_.size(), "field"));
    }
    read_packet();
  }

  /// Returns what is wrong with the quotes of the last field; nullptr: nothing.
  const char* split(std::string_view line) {
    fields_.clear();
    unquoted_.clear();
    for (std::size_t begin = 0; begin <= line.size();) {
      std::size_t end = std::min(line.find(',', begin), line.size());
      fields_.push_back(trimmed(line.substr(begin, end - begin), static_cast<int>(begin) + 1));
      if (fields_.back().text.starts_with('"')) {
        end = static_cast<std::size_t>(fields_.back().column);
        if (const char* const mistake = take_quoted(line, end)) return mistake;
      }
      begin = end + 1;
    }
    return nullptr;
  }

  /// Puts the text between the quotes into the last field; `at` is behind the first quote, then at the comma behind
  /// the field or at the end of the line.
  const char* take_quoted(std::string_view line, std::size_t& at) {
    std::string& text = unquoted_.emplace_back();
    for (;; ++at) {
      if (at == line.size()) return "the quote is not closed";
      if (line[at] == '"' && (++at == line.size() || line[at] != '"')) break;  // two stand for one
      text += line[at];
    }
    at = std::min(line.find_first_not_of(kBlanks, at), line.size());
    if (at < line.size() && line[at] != ',') return "a comma is missing behind the quote";
    fields_.back().text = text;
    return nullptr;
  }

  bool is_header() const {
    return std::ranges::equal(fields_, columns_, [](const Field& f, const Column& c) { return f.text == c.name; });
  }

  void read_packet() {
    std::array<std::int64_t, 4> numbers{};
    bool right = true;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const bool is_node = i == 1 || i == 2;
      right &= is_node && (any_word_ || names_ != nullptr)
                   ? read_node(fields_[i], columns_[i].name, numbers[i])
                   : checks_.integer(fields_[i], columns_[i].name, columns_[i].range, numbers[i]);
    }
    if (!right) return;
    file_.packets.push_back({static_cast<Cycle>(numbers[0]),
                             NodeId{static_cast<std::uint32_t>(numbers[1])},
                             {NodeId{static_cast<std::uint32_t>(numbers[2])}, static_cast<std::uint16_t>(numbers[3])}});
  }

  bool read_node(const Field& field, const char* name, std::int64_t& number) {
    if (any_word_) return true;
    NodeId node;
    if (!checks_.node_with_pe(field, name, *names_, node)) return false;
    number = node.value;
    return true;
  }

  std::array<Column, 4> columns_;
  const NodeNames* names_ = nullptr;  // numbers alone are nodes
  bool any_word_ = false;             // is a node
  std::vector<Field> fields_;         // of the line
  std::deque<std::string> unquoted_;  // those in quotes
  std::uint64_t line_ = 0;
  bool begun_ = false;  // whether a line that is not empty has been read
  in_text::Mistakes mistakes_{TraceFile::kMostMistakes};
  in_text::CellChecks checks_{mistakes_};
  TraceFile file_;
};

TraceParser::TraceParser() : lines_(std::make_unique<Lines>()) {}

TraceParser::TraceParser(std::uint32_t nodes) : lines_(std::make_unique<Lines>(nodes)) {}

TraceParser::TraceParser(const NodeNames& names) : lines_(std::make_unique<Lines>(names)) {}

TraceParser::~TraceParser() = default;

void TraceParser::take(std::string_view part) {
  while (!part.empty()) {
    const std::size_t end = part.find('\n');
    if (!skipping_) begun_ += part.substr(0, end);
    if (begun_.size() > TraceFile::kLongestLine) {
      begun_.clear();
      skipping_ = true;
      lines_->refuse_long_line();
    }
    if (end == std::string_view::npos) return;
    if (!std::exchange(skipping_, false)) lines_->read(begun_);
    begun_.clear();
    part.remove_prefix(end + 1);
  }
}

TraceFile TraceParser::finish() {
  if (!begun_.empty()) lines_->read(begun_);
  return lines_->finish();
}

TraceFile parse_trace(std::string_view text, std::uint32_t nodes) {
  TraceParser parser(nodes);
  parser.take(text);
  return parser.finish();
}

std::vector<std::unique_ptr<PacketSource>> replay(const std::vector<TracePacket>& trace, std::uint32_t nodes,
                                                  Cycle begin, Cycle end) {
  std::vector<std::vector<ListSource::Entry>> lists(nodes);
  for (const TracePacket& packet : trace) {
    const Cycle cycle = begin + packet.cycle;
    if (cycle < end) lists[packet.source.value].push_back({cycle, packet.order});
  }
  std::vector<std::unique_ptr<PacketSource>> sources;
  for (auto& list : lists) {
    std::ranges::stable_sort(list, {}, &ListSource::Entry::cycle);
    sources.push_back(std::make_unique<ListSource>(std::move(list)));
  }
  return sources;
}

}  // namespace kintsugi
