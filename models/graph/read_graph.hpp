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

/// The names of the formats, and their readers: graphml_reader.hpp, dot_reader.hpp, csv_reader.hpp.
inline constexpr std::array<std::string_view, 3> kFormats{"graphml", "dot", "csv"};

/// Returns the format of a file by the end of its name: .graphml, .xml, .dot, .gv or .csv; otherwise an empty text.
std::string_view format_of(std::string_view path);

/// `format` is one of kFormats; `name` is that of a network whose file gives none.
std::variant<UserNetwork, std::vector<FileMistake>> read_graph(std::string_view text, std::string_view format,
                                                               const std::string& name);

}  // namespace kintsugi::graph
