#include "models/network/node_names.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kintsugi {
namespace {

Network with_names(const std::vector<std::string>& names) {
  Network network("nodes");
  const std::size_t layout = network.add_layout({"e", "w"});
  for (const std::string& name : names) network.add_node(name, layout, {0, 0});
  return network;
}

TEST(NodeNames, are_names_and_numbers) {
  const Network network = with_names({"spine01", "leaf", "x0.y0"});
  const NodeNames names(network);
  EXPECT_EQ(names.find("spine01"), NodeId{0});
  EXPECT_EQ(names.find("x0.y0"), NodeId{2});
  EXPECT_EQ(names.find("2"), NodeId{2});
  EXPECT_EQ(names.find(1), NodeId{1});
  EXPECT_FALSE(names.numbers_are_names());
  for (const char* const wrong : {"", "3", "-1", "spine", "1x", "99999999999999999999"}) {
    EXPECT_EQ(names.find(wrong), std::nullopt) << wrong;
  }
  EXPECT_EQ(names.valid("7"), "0 to 2");
  EXPECT_EQ(names.valid("x"), "0 to 2, or a name such as spine01");
  EXPECT_EQ(names.refusal("7"), "'7' is not a node; valid is 0 to 2");
  EXPECT_EQ(names.refusal(std::string(99, 'x')),
            "'" + std::string(40, 'x') + "...' is not a node; valid is 0 to 2, or a name such as spine01");
}

TEST(NodeNames, are_names_alone_where_these_are_numbers) {
  const Network network = with_names({"1", "2", "n"});
  const NodeNames names(network);
  EXPECT_TRUE(names.numbers_are_names());
  EXPECT_EQ(names.find("1"), NodeId{0});
  EXPECT_EQ(names.find(2), NodeId{1});
  EXPECT_EQ(names.find("n"), NodeId{2});
  EXPECT_EQ(names.find("0"), std::nullopt);
  EXPECT_EQ(names.find(0), std::nullopt);
  EXPECT_EQ(names.valid("0"), "a name such as 1");
  EXPECT_EQ(names.label(NodeId{0}), "1");
}

/// As programs write them that know decimal numbers only, and numbers of more digits than an integer has.
TEST(NodeNames, are_numbers_with_a_point_and_of_any_length_too) {
  for (const std::vector<std::string>& written :
       {std::vector<std::string>{"1.0", "2.0", "n"}, {"n", "2.5", "3"}, {"99999999999999999999", "m", "n"}}) {
    const Network network = with_names(written);
    const NodeNames names(network);
    EXPECT_TRUE(names.numbers_are_names()) << written[1];
    EXPECT_EQ(names.find(written[1]), NodeId{1});
    EXPECT_EQ(names.find("1"), std::nullopt) << "which would be the node of that number, " << written[1];
    EXPECT_EQ(names.find(1), std::nullopt) << written[1];
  }
  for (const std::vector<std::string>& written :
       {std::vector<std::string>{"0.0", "1.0", "2.0"}, {"1.0.2", "1.x", "x.1"}, {".5", "5.", "."}}) {
    EXPECT_FALSE(NodeNames(with_names(written)).numbers_are_names()) << written[0];
  }
}

TEST(NodeNames, that_are_the_numbers_of_their_nodes_change_nothing) {
  const Network network = with_names({"0", "1", "2"});
  const NodeNames names(network);
  EXPECT_FALSE(names.numbers_are_names());
  EXPECT_EQ(names.find("2"), NodeId{2});
}

TEST(NodeNames, have_a_short_form_for_pictures) {
  const Network of_names = with_names({"spine01", "leaf"});
  EXPECT_EQ(NodeNames(of_names).label(NodeId{1}), "1");
  const Network of_numbers = with_names({"12345", "123456", "core"});
  const NodeNames names(of_numbers);
  EXPECT_EQ(names.label(NodeId{0}), "12345");
  EXPECT_EQ(names.label(NodeId{1}), "..456");
  EXPECT_EQ(names.label(NodeId{2}), "core");
}

}  // namespace
}  // namespace kintsugi
