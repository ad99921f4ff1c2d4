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

}  // namespace kintsugi
