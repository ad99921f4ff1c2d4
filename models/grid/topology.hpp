/// The reference networks: mesh, torus, hypercube, fully connected.
///
/// Nodes   geometry.hpp has their numbers; named "x3.y4.z1" (as many coordinates as dimensions) in a mesh or torus,
///         "n12" in the others
/// Ports   geometry.hpp; every router of a network has all of them, those at the edge of a mesh stay open
/// Links   "base": neighbours along a dimension of a mesh or torus, and every pair of the fully connected network.
///         "wrap": last and first node along a dimension of a torus, from side 3 on. At side 2 these two are neighbours
///         already: there is one link between them, not two, and their outer ports stay open.
///         "x", "y", "z": all along a dimension of a mesh or torus, if they are told apart (kinds_by_dimension)
///         "dimension k": nodes of a hypercube that differ in bit k
/// Place   planes of a third dimension are drawn side by side; the lower half of a hypercube's bits is x, the upper y;
///         the fully connected network is a circle
/// Also    one representative for networks in which all nodes are equivalent; the distances of a mesh by their formula
/// Errors  throws std::invalid_argument if a parameter is out of range
#pragma once

#include "models/grid/geometry.hpp"
#include "models/network/network.hpp"

namespace kintsugi::grid {

Network make_network(const Mesh& mesh);
Network make_network(const Torus& torus);
Network make_network(const Hypercube& cube);
Network make_network(const Full& full);

}  // namespace kintsugi::grid
