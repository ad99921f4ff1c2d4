#include "tb/tool/setup/fabric_remedy.hpp"

#include "models/repair/reconfigurable.hpp"  // IWYU pragma: keep (the fabric of a design is destroyed here)

namespace kintsugi {

namespace {

const std::string kAdd = "add fabric: {}";

}  // namespace

std::string fabric_remedy(const Design& design) {
  try {
    return design.fabric({}) != nullptr ? kAdd : "networks of this kind have no fabric";
  } catch (const ParameterError& error) {
    return std::string("this network can have none: ") + error.what();
  }
}

bool can_have_fabric(const Design& design) {
  return fabric_remedy(design) == kAdd;
}

}  // namespace kintsugi
