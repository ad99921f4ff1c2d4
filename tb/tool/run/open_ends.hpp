/// The open ends of a chip at which packets wait, as wrong states make them: router ports whose path ends in a switch,
/// and routers of PEs without a node.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "hw/chip/chip.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi {

struct OpenEnd {
  std::string port;         ///< of the node: "x2.y3.e"; empty: the PE has no node
  std::string site_port;    ///< of the PE: "r2.c3.e"; "r2.c3" if it has no node
  std::string open_in;      ///< the switch in which the path from the port ends; empty: no wire leads there
  std::size_t packets = 0;  ///< that wait to leave by it, and by no port that is not open
  std::string first;        ///< one of them: "x2.y2 to x5.y1"
};

/// Returns the open ends at which packets wait for ever, in order of sites and ports. The chip must be on a fabric.
std::vector<OpenEnd> open_ends(const Chip& chip);

nlohmann::ordered_json to_json(std::span<const OpenEnd> ends);
/// Adds a row for each, up to a limit; none if there is none.
void add_open_ends(TextTable& table, std::span<const OpenEnd> ends);

}  // namespace kintsugi
