#include "models/graph/draft.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <system_error>

#include "models/graph/names.hpp"
#include "models/network/limits.hpp"
#include "models/network/natural_order.hpp"
#include "models/network/number_in.hpp"

namespace kintsugi::graph {

namespace {

constexpr std::string_view kBlank = " \t\r\n";

std::string in_quotes(std::string_view text) {
  return quoted(std::string(text));
}

/// Returns what is kept of a name: one that is too long is refused or mended, and thousands of links may have it.
std::string name_in(std::string_view text) {
  return std::string(text.substr(0, 4 * kLongestName));
}

/// Reads words between blanks.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::string& word : split(text, ' ')) {
    if (!word.empty()) words.push_back(std::move(word));
  }
  return words;
}

std::vector<unsigned> read_sides(std::string_view text, Place place, Mistakes& mistakes) {
  std::vector<unsigned> sides;
  for (const std::string& word : words_of(text)) {
    const auto side = number_in<unsigned>(word);
    if (!side || *side == 0) {
      mistakes.add(place, "sides holds ", in_quotes(word), "; valid are integers from 1, with blanks between them");
      return {};
    }
    sides.push_back(*side);
  }
  return sides;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

std::optional<double> read_coordinate(std::string_view text, Place place, Mistakes& mistakes) {
  const auto number = number_in<double>(trimmed(text));
  if (number && std::abs(*number) <= kFarthest) return number;  // false for what is no number, too
  mistakes.add(place, in_quotes(text), " is no coordinate; valid is a number of pitches, -2^20 to 2^20");
  return std::nullopt;
}

std::optional<unsigned> read_latency(std::string_view text, Place place, Mistakes& mistakes, std::string_view name) {
  const auto cycles = number_in<double>(trimmed(text));
  if (cycles && *cycles == std::floor(*cycles) && std::abs(*cycles) <= kFarthest &&
      kLinkLatencyRange.contains(static_cast<std::int64_t>(*cycles))) {
    return static_cast<unsigned>(*cycles);
  }
  mistakes.add(place, name, " is ", in_quotes(text), "; valid is ", to_text(kLinkLatencyRange), " cycles");
  return std::nullopt;
}

std::optional<unsigned> read_pes(std::string_view text, Place place, Mistakes& mistakes) {
  const auto number = number_in<double>(trimmed(text));
  if (number && *number == std::floor(*number) && *number >= 0 && *number <= kMostPes) {
    return static_cast<unsigned>(*number);
  }
  mistakes.add(place, "pes is ", in_quotes(text), "; valid is 0 to ", kMostPes, " PEs");
  return std::nullopt;
}

bool set_attribute(DraftNode& node, std::string_view name, std::string_view value, Place place, Mistakes& mistakes) {
  if (name == "name") {
    node.name = name_in(value);
  } else if (name == "x") {
    node.x = read_coordinate(value, place, mistakes);
  } else if (name == "y") {
    node.y = read_coordinate(value, place, mistakes);
  } else if (name == "ports") {
    node.ports = words_of(value);
  } else if (name == "pes") {
    node.pes = read_pes(value, place, mistakes);
  } else {
    return false;
  }
  return true;
}

bool set_attribute(DraftLink& link, std::string_view name, std::string_view value, Place place, Mistakes& mistakes) {
  if (name == "kind") {
    link.kind = name_in(value);
  } else if (name == "source_port") {
    link.a.port = name_in(value);
  } else if (name == "target_port") {
    link.b.port = name_in(value);
  } else if (name == "latency") {
    link.latency = read_latency(value, place, mistakes).value_or(0);
  } else if (name == "latency_back") {
    link.latency_back = read_latency(value, place, mistakes, name).value_or(0);
  } else {
    return false;
  }
  return true;
}

bool set_attribute(Draft& graph, std::string_view name, std::string_view value, Place place, Mistakes& mistakes) {
  if (name == "kinds") {
    graph.kinds = split(value, ',');
    graph.kinds_place = place;
  } else if (name == "sides") {
    graph.sides = read_sides(value, place, mistakes);
    graph.sides_place = place;
  } else if (name == "wraps") {
    if (value != "0" && value != "1") mistakes.add(place, "wraps is ", in_quotes(value), "; valid is 0 or 1");
    graph.wraps = value == "1";
  } else {
    return false;
  }
  graph.place = place;
  return true;
}

void sort_nodes(Draft& draft) {
  std::vector<std::size_t> order(draft.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, NaturalOrder{}, [&](std::size_t node) { return draft.nodes[node].name; });
  std::vector<std::size_t> number_of(order.size());
  std::vector<DraftNode> sorted;
  for (const std::size_t node : order) {
    number_of[node] = sorted.size();
    sorted.push_back(std::move(draft.nodes[node]));
  }
  draft.nodes = std::move(sorted);
  for (DraftLink& link : draft.links) {
    link.a.node = number_of[link.a.node];
    link.b.node = number_of[link.b.node];
  }
}

}  // namespace kintsugi::graph
