/// Random choices of generated scenarios.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace kintsugi::test {

/// Draws integers by its own reduction: the distributions of the standard library differ from library to library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  /// Returns an integer from low to high, both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + engine_() % (high - low + 1); }
  bool once_in(unsigned times) { return between(1, times) == 1; }
  std::string number(std::uint64_t low, std::uint64_t high) { return std::to_string(between(low, high)); }
  std::string one_of(const std::vector<std::string>& words) { return words[between(0, words.size() - 1)]; }

 private:
  std::mt19937_64 engine_;
};

/// Returns the parts one behind the other. They are drawn from left to right, so that every compiler draws the same;
/// the operands of + are not.
inline std::string joined(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

}  // namespace kintsugi::test
