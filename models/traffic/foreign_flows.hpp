/// What a file with the traffic of another simulator becomes: flows whose nodes have the names of that file.
///
/// Use    the readers (vtr_flows.hpp, noxim_table.hpp) make them, write_flow_table() writes them as a table that
///        read_flows() (flow_file.hpp) reads for any network with nodes of these names or numbers
/// Notes  say what was mended and what was ignored, a sentence each; what is not named there is in the flows
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/network/types.hpp"
#include "models/traffic/flows.hpp"

namespace kintsugi {

struct ForeignFlow {
  std::string source;
  std::string destination;
  double rate = 0;                     ///< flits/cycle, 0 .. 1
  std::optional<std::uint16_t> flits;  ///< of each packet; nullopt: the file does not say
  Cycle from = 0;
  Cycle to = Flow::kNoEnd;
  friend bool operator==(const ForeignFlow&, const ForeignFlow&) = default;
};

struct ForeignFlows {
  static constexpr std::size_t kMost = std::size_t{1} << 20U;  ///< flows that a reader makes of one file
  std::vector<ForeignFlow> flows;                              ///< in the order of the file
  std::vector<std::string> notes;
};

/// Gives the nodes the numbers 0, 1 .. in the order in which they come; returns their names in this order.
std::vector<std::string> number_nodes(std::vector<ForeignFlow>& flows);

/// Returns the flows as a table with a first row of names; columns without a value are left out. A rate is written so
/// that it is read back as the same number.
std::string write_flow_table(const std::vector<ForeignFlow>& flows);

}  // namespace kintsugi
