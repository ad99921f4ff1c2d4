/// Cuts the states of all switches of a fabric from a waveform (VCD), of the model or of a simulator of the exported
/// RTL.
///
/// Signals  of a switch sh.g0.c0 in the scope `wafer`: wafer.sh.g0.c0.state, else the register of its field,
///          wafer.sh.g0.c0.field.state_q, else one of these of a switch that shares its field, else wafer.state_0, the
///          net of its field. A text is the name of a state, bits and reals are its number
/// Scope    the one given, else the only scope in which the first switch has a signal
/// Cycle    the value at its end, as kintsugi diff compares it: a state that comes into force with an edge is that of
///          the cycle of this edge. The last time stamp of a waveform of kintsugi stands after its last cycle
#pragma once

#include <optional>
#include <string>

#include "models/fabric/fabric.hpp"
#include "tb/tool/diff/vcd_reader.hpp"
#include "tb/tool/diff/waveforms.hpp"
#include "tb/tool/states/state_list.hpp"

namespace kintsugi::diff {

struct WaveCut {
  std::string file;  ///< `-` is standard input
  Cycle cycle = 0;
  std::string prefix = {};              ///< the scope whose members are the switches; "": it is found
  std::optional<WaveTime> period = {};  ///< of a cycle; nullopt: 1 ns, if kintsugi has written the waveform
  std::optional<WaveTime> start = {};   ///< of cycle 0; nullopt: time 0
};

struct StatesOfWave {
  std::string source;  ///< the name of the file
  std::string scope;   ///< in which the switches were found
  states::StateList list;
};

/// `fabric` is the sound one. Throws InputError for a file that is no waveform or has a mistake; for a switch without a
/// signal, and for one whose value is unknown (x or z) or no state, with the first ones of each; for a cycle before the
/// first or after the last one of the waveform; for a period that is not known.
StatesOfWave states_of_wave(const WaveCut& cut, const Fabric& fabric);

}  // namespace kintsugi::diff
