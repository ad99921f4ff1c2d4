/// A variable of a search that is true or false, or its negation.
#pragma once

#include <compare>

namespace kintsugi {

class Literal {
 public:
  constexpr Literal() = default;
  /// Returns the variable with that number, 1 or higher.
  static constexpr Literal variable(int number) { return Literal(number); }
  constexpr Literal operator~() const { return Literal(-code_); }
  /// Returns the number of the variable, negative for its negation; 0 for a literal that has not been set.
  constexpr int code() const { return code_; }
  friend constexpr auto operator<=>(Literal, Literal) = default;

 private:
  explicit constexpr Literal(int code) : code_(code) {}
  int code_ = 0;
};

}  // namespace kintsugi
