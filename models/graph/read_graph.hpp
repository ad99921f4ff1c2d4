/// Reads a file of a graph into a network.
///
/// Errors  are returned as a list, each with its line and column. A text that is not UTF-8 is not read further
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/graph/user_network.hpp"

namespace kintsugi::graph {

/// The names of the formats, and their readers: graphml_reader.hpp, dot_reader.hpp, csv_reader.hpp, anynet_reader.hpp.
inline constexpr std::array<std::string_view, 4> kFormats{"graphml", "dot", "csv", "anynet"};

/// Returns the format of a file by the end of its name, in small letters or capitals: .graphml, .xml, .dot, .gv, .csv,
/// .tsv, .edges, .edgelist, .el or .anynet. With another end it is anynet if its first word is router or node; else a
/// .txt is csv, and of others the result is empty.
std::string_view format_of(std::string_view path, std::string_view text);

/// `format` is one of kFormats; `name` is that of a network whose file gives none.
std::variant<UserNetwork, std::vector<FileMistake>> read_graph(std::string_view text, std::string_view format,
                                                               const std::string& name, PesOfRouters pes = {});

}  // namespace kintsugi::graph
