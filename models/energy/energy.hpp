/// The energy of a run: what was counted, times constants that the user gives.
///
/// Parts    router   flit-routers * the constant of a router
///          wire     flit-pitches * that of a pitch of wire
///          switch   flit-switches * that of a switch
///          leakage  router-cycles * that of a router in a cycle
/// Counts   a flit that passes h routers, over wires of l pitches and through s switches together, adds h, l and s to
///          the first three counts; the README says which flits count, and which wires
/// Units    pJ throughout. Leakage is in pJ per router and cycle, so that no frequency is needed: a power of p mW at
///          f GHz is p / f
/// Not modelled: bits that do not change, clock gating, voltage; a constant is the mean over all flits
#pragma once

#include <cstdint>

#include "models/network/limits.hpp"

namespace kintsugi {

inline constexpr RealRange kEnergyRange{0, 1'000'000};          ///< pJ, of each constant
inline constexpr IntegerRange kEnergyFlitBytesRange{1, 65536};  ///< bytes of payload in a flit
inline constexpr RealRange kPitchRange{0, 1000};                ///< mm of a pitch

/// All in pJ, 0 or more.
struct EnergyConstants {
  double router = 0;         ///< of a flit that passes a router
  double wire = 0;           ///< of a flit on a wire of one pitch
  double switch_passed = 0;  ///< of a flit that passes a switch of the fabric
  double leakage = 0;        ///< of a router in a cycle, busy or idle
};

struct EnergyCounts {
  std::uint64_t flit_routers = 0;
  std::uint64_t flit_pitches = 0;
  std::uint64_t flit_switches = 0;
  std::uint64_t router_cycles = 0;
  friend bool operator==(const EnergyCounts&, const EnergyCounts&) = default;
};

/// In pJ.
struct EnergyParts {
  double router = 0;
  double wire = 0;
  double switches = 0;
  double leakage = 0;
  double total() const { return router + wire + switches + leakage; }
};

inline EnergyParts energy_of(const EnergyCounts& counts, const EnergyConstants& constants) {
  return {static_cast<double>(counts.flit_routers) * constants.router,
          static_cast<double>(counts.flit_pitches) * constants.wire,
          static_cast<double>(counts.flit_switches) * constants.switch_passed,
          static_cast<double>(counts.router_cycles) * constants.leakage};
}

}  // namespace kintsugi
