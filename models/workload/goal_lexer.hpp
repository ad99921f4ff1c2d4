/// Splits the text form of GOAL into tokens.
///
/// Words     a letter or '_', then letters, digits and '_'
/// Numbers   digits; and -1. "8b" is a number and a word
/// Signs     : { }
/// Ends      of lines are tokens, for a statement ends with its line
/// Comments  are from // to the end of the line, or between /* and */; line ends inside the latter are no tokens
/// Places    line and column count from 1; a column is a byte
#pragma once

#include <string>
#include <string_view>

namespace kintsugi::workload {

struct GoalToken {
  enum class Type { kWord, kNumber, kColon, kOpen, kClose, kLineEnd, kEnd, kWrong, kOpenComment };
  Type type = Type::kEnd;
  std::string_view text;
  int line = 1;
  int column = 1;

  bool is(std::string_view word) const { return type == Type::kWord && text == word; }
  bool ends_statement() const {
    return type == Type::kLineEnd || type == Type::kEnd || type == Type::kClose || type == Type::kOpenComment;
  }
  /// Returns the token as messages quote it: "'x'", "the end of the line".
  std::string quoted() const;
};

class GoalLexer {
 public:
  /// `line` is the number of the first line of the text.
  explicit GoalLexer(std::string_view text, int line = 1) : text_(text), line_(line) { next(); }
  const GoalToken& token() const { return token_; }
  /// Goes on to the next token. The end, and a comment without end, stay.
  void next();

 private:
  bool skip_blanks();
  void skip_comment();
  void make(GoalToken::Type type, std::size_t length);

  std::string_view text_;
  std::size_t next_ = 0;        // offset of what follows the token
  std::size_t line_begin_ = 0;  // offset
  int line_;
  GoalToken token_;
};

}  // namespace kintsugi::workload
