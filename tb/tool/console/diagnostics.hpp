/// The mistakes in an input, with their places: collected, so that the user sees all of them at once.
///
/// Printed as `file:line:column: message`; an override as `--set key.path=value: message`. Control characters and bytes
/// that are not UTF-8, which only a quoted name or value can contain, are printed as escapes. Of a long quoted text, or
/// name of a source, the middle is left out. Of many mistakes the first kMostShown are printed, and the number of the
/// others.
#pragma once

#include <concepts>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/network/text.hpp"

namespace kintsugi {

/// A place in an input. Line and column count from 1; line 0 means the source as a whole.
struct Where {
  std::string source;  ///< file name, "<command line>", or the override as it was given
  int line = 0;
  int column = 0;
  friend auto operator<=>(const Where&, const Where&) = default;
};

std::string describe(const Where& where);
inline constexpr std::size_t kMostSource = 400;  ///< bytes of its name that are printed

struct Diagnostic {
  Where where;
  std::string message;
};

std::string describe(const Diagnostic& diagnostic);

/// The mistakes found so far.
class Diagnostics {
 public:
  static constexpr std::size_t kMostShown = 100;
  static constexpr std::size_t kMostKept = 1000;  ///< those that are added later are only counted

  void add(Where where, std::string message);
  /// Adds a message that is said in parts (models/network/text.hpp).
  template <class First, class Second, class... Others>
  void add(const Where& where, const First& first, const Second& second, const Others&... others) {
    add(where, joined(first, second, others...));
  }
  /// Adds what `message` returns. It is called only if the mistake is kept: for messages that take long to work out.
  template <std::invocable Message>
  void add(const Where& where, Message message) {
    full() ? add_unsaid(1) : add(where, message());
  }
  /// Adds a mistake beside which those at these places say nothing new: they are left out, those that were added and
  /// those that will be. Of two such mistakes at one place the first stays. They still count in size(), by which
  /// readers see that something is wrong.
  void add_in_place_of(std::set<Where> places, Where where, std::string message);
  /// Leaves out a mistake that was added, because another one says why.
  void leave_out(const Where& where, const std::string& message);
  /// Counts mistakes that are not kept.
  void add_unsaid(std::size_t number) { unsaid_ += number; }
  /// Notes that a reader has ended early, so that there may be more mistakes than it has found.
  void ended_early() { is_complete_ = false; }
  /// Returns whether further mistakes are only counted.
  bool full() const { return list_.size() >= kMostKept; }
  bool empty() const { return size() == 0; }
  std::size_t size() const { return list_.size() + unsaid_ + left_out_; }
  /// Returns the first mistakes by source, in the order in which sources were first added, then by line and column; and
  /// "and N more mistakes" if there are more than kMostShown; "and at least N" after ended_early().
  std::vector<Diagnostic> sorted() const;
  /// Throws InputError unless empty.
  void raise() const;

 private:
  template <class Matches>
  void leave_out_all(Matches matches);

  std::vector<Diagnostic> list_;
  std::set<Where> silent_;  // places whose mistakes are left out
  std::size_t unsaid_ = 0;
  std::size_t left_out_ = 0;
  bool is_complete_ = true;
};

/// Thrown for a wrong input. what() holds all messages, one per line.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  std::span<const Diagnostic> diagnostics() const;

 private:
  struct Shortened {};
  InputError(Shortened, std::vector<Diagnostic> diagnostics);

  std::vector<Diagnostic> diagnostics_;
};

/// Throws InputError with a mistake of a source as a whole, such as a file or an option.
[[noreturn]] void refuse(const std::string& source, const std::string& why);

}  // namespace kintsugi
