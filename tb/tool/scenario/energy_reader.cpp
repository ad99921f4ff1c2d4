#include "tb/tool/scenario/energy_reader.hpp"

namespace kintsugi {

namespace {

void read_constant(MapReader& map, const char* key, const KeyText& text, double& into) {
  map.require(key, ": " + std::string(text.help) + "; it has no default");
  map.real(key, kEnergyRange, into, text);
}

}  // namespace

void read_energy(MapReader& map, EnergySection& energy) {
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

}  // namespace kintsugi
