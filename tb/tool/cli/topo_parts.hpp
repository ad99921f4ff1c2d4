/// The parts of `kintsugi topo`: what a family of networks publishes or searches for, in tables, figures and plots; the
/// wiring in a straight line, and pictures; the graphs of the network, or of the fabric that carries it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/family/family.hpp"
#include "models/family/search.hpp"
#include "models/network/line_layout.hpp"
#include "models/network/network.hpp"
#include "tb/tool/cli/command.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/plot/plot.hpp"

namespace kintsugi::cli {

/// Adds published numbers beside computed ones.
void add_paper(const std::vector<PaperTable>& tables, const std::optional<PaperFigure>& figure, Report& report);

plot::Plot plot_of(const PaperFigure& figure);

/// Adds the best rows of a search and those with a label to the text, and all rows to the document, with the number of
/// values that were tried if there are fewer rows. `out` is the directory to which the best value is written, if it can
/// be a file.
void add_search(const SearchResult& result, const std::optional<std::filesystem::path>& out, Report& report);

/// Adds the tracks and the lengths of the wires, in all and for each kind of link.
void add_layout(const Network& network, const LineLayout& layout, Report& report);

/// Throws InputError for --svg if the network is too large for a picture.
void require_picture(const Network& network);
/// Return pictures of a network that is not too large: with the dead nodes and links of direct wiring, and in a
/// straight line.
std::string network_svg(const Setup& setup);
std::string layout_svg(const Network& network, const LineLayout& layout);

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
