// Items are found by their names, in an index that the first look-up makes.
#include "models/network/name_index.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "models/network/network.hpp"

namespace kintsugi {
namespace {

std::string complaint_of(const Network& network, const std::string& word) {
  try {
    network.node(word);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

Network line_of(std::uint32_t nodes) {
  Network network("line");
  const std::size_t layout = network.add_layout({"e", "w"});
  for (std::uint32_t i = 0; i < nodes; ++i) network.add_node("x" + std::to_string(i) + ".y0", layout);
  return network;
}

TEST(NodeByName, is_found_by_name_and_by_number) {
  const Network network = line_of(12);
  EXPECT_EQ(network.node("x3.y0"), NodeId{3});
  EXPECT_EQ(network.node("11"), NodeId{11});
  EXPECT_EQ(network.node_named("x3.y0"), NodeId{3});
  EXPECT_EQ(network.node_named("3"), kNoNode) << "a name alone";
}

TEST(NodeByName, an_unknown_one_is_refused_with_the_nearest) {
  const Network network = line_of(12);
  EXPECT_EQ(complaint_of(network, "x3.y00"), "no node 'x3.y00'; did you mean 'x3.y0'?");
  EXPECT_EQ(complaint_of(network, "12"), "no node '12'; valid is 0 to 11");
  EXPECT_EQ(complaint_of(network, "processor"), "no node 'processor'; valid is 0 to 11, or a name such as x0.y0");
  EXPECT_EQ(complaint_of(network, ""), "no node ''; valid is 0 to 11, or a name such as x0.y0");
  EXPECT_EQ(complaint_of(network, std::string(99, 'x')),
            "no node '" + std::string(40, 'x') + "...'; valid is 0 to 11, or a name such as x0.y0");
  EXPECT_EQ(complaint_of(Network("empty"), "a"), "no node 'a': the network has no nodes");
}

TEST(NodeByName, where_numbers_are_names_a_number_is_a_name) {
  Network network("list of edges");
  const std::size_t layout = network.add_layout({"p0"});
  for (const char* const name : {"1", "2", "10"}) network.add_node(name, layout);
  EXPECT_EQ(network.node("2"), NodeId{1});
  EXPECT_EQ(complaint_of(network, "0"), "no node '0'; did you mean '1'?");
}

TEST(NodeByName, a_node_that_is_added_after_a_look_up_is_found) {
  Network network = line_of(2);
  EXPECT_EQ(network.node_named("late"), kNoNode);
  EXPECT_EQ(network.node("x1.y0"), NodeId{1});
  for (int i = 0; i < 1000; ++i) network.add_node("n" + std::to_string(i), 0);
  network.add_node("late", 0);
  EXPECT_EQ(network.node("late"), NodeId{1002});
  EXPECT_EQ(network.node("x1.y0"), NodeId{1});
}

TEST(NodeByName, a_copy_has_an_index_of_its_own) {
  auto first = std::make_unique<Network>(line_of(3));
  EXPECT_EQ(first->node("x2.y0"), NodeId{2});
  Network copy = *first;
  copy.add_node("more", 0);
  EXPECT_EQ(first->node_named("more"), kNoNode);
  Network moved = std::move(*first);
  first.reset();
  EXPECT_EQ(copy.node("x2.y0"), NodeId{2});
  EXPECT_EQ(copy.node("more"), NodeId{3});
  EXPECT_EQ(moved.node("x2.y0"), NodeId{2});
  moved = copy;
  EXPECT_EQ(moved.node("more"), NodeId{3}) << "the index was of the nodes before";
}

TEST(NodeByName, a_million_look_ups_are_not_quadratic) {
  constexpr std::uint32_t kNodes = 200'000;
  const Network network = line_of(kNodes);
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint32_t i = 0; i < 1'000'000; ++i) {
    const std::uint32_t node = i * 7919 % kNodes;
    ASSERT_EQ(network.node_named(network.node_name(NodeId{node})), NodeId{node});
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(spent.count(), 60) << "one search of all names a look-up takes an hour";
}

TEST(NodeByName, several_threads_make_one_index) {
  const Network network = line_of(20'000);
  std::vector<unsigned> wrong(4);
  {
    std::vector<std::jthread> threads;
    for (unsigned thread = 0; thread < wrong.size(); ++thread) {
      threads.emplace_back([&, thread] {
        for (std::uint32_t i = thread; i < network.nodes(); i += 3) {
          wrong[thread] += network.node_named(network.node_name(NodeId{i})) != NodeId{i} ? 1 : 0;
        }
      });
    }
  }
  EXPECT_EQ(wrong, std::vector<unsigned>(4));
}

TEST(NameIndex, finds_the_first_of_equal_names) {
  const std::vector<std::string> names{"a", "b", "b"};
  const auto name_of = [&](std::size_t i) -> std::string_view { return names[i]; };
  const NameIndex index;
  EXPECT_EQ(index.find("b", names.size(), name_of), 1u);
  EXPECT_EQ(index.find("c", names.size(), name_of), std::nullopt);
}

}  // namespace
}  // namespace kintsugi
