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

TEST(Parameters, take_integers_of_any_type_lists_and_texts) {
  const std::size_t size = 3;
  const Parameters given{
      {"a", 2},   {"b", size}, {"c", {4, 8}}, {"d", std::vector{1u, 2u}}, {"e", "long"}, {"f", std::string_view("x")},
      {"g", {5}}, {"h", -1L}};
  EXPECT_EQ(given.at("a"), ParameterValue(std::int64_t{2}));
  EXPECT_EQ(given.at("b"), ParameterValue(std::int64_t{3}));
  EXPECT_EQ(given.at("c"), ParameterValue(std::vector<std::int64_t>{4, 8}));
  EXPECT_EQ(given.at("d"), ParameterValue(std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(given.at("e"), ParameterValue(std::string("long")));
  EXPECT_EQ(given.at("f"), ParameterValue(std::string("x")));
  EXPECT_EQ(given.at("g"), ParameterValue(std::vector<std::int64_t>{5})) << "a list of one";
  EXPECT_EQ(given.at("h"), ParameterValue(std::int64_t{-1}));
  EXPECT_THROW(ParameterValue(~std::uint64_t{0}), std::invalid_argument);
  static_assert(!std::is_convertible_v<bool, ParameterValue>, "true is no number of nodes");
  static_assert(!std::is_convertible_v<char, ParameterValue>);
  static_assert(!std::is_convertible_v<double, ParameterValue>);
}

std::string complaint_of_type(Type type, const ParameterValue& value) {
  try {
    check_type({"p", type, false, "", {}}, value);
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.parameter(), "p");
    return error.what();
  }
  return "";
}

TEST(Parameters, a_wrong_type_is_named_with_the_right_one) {
  const ParameterFile file{"f", ""};
  EXPECT_EQ(complaint_of_type(Type::kInteger, "2"), "p must be an integer, not the text '2'");
  EXPECT_EQ(complaint_of_type(Type::kInteger, {2}), "p must be an integer, not the list [2]");
  EXPECT_EQ(complaint_of_type(Type::kName, 2), "p must be a text, not the integer 2");
  EXPECT_EQ(complaint_of_type(Type::kIntegerOrName, {1, 2}), "p must be an integer or a text, not the list [1, 2]");
  EXPECT_EQ(complaint_of_type(Type::kIntegers, 8), "p must be a list of integers, not the integer 8");
  EXPECT_EQ(complaint_of_type(Type::kNameOrFile, 8), "p must be a text or a file, not the integer 8");
  EXPECT_EQ(complaint_of_type(Type::kFile, "net.dot"), "p must be a file, not the text 'net.dot'");
  EXPECT_EQ(complaint_of_type(Type::kNodes, file), "p must be a list of nodes, not a file");
  EXPECT_EQ(complaint_of_type(Type::kName, NodeWords{"n1"}), "p must be a text, not the nodes [n1]");
}

TEST(Parameters, of_the_right_types_are_accepted) {
  const std::vector<std::pair<Type, ParameterValue>> right{{Type::kInteger, 2},
                                                           {Type::kName, "a"},
                                                           {Type::kIntegerOrName, 2},
                                                           {Type::kIntegerOrName, "a"},
                                                           {Type::kIntegers, std::vector<std::int64_t>{}},
                                                           {Type::kNameOrFile, "a"},
                                                           {Type::kNameOrFile, ParameterFile{}},
                                                           {Type::kFile, ParameterFile{}},
                                                           {Type::kNodes, NodeWords{}}};
  for (const auto& [type, value] : right) EXPECT_EQ(complaint_of_type(type, value), "") << static_cast<int>(type);
}

TEST(FabricInfo, an_option_of_a_wrong_type_is_refused) {
  const std::vector<ParameterSpec> specs = {{"a", Type::kInteger, false, "", {}}};
  try {
    refuse_unknown_options({{"a", "two"}}, specs);
    ADD_FAILURE() << "accepted";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.parameter(), "fabric.a");
    EXPECT_STREQ(error.what(), "a must be an integer, not the text 'two'");
  }
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
