#include "models/sse/family.hpp"
#include "models/repair/reconfigurable.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/family/family_checks.hpp"

namespace kintsugi::sse {
namespace {

using namespace kintsugi::test;

TEST(SseFamily, parameters_give_their_networks) {
  const SseFamily sse;
  EXPECT_EQ(network_name(sse, {{"n", number(4)}}), "SSE(16)");
  EXPECT_EQ(network_name(sse, {{"n", number(5)}, {"scheme", "plain"}}), "SSE(32)");
  EXPECT_EQ(network_name(sse, {{"n", number(5)}, {"scheme", "sft1"}}), "SSE(32) SFT1");
  EXPECT_EQ(network_name(sse, {{"n", number(5)}, {"scheme", "sft2"}}), "SSE(32) SFT2");
  EXPECT_EQ(network_name(sse, {{"n", number(5)}, {"scheme", "ksft2"}, {"k", number(3)}}), "SSE(32) 3-SFT2");
  EXPECT_EQ(network_name(sse, {{"n", number(5)}, {"scheme", "exm"}}), "SSE(32) EXM(1), 4 modules");
  EXPECT_EQ(network_name(sse, {{"n", number(5)}, {"scheme", "exp1"}, {"modules", number(8)}}),
            "SSE(32) EXP1(1), 8 modules");
  EXPECT_EQ(network_name(sse, {{"n", number(5)}, {"scheme", "exp2"}, {"k", number(2)}}), "SSE(32) EXP2(2), 4 modules");
  EXPECT_EQ(network_name(sse, {{"n", number(5)}, {"scheme", "exm+exp2"}, {"l", number(2)}}),
            "SSE(32) EXM(1)+EXP2(2), 4 modules");
  EXPECT_EQ(network_name(sse, {{"n", number(5)}, {"scheme", "exp1+exp2"}, {"k", number(3)}}),
            "SSE(32) EXP1+EXP2(3), 4 modules");
}

TEST(SseFamily, wrong_parameters_are_refused_with_what_is_valid) {
  const SseFamily sse;
  EXPECT_EQ(refusal(sse, {}), "n: n is missing: the network has 2^n PEs, 3 to 18");
  EXPECT_EQ(refusal(sse, {{"n", number(2)}}), "n: n is 2; valid is 3 to 18 (2^n PEs)");
  EXPECT_EQ(refusal(sse, {{"n", number(-1)}}), "n: n is -1; valid is 3 to 18 (2^n PEs)");
  EXPECT_EQ(refusal(sse, {{"n", number(4)}, {"scheme", "sft3"}}),
            "scheme: scheme is 'sft3'; valid is plain, sft1, sft2, ksft2, exm, exp1, exp2, exm+exp2 or exp1+exp2");
  EXPECT_EQ(refusal(sse, {{"n", number(4)}, {"k", number(1)}}), "k: scheme plain has no k");
  EXPECT_EQ(refusal(sse, {{"n", number(4)}, {"scheme", "exm"}, {"l", number(1)}}), "l: scheme exm has no l");
  EXPECT_EQ(refusal(sse, {{"n", number(4)}, {"scheme", "ksft2"}, {"modules", number(4)}}),
            "modules: scheme ksft2 has no modules");
  EXPECT_EQ(refusal(sse, {{"n", number(4)}, {"scheme", "ksft2"}, {"k", number(9)}}),
            "k: k is 9; valid is 1 to 8 (spares of the scheme)");
  EXPECT_EQ(refusal(sse, {{"n", number(4)}, {"scheme", "exm+exp2"}, {"l", number(0)}}),
            "l: l is 0; valid is 1 to 8 (spare pairs of each module)");
  EXPECT_EQ(refusal(sse, {{"n", number(4)}, {"scheme", "exm"}, {"modules", number(16)}}),
            "modules: modules is 16; valid is 1 to 8 (a power of two)");
  EXPECT_EQ(refusal(sse, {{"n", number(4)}, {"scheme", "exm"}, {"modules", number(6)}}),
            "modules: modules is 6; valid is a power of two, 1 to 8");
  EXPECT_EQ(refusal(sse, {{"n", number(16)}, {"scheme", "exm+exp2"}, {"k", number(8)}, {"l", number(8)}}),
            "n: an array of 65536 PEs, EXM(8)+EXP2(8), 4 modules, has too many links; take fewer PEs or spares");
}

/// How many classes the shortest routings need there is not known.
TEST(SseFamily, large_networks_have_destination_tag_alone) {
  const auto design = SseFamily().build({{"n", number(17)}});
  ASSERT_EQ(design->routings().size(), 1u);
  EXPECT_EQ(design->routings().front().name, "destination-tag");
  EXPECT_EQ(routing_refusal(*design, "destination-tag", 9), "nothing was thrown");
  EXPECT_EQ(routing_refusal(*design, "shortest", 11), "SSE(131072) has no routing 'shortest'; valid: destination-tag");
}

TEST(SseFamily, every_routing_of_a_design_can_be_made) {
  for (const char* scheme : {"plain", "sft1", "ksft2", "exm+exp2"}) {
    const auto design = SseFamily().build({{"n", number(6)}, {"scheme", scheme}});
    EXPECT_EQ(design->routings().front().name, "destination-tag");
    EXPECT_EQ(design->routings().front().default_vcs, 4u);
    expect_that_every_routing_can_be_made(*design);
    expect_that_no_routing_asks_for_the_source(*design);
    EXPECT_EQ(design->always_on_fabric(), std::string(scheme) != "plain");
    EXPECT_NE(design->fabric({}), nullptr);
    EXPECT_EQ(
        routing_refusal(*design, "e-cube", 4),
        design->network().name() + " has no routing 'e-cube'; valid: destination-tag, shortest-forward, shortest");
  }
}

TEST(SseFamily, an_array_has_no_options) {
  const auto design = SseFamily().build({{"n", number(4)}});
  try {
    design->fabric({{"tracks", number(1)}});
    ADD_FAILURE() << "accepted";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.parameter(), "fabric.tracks");
    EXPECT_STREQ(error.what(), "this fabric has no option 'tracks'; valid: chain");
  }
}

const PaperTable::Row& row_of(const PaperTable& table, const std::string& label) {
  for (const PaperTable::Row& row : table.rows) {
    if (row.label == label) return row;
  }
  throw std::out_of_range(label);
}

TEST(SseFamily, the_array_is_counted) {
  const auto design = SseFamily().build({{"n", number(4)}, {"scheme", "exp2"}});
  std::map<std::string, std::size_t> figures;
  for (const BuiltFigure& figure : design->built_figures()) figures[figure.key] = figure.value;
  EXPECT_EQ(figures, (std::map<std::string, std::size_t>{{"pes", 24},
                                                         {"shuffle_links", 58},
                                                         {"self_loops", 4},
                                                         {"exchange_links", 12},
                                                         {"simple_edges", 62},
                                                         {"max_extra_ports", 6}}));
}

TEST(SseFamily, the_papers_tables_are_listed) {
  LastProgress progress;
  const std::vector<PaperTable> tables = SseFamily().paper_tables(progress.listener());
  EXPECT_EQ(progress.done(), 6u);
  ASSERT_EQ(tables.size(), 6u);
  const std::size_t rows[]{18, 24, 20, 24, 24, 7};
  for (std::size_t i = 0; i < tables.size(); ++i) {
    EXPECT_EQ(tables[i].rows.size(), rows[i]) << tables[i].source;
    for (const PaperTable::Row& row : tables[i].rows) {
      EXPECT_EQ(row.computed.size(), tables[i].columns.size());
      EXPECT_EQ(row.published.size(), tables[i].columns.size());
    }
  }
  EXPECT_EQ(row_of(tables[0], "p2").computed[0], "p2 x, p4 o, p6 x, p3 e");
  EXPECT_EQ(row_of(tables[0], "e1").computed[0], "e1 x, e0 e");
  // Logical 8, 6, 4, 2 or 0: 8 leads to 1, 0 to itself, the others above.
  EXPECT_EQ(row_of(tables[1], "p8").computed[0], "p1 o, p8 x, p10 x, p12 x, p14 x, e0 x, e2 x, e4 x, p9 e");
  EXPECT_EQ(row_of(tables[2], "p4").computed[0], "p4 x, p8 o, p12 x, p5 e");
  EXPECT_EQ(row_of(tables[3], "e0").computed[0], "p4 x, p6 x, e1 e");
}

TEST(SseFamily, in_table_6_only_the_printed_edges_of_large_exp_2_are_wrong) {
  const PaperTable table = SseFamily().paper_tables({}).at(5);
  unsigned wrong = 0;
  for (const PaperTable::Row& row : table.rows) {
    for (std::size_t i = 0; i < row.published.size(); ++i) {
      const bool is_marked = row.computed[i].ends_with(" !");
      EXPECT_EQ(is_marked, row.computed[i] != row.published[i]) << row.label;
      wrong += is_marked;
      EXPECT_TRUE(!is_marked || table.columns[i] == "edges") << row.label;
    }
  }
  EXPECT_EQ(wrong, 4u + 3u);
  EXPECT_EQ(row_of(table, "64").computed, row_of(table, "64").published);
  EXPECT_EQ(row_of(table, "128").computed[3], "573 !");
  EXPECT_EQ(row_of(table, "1024").computed[5], "4644 !");
}

}  // namespace
}  // namespace kintsugi::sse
