#include "models/graph/arcs.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

/// A link of a node with itself is its own opposite.
bool is_loop(const DraftLink& link) {
  return link.a.node == link.b.node;
}

/// Makes its first end the one from which the arc leads, without a change of the link.
void turn(DraftLink& arc) {
  std::swap(arc.a, arc.b);
  if (arc.latency_back != 0) std::swap(arc.latency, arc.latency_back);
  arc.leads_back = false;
}

class ArcJoiner {
 public:
  explicit ArcJoiner(Draft& draft) : draft_(draft) {}

  void join() {
    std::vector<DraftLink> links;
    for (DraftLink& link : draft_.links) {
      if (link.is_directed && link.leads_back) turn(link);
      if (!link.is_directed || !joins_another(link, links)) links.push_back(std::move(link));
    }
    const auto arcs = static_cast<std::size_t>(
        std::ranges::count_if(links, [](const DraftLink& link) { return link.is_directed && !is_loop(link); }));
    for (DraftLink& link : links) link.is_directed = false;
    draft_.links = std::move(links);
    if (arcs > 0) add_notes(arcs - pairs_);
  }

 private:
  using Ends = std::tuple<std::size_t, std::size_t, std::string>;

  /// Joins the arc with the first of its opposites that has no partner, or keeps it in mind for one that follows.
  bool joins_another(const DraftLink& arc, std::vector<DraftLink>& links) {
    if (is_loop(arc)) return false;
    Waiting& opposites = waiting_[{arc.b.node, arc.a.node, arc.kind}];
    if (opposites.next == opposites.links.size()) {
      waiting_[{arc.a.node, arc.b.node, arc.kind}].links.push_back(links.size());
      return false;
    }
    join(links[opposites.links[opposites.next++]], arc);
    return true;
  }

  void join(DraftLink& link, const DraftLink& opposite) {
    ++pairs_;
    take_port(link.a.port, opposite.b.port);
    take_port(link.b.port, opposite.a.port);
    if (link.latency == 0) link.latency = latency_of(opposite).back;
    if (opposite.latency != 0) link.latency_back = opposite.latency;
  }

  void take_port(std::string& port, const std::string& other) {
    if (port.empty()) {
      port = other;
    } else if (!other.empty() && other != port) {
      ++lost_ports_;
    }
  }

  void add_notes(std::size_t single) {
    std::vector<std::string>& notes = draft_.notes.sentences;
    std::string note = "directed edges: ";
    if (pairs_ > 0) note += counted(pairs_, "opposite pair") + (pairs_ == 1 ? " is a link" : " are a link each");
    if (pairs_ > 0 && single > 0) note += "; ";
    if (single > 0) note += std::to_string(single) + " without an opposite, which carry packets both ways too";
    notes.push_back(note);
    if (lost_ports_ > 0) {
      notes.push_back(counted(lost_ports_, "name") +
                      " of ports ignored: those of the opposite edge, as a link has one "
                      "port at each end");
    }
  }

  struct Waiting {
    std::vector<std::size_t> links = {};  // numbers of arcs
    std::size_t next = 0;                 // the first of them without a partner
  };

  Draft& draft_;
  std::map<Ends, Waiting> waiting_;
  std::size_t pairs_ = 0;
  std::size_t lost_ports_ = 0;
};

}  // namespace

void join_arcs(Draft& draft) {
  ArcJoiner(draft).join();
}

void find_arcs(Draft& draft) {
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::ptrdiff_t> excess;
  for (const DraftLink& link : draft.links) {
    if (is_loop(link)) continue;
    const auto [low, high] = std::minmax(link.a.node, link.b.node);
    excess[{low, high, link.kind}] += link.a.node == low ? 1 : -1;
  }
  if (!std::ranges::all_of(excess, [](const auto& entry) { return entry.second == 0; })) return;
  for (DraftLink& link : draft.links) link.is_directed = true;
}

}  // namespace kintsugi::graph
