/// The section `energy`: the constants by which the counts of a run become energy.
#pragma once

#include <optional>
#include <string>

#include "models/energy/energy.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// No constant has a default: all four must be given.
struct EnergySection {
  EnergyConstants constants;
  std::optional<unsigned> flit_bytes;  ///< as the section gives them
  std::optional<double> pitch_mm;      ///< nullopt: the text report has no millimetres
};

inline void read_constant(MapReader& map, const char* key, const KeyText& text, double& into) {
  map.require(key, ": " + std::string(text.help) + "; it has no default");
  map.real(key, kEnergyRange, into, text);
}

/// Returns the bytes of payload in a flit: of the section, else of the program; nullopt: the report has no energy per
/// byte.
inline std::optional<unsigned> flit_bytes_of(const Scenario& scenario) {
  const auto* const energy = scenario.features.find<EnergySection>();
  if (energy != nullptr && energy->flit_bytes) return energy->flit_bytes;
  if (scenario.runs_program()) return scenario.traffic->workload->protocol.flit_bytes;
  return std::nullopt;
}

inline void read_energy(MapReader& map, Scenario& scenario) {
  auto& energy = scenario.features.emplace<EnergySection>();
  read_constant(map, "router", {.help = "pJ of a flit that passes a router", .example = "1"}, energy.constants.router);
  read_constant(map, "wire", {.help = "pJ of a flit on a wire of one pitch", .example = "0.5"}, energy.constants.wire);
  read_constant(map, "switch", {.help = "pJ of a flit that passes a switch of the fabric", .example = "0.1"},
                energy.constants.switch_passed);
  read_constant(map, "leakage", {.help = "pJ of a router in a cycle, busy or idle", .example = "0.2"},
                energy.constants.leakage);
  map.integer("flit_bytes", kEnergyFlitBytesRange, energy.flit_bytes,
              {.help = "bytes of payload in a flit, for the energy of a byte",
               .otherwise = "traffic.flit_bytes of a program, else none",
               .example = "16"});
  map.real("pitch_mm", kPitchRange, energy.pitch_mm,
           {.help = "millimetres of a pitch, for the text of the report only", .otherwise = "none", .example = "2"});
}

inline void check_energy(const Scenario& scenario, Diagnostics& errors) {
  if (scenario.features.find<EnergySection>() == nullptr || scenario.traffic) return;
  errors.add(scenario.where("energy"), "energy: without traffic no flit takes energy; add traffic: {}");
}

inline constexpr FeatureSection kEnergySection{"energy", "what flits and routers consume", read_energy, check_energy};

}  // namespace kintsugi
