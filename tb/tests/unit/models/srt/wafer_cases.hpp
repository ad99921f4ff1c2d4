/// The wafers the tests go through: every variant with both shifts, with one and two tracks.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"

namespace kintsugi::srt {

struct WaferCase {
  std::string name;
  Torus torus;
  unsigned tracks = 1;
  friend std::ostream& operator<<(std::ostream& out, const WaferCase& wafer) { return out << wafer.name; }
};

inline std::vector<WaferCase> wafer_cases(std::initializer_list<unsigned> sizes) {
  std::vector<WaferCase> cases;
  for (const unsigned n : sizes) {
    for (const auto& [variant, variant_name] :
         {std::pair{Variant::kStandard, "standard"}, {Variant::kLong, "long"}, {Variant::kShort, "short"}}) {
      if (variant == Variant::kShort && n < 3) continue;
      const unsigned T = period_exponent(variant, n);
      for (const bool uniform : {false, true}) {
        for (const unsigned tracks : {1u, 2u}) {
          const std::string name = "N" + std::to_string(1u << n) + "_" + variant_name +
                                   (uniform ? "_uniform_" : "_1shift_") + std::to_string(tracks) + "track";
          cases.push_back({name, {n, T, uniform ? uniform_shift(n, T) : 1}, tracks});
        }
      }
    }
  }
  return cases;
}

inline Bundle bundle_of(const Torus& torus) {
  return Bundle(make_network(torus), second_wires(torus));
}

}  // namespace kintsugi::srt
