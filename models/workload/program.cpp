#include "models/workload/program.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace kintsugi::workload {

namespace {

std::string_view label_in(const std::string& labels, const std::vector<std::uint32_t>& ends, std::size_t op) {
  if (ends.empty()) return {};
  const std::size_t begin = op == 0 ? 0 : ends[op - 1];
  return std::string_view(labels).substr(begin, ends[op] - begin);
}

/// As require(), without making a text of the name for each right value.
void require_range(const char* what, IntegerRange range, std::uint64_t value) {
  const auto number = static_cast<std::int64_t>(std::min<std::uint64_t>(value, ~std::uint64_t{0} >> 1));
  if (!range.contains(number)) require(what, range, number);
}

void require_valid(const Operation& operation, std::uint32_t ranks) {
  if (operation.kind == OpKind::kCalc) return require_range("the time of a calc", kNanosecondsRange, operation.size);
  const bool receives = operation.kind == OpKind::kRecv;
  require_range("the size of a message", kBytesRange, operation.size);
  if (!(receives && operation.peer == kAnyRank)) {
    require_range("the peer of a message", {0, std::int64_t{ranks} - 1}, operation.peer.value);
  }
  if (!(receives && operation.tag == kAnyTag)) require_range("the tag of a message", kTagRange, operation.tag);
}

/// Gives memory back that is not used, unless it is so little that a copy is not worth it.
void shrink(auto& list) {
  if (list.capacity() - list.size() > list.size() / 8) list.shrink_to_fit();
}

}  // namespace

std::string_view word_of(OpKind kind) {
  return kind == OpKind::kSend ? "send" : kind == OpKind::kRecv ? "recv" : "calc";
}

RankId Program::rank_of(OpId op) const {
  const auto found = std::ranges::upper_bound(first_, op.value);
  return RankId::from(found - first_.begin() - 1);
}

std::string_view Program::label(OpId op) const {
  return label_in(labels_, label_end_, op.index());
}

std::string_view Program::group(OpId op) const {
  const std::string_view whole = label(op);
  const std::size_t end = whole.find("__");
  return end == std::string_view::npos ? std::string_view() : whole.substr(0, end);
}

std::string Program::name(OpId op) const {
  const RankId rank = rank_of(op);
  std::string text = "rank " + std::to_string(rank.value) + ", " + std::string(word_of((*this)[op].kind)) + ' ';
  if (label(op).empty()) {
    text += "number " + std::to_string(op.index() - first(rank).index());
  } else {
    text += label(op);
  }
  if (line(op) != 0) text += " (line " + std::to_string(line(op)) + ')';
  return text;
}

std::string Program::written_label(OpId op) const {
  if (!label(op).empty()) return std::string(label(op));
  return 'l' + std::to_string(op.index() - first(rank_of(op)).index());
}

std::string Program::written_name(OpId op) const {
  return "rank " + std::to_string(rank_of(op).value) + ", " + std::string(word_of((*this)[op].kind)) + ' ' +
         written_label(op);
}

std::size_t Program::memory() const {
  const auto bytes = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return sizeof(*this) + bytes(operations_) + bytes(first_) + bytes(dependents_) + bytes(first_dependent_) +
         labels_.capacity() + bytes(label_end_) + bytes(lines_);
}

ProgramBuilder::ProgramBuilder(std::uint32_t ranks) : ranks_(ranks) {
  require_range("the number of ranks", kRanksRange, ranks);
}

OpId ProgramBuilder::add(RankId rank, const Operation& operation, std::string_view label, std::uint32_t line) {
  require_range("the rank of an operation", {0, std::int64_t{ranks_} - 1}, rank.value);
  require_valid(operation, ranks_);
  if (size() == kMostOperations || labels_.size() + label.size() > 0xffffffffu) {
    throw std::length_error("a program has at most 2^29 operations and 4 GiB of labels");
  }
  is_sorted_ = is_sorted_ && (rank_.empty() || rank_.back() <= rank.value);
  has_lines_ = has_lines_ || line != 0;
  operations_.push_back(operation);
  rank_.push_back(rank.value);
  labels_ += label;
  label_end_.push_back(static_cast<std::uint32_t>(labels_.size()));
  lines_.push_back(line);
  return OpId::from(size() - 1);
}

void ProgramBuilder::require(OpId op, OpId before, bool on_start) {
  if (op.index() >= size() || before.index() >= size() || rank_[op.index()] != rank_[before.index()]) {
    throw std::invalid_argument("a dependency needs two operations of the same rank");
  }
  pairs_.push_back({before.value, Dependent(op, on_start)});
}

std::string_view ProgramBuilder::label(OpId op) const {
  return label_in(labels_, label_end_, op.index());
}

/// Returns the numbers in the program; sets `first` to the first operation of each rank and the number of all.
std::vector<OpId> ProgramBuilder::new_numbers(std::vector<std::uint32_t>& first) const {
  first.assign(ranks_ + std::size_t{1}, 0);
  for (const std::uint32_t rank : rank_) ++first[rank + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  if (is_sorted_) return {};
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  std::vector<OpId> number(size());
  for (std::size_t i = 0; i < size(); ++i) number[i] = OpId{next[rank_[i]]++};
  return number;
}

void ProgramBuilder::sort_operations(const std::vector<OpId>& number, Program& program) {
  if (number.empty()) {
    program.operations_ = std::move(operations_);
    program.labels_ = std::move(labels_);
    program.label_end_ = std::move(label_end_);
    program.lines_ = std::move(lines_);
  } else {
    std::vector<std::uint32_t> old(size());
    for (std::size_t i = 0; i < size(); ++i) old[number[i].index()] = static_cast<std::uint32_t>(i);
    program.operations_.reserve(size());
    program.lines_.reserve(size());
    program.label_end_.reserve(size());
    program.labels_.reserve(labels_.size());
    for (const std::uint32_t i : old) {
      program.operations_.push_back(operations_[i]);
      program.lines_.push_back(lines_[i]);
      program.labels_ += label_in(labels_, label_end_, i);
      program.label_end_.push_back(static_cast<std::uint32_t>(program.labels_.size()));
    }
  }
  if (!has_lines_) program.lines_ = {};
  if (program.labels_.empty()) program.label_end_ = {};
  shrink(program.operations_);
  shrink(program.labels_);
  shrink(program.label_end_);
  shrink(program.lines_);
}

/// A counting sort by the operation that is waited for; what waits for the same one stays in order.
void ProgramBuilder::sort_dependents(const std::vector<OpId>& number, Program& program) {
  const auto renumbered = [&](std::uint32_t op) { return number.empty() ? OpId{op} : number[op]; };
  std::vector<std::uint32_t>& first = program.first_dependent_;
  first.assign(size() + 1, 0);
  for (const Pair& pair : pairs_) ++first[renumbered(pair.before).index() + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  program.dependents_.assign(pairs_.size(), Dependent(OpId{0}, false));
  for (const Pair& pair : pairs_) {
    std::uint32_t& next = first[renumbered(pair.before).index()];
    program.dependents_[next++] = Dependent(renumbered(pair.after.op().value), pair.after.on_start());
  }
  std::shift_right(first.begin(), first.end(), 1);
  first.front() = 0;
}

Program ProgramBuilder::finish(std::vector<OpId>* numbers) && {
  Program program;
  std::vector<OpId> number = new_numbers(program.first_);
  rank_ = {};
  sort_dependents(number, program);
  pairs_ = {};
  sort_operations(number, program);
  operations_ = {};
  if (numbers != nullptr) {
    if (number.empty()) {
      for (std::size_t i = 0; i < program.size(); ++i) number.push_back(OpId::from(i));
    }
    *numbers = std::move(number);
  }
  return program;
}

}  // namespace kintsugi::workload
