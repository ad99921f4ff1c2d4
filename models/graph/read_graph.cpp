#include "models/graph/read_graph.hpp"

#include <boost/locale/utf.hpp>

#include "models/graph/csv_reader.hpp"
#include "models/graph/dot_reader.hpp"
#include "models/graph/graphml_reader.hpp"
#include "models/network/cells.hpp"

namespace kintsugi::graph {

namespace {

/// Returns the offset of the first character that is not UTF-8 or is 0; npos if there is none.
std::size_t first_wrong_character(std::string_view text) {
  namespace utf = boost::locale::utf;
  const char* next = text.data();
  const char* const end = next + text.size();
  while (next != end) {
    const auto at = static_cast<std::size_t>(next - text.data());
    const utf::code_point point = utf::utf_traits<char>::decode(next, end);
    if (point == utf::illegal || point == utf::incomplete || point == 0) return at;
  }
  return std::string_view::npos;
}

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
  if (const std::size_t wrong = first_wrong_character(text); wrong != std::string_view::npos) {
    mistakes.add(Places(text).at(wrong), "this character is not UTF-8; save the file in this encoding");
    return std::move(mistakes).sorted();
  }
  const Draft draft = read_draft(text, format, mistakes);
  if (!draft.is_complete) return std::move(mistakes).sorted();
  if (auto network = network_of(draft, name, mistakes)) return std::move(*network);
  return std::move(mistakes).sorted();
}

}  // namespace kintsugi::graph
