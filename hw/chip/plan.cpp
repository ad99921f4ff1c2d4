#include "hw/chip/plan.hpp"

#include "models/fabric/fabric.hpp"

namespace kintsugi {

const char* ChipPlan::root_name() const {
  return fabric != nullptr ? fabric->name.c_str() : "net";
}

std::size_t ChipPlan::sites() const {
  return fabric != nullptr ? fabric->sites.size() : network->nodes();
}

const PortLayout& ChipPlan::layout(SiteId site) const {
  return fabric != nullptr ? fabric->layout : network->ports(NodeId{site.value});
}

const std::string& ChipPlan::site_name(SiteId site) const {
  return fabric != nullptr ? fabric->sites[site.value].name : network->node_name(NodeId{site.value});
}

}  // namespace kintsugi
