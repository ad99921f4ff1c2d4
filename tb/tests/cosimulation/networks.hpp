/// The networks whose routers are compared with RTL, each with its own parameters of the router.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "hw/rtl/routers.hpp"
#include "models/family/parameters.hpp"

namespace kintsugi::test {

struct CosimulatedNetwork {
  std::string name;  ///< of the Verilated class, with a V before it
  std::string kind;
  Parameters parameters;
  std::string routing;
  unsigned vcs;
  rtl::RouterForm form;
  unsigned link_cycles;
};

inline const std::vector<CosimulatedNetwork>& cosimulated_networks() {
  static const std::vector<CosimulatedNetwork> kNetworks = {
      {"mesh", "mesh", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", 2, {4, 1, 0}, 1},
      {"torus", "torus", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", 3, {3, 0, 0}, 2},
      {"srt", "srt2d", {{"n", std::int64_t{2}}}, "monotone", 2, {4, 1, 0}, 1},
      {"adaptive", "srt2d", {{"n", std::int64_t{2}}}, "minimal-adaptive", 3, {5, 1, 0}, 2},
      {"hypercube", "hypercube", {{"n", std::int64_t{4}}}, "e-cube", 1, {1, 2, 0}, 3},
      {"rdt", "rdt", {{"side", std::int64_t{16}}, {"assignment", std::string("perfect")}}, "scheme-h", 2, {2, 0, 0}, 1},
  };
  return kNetworks;
}

inline const CosimulatedNetwork* find_cosimulated(std::string_view name) {
  for (const CosimulatedNetwork& each : cosimulated_networks()) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

}  // namespace kintsugi::test
