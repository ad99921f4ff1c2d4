#include "models/grid/geometry.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kintsugi::grid {
namespace {

template <class Shape>
std::string refusal(const Shape& shape) {
  try {
    validate(shape);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(GridGeometry, x_varies_fastest_and_z_slowest) {
  EXPECT_EQ(coordinates({4, 3, 2}, NodeId{0}), (Sides{0, 0, 0}));
  EXPECT_EQ(coordinates({4, 3, 2}, NodeId{1}), (Sides{1, 0, 0}));
  EXPECT_EQ(coordinates({4, 3, 2}, NodeId{4}), (Sides{0, 1, 0}));
  EXPECT_EQ(coordinates({4, 3, 2}, NodeId{12}), (Sides{0, 0, 1}));
  EXPECT_EQ(coordinates({4, 3, 2}, NodeId{23}), (Sides{3, 2, 1}));
  EXPECT_EQ(nodes({4, 3, 2}), 24u);
  EXPECT_EQ(text({4, 3, 2}), "4x3x2");
}

TEST(GridGeometry, the_first_offset_is_in_the_first_dimension_that_differs) {
  const Sides sides{4, 3, 2};
  for (std::uint32_t from = 0; from < nodes(sides); ++from) {
    for (std::uint32_t to = 0; to < nodes(sides); ++to) {
      if (from == to) continue;
      const Sides a = coordinates(sides, NodeId{from});
      const Sides b = coordinates(sides, NodeId{to});
      const unsigned dimension = a[0] != b[0] ? 0 : a[1] != b[1] ? 1 : 2;
      const Offset offset = first_offset(sides, NodeId{from}, NodeId{to});
      EXPECT_EQ(offset.dimension, dimension);
      EXPECT_EQ(offset.side, sides[dimension]);
      EXPECT_EQ(offset.from, a[dimension]);
      EXPECT_EQ(offset.to, b[dimension]);
    }
  }
}

TEST(GridGeometry, parameters_out_of_range_are_refused_in_words) {
  EXPECT_EQ(refusal(Mesh{{}}), "dimensions must be 1 to 3, not 0");
  EXPECT_EQ(refusal(Torus{{8, 1}}), "a side must be 2 to 2^20, not 1");
  EXPECT_EQ(refusal(Mesh{{2048, 1024}}), "the number of nodes must be 2 to 2^20, not 2097152");
  EXPECT_EQ(refusal(Mesh{{1048576, 1048576, 1048576}}),
            "the number of nodes must be 2 to 2^20, not 1152921504606846976");
  EXPECT_EQ(refusal(Hypercube{0}), "n must be 1 to 20, not 0");
  EXPECT_EQ(refusal(Hypercube{21}), "n must be 1 to 20, not 21");
  EXPECT_EQ(refusal(Full{1}), "nodes must be 2 to 64, not 1");
  EXPECT_EQ(refusal(Full{65}), "nodes must be 2 to 64, not 65");
  EXPECT_NO_THROW(validate(Torus{{1024, 1024}}));
}

}  // namespace
}  // namespace kintsugi::grid
