/// The routings that know no family: any network has them, whole or with holes.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "models/family/family.hpp"
#include "models/general/rerouting.hpp"

namespace kintsugi::general {

/// The largest network with these routings: each router holds an entry for every destination.
inline constexpr std::size_t kMostNodes = 8192;

/// Returns the routings; each accepts 1 to 32 channels, and its relation is a ReroutingRelation.
const std::vector<RoutingInfo>& routings();

/// Makes a routing. The network must outlive it. Throws std::invalid_argument if the name is unknown, `vcs` is not 1 to
/// 32, the weights are wrong (live_graph.hpp), or the network has more than kMostNodes nodes.
std::unique_ptr<ReroutingRelation> make_routing(const Network& network, std::string_view name, unsigned vcs,
                                                const LinkWeights& weights = {});

/// Returns the relation with detours around faults (detour.hpp), on one channel more; the weights are for the detours.
/// Throws std::invalid_argument if the relation is adaptive or has kMaxVcs channels, or the network has more than
/// kMostNodes nodes.
std::unique_ptr<ReroutingRelation> with_detours(const Network& network, std::shared_ptr<const RoutingRelation> own,
                                                const LinkWeights& weights = {});

}  // namespace kintsugi::general
