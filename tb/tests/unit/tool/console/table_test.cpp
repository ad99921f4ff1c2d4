#include "tb/tool/console/table.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

struct City {
  std::string name;
  unsigned people = 0;
  std::optional<double> height;
  bool is_port = false;
  unsigned counted = 0;

  unsigned missing() const { return people - counted; }
};

std::string counted_text(const City& city) {
  return std::to_string(city.counted) + " of " + std::to_string(city.people);
}

Table<City> cities() {
  return {{"name", &City::name},
          {"people", &City::people},
          {"height", &City::height, {.digits = 2, .heading = "height in m"}},
          {"port", &City::is_port},
          {"counted", &City::counted, counted_text},
          {"missing", &City::missing, {.text = false}}};
}

const std::vector<City> kCities = {{"Ise", 7, 1.5, true, 7}, {"=Ama, \"Bay\"", 12, std::nullopt, false, 10}};

TEST(Table, writes_a_list_of_objects_with_the_keys_in_order) {
  EXPECT_EQ(cities().json(kCities).dump(),
            R"([{"name":"Ise","people":7,"height":1.5,"port":true,"counted":7,"missing":0},)"
            R"({"name":"=Ama, \"Bay\"","people":12,"height":null,"port":false,"counted":10,"missing":2}])");
}

TEST(Table, writes_csv_with_the_quotes_of_its_cells_and_nothing_for_null) {
  EXPECT_EQ(cities().csv(kCities),
            "name,people,height,port,counted,missing\n"
            "Ise,7,1.5,true,7,0\n"
            "\"'=Ama, \"\"Bay\"\"\",12,,false,10,2\n");
}

TEST(Table, writes_text_with_headings_digits_and_the_words_of_a_column) {
  EXPECT_EQ(cities().text(kCities).text(),
            "name         people  height in m  port  counted\n"
            "Ise          7       1.50         yes   7 of 7\n"
            "=Ama, \"Bay\"  12      -            no    10 of 12\n");
}

TEST(Table, writes_no_column_in_a_form_that_it_is_not_in) {
  const Table<City> table = {{"name", &City::name, {.csv = false}},
                             {"height", &City::height, {.null_in_json = false, .csv = false, .text = false}},
                             {"people", &City::people, {.json = false}}};
  EXPECT_EQ(table.json(kCities).dump(), R"([{"name":"Ise","height":1.5},{"name":"=Ama, \"Bay\""}])");
  EXPECT_EQ(table.csv(kCities), "people\n7\n12\n");
  EXPECT_EQ(table.headings(), (std::vector<std::string>{"name", "people"}));
}

TEST(Table, leaves_cells_empty_under_names_that_it_does_not_have) {
  EXPECT_EQ(cities().csv_line(kCities[0], {"kind", "port", "name", "sea"}), ",true,Ise,\n");
  const Table<City> table = {{"name", &City::name, {.in_csv = "city"}}};
  EXPECT_EQ(table.csv_line(kCities[0], {"name", "city"}), ",Ise\n");
}

TEST(Table, writes_a_line_of_csv_without_columns) {
  EXPECT_EQ(csv_line({"a,b", 1.5, nullptr, -2}), "\"a,b\",1.5,,-2\n");
}

TEST(KeysOfObjects, come_once_in_the_order_in_which_they_first_occur) {
  const auto objects = nlohmann::ordered_json::parse(R"([{"b":1,"a":2},{},{"c":3,"a":4}])");
  EXPECT_EQ(keys_of(objects), (std::vector<std::string>{"b", "a", "c"}));
  EXPECT_EQ(keys_of(nlohmann::ordered_json::array()), std::vector<std::string>());
}

TEST(Table, has_its_headings_without_rows) {
  const std::vector<City> none;
  EXPECT_EQ(cities().json(none).dump(), "[]");
  EXPECT_EQ(cities().csv(none), "name,people,height,port,counted,missing\n");
  EXPECT_EQ(cities().text(none).rows().size(), 1u);
}

TEST(Table, refuses_a_text_that_is_no_utf8_only_when_the_document_is_written) {
  const std::vector<City> odd = {{"\xff", 1, std::nullopt, false, 1}};
  EXPECT_EQ(cities().csv(odd).substr(cities().csv_header().size()), "\xff,1,,false,1,0\n");
  EXPECT_THROW(cities().json(odd).dump(), nlohmann::ordered_json::type_error);
}

}  // namespace
}  // namespace kintsugi
