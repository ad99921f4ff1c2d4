// Rows of a part of a report: each is declared once, and its JSON and its meaning come from it.
#include "tb/tool/run/report_rows.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

struct Wheel {
  int spokes = 0;
  std::optional<double> width;
};

struct Cart {
  std::string name;
  std::optional<int> load;
  Wheel front;
  std::optional<Wheel> rear;
};

std::string a_road(const Scenario&, const Setup&) {
  return "there is no road";
}
std::string a_horse(const Scenario&, const Setup&) {
  return "there is no horse";
}

ReportRows<Wheel> wheel_rows() {
  return ReportRows<Wheel>()
      .number("spokes", "spokes", "of the wheel", &Wheel::spokes)
      .number("width", "mm", "of the wheel", &Wheel::width, {a_road});
}

ReportRows<Cart> cart_rows(IfNone rear = IfNone::kLeftOut) {
  return ReportRows<Cart>()
      .other("name", [](const Cart& cart) { return unless_empty(cart.name); })
      .number_or_null("load", "kg", "on the cart", &Cart::load)
      .include("wheels.front", wheel_rows(), [](const Cart& cart) { return &cart.front; })
      .include("wheels.rear", wheel_rows(), &Cart::rear, {a_horse}, rear)
      .other("is_heavy", [](const Cart& cart) { return cart.load > 100; });
}

TEST(ReportRows, have_their_order_and_their_parts_in_json) {
  EXPECT_EQ(cart_rows().json({"blue", 120, {8, 40.5}, Wheel{10, {}}}).dump(),
            R"({"name":"blue","load":120,"wheels":{"front":{"spokes":8,"width":40.5},"rear":{"spokes":10}},)"
            R"("is_heavy":true})");
}

TEST(ReportRows, leave_out_what_the_source_does_not_have_unless_it_is_null) {
  const Cart bare{"", {}, {8, {}}, {}};
  EXPECT_EQ(cart_rows().json(bare).dump(), R"({"load":null,"wheels":{"front":{"spokes":8}},"is_heavy":false})");
  EXPECT_EQ(cart_rows(IfNone::kNull).json(bare).dump(),
            R"({"load":null,"wheels":{"front":{"spokes":8},"rear":null},"is_heavy":false})");
  EXPECT_EQ(cart_rows(IfNone::kNull).json({"", {}, {8, {}}, Wheel{10, {}}})["wheels"]["rear"].dump(),
            R"({"spokes":10})");
}

TEST(ReportRows, below_a_path_fill_a_mapping_without_it) {
  nlohmann::ordered_json json = {{"width", nullptr}, {"colour", "red"}};
  cart_rows().fill(json, {"blue", 120, {8, 40.5}, {}}, "wheels.front.");
  EXPECT_EQ(json.dump(), R"({"width":40.5,"colour":"red","spokes":8})");
}

TEST(ReportRows, say_what_their_numbers_need_those_of_a_part_last) {
  const std::vector<ReportNumber> numbers = cart_rows(IfNone::kNull).numbers("carts.");
  std::vector<std::string> paths;
  for (const ReportNumber& number : numbers) paths.push_back(number.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"carts.load", "carts.wheels.front.spokes", "carts.wheels.front.width",
                                             "carts.wheels.rear.spokes", "carts.wheels.rear.width"}));
  EXPECT_EQ(numbers[0].unit + ": " + numbers[0].definition, "kg: on the cart");
  EXPECT_TRUE(numbers[1].needs.empty());
  EXPECT_EQ(numbers[3].needs, std::vector<Need>{a_horse});
  EXPECT_EQ(numbers[4].needs, (std::vector<Need>{a_horse, a_road}));
}

TEST(ReportRows, below_one_section_name_it) {
  EXPECT_EQ(ReportRows<Cart>().include("cart", cart_rows(), [](const Cart& cart) { return &cart; }).section(), "cart");
}

}  // namespace
}  // namespace kintsugi
