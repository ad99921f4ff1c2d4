/// The place of a module in a link, and what makes the module (ChipPlan::on_link).
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "models/network/network.hpp"

namespace kintsugi {

class LinkModule;
struct ChipContext;
struct RouterParameters;

/// The place of a module in a link. What is referred to outlives the module.
struct LinkSite {
  SiteId site;
  PortId port;                 ///< of the router of the site
  std::optional<PortRef> far;  ///< the other end of the link; nullopt on a fabric
  const ChipContext& chip;
  const RouterParameters& router;

  /// Returns whether it is the first of the two ends of its link, so that a factory can make one module for each link;
  /// true for every port on a fabric.
  bool is_first_end() const { return !far || PortRef{NodeId{site.value}, port} <= *far; }
};

/// Makes the module of this name in a link, or returns nullptr for a plain wire. The chip calls it once for each port
/// of a router that has a link, at both ends of every link.
using LinkFactory = std::function<std::unique_ptr<LinkModule>(const char* name, const LinkSite& site)>;

}  // namespace kintsugi
