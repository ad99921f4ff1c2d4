/// The graphs of `kintsugi topo`: of the network, or of the fabric that carries it.
#pragma once

#include "tb/tool/cli/command.hpp"
#include "tb/tool/console/output.hpp"

namespace kintsugi::cli {

struct GraphOptions {
  bool dot = false;
  bool graphml = false;
  bool fabric = false;  ///< draw the fabric instead of the network
  bool any() const { return dot || graphml; }
};

/// Throws InputError if --fabric lacks a format, or two graphs would go to standard output.
void check_graphs(const GraphOptions& options, const CommonOptions& common);

/// Returns the names of the files of the graphs.
std::vector<NamedForm> graph_files(const GraphOptions& options);

/// Writes the graphs to files if there is a directory, else into the JSON document, else as the report.
///
/// A fabric is drawn with the repair of its defects. If they have no verified repair, it is drawn without nodes and
/// states, standard error says which defects are irreparable, and the result is false.
/// A graph that is the report refers to the input, which must outlive it.
bool add_graphs(const Input& input, const GraphOptions& options, const CommonOptions& common,
                OutputDirectory& directory, Report& report);

}  // namespace kintsugi::cli
