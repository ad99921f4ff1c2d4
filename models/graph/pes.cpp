#include "models/graph/pes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "models/graph/names.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

constexpr const char* kKind = "pe";
constexpr double kApart = 0.25;  // pitches between a router and the nodes of its PEs, in pictures

/// Puts a PE beside its router, at its part of a circle. Rounds, so that a picture is the same on every machine.
void place_around(const DraftNode& router, unsigned number, unsigned count, DraftNode& pe) {
  if (!router.x || !router.y) return;
  const double angle = 2 * std::numbers::pi * number / count;
  const auto rounded = [](double pitches) { return std::round(pitches * 1000) / 1000 + 0.0; };
  pe.x = rounded(*router.x + kApart * std::sin(angle));
  pe.y = rounded(*router.y - kApart * std::cos(angle));
}

void add_node(Draft& draft, std::size_t router, unsigned number, unsigned count) {
  DraftNode& at = draft.nodes[router];
  const bool has_name = number < at.names_of_pes.size();
  DraftNode pe{at.place, has_name ? at.names_of_pes[number] : at.name + "_pe" + std::to_string(number)};
  pe.ports = {"router"};
  place_around(at, number, count, pe);
  const std::string port = kKind + std::to_string(number);
  if (at.ports) at.ports->push_back(port);
  const Place place = at.place;
  draft.links.push_back({place, {router, port}, {draft.nodes.size(), "router"}, kKind});
  draft.nodes.push_back(std::move(pe));
}

/// Says which names of the file the key overrules.
void note_other_names(Draft& draft) {
  std::size_t others = 0;
  for (const DraftNode& router : draft.nodes) {
    others += static_cast<std::size_t>(
        std::ranges::count_if(router.names_of_pes, [&](const std::string& name) { return name != router.name; }));
  }
  if (others == 0) return;
  draft.notes.sentences.push_back("PEs have the numbers of their routers; " + counted(others, "node") +
                                  " of the file " + (others == 1 ? "has another" : "have others"));
}

/// Gives the names of its PEs to the nodes that have one, and the others names that no PE has.
void name_by_pes(Draft& draft, unsigned most) {
  std::size_t named = 0;
  for (const DraftNode& router : draft.nodes) named += router.names_of_pes.size();
  if (named == 0) return;
  for (DraftNode& router : draft.nodes) {
    const bool has_pe = most == 1 && router.names_of_pes.size() == 1;
    router.name = has_pe ? router.names_of_pes.front() : "router" + router.name;
  }
}

/// Says what of the file the key overrules.
void note_other_numbers(Draft& draft, unsigned each) {
  std::size_t several = 0, none = 0;
  for (const DraftNode& router : draft.nodes) {
    const unsigned given = router.pes.value_or(each);
    if (given == each) continue;
    ++(given == 0 ? none : several);
  }
  if (several + none == 0) return;
  draft.notes.sentences.push_back("each router has " + counted(each, "PE") + " here; in the file " +
                                  counted(several, "router") + (several == 1 ? " has " : " have ") +
                                  (each == 1 ? "several" : "other numbers") + ", " + counted(none, "router") +
                                  " none (network.pes: file takes them)");
}

}  // namespace

void attach_pes(Draft& draft, PesOfRouters pes, Mistakes& mistakes) {
  const std::size_t routers = draft.nodes.size();
  if (pes.each) {
    if (*pes.each == 1) note_other_names(draft);
    note_other_numbers(draft, *pes.each);
    for (DraftNode& router : draft.nodes) router.names_of_pes.clear();
  }
  const auto count_of = [&](std::size_t router) { return pes.each.value_or(draft.nodes[router].pes.value_or(1)); };
  std::size_t all = 0;
  unsigned most = 0;
  for (std::size_t router = 0; router < routers; ++router) {
    const unsigned count = count_of(router);
    if (count > kMostPes) {
      mistakes.add(draft.nodes[router].place, "router ", quoted(draft.nodes[router].name), " has ",
                   counted(count, "PE"), "; valid is up to ", kMostPes);
      return;
    }
    all += count;
    most = std::max(most, count);
  }
  name_by_pes(draft, most);
  if (routers < 2 || (most == 1 && all == routers)) return;
  if (all < 2) {
    return mistakes.add(draft.place, "the graph has ", counted(all, "PE"), "; traffic needs two or more");
  }
  for (std::size_t router = 0; router < routers; ++router) {
    const unsigned count = count_of(router);
    draft.nodes[router].has_pe = most == 1 && count == 1;
    for (unsigned number = 0; most > 1 && number < count; ++number) add_node(draft, router, number, count);
    if (draft.is_too_large()) return;
  }
  if (most > 1) {
    draft.sides.clear();
    if (!draft.kinds.empty() && std::ranges::find(draft.kinds, kKind) == draft.kinds.end())
      draft.kinds.push_back(kKind);
    draft.notes.sentences.push_back(counted(all, "PE") + " at " + counted(routers, "router") +
                                    ": each PE is a node of its own behind its router");
  } else {
    draft.notes.sentences.push_back(counted(routers - all, "router") + " without a PE");
  }
}

}  // namespace kintsugi::graph
