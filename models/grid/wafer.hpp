/// The mesh and the torus of two dimensions on a wafer (models/wafer/wafer.hpp).
///
/// The bundle has one wire. Along the dimensions of a torus it has a wrap, but not along one of side 2, whose two nodes
/// have a single link; in a mesh it has none.
/// Source: Inoguchi and Horiguchi 1996, section 5.1.
#pragma once

#include <memory>

#include "models/family/parameters.hpp"
#include "models/grid/geometry.hpp"
#include "models/wafer/wafer.hpp"

namespace kintsugi::grid {

inline constexpr unsigned kLargestWaferSide = 512;

/// Makes the wafer for a network of these sides. Throws ParameterError "network.sides" unless they are two, each up to
/// kLargestWaferSide; "fabric.NAME" for a wrong option.
std::unique_ptr<ReconfigurableFabric> make_wafer(const Sides& sides, const Network& network, const FabricInfo& info,
                                                 const Parameters& options);

}  // namespace kintsugi::grid
