/// The mistakes in an input, with their places: collected, so that the user sees all of them at once.
///
/// Printed as `file:line:column: message`; an override as `--set key.path=value: message`.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace kintsugi {

/// A place in an input. Line and column count from 1; line 0 means the source as a whole.
struct Where {
  std::string source;  ///< file name, "<command line>", or the override as it was given
  int line = 0;
  int column = 0;
  friend auto operator<=>(const Where&, const Where&) = default;
};

std::string describe(const Where& where);

struct Diagnostic {
  Where where;
  std::string message;
};

std::string describe(const Diagnostic& diagnostic);

/// The mistakes found so far.
class Diagnostics {
 public:
  void add(Where where, std::string message) { list_.push_back({std::move(where), std::move(message)}); }
  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  /// Returns the mistakes by source, in the order in which sources were first added, then by line and column.
  std::vector<Diagnostic> sorted() const;
  /// Throws InputError unless empty.
  void raise() const;

 private:
  std::vector<Diagnostic> list_;
};

/// Thrown for a wrong input. what() holds all messages, one per line.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  std::span<const Diagnostic> diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace kintsugi
