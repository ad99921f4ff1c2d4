/// Reads the text of a graph for the tests of its readers.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "models/graph/read_graph.hpp"

namespace kintsugi::graph::test {

using Lines = std::vector<std::string>;

/// Returns the mistakes as "line:column: message".
inline Lines mistakes_in(std::string_view text, std::string_view format, PesOfRouters pes = {}) {
  const auto read = read_graph(text, format, "file", pes);
  Lines lines;
  if (const auto* mistakes = std::get_if<std::vector<FileMistake>>(&read)) {
    for (const auto& [line, column, message] : *mistakes) {
      lines.push_back(std::to_string(line) + ':' + std::to_string(column) + ": " + message);
    }
  }
  return lines;
}

/// Returns what the text stands for, which must be right.
inline UserNetwork graph_in(std::string_view text, std::string_view format, PesOfRouters pes = {}) {
  auto read = read_graph(text, format, "file", pes);
  if (auto* network = std::get_if<UserNetwork>(&read)) return std::move(*network);
  ADD_FAILURE() << ::testing::PrintToString(mistakes_in(text, format));
  return {Network("wrong"), {}};
}

/// Returns the links as "a.port - b.port kind", in their order.
inline Lines links_of(const Network& network) {
  Lines lines;
  for (const Link& link : network.links()) {
    lines.push_back(network.describe(link.a) + " - " + network.describe(link.b) + ' ' +
                    network.kinds()[link.kind.value]);
  }
  return lines;
}

inline Lines names_of(const Network& network) {
  Lines names;
  for (const NodeId node : ids<NodeId>(network.nodes())) names.push_back(network.node_name(node));
  return names;
}

/// Compares everything but the representatives.
inline void expect_same(const Network& found, const Network& wanted) {
  EXPECT_EQ(found.name(), wanted.name());
  EXPECT_EQ(names_of(found), names_of(wanted));
  EXPECT_EQ(Lines(found.kinds().begin(), found.kinds().end()), Lines(wanted.kinds().begin(), wanted.kinds().end()));
  EXPECT_TRUE(std::ranges::equal(found.links(), wanted.links()));
  EXPECT_EQ(found.grid().sides, wanted.grid().sides);
  EXPECT_TRUE(wanted.grid().sides.empty() || found.grid().wraps == wanted.grid().wraps);
  if (found.nodes() != wanted.nodes()) return;
  for (const NodeId node : ids<NodeId>(wanted.nodes())) {
    ASSERT_EQ(found.ports(node), wanted.ports(node)) << wanted.node_name(node);
    ASSERT_EQ(found.position(node).x, wanted.position(node).x) << wanted.node_name(node);
    ASSERT_EQ(found.position(node).y, wanted.position(node).y) << wanted.node_name(node);
  }
}

}  // namespace kintsugi::graph::test
