/// What the PE of a site is made from, and what makes it (ChipPlan::make_pe).
#pragma once

#include <functional>
#include <memory>

#include "models/network/types.hpp"

namespace kintsugi {

class PacketObserver;
class Pe;
struct ChipContext;
struct RouterParameters;

/// What the PE of a site is made from. The context and the observer outlive the PE.
struct PeSite {
  SiteId site;
  const ChipContext& chip;
  const RouterParameters& parameters;
  PacketObserver& observer;
};
/// Makes the PE of a site, a module of this name; it joins the clock of the chip by itself.
using PeFactory = std::function<std::unique_ptr<Pe>(const char* name, const PeSite& site)>;

}  // namespace kintsugi
