#include "models/workload/hop_table.hpp"

#include <stdexcept>
#include <string>

namespace kintsugi::workload {

HopTable::HopTable(std::uint32_t nodes, const std::function<std::uint32_t(NodeId, NodeId)>& hops,
                   const Progress& progress)
    : nodes_(nodes) {
  if (nodes > kMostTabled) {
    throw std::length_error("a table of hops is for at most " + std::to_string(kMostTabled) +
                            " nodes, and the network has " + std::to_string(nodes) +
                            "; place the ranks by a list or a file");
  }
  hops_.resize(std::size_t{nodes} * nodes);
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      if (from == to) continue;
      hops_[std::size_t{from} * nodes + to] = narrow<std::uint16_t>(hops(NodeId{from}, NodeId{to}));
    }
    if (progress) progress(from + 1, nodes);
  }
}

}  // namespace kintsugi::workload
