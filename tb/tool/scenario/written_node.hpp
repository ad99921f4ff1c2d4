/// A node as a scenario writes it: its name or its number, and where. Which node it is, the network says:
/// tb/tool/setup/node_finder.hpp.
#pragma once

#include <string>

#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

struct WrittenNode {
  std::string word;
  Where where = {};
};

/// A node with a number: the share of a hot node, the rate of a source.
struct WrittenNumber {
  WrittenNode node;
  std::string path;  ///< of its key: "traffic.rates.3"
  double number = 0;
  Where where = {};  ///< of the number
};

}  // namespace kintsugi
