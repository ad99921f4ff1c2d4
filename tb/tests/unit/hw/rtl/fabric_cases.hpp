/// The fabrics that tests export, with repairs of random maps.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "hw/rtl/fabric_rtl.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/registry/families.hpp"
#include "models/repair/random_defects.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi::test {

struct FabricCase {
  std::string name;
  std::string kind;
  Parameters network;
  Parameters options;
  unsigned chain_bits = 32;
  std::size_t defects = 3;  ///< most of a map
  friend std::ostream& operator<<(std::ostream& out, const FabricCase& each) { return out << each.name; }
};

/// A fabric and repairs of it.
class RepairedFabric {
 public:
  explicit RepairedFabric(const FabricCase& chosen)
      : chosen_(chosen),
        design_(find_family(chosen.kind)->build(chosen.network)),
        reconfigurable_(design_->fabric(chosen.options)) {}

  const Fabric& fabric() const { return reconfigurable_->fabric(); }

  /// Returns the first repairs of random maps, each of the most defects.
  std::vector<Repair> repairs(std::size_t number) const {
    std::vector<Repair> found;
    for (std::uint64_t seed = 0; found.size() < number && seed < 1000; ++seed) {
      Repair repair =
          reconfigurable_->repair(random_defects(fabric().sites.size(), chosen_.defects, seed), {.explain = false});
      if (repair.repairable) found.push_back(std::move(repair));
    }
    return found;
  }
  Repair repair(const Defects& defects) const { return reconfigurable_->repair(defects, {}); }

  /// The loads of three repairs in a row with wrong streams between the second and the third.
  std::vector<rtl::StreamLoad> loads() const {
    const std::vector<Repair> all = repairs(3);
    std::vector<rtl::StreamLoad> list = rtl::all_loads(fabric(), all.at(0).configuration, all.at(1).configuration);
    list.insert(list.begin() + 2,
                {"a third repair", stream_of(fabric(), all.at(2).configuration), all.at(2).configuration});
    return list;
  }

  rtl::FabricRtl request(unsigned flit_bits = 16) const {
    const Repair repair = repairs(1).at(0);
    return {.fabric = &fabric(),
            .configuration = repair.configuration,
            .placement = repair.placement,
            .loads = loads(),
            .chain_bits = chosen_.chain_bits,
            .flit_bits = flit_bits,
            .network = &design_->network()};
  }

 private:
  FabricCase chosen_;
  std::unique_ptr<Design> design_;
  std::unique_ptr<ReconfigurableFabric> reconfigurable_;
};

inline FabricCase wafer_case(std::int64_t n, const std::string& variant, const std::string& shift, std::int64_t tracks,
                             unsigned chain_bits) {
  return {"n" + std::to_string(n) + "_" + variant + (shift == "1-shift" ? "_1shift_" : "_uniform_") +
              std::to_string(tracks) + "_tracks_chain" + std::to_string(chain_bits),
          "srt2d",
          {{"n", n}, {"variant", variant}, {"shift", shift}},
          {{"tracks", tracks}},
          chain_bits,
          n == 2   ? 4u
          : n == 3 ? 8u
                   : 12u};
}

/// Every variant of the wafers of 4 x 4 (n = 2) or 8 x 8 (n = 3), with both shifts, one and two tracks, and chains of
/// 1, 7, 32, 64.
inline std::vector<FabricCase> wafers(std::int64_t n) {
  const unsigned chains[] = {1, 7, 32, 64};
  std::vector<FabricCase> cases;
  for (const std::string variant : {"standard", "long", "short"}) {
    if (variant == "short" && n < 3) continue;
    for (const std::string shift : {"1-shift", "uniform"}) {
      for (const std::int64_t tracks : {1, 2}) {
        cases.push_back(wafer_case(n, variant, shift, tracks, chains[cases.size() % 4]));
      }
    }
  }
  return cases;
}

/// Wafers of other networks: of one wire, with sides that differ, without return wires, of one dimension; and wafers
/// whose bunches are set wire by wire.
inline std::vector<FabricCase> other_wafers() {
  const auto sides = [](std::int64_t x, std::int64_t y) { return Parameters{{"sides", std::vector{x, y}}}; };
  return {{"torus", "torus", sides(4, 4), {}, 32, 3},
          {"mesh", "mesh", sides(2, 3), {{"tracks", std::int64_t{2}}}, 7, 2},
          {"by_rings", "srt2d", {{"n", std::int64_t{2}}}, {}, 32, 12},  // straight paths repair few of these maps
          {"row", "srt1d", {{"n", std::int64_t{4}}, {"variant", "long"}}, {}, 32, 2},
          {"per_wire", "srt2d", {{"n", std::int64_t{2}}, {"variant", "long"}}, {{"bunch", "per_wire"}}, 32, 4},
          {"row_per_wire", "srt1d", {{"n", std::int64_t{3}}}, {{"bunch", "per_wire"}}, 7, 2}};
}

inline std::vector<FabricCase> arrays() {
  return {{"sft2", "sse", {{"n", std::int64_t{4}}, {"scheme", "sft2"}}, {}, 32, 1},
          {"ksft2", "sse", {{"n", std::int64_t{4}}, {"scheme", "ksft2"}, {"k", std::int64_t{3}}}, {}, 7, 3},
          {"exp2", "sse", {{"n", std::int64_t{4}}, {"scheme", "exp2"}}, {}, 64, 1}};
}

}  // namespace kintsugi::test
