/// What the router of a site is made from, and what makes it (ChipPlan::make_router).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "models/network/network.hpp"

namespace kintsugi {

class RoutingRelation;
class SiteRouter;
struct ChipContext;
struct RouterParameters;

/// What the router of a site is made from. What is referred to outlives the router.
struct RouterSite {
  SiteId site;
  const ChipContext& chip;
  const PortLayout& layout;
  const RouterParameters& parameters;
  std::string_view name = {};                 ///< of the site: "r3.c4" on a fabric, else that of the node
  const RoutingRelation* relation = nullptr;  ///< of the chip
  std::size_t sites = 0;  ///< of the chip, for each of which the factory is called once; 0: not known
};
/// Makes the router of a site, a module of this name, or returns nullptr for one of the project. It joins the clock of
/// the chip by itself.
using RouterFactory = std::function<std::unique_ptr<SiteRouter>(const char* name, const RouterSite& site)>;

}  // namespace kintsugi
