#include "models/graph/read_graph.hpp"
#include "models/network/export.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"

namespace kintsugi::fuzz {

namespace {

using Read = std::variant<graph::UserNetwork, std::vector<FileMistake>>;

constexpr graph::PesOfRouters kByFile{std::nullopt};

void check_mistakes(const std::vector<FileMistake>& mistakes) {
  require(!mistakes.empty(), "what is not read has a mistake");
  require(mistakes.size() <= graph::Mistakes::kMost, "mistakes are limited");
  for (const FileMistake& mistake : mistakes) {
    require(mistake.line >= 1 && mistake.column >= 1 && !mistake.message.empty(),
            "a mistake has a place and a message");
  }
}

/// What is exported of a network must be read back to the same network.
void check_network(const graph::UserNetwork& user, bool as_dot) {
  require(user.latencies.empty() || user.latencies.size() == user.network.kinds().size(), "each kind has a latency");
  const GraphFormat format = as_dot ? GraphFormat::kDot : GraphFormat::kGraphml;
  const std::string text = to_graph(user.network, format, {}, user.latencies);
  const Read again = graph::read_graph(text, as_dot ? "dot" : "graphml", "file", kByFile);
  const auto* same = std::get_if<graph::UserNetwork>(&again);
  require(same != nullptr, "what is exported is read back");
  require(to_graph(same->network, format, {}, same->latencies) == text, "what is read back is the same network");
}

}  // namespace

/// The length of the text says which PEs its routers have, and in which format the network is exported: all four
/// together would take four times as long, and inputs of each length are made anyway.
void read_user_graph(std::string_view text) {
  const graph::PesOfRouters pes = text.size() % 2 == 0 ? graph::PesOfRouters{} : kByFile;
  for (const std::string_view format : graph::kFormats) {
    const Read read = graph::read_graph(text, format, "file", pes);
    if (const auto* user = std::get_if<graph::UserNetwork>(&read)) {
      check_network(*user, text.size() / 2 % 2 == 0);
    } else {
      check_mistakes(std::get<std::vector<FileMistake>>(read));
    }
  }
}

}  // namespace kintsugi::fuzz
