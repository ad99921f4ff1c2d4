// Checksums: compared with long division of polynomials, bit by bit; what they miss is counted exhaustively where it
// can be.
#include "models/detection/error_check.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

namespace kintsugi::test {
namespace {

constexpr std::array<unsigned, 3> kWidths = {8, 16, 32};

/// The polynomials with their highest term, as their standards write them.
std::uint64_t polynomial_of(unsigned bits) {
  if (bits == 8) return 0x107;
  return bits == 16 ? 0x11021 : 0x104c11db7;
}

/// Returns the remainder of a string of flits, times x^bits, by long division.
std::uint64_t divide(unsigned bits, const std::vector<std::uint64_t>& flits) {
  std::uint64_t rest = 0;
  const auto take = [&](std::uint64_t bit) {
    rest = rest << 1U | bit;
    if ((rest >> bits & 1U) != 0) rest ^= polynomial_of(bits);
  };
  for (const std::uint64_t flit : flits) {
    for (int i = 63; i >= 0; --i) take(flit >> i & 1U);
  }
  for (unsigned i = 0; i < bits; ++i) take(0);
  return rest;
}

TEST(ErrorCheck, the_syndrome_is_the_remainder_of_long_division) {
  RandomStream random(1, 0);
  for (const unsigned bits : kWidths) {
    for (unsigned i = 0; i < 300; ++i) {
      std::vector<std::uint64_t> flits(1 + random.below(20));
      flits.front() = random.next();
      EXPECT_EQ(syndrome_of(bits, flits.front(), flits.size() - 1), divide(bits, flits));
    }
  }
}

TEST(ErrorCheck, the_syndrome_of_a_packet_is_the_exclusive_or_of_those_of_its_flits) {
  RandomStream random(2, 0);
  for (const unsigned bits : kWidths) {
    std::vector<std::uint64_t> flits(9);
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < flits.size(); ++i) {
      flits[i] = random.next();
      sum ^= syndrome_of(bits, flits[i], flits.size() - 1 - i);
    }
    EXPECT_EQ(sum, divide(bits, flits));
  }
}

/// Of the 2^k - 1 errors in k last bits, the multiples of the polynomial are missed: 2^(k - w) - 1 of them.
TEST(ErrorCheck, of_all_errors_in_the_last_bits_of_a_flit_the_share_missed_is_that_of_the_formula) {
  for (const auto& [width, bits] : {std::pair{8U, 16U}, {8U, 20U}, {16U, 20U}, {32U, 20U}}) {
    std::uint64_t missed = 0;
    for (std::uint64_t error = 1; error < std::uint64_t{1} << bits; ++error) missed += syndrome_of(width, error) == 0;
    EXPECT_EQ(missed, width < bits ? (std::uint64_t{1} << (bits - width)) - 1 : 0) << width << ' ' << bits;
  }
}

TEST(ErrorCheck, every_single_bit_and_every_burst_up_to_the_width_is_found) {
  RandomStream random(3, 0);
  for (const unsigned width : kWidths) {
    for (unsigned first = 0; first < 64; ++first) EXPECT_NE(syndrome_of(width, std::uint64_t{1} << first), 0u);
    for (unsigned i = 0; i < 1000; ++i) {
      const std::uint64_t burst = (random.next() >> (64 - width)) | 1U;
      EXPECT_NE(syndrome_of(width, burst << random.below(64 - width + 1), random.below(5)), 0u);
    }
  }
}

TEST(ErrorCheck, random_errors_are_missed_as_often_as_the_formula_says) {
  CorruptingLink link(7, 0, 1);
  constexpr unsigned kErrors = 200'000;
  unsigned missed = 0;
  for (unsigned i = 0; i < kErrors; ++i) missed += syndrome_of(8, link.next_error()) == 0;
  const double expected = kErrors * missed_share(8);
  EXPECT_NEAR(missed, expected, 5 * std::sqrt(expected));
  EXPECT_NEAR(missed_share(8) * 256, 1, 1e-6);
  EXPECT_NEAR(missed_share(32) * 4294967296.0, 1, 1e-6);
}

TEST(ErrorCheck, a_link_corrupts_flits_at_its_rate_and_no_error_is_empty) {
  for (const double rate : {0.0, 0.01, 0.5, 1.0}) {
    CorruptingLink link(1, 5, rate);
    constexpr unsigned kFlits = 100'000;
    unsigned corrupted = 0;
    double bits = 0;
    for (unsigned i = 0; i < kFlits; ++i) {
      const std::uint64_t error = link.next_error();
      corrupted += error != 0;
      bits += std::popcount(error);
    }
    EXPECT_NEAR(corrupted, rate * kFlits, 5 * std::sqrt(rate * (1 - rate) * kFlits)) << rate;
    if (corrupted != 0) {
      EXPECT_NEAR(bits / corrupted, 32, 1) << "half of the bits";
    }
  }
}

TEST(ErrorCheck, links_have_streams_of_their_own) {
  CorruptingLink a(1, 5, 0.5), same(1, 5, 0.5), other(1, 6, 0.5), reseeded(2, 5, 0.5);
  unsigned other_differs = 0, reseeded_differs = 0;
  for (unsigned i = 0; i < 100; ++i) {
    const std::uint64_t error = a.next_error();
    EXPECT_EQ(error, same.next_error());
    other_differs += error != other.next_error();
    reseeded_differs += error != reseeded.next_error();
  }
  EXPECT_GT(other_differs, 50u);
  EXPECT_GT(reseeded_differs, 50u);
}

TEST(ErrorCheck, a_width_without_a_polynomial_is_refused) {
  EXPECT_THROW(syndrome_of(12, 1), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::test
