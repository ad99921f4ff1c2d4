/// Every element of a wafer that can be defective.
#pragma once

#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "models/srt/wafer.hpp"

namespace kintsugi::srt {

using Parts = std::vector<AddressPart>;

inline ElementDefect element_of(const Wafer& wafer, const std::string& key, const Parts& address) {
  return std::get<ElementDefect>(AddressResolver(wafer)(ElementAddress{key, address}));
}

/// Returns every element that can be defective, one at a time.
inline std::vector<ElementDefect> all_elements(const Wafer& wafer, unsigned wires) {
  std::vector<ElementDefect> all;
  const auto add = [&](const std::string& key, const Parts& address) {
    try {
      all.push_back(element_of(wafer, key, address));
    } catch (const std::invalid_argument&) {  // a wire that does not lead on, a corner
    }
  };
  const int last = wafer.grid().last();
  for (const char* plane : {"H", "V"}) {
    for (int gap = 0; gap < last; ++gap) {
      for (int k = 0; k <= last; ++k) {
        for (int t = 0; t < wafer.tracks().tracks(); ++t) {
          for (const char* state : {"OPEN", "X", "D1", "D2"}) add("switch", {plane, gap, k, t, state});
          if (k < last) add("track", {plane, gap, k, t});
        }
      }
    }
  }
  for (std::uint32_t site = 0; site < wafer.grid().sites(); ++site) {
    const GridPoint at = wafer.grid().point(SiteId{site});
    for (int wire = 0; wire < static_cast<int>(wires); ++wire) {
      for (const char* axis : {"ew", "ns"}) {
        for (const char* mode : {"cross", "connect"}) add("bunch", {at.row, at.column, axis, wire, mode});
      }
      for (const char* side : {"n", "e", "s", "w"}) add("wire", {at.row, at.column, side, wire});
    }
  }
  return all;
}

}  // namespace kintsugi::srt
