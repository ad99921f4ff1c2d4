#include <charconv>

#include "models/workload/goal.hpp"

namespace kintsugi::workload {

namespace {

/// Collects a text and hands it over in large parts.
class GoalText {
 public:
  explicit GoalText(const std::function<void(std::string_view)>& out) : out_(out) {}

  GoalText& operator<<(std::string_view text) {
    buffer_ += text;
    return *this;
  }
  GoalText& operator<<(std::uint64_t number) {
    char digits[20];
    buffer_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    return *this;
  }
  void end_line() {
    buffer_ += '\n';
    if (buffer_.size() > kPart) flush();
  }
  void flush() {
    out_(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kPart = 1 << 16;
  const std::function<void(std::string_view)>& out_;
  std::string buffer_;
};

class GoalWriter {
 public:
  GoalWriter(const Program& program, const std::function<void(std::string_view)>& out)
      : program_(program), text_(out) {}

  void write(const Progress& progress) {
    text_ << "num_ranks " << program_.ranks();
    text_.end_line();
    for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
      write_rank(RankId{rank});
      if (progress) progress(program_.end(RankId{rank}).index(), program_.size());
    }
    text_.flush();
  }

 private:
  void write_rank(RankId rank) {
    const OpId first = program_.first(rank);
    text_.end_line();
    text_ << "rank " << rank.value << " {";
    text_.end_line();
    for (OpId op = first; op < program_.end(rank); ++op.value) write_operation(op);
    for (OpId op = first; op < program_.end(rank); ++op.value) write_dependents(op);
    text_ << "}";
    text_.end_line();
  }

  void write_operation(OpId op) {
    const Operation& operation = program_[op];
    text_ << program_.written_label(op) << ": " << word_of(operation.kind) << " " << operation.size;
    if (operation.kind != OpKind::kCalc) {
      text_ << (operation.kind == OpKind::kSend ? "b to " : "b from ");
      write_or_any(operation.peer.value);
      if (operation.tag != 0) {
        text_ << " tag ";
        write_or_any(operation.tag);
      }
    }
    if (operation.cpu != 0) text_ << " cpu " << operation.cpu;
    if (operation.nic != 0) text_ << " nic " << operation.nic;
    if (operation.mcast != 0) text_ << " mcast " << operation.mcast;
    text_.end_line();
  }
  void write_or_any(std::uint32_t number) {
    if (number == 0xffffffff) {
      text_ << "-1";
    } else {
      text_ << number;
    }
  }

  void write_dependents(OpId op) {
    for (const Dependent dependent : program_.dependents(op)) {
      text_ << program_.written_label(dependent.op()) << (dependent.on_start() ? " irequires " : " requires ")
            << program_.written_label(op);
      text_.end_line();
    }
  }

  const Program& program_;
  GoalText text_;
};

}  // namespace

void write_goal(const Program& program, std::ostream& out) {
  write_goal(program, [&out](std::string_view part) { out << part; });
}

void write_goal(const Program& program, const std::function<void(std::string_view)>& out, const Progress& progress) {
  GoalWriter(program, out).write(progress);
}

}  // namespace kintsugi::workload
