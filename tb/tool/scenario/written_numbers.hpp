/// Numbers of nodes as a scenario writes them: the share of a hot node, the rate of a source.
#pragma once

#include <string>

#include "tb/tool/scenario/written_node.hpp"

namespace kintsugi {

struct WrittenNumber {
  WrittenNode node;
  std::string path;  ///< of its key: "traffic.rates.3"
  double number = 0;
  Where where = {};  ///< of the number
};

}  // namespace kintsugi
