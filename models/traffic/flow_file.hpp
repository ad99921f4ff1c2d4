/// Reads flows from text: a table of flows, or a matrix of rates.
///
/// Table    a flow a line, `source,destination,rate` and, if wanted, `flits,from,to,class`; an empty cell has the
///          default. A first row whose third cell is no number names the columns, in any order: source (src),
///          destination (dest, dst), rate, flits, from, to, class
/// Matrix   the first cell of the first row is empty or like from/to, those behind it name destinations; in each
///          further row the first cell names a source, the others are the rates of its flows. An empty cell and 0 are
///          no flow. No node has two rows or two columns
/// Cells    separated by commas, else semicolons, else blanks (cells.hpp), or by tabs if the first row begins with one;
///          a cell may be in quotes. A comment begins with #
/// Rate     flits/cycle, 0 .. 1
/// Flits    1 .. 65535
/// Class    the number of a priority class, 0 .. 7; by default 0, which goes first
/// Cycles   `from` and `to`, 0 .. 10^12, counted from the start of the traffic; `to` is the cycle after the last
/// Nodes    as NodeNames says; a node may send to itself
/// Errors   are returned as a list, each with its line and column; those after the first 1000 are dropped
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/network/node_names.hpp"
#include "models/traffic/flows.hpp"

namespace kintsugi {

struct FlowFile {
  std::vector<Flow> flows;  ///< in the order of the file
  std::vector<int> lines;   ///< of the flows
};

std::variant<FlowFile, std::vector<FileMistake>> read_flows(std::string_view text, const NodeNames& names);

}  // namespace kintsugi
