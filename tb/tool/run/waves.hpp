/// Writes the waveform of a run: the chosen signals in a window, and beside it a save file for GTKWave with the signals
/// in the order of the globs that chose them.
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
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

class Waves {
 public:
  /// Opens the file in `directory` (made if missing, removed if no file is written) and adds the chosen probes. Call it
  /// before the first cycle. Throws InputError with every glob of the scope that chooses no signal; std::system_error
  /// if a file would replace something other than a regular file.
  Waves(const Scenario& scenario, const Chip& chip, const std::filesystem::path& directory);

  /// Completes the files and returns their paths. vcd2fst converts a file whose name ends in .fst.
  std::vector<std::string> finish();

 private:
  void convert_to_fst();

  const Chip* chip_;
  WavesSection section_;
  std::filesystem::path final_path_;
  std::filesystem::path save_path_;
  std::optional<wave::MadeDirectories> made_;
  std::optional<wave::TemporaryFile> vcd_;  ///< for vcd2fst
  std::unique_ptr<wave::VcdWriter> writer_;
};

}  // namespace kintsugi
