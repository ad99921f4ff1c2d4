#include "tb/tool/scenario/written_parameters.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

TEST(WrittenParameters, files_stand_where_the_readers_look_for_them) {
  EXPECT_EQ(written_network({"graph", {{"file", ParameterFile{"my, \"ring\".csv", ""}}, {"format", "csv"}}}),
            R"(kind: graph, file: "my, \"ring\".csv", format: csv)");
  EXPECT_EQ(written_network({"rdt", {{"side", std::int64_t{16}}, {"assignment", ParameterFile{"best.txt", ""}}}}),
            R"(kind: rdt, assignment: {file: "best.txt"}, side: 16)");
  EXPECT_EQ(written_network({"mesh", {{"sides", std::vector<std::int64_t>{4, 4}}}}), "kind: mesh, sides: [4, 4]");
}

TEST(WrittenParameters, options_are_those_of_the_fabric) {
  const NetworkSection torus{"torus", {{"sides", std::vector<std::int64_t>{4, 4}}}};
  EXPECT_EQ(written_options(torus, {{"bunch", "per_wire"}, {"tracks", std::int64_t{2}}}), "bunch: per_wire, tracks: 2");
  EXPECT_EQ(written_options(torus, {}), "");
}

TEST(WrittenParameters, a_text_in_quotes_has_any_characters) {
  EXPECT_EQ(quoted_text("a\"b\\"), R"("a\"b\\")");
}

}  // namespace
}  // namespace kintsugi
