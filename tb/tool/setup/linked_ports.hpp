/// The router ports of a chip that have a link.
#pragma once

#include <vector>

#include "models/fabric/fabric.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the network ports that have a link, by site and port: those of the network, where node n is site n; or, on a
/// fabric, those that are tapped to a switch or linked to another port, whatever the switches are set to.
std::vector<SitePort> linked_ports(const Setup& setup);

}  // namespace kintsugi
