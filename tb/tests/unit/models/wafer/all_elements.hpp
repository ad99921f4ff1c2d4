/// Every element of a wafer that can be defective.
#pragma once

#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "models/wafer/wafer.hpp"

namespace kintsugi {

using Parts = std::vector<AddressPart>;

inline ElementDefect element_of(const Wafer& wafer, const std::string& key, const Parts& address) {
  return std::get<ElementDefect>(AddressResolver(wafer)(ElementAddress{key, address}));
}

/// Returns every element that can be defective, one at a time. In a row addresses have neither row nor axis.
inline std::vector<ElementDefect> all_elements(const Wafer& wafer) {
  std::vector<ElementDefect> all;
  const AddressResolver resolve(wafer);
  const auto add = [&](const std::string& key, const Parts& address) {
    try {
      all.push_back(std::get<ElementDefect>(resolve(ElementAddress{key, address})));
    } catch (const std::invalid_argument&) {  // a wire that does not lead on
    }
  };
  for (const Plane plane : wafer.grid().planes()) {
    const char* const name = plane == Plane::kH ? "H" : "V";
    const int last = wafer.grid().positions(plane) + 1;
    for (int gap = 0; gap <= wafer.grid().lines(plane); ++gap) {
      for (int k = 0; k <= last; ++k) {
        for (int t = 0; t < wafer.tracks().tracks(); ++t) {
          for (const char* state : {"OPEN", "X", "D1", "D2"}) add("switch", {name, gap, k, t, state});
          if (k < last) add("track", {name, gap, k, t});
        }
      }
    }
  }
  for (std::uint32_t site = 0; site < wafer.grid().sites(); ++site) {
    const GridPoint at = wafer.grid().point(SiteId{site});
    for (int wire = 0; wire < static_cast<int>(wafer.bundle().wires()); ++wire) {
      if (!wafer.grid().has_spare_rows()) {
        for (const char* mode : {"cross", "connect"}) add("bunch", {at.column, wire, mode});
        for (const char* side : {"e", "w"}) add("wire", {at.column, side, wire});
        continue;
      }
      for (const char* axis : {"ew", "ns"}) {
        for (const char* mode : {"cross", "connect"}) add("bunch", {at.row, at.column, axis, wire, mode});
      }
      for (const char* side : {"n", "e", "s", "w"}) add("wire", {at.row, at.column, side, wire});
    }
  }
  return all;
}

}  // namespace kintsugi
