#include "models/graph/anynet_reader.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include "models/network/cells.hpp"
#include "models/network/natural_order.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

bool is_type(std::string_view word) {
  return word == "router" || word == "node";
}

/// Returns the number without zeros in front of it, or an empty text if it is none that a file can have.
std::string digits_in(std::string_view word) {
  constexpr std::size_t kLongest = 9;  // digits
  if (word.empty() || word.find_first_not_of("0123456789") != std::string_view::npos) return "";
  word.remove_prefix(std::min(word.find_first_not_of('0'), word.size() - 1));
  return word.size() <= kLongest ? std::string(word) : "";
}

class AnynetReader {
 public:
  AnynetReader(Draft& draft, Mistakes& mistakes) : draft_(draft), mistakes_(mistakes), nodes_(draft.nodes) {}

  void read(std::string_view text) {
    take_lines(text, [this](std::string_view line, int number) {
      line_ = number;
      read_line(cells_of(line, Separator::kBlanks).all);
      return !draft_.is_too_large() && channels_.size() <= kMostLinks && !mistakes_.full();
    });
    add_links();
    add_notes();
  }

 private:
  /// A router or a node of BookSim.
  struct End {
    bool is_router = false;
    std::string number = {};
    Place place = {};
  };
  using Pair = std::pair<std::size_t, std::size_t>;
  /// What the file says of two routers, from the smaller to the larger number in the draft and back.
  struct Channel {
    std::size_t link = 0;
    unsigned latency[2] = {1, 1};
    bool is_named[2] = {false, false};
  };

  void read_line(std::span<const Cell> words) {
    if (words.empty()) return;
    const auto head = read_end(words);
    if (!head) return;
    if (head->is_router) nodes_.add(head->number, head->place);
    while (!words.empty()) {
      const auto body = read_end(words);
      if (!body) return;
      std::optional<unsigned> latency;
      if (!words.empty() && !is_type(words.front().text)) {
        latency = read_latency(words.front().text, {line_, words.front().column}, mistakes_);
        words = words.subspan(1);
        if (!latency) return;
      }
      join(*head, *body, latency);
    }
  }

  /// Takes a type and a number from the words.
  std::optional<End> read_end(std::span<const Cell>& words) {
    const Place place{line_, words.front().column};
    const std::string type = words.front().text;
    if (!is_type(type)) {
      mistakes_.add(place, "expected 'router' or 'node', not '", type, '\'');
      return std::nullopt;
    }
    words = words.subspan(1);
    if (words.empty()) {
      mistakes_.add(place, "the number of the ", type, " is missing");
      return std::nullopt;
    }
    const Place place_of_number{line_, words.front().column};
    const std::string number = digits_in(words.front().text);
    if (number.empty()) {
      mistakes_.add(place_of_number, '\'', words.front().text, "' is no number of a ", type,
                    "; valid are integers from 0 to 999999999");
      return std::nullopt;
    }
    words = words.subspan(1);
    return End{type == "router", number, place_of_number};
  }

  void join(const End& head, const End& body, std::optional<unsigned> latency) {
    if (head.is_router && body.is_router) return join_routers(head, body, latency.value_or(1));
    if (!head.is_router && !body.is_router) {
      return mistakes_.add(body.place, "two nodes are joined; a node is joined to a router");
    }
    if (latency) ++draft_.notes.ignored["latency of a node"];
    const auto& [router, node] = head.is_router ? std::tie(head, body) : std::tie(body, head);
    const std::size_t number = nodes_.add(router.number, router.place).first;
    const auto [found, is_new] = router_of_.try_emplace(node.number, number);
    if (is_new || found->second == number) return;
    mistakes_.add(node.place, "node ", node.number, " is at router ", draft_.nodes[found->second].name,
                  " already; a node has one router");
  }

  void join_routers(const End& head, const End& body, unsigned latency) {
    const std::size_t from = nodes_.add(head.number, head.place).first;
    const std::size_t to = nodes_.add(body.number, body.place).first;
    const auto [found, is_new] = channels_.try_emplace(std::minmax(from, to), Channel{draft_.links.size()});
    if (is_new) draft_.links.push_back({body.place, {from}, {to}});
    Channel& channel = found->second;
    const std::size_t direction = from < to ? 0 : 1;
    if (std::exchange(channel.is_named[direction], true)) ++repeated_;
    channel.latency[direction] = latency;
    if (from == to) channel.latency[0] = channel.latency[1] = latency;
  }

  void add_links() {
    for (const auto& [ends, channel] : channels_) {
      DraftLink& link = draft_.links[channel.link];
      const std::size_t there = link.a.node <= link.b.node ? 0 : 1;
      link.latency = channel.latency[there];
      link.latency_back = channel.latency[1 - there];
    }
  }

  void add_notes() {
    std::vector<std::string>& notes = draft_.notes.sentences;
    if (repeated_ > 0) notes.push_back(counted(repeated_, "channel") + " named again; the last latency holds");
    if (router_of_.empty()) return;
    for (const auto& [node, router] : router_of_) draft_.nodes[router].names_of_pes.push_back(node);
    for (DraftNode& router : draft_.nodes) router.pes = static_cast<unsigned>(router.names_of_pes.size());
  }

  Draft& draft_;
  Mistakes& mistakes_;
  NodeList nodes_;
  std::map<Pair, Channel> channels_;  // by the numbers of the routers in the draft, the smaller first
  std::map<std::string, std::size_t, NaturalOrder> router_of_;  // of the nodes of BookSim, by their numbers
  std::size_t repeated_ = 0;
  int line_ = 1;
};

}  // namespace

Draft read_anynet(std::string_view text, Mistakes& mistakes) {
  Draft draft;
  AnynetReader(draft, mistakes).read(text);
  sort_nodes(draft);
  return draft;
}

bool begins_anynet(std::string_view text) {
  bool does = false;
  take_lines(text, [&](std::string_view line, int) {
    const std::vector<Cell> words = cells_of(line, Separator::kBlanks).all;
    does = words.size() > 1 && is_type(words[0].text) && !digits_in(words[1].text).empty();
    return words.empty();
  });
  return does;
}

}  // namespace kintsugi::graph
