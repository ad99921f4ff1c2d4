#include "models/graph/read_graph.hpp"

#include "models/graph/anynet_reader.hpp"
#include "models/graph/csv_reader.hpp"
#include "models/graph/dot_reader.hpp"
#include "models/graph/graphml_reader.hpp"
#include "models/network/cells.hpp"

namespace kintsugi::graph {

namespace {

Draft read_draft(std::string_view text, std::string_view format, Mistakes& mistakes) {
  if (format == "graphml") return read_graphml(text, mistakes);
  if (format == "dot") return read_dot(text, mistakes);
  return format == "anynet" ? read_anynet(text, mistakes) : read_csv(text, mistakes);
}

}  // namespace

std::string_view format_of(std::string_view path, std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> kEnds[] = {
      {"graphml", "graphml"}, {"xml", "graphml"}, {"dot", "dot"},      {"gv", "dot"}, {"csv", "csv"},
      {"tsv", "csv"},         {"edges", "csv"},   {"edgelist", "csv"}, {"el", "csv"}, {"anynet", "anynet"}};
  std::string end;
  if (const std::size_t dot = path.rfind('.'); dot != std::string_view::npos) end = plain_name(path.substr(dot + 1));
  for (const auto& [known, format] : kEnds) {
    if (end == known) return format;
  }
  if (begins_anynet(text)) return "anynet";
  return end == "txt" ? "csv" : "";
}

std::variant<UserNetwork, std::vector<FileMistake>> read_graph(std::string_view text, std::string_view format,
                                                               const std::string& name, PesOfRouters pes) {
  Mistakes mistakes;
  text = without_byte_order_mark(text);
  if (!in_text::check_encoding(text, mistakes)) return std::move(mistakes).sorted();
  Draft draft = read_draft(text, format, mistakes);
  if (!draft.is_complete) return std::move(mistakes).sorted();
  if (auto network = network_of(std::move(draft), name, mistakes, pes)) return std::move(*network);
  return std::move(mistakes).sorted();
}

}  // namespace kintsugi::graph
