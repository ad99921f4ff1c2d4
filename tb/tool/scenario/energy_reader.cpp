#include "tb/tool/scenario/energy_reader.hpp"

namespace kintsugi {

namespace {

void read_constant(MapReader& map, const char* key, const char* meaning, double& into) {
  map.require(key, std::string(": ") + meaning + "; it has no default");
  map.real(key, kEnergyRange, into);
}

}  // namespace

void read_energy(MapReader& map, EnergySection& energy) {
  read_constant(map, "router", "pJ of a flit that passes a router", energy.constants.router);
  read_constant(map, "wire", "pJ of a flit on a wire of one pitch", energy.constants.wire);
  read_constant(map, "switch", "pJ of a flit that passes a switch", energy.constants.switch_passed);
  read_constant(map, "leakage", "pJ of a router in a cycle", energy.constants.leakage);
  map.integer("flit_bytes", kEnergyFlitBytesRange, energy.flit_bytes);
  map.real("pitch_mm", kPitchRange, energy.pitch_mm);
}

}  // namespace kintsugi
