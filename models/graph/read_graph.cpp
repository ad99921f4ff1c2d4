#include "models/graph/read_graph.hpp"

#include "models/graph/csv_reader.hpp"
#include "models/graph/dot_reader.hpp"
#include "models/graph/graphml_reader.hpp"
#include "models/network/cells.hpp"

namespace kintsugi::graph {

namespace {

Draft read_draft(std::string_view text, std::string_view format, Mistakes& mistakes) {
  if (format == "graphml") return read_graphml(text, mistakes);
  if (format == "dot") return read_dot(text, mistakes);
  return read_csv(text, mistakes);
}

}  // namespace

std::string_view format_of(std::string_view path) {
  if (path.ends_with(".graphml") || path.ends_with(".xml")) return "graphml";
  if (path.ends_with(".dot") || path.ends_with(".gv")) return "dot";
  if (path.ends_with(".csv")) return "csv";
  return "";
}

std::variant<UserNetwork, std::vector<FileMistake>> read_graph(std::string_view text, std::string_view format,
                                                               const std::string& name) {
  Mistakes mistakes;
  text = without_byte_order_mark(text);
  if (!in_text::check_encoding(text, mistakes)) return std::move(mistakes).sorted();
  Draft draft = read_draft(text, format, mistakes);
  if (!draft.is_complete) return std::move(mistakes).sorted();
  if (auto network = network_of(std::move(draft), name, mistakes)) return std::move(*network);
  return std::move(mistakes).sorted();
}

}  // namespace kintsugi::graph
