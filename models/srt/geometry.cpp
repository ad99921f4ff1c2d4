#include "models/srt/geometry.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace kintsugi::srt {

namespace {
void check_range(const char* name, unsigned value, unsigned low, unsigned high) {
  if (value >= low && value <= high) return;
  throw std::invalid_argument(std::string(name) + " must be " + std::to_string(low) + " to " + std::to_string(high) +
                              ", not " + std::to_string(value));
}
}  // namespace

unsigned period_exponent(Variant variant, unsigned n) {
  const unsigned below_n = variant == Variant::kStandard ? 0 : variant == Variant::kLong ? 2 : 3;
  if (n < below_n) {
    throw std::invalid_argument("this variant needs n of at least " + std::to_string(below_n) + ", not " +
                                std::to_string(n));
  }
  return n - below_n;
}

unsigned uniform_shift(unsigned n, unsigned T, unsigned dimensions) {
  const unsigned rounded_up = T == 0 ? 0 : (T - 1 + dimensions - 1) / dimensions;
  return ((1u << std::max(1u, rounded_up)) + 1) & ((1u << n) - 1);
}

void validate(const Ring& ring) {
  validate(torus_of(ring));
}

void validate(const Torus& torus) {
  check_range("dimensions", torus.dimensions, 1, kMostDimensions);
  check_range("n", torus.n, kSmallestN, largest_n(torus.dimensions));
  check_range("T", torus.T, 0, torus.n);
  check_range("shift", torus.s, 1, torus.size() - 1);
  if (torus.s % 2 == 0) throw std::invalid_argument("shift must be odd, not " + std::to_string(torus.s));
}

}  // namespace kintsugi::srt
