/// Files that tell a viewer what to show of a dump. A GTKWave save file (.gtkw): opening it shows the chosen signals of
/// a dump, in groups, at the right zoom.
///
/// Groups      each an open group headed by its title, signals in the order given, under labels if there are any
/// Radix       vectors in hexadecimal and with their [msb:lsb], single bits and events in binary, times in decimal,
///             names and reals as they are
/// Zoom        the span [begin, end] in ticks of the dump's timescale, rounded up to a power of two, fills the window
/// Dump        named relative to the save file, so that both can be moved together
/// Bytes       depend neither on date nor on place
/// Errors      std::invalid_argument: a title of more than one line, labels for some signals only;
///             std::system_error: the file cannot be written, or would replace something other than a regular file
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "hw/wave/vcd_writer.hpp"

namespace kintsugi::wave {

struct SaveGroup {
  std::string title;
  std::vector<SignalInfo> signals;
  /// The label of each signal; empty: GTKWave shows the last part of its name.
  std::vector<std::string> labels = {};
};

/// Returns one group per scope, titled with the scope's name, in the order first seen.
std::vector<SaveGroup> group_by_scope(std::span<const SignalInfo> signals);

struct SaveFile {
  std::filesystem::path path;  ///< of the save file
  std::filesystem::path dump;  ///< VCD, or the FST made of it
  std::uint64_t begin = 0;     ///< first tick shown
  std::uint64_t end = 0;       ///< last tick shown
  std::vector<SaveGroup> groups;
  std::string heading = {};  ///< a comment in the first line of a file for GTKWave; empty: none
};

void write_save_file(const SaveFile& save);

/// Writes a command file for Surfer (.sucl) that adds the same signals in the same order, under a divider for each
/// group: `surfer --command-file RUN.sucl RUN.vcd`. `save.path` is that of the command file. Throws as
/// write_save_file() does.
void write_command_file(const SaveFile& save);

}  // namespace kintsugi::wave
