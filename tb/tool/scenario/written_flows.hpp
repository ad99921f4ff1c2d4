/// Flows as a scenario writes them: in a list, or in a file (models/traffic/flow_file.hpp).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/traffic/flows.hpp"
#include "tb/tool/scenario/written_node.hpp"

namespace kintsugi {

/// A flow of a list; its nodes are known when the network is. After a mistake one of them can be missing, as an empty
/// word without a place.
struct WrittenFlow {
  WrittenNode source;
  WrittenNode destination;
  std::string path;  ///< of its key: "traffic.flows.3"
  Flow flow;
};

struct FlowsSection {
  std::optional<std::filesystem::path> file;  ///< nullopt: they are in the list
  std::vector<WrittenFlow> list;
  double scale = 1;  ///< by which all rates are multiplied
};

}  // namespace kintsugi
