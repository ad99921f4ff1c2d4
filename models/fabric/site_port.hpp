/// A port of a router, by its place on a fabric.
#pragma once

#include <compare>

#include "models/network/types.hpp"

namespace kintsugi {

struct SitePort {
  SiteId site;
  PortId port;
  friend constexpr auto operator<=>(SitePort, SitePort) = default;
};

}  // namespace kintsugi
