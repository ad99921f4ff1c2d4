/// The waveform of a run: which signals, in which window, into which file, with a save file for GTKWave beside it,
/// which shows the signals in the order of the globs that chose them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "hw/chip/chip.hpp"
#include "hw/wave/vcd_writer.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

class Waves {
 public:
  /// Opens the file in `directory` (made when missing) and registers the chosen signals. Before the first cycle.
  /// InputError for every glob of the scope that chooses no signal; std::system_error when a file would replace
  /// something that is not a regular file.
  Waves(const Scenario& scenario, const Chip& chip, const std::filesystem::path& directory);

  /// Completes the files; their paths. A file name that ends in .fst is converted by vcd2fst.
  std::vector<std::string> finish();

 private:
  const Chip* chip_;
  WavesSection section_;
  std::filesystem::path final_path_;
  std::filesystem::path vcd_path_;
  std::filesystem::path save_path_;
  std::unique_ptr<wave::VcdWriter> writer_;
};

}  // namespace kintsugi
