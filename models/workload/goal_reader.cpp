#include <algorithm>
#include <tuple>
#include <utility>

#include "models/network/number_in.hpp"
#include "models/workload/binary_goal.hpp"
#include "models/workload/goal.hpp"
#include "models/workload/goal_lexer.hpp"
#include "models/workload/label_table.hpp"

namespace kintsugi::workload {

namespace {

using Token = GoalToken::Type;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

std::string example_of(OpKind kind) {
  return kind == OpKind::kSend ? "send 8b to 1" : kind == OpKind::kRecv ? "recv 8b from 1" : "calc 100";
}

}  // namespace

/// Reads one piece of a text after the other. What it reads next depends on where the last piece has ended.
class GoalParser::Reader {
 public:
  /// Reads a piece that ends with a line, or the last one.
  void read(std::string_view text) {
    if (place_ == Place::kOver) return;
    if (!std::exchange(has_begun_, true) && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    lexer_ = GoalLexer(text, token().line);
    for (skip_lines(); !is_at_end(); skip_lines()) {
      if (!read_next()) skip_line();
      if (place_ == Place::kOver) return;
    }
  }

  GoalFile finish() {
    if (place_ == Place::kStart) read_number_of_ranks();
    if (place_ == Place::kBlock) end_block_early("");
    if (token().type == Token::kOpenComment) complain(token(), "the comment has no end; add */");
    std::ranges::stable_sort(file_.mistakes, {},
                             [](const FileMistake& each) { return std::tuple(each.line, each.column); });
    labels_.reset();
    if (builder_ && file_.mistakes.empty()) file_.program = std::move(*builder_).finish();
    return std::move(file_);
  }

 private:
  /// A label, and where it stands.
  struct LabelUse {
    explicit LabelUse(const GoalToken& token) : text(token.text), line(token.line), column(token.column) {}
    std::string text;
    int line;
    int column;
  };

  /// A dependency, of which a label has not been there yet.
  struct Pending {
    LabelUse op;
    LabelUse before;
    bool on_start;
  };

  /// Where in the file the next token is.
  enum class Place {
    kStart,         // before the number of ranks
    kBetween,       // blocks
    kBlock,         // in the block of a rank
    kUnknownBlock,  // in one whose rank is not known
    kOver           // without a number of ranks, so that nothing more is read
  };

  const GoalToken& token() const { return lexer_.token(); }
  GoalToken take() {
    const GoalToken taken = token();
    lexer_.next();
    return taken;
  }
  bool is_at_end() const { return token().type == Token::kEnd || token().type == Token::kOpenComment; }
  void skip_lines() {
    while (token().type == Token::kLineEnd) lexer_.next();
  }
  void skip_line() {
    while (!token().ends_statement()) lexer_.next();
  }

  /// Returns false, so that a statement can end with it. `where` has a line and a column.
  bool complain(const auto& where, std::string message) {
    file_.add({where.line, where.column, std::move(message)});
    return false;
  }
  bool complain_of_token(const std::string& wanted) { return complain(token(), wanted + ", not " + token().quoted()); }

  /// Reads a statement, or what begins or ends a block. Returns whether the rest of the line is to be read.
  bool read_next() {
    switch (place_) {
      case Place::kStart:
        read_number_of_ranks();
        place_ = builder_ ? Place::kBetween : Place::kOver;
        return true;
      case Place::kBetween:
        return read_block_begin();
      case Place::kBlock:
        return read_in_block();
      case Place::kUnknownBlock:
        return skip_in_block();
      case Place::kOver:
        break;
    }
    return true;
  }

  void read_number_of_ranks() {
    if (!token().is("num_ranks")) {
      complain_of_token("the file begins with the number of ranks: num_ranks 4");
      return;
    }
    lexer_.next();
    std::uint64_t ranks = 0;
    if (!read_number("the number of ranks", kRanksRange, "num_ranks 4", ranks)) return;
    builder_.emplace(static_cast<std::uint32_t>(ranks));
    labels_.emplace(*builder_);
    block_line_.assign(ranks, 0);
    if (!ends_line("num_ranks 4")) skip_line();
  }

  /// Reads a number, and says what is wrong with it, where it is an example.
  bool read_number(const std::string& what, IntegerRange range, const std::string& example, std::uint64_t& number) {
    if (token().type != Token::kNumber) return complain_of_token(what + " must follow: " + example);
    const GoalToken read = take();
    const auto value = number_in<std::int64_t>(read.text);
    if (!value || !range.contains(*value)) {
      return complain(read, what + " must be " + to_text(range) + ", not " + read.quoted());
    }
    number = static_cast<std::uint64_t>(*value);
    return true;
  }

  bool ends_line(const std::string& example) {
    if (token().ends_statement()) return true;
    return complain_of_token("the line must end after " + example);
  }

  bool read_block_begin() {
    if (token().is("num_ranks")) return complain(token(), "num_ranks is there twice; leave one out");
    if (token().type == Token::kClose) {
      complain(take(), "there is no block that this } ends; leave it out");
      return true;
    }
    if (!token().is("rank")) return complain_of_token("a block must begin here: rank 0 {");
    const GoalToken begin = take();
    std::uint64_t number = 0;
    if (!read_number("the rank", {0, std::int64_t{builder_->ranks()} - 1}, "rank 0 {", number)) {
      place_ = Place::kUnknownBlock;
      return false;
    }
    rank_ = RankId::from(number);
    if (int& line = block_line_[number]; line != 0) {
      complain(begin, "rank " + std::to_string(number) + " is there twice, first in line " + std::to_string(line) +
                          "; put its operations into one block");
    } else {
      line = begin.line;
    }
    if (token().type == Token::kOpen) {
      lexer_.next();
    } else {
      complain_of_token("{ must follow rank " + std::to_string(number));
      skip_line();
    }
    begin_ = LabelUse(begin);
    labels_->clear();
    pending_.clear();
    place_ = Place::kBlock;
    return true;
  }

  bool skip_in_block() {
    if (token().type == Token::kClose || token().is("rank")) place_ = Place::kBetween;
    if (!token().is("rank")) lexer_.next();
    return true;
  }

  bool read_in_block() {
    if (token().type == Token::kClose) {
      lexer_.next();
      end_block();
      return true;
    }
    if (!token().is("rank")) return read_statement();
    end_block_early(" before the next one");
    return true;
  }

  void end_block_early(const std::string& where) {
    complain(begin_, "the block of rank " + std::to_string(rank_.value) + " has no end; add }" + where);
    end_block();
  }
  void end_block() {
    for (const Pending& each : pending_) {
      if (resolve(each.op.text, each.before.text, each.on_start)) continue;
      for (const LabelUse& label : {each.op, each.before}) {
        if (labels_->find(label.text) == kNoOp) complain_of_label(label);
      }
    }
    place_ = Place::kBetween;
  }

  bool read_statement() {
    if (is_kind()) return read_operation({});
    if (token().type == Token::kNumber) {
      return complain_of_token(
          "a statement must begin with a label, send, recv or calc; a label begins with a letter: l1");
    }
    if (token().type != Token::kWord)
      return complain_of_token("a statement must begin with a label, send, recv or calc");
    const GoalToken first = take();
    if (token().type == Token::kColon) return read_labelled(first);
    if (token().is("requires") || token().is("irequires")) return read_dependency(first);
    return complain_of_token(first.quoted() +
                             " is neither send, recv nor calc; after a label ':', requires or irequires "
                             "must follow");
  }

  bool is_kind() const { return token().is("send") || token().is("recv") || token().is("calc"); }

  bool read_labelled(const GoalToken& label) {
    lexer_.next();
    if (label.text.front() == '_') return complain(label, "a label begins with a letter, not " + label.quoted());
    if (label.text == "num_ranks") return complain(label, label.quoted() + " cannot be a label; take another one");
    if (const OpId other = labels_->find(label.text); other != kNoOp) {
      complain(label, "the label " + std::string(label.text) + " is there twice, first in line " +
                          std::to_string(builder_->line(other)) + "; take another one");
    }
    if (!is_kind()) return complain_of_token("send, recv or calc must follow the label " + std::string(label.text));
    return read_operation(label);
  }

  bool read_operation(const GoalToken& label) {
    const GoalToken word = take();
    Operation operation;
    operation.kind = word.text == "send" ? OpKind::kSend : word.text == "recv" ? OpKind::kRecv : OpKind::kCalc;
    if (token().type == Token::kColon) return complain(word, word.quoted() + " cannot be a label; take another one");
    const bool is_right = operation.kind == OpKind::kCalc ? read_calc(operation) : read_message(operation);
    if (!is_right || !read_options(operation)) {
      add_placeholder(label, word);
      return false;
    }
    add(operation, label, word);
    return true;
  }

  bool read_calc(Operation& operation) {
    return read_number("the time of a calc in nanoseconds", kNanosecondsRange, example_of(OpKind::kCalc),
                       operation.size);
  }

  bool read_message(Operation& operation) {
    const std::string example = example_of(operation.kind);
    const bool sends = operation.kind == OpKind::kSend;
    if (!read_number("the size of a message in bytes", kBytesRange, example, operation.size)) return false;
    if (!token().is("b")) return complain_of_token("b must follow the bytes of a message: " + example);
    lexer_.next();
    if (!token().is(sends ? "to" : "from")) {
      return complain_of_token((sends ? "to and the receiver must follow: " : "from and the sender must follow: ") +
                               example);
    }
    lexer_.next();
    if (is_any()) {
      if (sends) return complain(token(), "only a recv can be from -1, any rank; name the receiver");
      lexer_.next();
      operation.peer = kAnyRank;
      return true;
    }
    std::uint64_t peer = 0;
    if (!read_number(sends ? "the receiver" : "the sender", {0, std::int64_t{builder_->ranks()} - 1}, example, peer)) {
      return false;
    }
    operation.peer = RankId::from(peer);
    return true;
  }

  bool is_any() const { return token().type == Token::kNumber && token().text == "-1"; }

  bool read_options(Operation& operation) {
    bool has_tag = false;
    bool has_cpu = false;
    bool has_nic = false;
    bool has_mcast = false;
    const bool calculates = operation.kind == OpKind::kCalc;
    while (!token().ends_statement()) {
      const GoalToken name = token();
      const bool is_stream = name.is("cpu") || name.is("nic");
      if (calculates && (name.is("tag") || name.is("nic"))) {
        return complain(name, "a calc has no " + std::string(name.text) + "; it can have cpu");
      }
      const bool is_cast = operation.kind == OpKind::kSend && name.is("mcast");
      if (!is_stream && !is_cast && !name.is("tag")) {
        return complain_of_token(calculates ? "after whole nanoseconds, cpu or the end of the line must follow"
                                            : "tag, cpu, nic or the end of the line must follow");
      }
      lexer_.next();
      bool& has = name.is("tag") ? has_tag : name.is("cpu") ? has_cpu : is_cast ? has_mcast : has_nic;
      if (std::exchange(has, true)) return complain(name, std::string(name.text) + " is there twice; leave one out");
      std::uint64_t number = 0;
      const bool is_right =
          is_cast     ? read_number("mcast", kCastRange, "mcast 1", number)
          : is_stream ? read_number(std::string(name.text), kStreamRange, std::string(name.text) + " 1", number)
                      : read_tag(operation, number);
      if (!is_right) return false;
      if (is_cast) operation.mcast = static_cast<std::uint16_t>(number);
      if (name.is("cpu")) operation.cpu = static_cast<std::uint8_t>(number);
      if (name.is("nic")) operation.nic = static_cast<std::uint8_t>(number);
      if (name.is("tag")) operation.tag = static_cast<std::uint32_t>(number);
    }
    return true;
  }

  bool read_tag(const Operation& operation, std::uint64_t& tag) {
    if (!is_any()) return read_number("tag", kTagRange, "tag 1", tag);
    if (operation.kind == OpKind::kSend) return complain(token(), "only a recv can have tag -1, any tag; name the tag");
    lexer_.next();
    tag = kAnyTag;
    return true;
  }

  void add(const Operation& operation, const GoalToken& label, const GoalToken& word) {
    const bool is_new = !label.text.empty() && labels_->find(label.text) == kNoOp;
    const OpId op = builder_->add(rank_, operation, is_new ? label.text : std::string_view(),
                                  static_cast<std::uint32_t>(label.text.empty() ? word.line : label.line));
    if (is_new) labels_->add(op);
  }
  /// Stands for an operation that has a mistake, so that its label is known.
  void add_placeholder(const GoalToken& label, const GoalToken& word) { add({}, label, word); }

  bool read_dependency(const GoalToken& op) {
    const GoalToken word = take();
    const std::string example = "l2 " + std::string(word.text) + " l1";
    if (token().type != Token::kWord) return complain_of_token("a label must follow: " + example);
    const GoalToken before = take();
    const bool on_start = word.text == "irequires";
    if (op.text == before.text) {
      return complain(op, std::string(op.text) + ' ' + std::string(word.text) + " itself; leave that out");
    }
    if (!resolve(op.text, before.text, on_start)) pending_.push_back({LabelUse(op), LabelUse(before), on_start});
    return ends_line(example);
  }

  /// Returns whether both labels are there.
  bool resolve(std::string_view label, std::string_view label_before, bool on_start) {
    const OpId op = labels_->find(label);
    const OpId before = labels_->find(label_before);
    if (op == kNoOp || before == kNoOp) return false;
    builder_->require(op, before, on_start);
    return true;
  }

  void complain_of_label(const LabelUse& label) {
    std::string message = "rank " + std::to_string(rank_.value) + " has no label " + label.text;
    const std::size_t other = file_.mistakes.size() < kMostGoalMistakes ? find_anywhere(label.text) : builder_->size();
    if (other == builder_->size()) {
      message += "; give it to an operation or leave out this line";
    } else {
      message += ", but rank " + std::to_string(builder_->rank_of(OpId::from(other)).value) +
                 "; an operation requires operations of its own rank only";
    }
    complain(label, std::move(message));
  }
  std::size_t find_anywhere(std::string_view label) const {
    std::size_t op = 0;
    while (op < builder_->size() && builder_->label(OpId::from(op)) != label) ++op;
    return op;
  }

  GoalLexer lexer_{""};
  bool has_begun_ = false;
  Place place_ = Place::kStart;
  GoalFile file_;
  std::optional<ProgramBuilder> builder_;  // once the number of ranks is known
  std::optional<LabelTable> labels_;       // of the rank
  std::vector<Pending> pending_;           // of the rank
  std::vector<int> block_line_;            // of each rank; 0: none yet
  RankId rank_{0};
  LabelUse begin_{GoalToken()};  // of the block
};

void GoalFile::add(FileMistake mistake) {
  if (mistakes.size() < kMostGoalMistakes) {
    mistakes.push_back(std::move(mistake));
  } else {
    ++more_mistakes;
  }
}

GoalParser::GoalParser() : reader_(std::make_unique<Reader>()) {}

GoalParser::~GoalParser() = default;

void GoalParser::take(std::string_view part) {
  if (part.empty()) return;
  const bool begins = !std::exchange(has_begun_, true);
  if (!binary_.empty() || (begins && part.front() == kBinaryGoalBegin)) {
    binary_ += part.substr(0, kMostBinaryGoal + 1 - binary_.size());
  } else if (const std::string_view lines = lines_.take(part); !lines.empty()) {
    reader_->read(lines);
  }
}

GoalFile GoalParser::finish() {
  if (!binary_.empty()) return read_binary_goal(binary_);
  reader_->read(lines_.rest());
  return reader_->finish();
}

GoalFile read_goal(std::string_view text) {
  if (text.starts_with(kBinaryGoalBegin)) return read_binary_goal(text);
  GoalParser::Reader reader;
  reader.read(text);
  return reader.finish();
}

}  // namespace kintsugi::workload
