/// Writes the waveform of a run: the chosen signals in a window, and beside it files for GTKWave and Surfer with the
/// signals in the order of the globs that chose them.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/chip/chip.hpp"
#include "hw/wave/vcd_writer.hpp"
#include "models/files/made_directories.hpp"
#include "models/files/temporary_file.hpp"
#include "tb/tool/console/own_files.hpp"
#include "tb/tool/run/packet_window.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the files of the waveform of a scenario, if it has one: the dump, and those for GTKWave and Surfer.
std::vector<OutputFile> wave_files(const Scenario& scenario, const std::filesystem::path& directory);

class Waves {
 public:
  /// Opens the file in `directory` (made if missing, removed if no file is written) and adds the chosen probes. Call it
  /// before the first cycle. Throws InputError with every glob of the scope that chooses no signal, and for an
  /// acknowledgement that is to open or close the window; std::system_error if a file would replace something other
  /// than a regular file.
  Waves(const Scenario& scenario, const Setup& setup, const Chip& chip, const std::filesystem::path& directory);

  /// @name Packets, of which one may open the window and one may close it: see PacketWindow
  /// @{
  void created(PacketName packet, Cycle now);
  void ended(PacketName packet, Cycle now);
  /// @}

  /// Returns whether a cycle has been written in a run of so many, and why none has.
  bool opened(Cycle cycles) const;
  std::string why_empty(Cycle cycles) const;
  /// Returns why no packet has closed the window; empty if one has, or none is to.
  std::string why_not_closed() const;

  /// Completes the files and returns their paths. vcd2fst converts a file whose name ends in .fst.
  std::vector<std::string> finish();

 private:
  unsigned ticks_per_cycle() const;
  sc_core::sc_time end_of(Cycle cycle) const;
  void convert_to_fst();

  const Chip* chip_;
  WavesSection section_;  // of a window that a packet opens or closes: with its cycles, once they are known
  PacketWindow packets_;
  std::filesystem::path final_path_;
  std::filesystem::path save_path_;     // for GTKWave
  std::filesystem::path command_path_;  // for Surfer
  std::optional<files::MadeDirectories> made_;
  std::optional<files::TemporaryFile> vcd_;  ///< for vcd2fst
  std::unique_ptr<wave::VcdWriter> writer_;
};

}  // namespace kintsugi
