#include "models/srt/geometry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace kintsugi::srt {
namespace {

std::vector<unsigned> levels(const Ring& ring) {
  std::vector<unsigned> levels;
  for (unsigned x = 0; x < ring.size(); ++x) levels.push_back(ring.level(x));
  return levels;
}

/// Equation (3) of Inoguchi and Horiguchi 1996: the sets n_l(i) = 2^l i + 2^(l-1), up to level n - 1.
std::vector<unsigned> standard_levels(unsigned n) {
  std::vector<unsigned> level_of(1u << n, 0);
  for (unsigned l = 1; l <= n - 1; ++l) {
    for (unsigned i = 0; i < 1u << (n - l); ++i) {
      unsigned& level = level_of[(1u << l) * i + (1u << (l - 1))];
      EXPECT_EQ(level, 0u) << "theorem 1: levels do not overlap";
      level = l;
    }
  }
  return level_of;
}

TEST(SrtGeometry, standard_levels_are_the_sets_of_equation_3) {
  for (unsigned n = 2; n <= 12; ++n) {
    EXPECT_EQ(levels({n, period_exponent(Variant::kStandard, n)}), standard_levels(n)) << "n = " << n;
  }
}

TEST(SrtGeometry, long_span_adds_the_opposite_nodes_0_and_half) {
  for (unsigned n = 2; n <= 12; ++n) {  // definition 4: they get the highest level
    std::vector<unsigned> expected = standard_levels(n);
    expected[0] = expected[expected.size() / 2] = n - 1;
    EXPECT_EQ(levels({n, period_exponent(Variant::kLong, n)}), expected) << "n = " << n;
  }
}

TEST(SrtGeometry, short_span_puts_the_four_quarter_nodes_one_level_lower) {
  for (unsigned n = 3; n <= 12; ++n) {  // definition 5
    std::vector<unsigned> expected = standard_levels(n);
    for (unsigned quarter = 0; quarter < 4; ++quarter) expected[quarter * expected.size() / 4] = n - 2;
    EXPECT_EQ(levels({n, period_exponent(Variant::kShort, n)}), expected) << "n = " << n;
  }
}

/// Definition 1 of Kawai, Inoguchi and Horiguchi 2000, word for word.
unsigned level_by_definition(unsigned n, unsigned T, int x) {
  for (unsigned l = 1; l <= 2 * n + 2; ++l) {
    const int modulus = 1 << std::min(l, T);
    if ((x - (1 << (l - 1))) % modulus == 0) return (1 << l) % (1 << n) == 0 ? 0 : l;
  }
  return 0;
}

TEST(SrtGeometry, levels_are_those_of_the_definition_for_every_t) {
  for (unsigned n = 2; n <= 10; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      const Ring ring{n, T};
      for (unsigned x = 0; x < ring.size(); ++x) {
        ASSERT_EQ(ring.level(x), level_by_definition(n, T, static_cast<int>(x)))
            << "n " << n << " T " << T << " x " << x;
      }
    }
  }
}

TEST(SrtGeometry, highest_level_is_the_highest_that_occurs) {
  for (unsigned n = 2; n <= 10; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      const std::vector<unsigned> all = levels({n, T});
      EXPECT_EQ((Ring{n, T}.highest_level()), *std::max_element(all.begin(), all.end())) << "n " << n << " T " << T;
    }
  }
}

TEST(SrtGeometry, levels_repeat_with_the_period) {
  for (unsigned n = 2; n <= 10; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      const Ring ring{n, T};
      for (unsigned x = 0; x < ring.size(); ++x) ASSERT_EQ(ring.level(x), ring.level(ring.wrap(x + ring.period())));
    }
  }
}

/// The ring coordinate grows by one with every step along the axis, and has the level of the node.
void expect_rings_along_every_axis(const Torus& torus) {
  for (const NodeId node : ids<NodeId>(torus.nodes())) {
    for (unsigned axis = 0; axis < torus.dimensions; ++axis) {
      const auto on_ring = [&](NodeId at) { return torus.wrap(torus.ring_factor(axis) * torus.row_coordinate(at)); };
      ASSERT_EQ(on_ring(torus.ahead(node, axis, 1)), torus.wrap(on_ring(node) + 1));
      ASSERT_EQ(torus.level(node), torus.ring().level(on_ring(node)));
    }
  }
}

TEST(SrtGeometry, every_line_is_a_ring_and_a_node_has_one_level_on_all_its_lines) {
  for (unsigned s = 1; s < 32; s += 2) {
    for (unsigned T = 0; T <= 5; ++T) expect_rings_along_every_axis({5, T, s, 2});
  }
  for (unsigned s = 1; s < 8; s += 2) {
    for (unsigned T = 0; T <= 3; ++T) expect_rings_along_every_axis({3, T, s, 3});
  }
  expect_rings_along_every_axis(torus_of({6, 5}));
}

TEST(SrtGeometry, coordinates_make_the_number_and_the_level_of_a_node) {
  const Torus torus{3, 3, 5, 3};
  for (const NodeId node : ids<NodeId>(torus.nodes())) {
    const unsigned x = node.value % 8, y = node.value / 8 % 8, z = node.value / 64;
    ASSERT_EQ(torus.node(x, y, z), node);
    ASSERT_EQ(torus.x(node), x);
    ASSERT_EQ(torus.y(node), y);
    ASSERT_EQ(torus.z(node), z);
    ASSERT_EQ(torus.level(node), torus.ring().level((x + 5 * y + 25 * z) % 8));
  }
}

TEST(SrtGeometry, a_step_along_an_axis_wraps_in_both_directions) {
  const Torus torus{3, 3, 1, 3};
  const NodeId node = torus.node(6, 1, 7);
  EXPECT_EQ(torus.ahead(node, 0, 3), torus.node(1, 1, 7));
  EXPECT_EQ(torus.ahead(node, 1, 0u - 2), torus.node(6, 7, 7));
  EXPECT_EQ(torus.ahead(node, 2, 1), torus.node(6, 1, 0));
}

TEST(SrtGeometry, ports_are_numbered_axis_by_axis_ring_links_first) {
  const auto numbers = [](const AxisPorts& ports) {
    return std::vector<unsigned>{ports.ahead.value, ports.behind.value, ports.bypass_ahead.value,
                                 ports.bypass_behind.value};
  };
  using namespace torus_port;
  EXPECT_EQ(numbers(axis_ports(1, 0)), (std::vector<unsigned>{0, 1, 2, 3}));
  EXPECT_EQ(numbers(axis_ports(2, 0)), numbers({kEast, kWest, kBypassEast, kBypassWest}));
  EXPECT_EQ(numbers(axis_ports(2, 1)), numbers({kSouth, kNorth, kBypassSouth, kBypassNorth}));
  EXPECT_EQ(numbers(axis_ports(3, 2)), (std::vector<unsigned>{5, 4, 11, 10}));
}

TEST(SrtGeometry, inverse_shift_times_shift_is_one) {
  for (unsigned n = 2; n <= 8; ++n) {
    for (unsigned s = 1; s < 1u << n; s += 2) {
      const Torus torus{n, n, s};
      ASSERT_EQ(torus.wrap(s * torus.inverse_shift()), 1u) << "n " << n << " s " << s;
    }
  }
}

TEST(SrtGeometry, uniform_shift_follows_the_period_of_the_levels) {
  EXPECT_EQ(uniform_shift(4, 4), 5u);
  EXPECT_EQ(uniform_shift(5, 5), 5u);
  EXPECT_EQ(uniform_shift(8, 8), 17u);
  EXPECT_EQ(uniform_shift(8, 6), 9u);
  EXPECT_EQ(uniform_shift(8, 5), 5u);
  EXPECT_EQ(uniform_shift(5, 2), 3u);
  EXPECT_EQ(uniform_shift(3, 0), 3u);
  EXPECT_EQ(uniform_shift(6, 6, 3), 5u);
  EXPECT_EQ(uniform_shift(6, 4, 3), 3u);
  EXPECT_EQ(uniform_shift(5, 5, 3), 5u);
  EXPECT_EQ(uniform_shift(2, 0, 3), 3u);
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(SrtGeometry, parameters_out_of_range_are_refused_in_words) {
  EXPECT_EQ(message_of([] { validate(Ring{1, 0}); }), "n must be 2 to 20, not 1");
  EXPECT_EQ(message_of([] { validate(Ring{21, 0}); }), "n must be 2 to 20, not 21");
  EXPECT_EQ(message_of([] { validate(Ring{5, 6}); }), "T must be 0 to 5, not 6");
  EXPECT_EQ(message_of([] { validate(Torus{11, 0, 1}); }), "n must be 2 to 10, not 11");
  EXPECT_EQ(message_of([] { validate(Torus{7, 0, 1, 3}); }), "n must be 2 to 6, not 7");
  EXPECT_EQ(message_of([] { validate(Torus{2, 0, 1, 4}); }), "dimensions must be 1 to 3, not 4");
  EXPECT_EQ(message_of([] { validate(Torus{4, 4, 17}); }), "shift must be 1 to 15, not 17");
  EXPECT_EQ(message_of([] { validate(Torus{4, 4, 2}); }), "shift must be odd, not 2");
  EXPECT_EQ(message_of([] { period_exponent(Variant::kShort, 2); }), "this variant needs n of at least 3, not 2");
}

}  // namespace
}  // namespace kintsugi::srt
