/// A user's graph for the tool: kind `graph` {file, format}.
///
/// file      the graph: nodes, links, and where given names, ports, kinds, latencies and positions (user_network.hpp)
/// format    graphml, dot or csv; default by the end of the file's name
/// Name      that of the graph in the file, else the file's name without folder and extension
/// Routings  none of its own: it has those of every network (models/registry/routings.hpp)
/// Fabric    none
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::graph {

class GraphFamily final : public Family {
 public:
  GraphFamily();
  std::vector<FamilyRouting> routings() const override { return {}; }

 private:
  /// Throws ParameterFileError for mistakes in the file.
  std::unique_ptr<Design> make(const Parameters& parameters) const override;
};

}  // namespace kintsugi::graph
