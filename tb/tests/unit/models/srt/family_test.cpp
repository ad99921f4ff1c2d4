#include "models/srt/family.hpp"
#include "models/repair/reconfigurable.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/family/family_checks.hpp"

namespace kintsugi::srt {
namespace {

using namespace kintsugi::test;

TEST(SrtFamily, variants_and_shifts_give_their_networks) {
  const RingFamily ring;
  const TorusFamily torus;
  EXPECT_EQ(network_name(ring, {{"n", number(8)}}), "1D-SRT(8,8)");
  EXPECT_EQ(network_name(ring, {{"n", number(8)}, {"variant", "short"}}), "1D-SRT(8,5)");
  EXPECT_EQ(network_name(ring, {{"n", number(8)}, {"T", number(5)}}), "1D-SRT(8,5)");
  EXPECT_EQ(network_name(torus, {{"n", number(5)}}), "2D-SRT(5,5,1)");
  EXPECT_EQ(network_name(torus, {{"n", number(5)}, {"variant", "long"}, {"shift", "1-shift"}}), "2D-SRT(5,3,1)");
  EXPECT_EQ(network_name(torus, {{"n", number(6)}, {"variant", "long"}, {"shift", "uniform"}}), "2D-SRT(6,4,5)");
  EXPECT_EQ(network_name(torus, {{"n", number(5)}, {"T", number(1)}, {"shift", number(31)}}), "2D-SRT(5,1,31)");
  const SpaceFamily space;
  EXPECT_EQ(network_name(space, {{"n", number(3)}}), "3D-SRT(3,3,1)");
  EXPECT_EQ(network_name(space, {{"n", number(6)}, {"variant", "standard"}, {"shift", "uniform"}}), "3D-SRT(6,6,5)");
  EXPECT_EQ(network_name(space, {{"n", number(2)}, {"T", number(1)}, {"shift", number(3)}}), "3D-SRT(2,1,3)");
}

TEST(SrtFamily, wrong_parameters_are_refused_with_what_is_valid) {
  const RingFamily ring;
  const TorusFamily torus;
  EXPECT_EQ(refusal(ring, {}), "n: n is missing: the network has 2^n nodes along each dimension");
  EXPECT_EQ(refusal(ring, {{"n", number(1)}}), "n: n is 1; valid is 2 to 20 (2^n nodes along each dimension)");
  EXPECT_EQ(refusal(ring, {{"n", number(21)}}), "n: n is 21; valid is 2 to 20 (2^n nodes along each dimension)");
  EXPECT_EQ(refusal(torus, {{"n", number(11)}}), "n: n is 11; valid is 2 to 10 (2^n nodes along each dimension)");
  EXPECT_EQ(refusal(SpaceFamily(), {{"n", number(7)}}), "n: n is 7; valid is 2 to 6 (2^n nodes along each dimension)");
  EXPECT_EQ(refusal(ring, {{"n", number(5)}, {"variant", "shrot"}}),
            "variant: variant is 'shrot'; valid is standard, long or short");
  EXPECT_EQ(refusal(ring, {{"n", number(2)}, {"variant", "short"}}),
            "variant: the short variant needs n of at least 3, not 2");
  EXPECT_EQ(refusal(ring, {{"n", number(5)}, {"T", number(6)}}), "T: T is 6; valid is 0 to 5 (0 to n)");
  EXPECT_EQ(refusal(ring, {{"n", number(5)}, {"T", number(-1)}}), "T: T is -1; valid is 0 to 5 (0 to n)");
  EXPECT_EQ(refusal(ring, {{"n", number(5)}, {"T", number(2)}, {"variant", "short"}}),
            "T: variant and T are both given; a variant is a choice of T, leave one of them out");
  const std::string valid_shift = "; valid is 1-shift, uniform or an odd number from 1 to 15";
  EXPECT_EQ(refusal(torus, {{"n", number(4)}, {"shift", number(4)}}), "shift: shift is 4" + valid_shift);
  EXPECT_EQ(refusal(torus, {{"n", number(4)}, {"shift", number(17)}}), "shift: shift is 17" + valid_shift);
  EXPECT_EQ(refusal(torus, {{"n", number(4)}, {"shift", number(-1)}}), "shift: shift is -1" + valid_shift);
  EXPECT_EQ(refusal(torus, {{"n", number(4)}, {"shift", "2-shift"}}), "shift: shift is '2-shift'" + valid_shift);
}

TEST(SrtFamily, every_routing_of_a_design_can_be_made) {
  const auto ring = RingFamily().build({{"n", number(4)}});
  const auto torus = TorusFamily().build({{"n", number(3)}});
  const auto space = SpaceFamily().build({{"n", number(2)}});
  for (const Design* design : {ring.get(), torus.get(), space.get()}) {
    expect_that_every_routing_can_be_made(*design);
    EXPECT_THROW(design->routing("shortest", 2), std::invalid_argument);
  }
  EXPECT_EQ(routing_refusal(*ring, "minimal-adaptive", 3),
            "1D-SRT(4,4) has no routing 'minimal-adaptive'; valid: monotone, recursive, adaptive, adaptive-recursive");
}

TEST(SrtFamily, large_rings_have_the_routings_without_a_table_and_no_fabric) {
  const auto ring = RingFamily().build({{"n", number(17)}});
  EXPECT_EQ(ring->routings().front().name, "recursive");
  EXPECT_EQ(routing_refusal(*ring, "monotone", 2),
            "1D-SRT(17,17) has no routing 'monotone'; valid: recursive, adaptive-recursive");
  EXPECT_EQ(routing_refusal(*ring, "recursive", 2), "nothing was thrown");
  try {
    ring->fabric({});
    FAIL() << "it has a fabric";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.parameter(), "network.n");
    EXPECT_STREQ(error.what(), "a wafer does not carry a network of n = 17; valid is 2 to 16, or no fabric");
  }
}

TEST(SrtFamily, one_and_two_dimensions_have_a_fabric_and_three_have_none) {
  EXPECT_NE(RingFamily().build({{"n", number(4)}})->fabric({}), nullptr);
  EXPECT_NE(TorusFamily().build({{"n", number(2)}})->fabric({}), nullptr);
  EXPECT_EQ(SpaceFamily().build({{"n", number(2)}})->fabric({}), nullptr);
}

TEST(SrtFamily, the_shift_can_be_searched_for_from_two_dimensions_on) {
  EXPECT_EQ(RingFamily().searches(), std::vector<std::string>{});
  EXPECT_THROW(RingFamily().search("shift", {{"n", number(3)}}, {}), ParameterError);
  EXPECT_EQ(SpaceFamily().searches(), std::vector<std::string>{"shift"});
  EXPECT_EQ(SpaceFamily().search("shift", {{"n", number(3)}}, {}).network, "3D-SRT(3,3,s)");
  EXPECT_THROW(SpaceFamily().search("variant", {{"n", number(3)}}, {}), ParameterError);
}

/// TopoSlow.all_forty_published_diameters_and_thirty_wiring_widths_are_the_computed_ones has the figures.
TEST(SrtFamily, says_how_far_it_is_with_the_tables_of_the_paper) {
  expect_progress_of_paper_tables(RingFamily(), 39);
  expect_progress_of_paper_tables(TorusFamily(), 30);
}

}  // namespace
}  // namespace kintsugi::srt
