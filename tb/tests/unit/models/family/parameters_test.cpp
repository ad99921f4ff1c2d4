#include "models/family/parameters.hpp"

#include <gtest/gtest.h>

#include "models/family/fabric_info.hpp"

namespace kintsugi {
namespace {

using Type = ParameterSpec::Type;

TEST(Parameters, only_those_with_few_values_list_them) {
  const auto integers = [](IntegerRange range) {
    return few_values({"p", Type::kInteger, false, "", {}, range}).size();
  };
  EXPECT_EQ(integers({1, 2}), 2u);
  EXPECT_EQ(integers({5, 5}), 1u);
  EXPECT_EQ(integers({1, kFewValues}), static_cast<std::size_t>(kFewValues));
  EXPECT_EQ(integers({1, kFewValues + 1}), 0u);
  EXPECT_EQ(integers(kAnyInteger), 0u) << "without limits";
  EXPECT_EQ(integers({0, kAnyInteger.high}), 0u);
  EXPECT_EQ(integers({kAnyInteger.low, 0}), 0u);
  EXPECT_EQ(few_values({"p", Type::kName, false, "", {"a", "b"}}), (std::vector<ParameterValue>{"a", "b"}));
  EXPECT_TRUE(few_values({"p", Type::kName, false, "", std::vector<std::string>(9, "a")}).empty());
  EXPECT_TRUE(few_values({"p", Type::kIntegers, false, "", {}, {1, 2}}).empty());
}

TEST(Parameters, values_are_written_as_a_scenario_has_them) {
  EXPECT_EQ(to_text(std::int64_t{-7}), "-7");
  EXPECT_EQ(to_text("uniform"), "uniform");
  EXPECT_EQ(to_text(std::vector<std::int64_t>{8, 4}), "[8, 4]");
  EXPECT_EQ(to_text(std::vector<std::int64_t>{}), "[]");
  EXPECT_EQ(to_text(NodeWords{"n16", "17"}), "[n16, 17]");
  EXPECT_EQ(to_text(ParameterFile{"best.txt", "1 2"}), "{file: best.txt}");
}

TEST(FabricInfo, an_option_that_is_not_listed_is_refused) {
  const std::vector<ParameterSpec> specs = {{"a", Type::kInteger, false, "", {}}, {"b", Type::kInteger, false, "", {}}};
  EXPECT_NO_THROW(refuse_unknown_options({}, {}));
  EXPECT_NO_THROW(refuse_unknown_options({{"b", std::int64_t{1}}}, specs));
  try {
    refuse_unknown_options({{"c", std::int64_t{1}}}, specs);
    ADD_FAILURE() << "accepted";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.parameter(), "fabric.c");
    EXPECT_STREQ(error.what(), "this fabric has no option 'c'; valid: a, b");
  }
}

TEST(FabricInfo, forms_of_addresses_come_from_their_parts) {
  EXPECT_EQ(FabricInfo{}.pe_form(), "a number");
  FabricInfo grid;
  grid.pe = {"row", "column"};
  EXPECT_EQ(grid.pe_form(), "[row, column]");
  EXPECT_EQ(
      (ElementSpec{"k", "a k", {{"x", Type::kInteger, true, "", {}}, {"y", Type::kName, true, "", {}}}, ""}.form()),
      "[x, y]");
}

}  // namespace
}  // namespace kintsugi
