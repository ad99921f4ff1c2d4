#include "models/traffic/trace_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "models/network/limits.hpp"

namespace kintsugi {

namespace {

constexpr std::uint64_t kLastCycle = kMaxCycles;
constexpr std::uint64_t kMostFlits = kFlitsRange.high;
constexpr std::string_view kBlanks = " \t\r";

struct Column {
  const char* name;
  std::uint64_t low;
  std::uint64_t high;
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

class Parser {
 public:
  Parser(std::string_view text, std::uint32_t nodes)
      : text_(text),
        columns_{{{"cycle", 0, kLastCycle},
                  {"source", 0, nodes - std::uint64_t{1}},
                  {"destination", 0, nodes - std::uint64_t{1}},
                  {"flits", 1, kMostFlits}}} {}

  TraceFile run() {
    while (!text_.empty()) {
      const std::size_t end = text_.find('\n');
      ++line_;
      read_line(text_.substr(0, end));
      text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
    }
    if (unsaid_ != 0) {
      file_.mistakes.push_back({line_, 1, "and " + std::to_string(unsaid_) + " more mistakes in this file"});
    }
    return std::move(file_);
  }

 private:
  void read_line(std::string_view line) {
    const Field content = trimmed(line, 1);
    if (content.text.empty() || content.text.front() == '#') return;
    split(line);
    const bool first = !std::exchange(begun_, true);
    if (first && is_header()) return;
    if (fields_.size() != columns_.size()) {
      return complain(content.column, "a line is cycle,source,destination,flits, not " +
                                          std::to_string(fields_.size()) +
                                          (fields_.size() == 1 ? " field" : " fields"));
    }
    read_packet();
  }

  void split(std::string_view line) {
    fields_.clear();
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(',', begin), line.size());
      fields_.push_back(trimmed(line.substr(begin, end - begin), static_cast<int>(begin) + 1));
      begin = end + 1;
    }
  }

  bool is_header() const {
    return std::ranges::equal(fields_, columns_, [](const Field& f, const Column& c) { return f.text == c.name; });
  }

  void read_packet() {
    std::array<std::uint64_t, 4> numbers{};
    bool right = true;
    for (std::size_t i = 0; i < numbers.size(); ++i) right &= read_number(fields_[i], columns_[i], numbers[i]);
    if (!right) return;
    file_.packets.push_back({numbers[0],
                             NodeId{static_cast<std::uint32_t>(numbers[1])},
                             {NodeId{static_cast<std::uint32_t>(numbers[2])}, static_cast<std::uint16_t>(numbers[3])}});
  }

  bool read_number(const Field& field, const Column& column, std::uint64_t& number) {
    const char* end = field.text.data() + field.text.size();
    const auto [stop, error] = std::from_chars(field.text.data(), end, number);
    if (error == std::errc{} && stop == end && column.low <= number && number <= column.high) return true;
    complain(field.column, std::string(column.name) + " must be " + std::to_string(column.low) + " to " +
                               std::to_string(column.high) + ", not '" + std::string(field.text) + "'");
    return false;
  }

  void complain(int column, std::string message) {
    if (file_.mistakes.size() < TraceFile::kMostMistakes) {
      file_.mistakes.push_back({line_, column, std::move(message)});
    } else {
      ++unsaid_;
    }
  }

  std::string_view text_;
  std::array<Column, 4> columns_;
  std::vector<Field> fields_;  // of the line
  int line_ = 0;
  bool begun_ = false;  // whether a line that is not empty has been read
  std::size_t unsaid_ = 0;
  TraceFile file_;
};

}  // namespace

TraceFile parse_trace(std::string_view text, std::uint32_t nodes) {
  return Parser(text, nodes).run();
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
