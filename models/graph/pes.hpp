/// Gives the routers of a graph their PEs: one each, several, or none.
///
/// Number   `network.pes` gives one for every router, or has the file say it of each: by the attribute `pes` of a
///          node, or by the nodes of BookSim at a router. A router of which the file says nothing has one PE
/// One      where no router has several, a PE is at the local port of its router, as in all other networks. Routers
///          without one forward packets, and send and receive none
/// Several  where a router has several, every PE is a node of its own behind its router, of which a link of kind "pe"
///          leads from port "pe<i>" of the router to its port "router". It is named as its router with _pe0, _pe1 ...
///          behind it; the PEs come after all routers, in the order of these
/// Names    of BookSim's nodes, if the file is to say which PEs there are, are those of the PEs: "3". Its routers are
///          "router3" then; one whose only PE is at its local port has the name of the PE
/// Timing   such a node has a router of two ports: a packet takes 2 (k + r) cycles and two hops more than with PEs at
///          local ports, between all pairs alike (k, the latency of the link; r, that of a router). Each PE injects and
///          takes a flit a cycle, as if its router had a local port for each
/// Grid     there is none where PEs are nodes of their own
/// Errors   more PEs than ports, and fewer than two PEs in all, are added to the mistakes
#pragma once

#include <optional>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

/// How many PEs the routers have.
struct PesOfRouters {
  std::optional<unsigned> each = 1;  ///< 1 .. kMostPes; nullopt: as the file says
};

void attach_pes(Draft& draft, PesOfRouters pes, Mistakes& mistakes);

}  // namespace kintsugi::graph
