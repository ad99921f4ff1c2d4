// Arrays of other schemes have other numbers, and so refuse each other's streams.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "models/fabric/fabric_number.hpp"
#include "models/sse/array_fabric.hpp"
#include "models/sse/topology.hpp"

namespace kintsugi::sse {
namespace {

/// Every scheme with the numbers of spares and modules that it has, up to two of each.
std::vector<Sse> arrays(unsigned n) {
  std::vector<Sse> all;
  for (std::size_t scheme = 1; scheme < kSchemeNames.size(); ++scheme) {
    const Sse plainest{n, static_cast<Scheme>(scheme)};
    for (unsigned k = 1; k <= (plainest.has_k() ? 2u : 1u); ++k) {
      for (unsigned l = 1; l <= (plainest.has_l() ? 2u : 1u); ++l) {
        for (unsigned modules = 1; modules <= (plainest.has_modules() ? 2u : 1u); ++modules) {
          all.push_back({n, plainest.scheme, k, l, modules});
        }
      }
    }
  }
  return all;
}

TEST(ArrayNumber, is_another_for_every_size_scheme_and_number_of_spares_and_modules) {
  std::map<std::uint32_t, std::string> known;
  for (const unsigned n : {3u, 4u}) {
    for (const Sse& sse : arrays(n)) {
      const std::string name = make_network(sse).name();
      const auto [before, is_new] = known.emplace(ArrayFabric(sse).fabric().number, name);
      EXPECT_TRUE(is_new) << name << " and " << before->second;
    }
  }
  EXPECT_GT(known.size(), 40u);
}

TEST(ArrayNumber, is_that_of_its_fabric_and_its_network) {
  for (const Sse& sse : arrays(3)) {
    const ArrayFabric array(sse);
    EXPECT_EQ(array.fabric().number, fabric_number(array.fabric(), make_network(sse))) << make_network(sse).name();
  }
}

TEST(ArrayNumber, is_the_golden_one_on_every_platform) {
  EXPECT_EQ(ArrayFabric({3, Scheme::kSft1}).fabric().number, 0x4bfa8b59u);
  EXPECT_EQ(ArrayFabric({6, Scheme::kKSft2, 3}).fabric().number, 0xc8812b1au);
}

}  // namespace
}  // namespace kintsugi::sse
