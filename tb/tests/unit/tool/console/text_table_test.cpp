// Tables of text: the rows of a list.
#include "tb/tool/console/text_table.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

const std::vector<std::string> kBirds = {"wren", "owl", "kite"};

TEST(TextTable, has_the_label_of_a_list_once) {
  TextTable table;
  table.add_list("birds", kBirds);
  table.add_list("lengths", kBirds, [](const std::string& bird) { return std::to_string(bird.size()); });
  table.add_list("fish", std::vector<std::string>());
  EXPECT_EQ(table.text(),
            "birds    wren\n"
            "         owl\n"
            "         kite\n"
            "lengths  4\n"
            "         3\n"
            "         4\n");
}

TEST(TextTable, says_how_many_of_a_list_it_leaves_out) {
  TextTable table;
  table.add_list("birds", kBirds, {.most = 2});
  table.add_list("all", kBirds, {.most = 3});
  table.add_list("seen", kBirds, {.most = 1, .more = " more, all in the book", .all = 9});
  table.add_list("none", kBirds, {.most = 0});
  EXPECT_EQ(table.text(),
            "birds  wren\n"
            "       owl\n"
            "       and 1 more\n"
            "all    wren\n"
            "       owl\n"
            "       kite\n"
            "seen   wren\n"
            "       and 8 more, all in the book\n"
            "none   and 3 more\n");
}

}  // namespace
}  // namespace kintsugi
