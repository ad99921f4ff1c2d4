/// The routings that a network has: those of its family, then those that any network has (models/general).
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "models/family/family.hpp"
#include "models/general/live_graph.hpp"

namespace kintsugi {

using general::LinkWeights;

/// Returns the routings that any network has, whole or with dead nodes and links.
const std::vector<RoutingInfo>& general_routings();

/// Returns whether a routing is one of these: they weigh links (models/general/live_graph.hpp).
bool is_general(std::string_view name);

/// Returns the routings of a network; the first is the default.
std::vector<RoutingInfo> routings_of(const Design& design);

/// Returns whether a network is too large for the tables of a general routing, or of the detours that a routing of its
/// own has around faults.
bool is_too_large_for(const Design& design, std::string_view name, bool around_faults);

/// Makes one of routings_of(). The design must outlive it. Throws std::invalid_argument if the name is unknown, `vcs`
/// is outside [min_vcs, 32], or the network is too large for a general routing. The weights are for general routings.
std::unique_ptr<RoutingRelation> make_routing(const Design& design, std::string_view name, unsigned vcs,
                                              const LinkWeights& weights = {});

/// Returns what a routing is in a directly wired network with dead nodes or links: if it does not route around faults
/// by itself, it has detours, on one channel more.
RoutingInfo with_detours(RoutingInfo routing);

/// Makes a routing for a directly wired network with dead nodes or links; `routing` is as with_detours() returns it.
/// The relation implements FaultAware. Throws as make_routing() does, and if the routing would need detours and is
/// adaptive. The weights are for general routings and detours.
std::unique_ptr<RoutingRelation> make_routing_around_faults(const Design& design, std::string_view name, unsigned vcs,
                                                            const LinkWeights& weights = {});

/// Returns what a routing, as with_detours() returns it, is with so many sets of routes side by side, or classes of
/// packets, each on channels of its own.
RoutingInfo side_by_side(RoutingInfo routing, unsigned sets);

/// Makes a routing with two sets of routes side by side. Throws as make_routing_around_faults() does, if `vcs` is odd,
/// and if the family has its own way around faults.
std::unique_ptr<RoutingRelation> make_routing_side_by_side(const Design& design, std::string_view name, unsigned vcs,
                                                           const LinkWeights& weights = {});

}  // namespace kintsugi
