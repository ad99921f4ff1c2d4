#include "models/sse/geometry.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tb/tests/unit/models/sse/array_checks.hpp"

namespace kintsugi::sse {
namespace {

TEST(SseGeometry, shuffle_is_the_formula_of_the_paper_and_unshuffle_its_inverse) {
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    const Sse sse{n};
    for (std::uint32_t l = 0; l < sse.nodes(); ++l) {
      ASSERT_EQ(sse.shuffle(NodeId{l}).value, test::target_by_definition(sse.nodes(), l));
      ASSERT_EQ(sse.unshuffle(sse.shuffle(NodeId{l})), NodeId{l});
    }
  }
  EXPECT_EQ(Sse::exchange(NodeId{6}), NodeId{7});
  EXPECT_EQ(Sse::exchange(NodeId{7}), NodeId{6});
}

TEST(SseGeometry, pes_of_the_schemes) {
  EXPECT_EQ((Sse{4, Scheme::kPlain}.pes()), 16u);
  EXPECT_EQ((Sse{4, Scheme::kSft1}.pes()), 17u);
  EXPECT_EQ((Sse{4, Scheme::kSft2}.pes()), 18u);
  EXPECT_EQ((Sse{4, Scheme::kKSft2, 4}.pes()), 24u);
  EXPECT_EQ((Sse{4, Scheme::kExm, 1, 1, 4}.pes()), 20u) << "N + k N / M";
  EXPECT_EQ((Sse{4, Scheme::kExp1, 1, 1, 4}.pes()), 24u) << "N + 2 k M";
  EXPECT_EQ((Sse{4, Scheme::kExp2, 1, 1, 4}.pes()), 24u);
  EXPECT_EQ((Sse{6, Scheme::kExmExp2, 2, 3, 8}.pes()), 10u * (8 + 6)) << "(M + k)(N / M + 2 l)";
  EXPECT_EQ((Sse{6, Scheme::kExp1Exp2, 3, 1, 8}.pes()), 8u * (8 + 6));
}

TEST(SseGeometry, spares_stand_at_the_end_of_their_module) {
  const Sse sse{4, Scheme::kExp2, 1, 1, 4};  // p0 p1 p2 p3 e0 e1 p4 ..., as in tables 4 and 5
  EXPECT_EQ(sse.unit_of(SiteId{4}), (Unit{0, 2}));
  EXPECT_EQ(sse.unit_of(SiteId{6}), (Unit{1, 0}));
  EXPECT_EQ(sse.unit_of(NodeId{4}), (Unit{1, 0}));
  EXPECT_EQ(sse.pe(sse.unit_of(NodeId{15}), 1), SiteId{21});
}

TEST(SseGeometry, numbers_of_units_and_pes_go_there_and_back) {
  for (const Sse& sse : {Sse{4, Scheme::kSft1}, Sse{4, Scheme::kKSft2, 3}, Sse{5, Scheme::kExmExp2, 2, 1, 4},
                         Sse{5, Scheme::kExp1Exp2, 3, 1, 8}}) {
    for (std::uint32_t node = 0; node < sse.nodes(); ++node) {
      EXPECT_EQ(sse.node(sse.unit_of(NodeId{node}), sse.pe_in_unit(NodeId{node})), NodeId{node});
    }
    for (std::uint32_t pe = 0; pe < sse.pes(); ++pe) {
      EXPECT_EQ(sse.pe(sse.unit_of(SiteId{pe}), sse.pe_in_unit(SiteId{pe})), SiteId{pe});
    }
  }
}

TEST(SseGeometry, schemes_have_names) {
  EXPECT_EQ((scheme_name({4, Scheme::kPlain})), "plain");
  EXPECT_EQ((scheme_name({4, Scheme::kSft1})), "SFT1");
  EXPECT_EQ((scheme_name({4, Scheme::kSft2})), "SFT2");
  EXPECT_EQ((scheme_name({4, Scheme::kKSft2, 3})), "3-SFT2");
  EXPECT_EQ((scheme_name({4, Scheme::kExm, 1, 1, 4})), "EXM(1), 4 modules");
  EXPECT_EQ((scheme_name({4, Scheme::kExp1, 2, 1, 4})), "EXP1(2), 4 modules");
  EXPECT_EQ((scheme_name({4, Scheme::kExp2, 1, 1, 2})), "EXP2(1), 2 modules");
  EXPECT_EQ((scheme_name({4, Scheme::kExmExp2, 1, 2, 4})), "EXM(1)+EXP2(2), 4 modules");
  EXPECT_EQ((scheme_name({4, Scheme::kExp1Exp2, 3, 1, 4})), "EXP1+EXP2(3), 4 modules");
}

std::string refusal(const Sse& sse) {
  try {
    validate(sse);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(SseGeometry, parameters_out_of_range_are_refused_in_words) {
  EXPECT_EQ(refusal({2}), "n must be 3 to 18, not 2");
  EXPECT_EQ(refusal({19}), "n must be 3 to 18, not 19");
  EXPECT_EQ(refusal({4, Scheme::kKSft2, 0}), "k must be 1 to 8, not 0");
  EXPECT_EQ(refusal({4, Scheme::kKSft2, 9}), "k must be 1 to 8, not 9");
  EXPECT_EQ(refusal({4, Scheme::kExmExp2, 1, 9, 4}), "l must be 1 to 8, not 9");
  EXPECT_EQ(refusal({4, Scheme::kExm, 1, 1, 3}), "modules must be a power of two, 1 to 8, not 3");
  EXPECT_EQ(refusal({4, Scheme::kExm, 1, 1, 16}), "modules must be a power of two, 1 to 8, not 16");
  EXPECT_EQ(refusal({16, Scheme::kExmExp2, 8, 8, 16}),
            "an array of 65536 PEs, EXM(8)+EXP2(8), 16 modules, has too many links; take fewer PEs or spares");
}

TEST(SseGeometry, what_a_scheme_does_not_have_is_not_looked_at) {
  EXPECT_EQ(refusal({16, Scheme::kSft1, 0, 0, 3}), "nothing was thrown");
  EXPECT_EQ(refusal({16, Scheme::kKSft2, 8, 0, 3}), "nothing was thrown");
}

}  // namespace
}  // namespace kintsugi::sse
