/// The file of a packet log: one JSON document a line (JSON Lines).
///
/// First line  what the run was: `packets`, the version of the format; `nodes`, `cycles`; `routes`, whether packets
///             have one; `faults` as in the report; `phases` of reconfigurations: `name`, `from` and `to`, the first
///             and the last cycle; `names` of the nodes
/// Others      one packet each, with all keys of packets.schema.json in its order; what is not known is null
/// Order       that of PacketLog; the bytes do not depend on the schedule, nor on the number of threads
/// Errors      std::system_error, with the path and what to do; then there is no file
#pragma once

#include <filesystem>

#include "hw/chip/chip.hpp"
#include "hw/link/hop_log.hpp"
#include "models/files/made_directories.hpp"
#include "models/files/part_file.hpp"
#include "tb/tool/features/packet_log/packet_log.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunResult;

struct PacketLogOptions {
  std::filesystem::path file;
  bool route = false;  ///< log the routers of each packet
  PacketFilter filter = {};
  bool only_lost = false;   ///< leave out those that are not lost
  std::size_t slowest = 0;  ///< only that many with the highest latency; 0: all
};

class PacketLogFile {
 public:
  /// Opens the file and makes missing directories on the way to it, so that a place that cannot be written shows before
  /// the run. The file appears with write() only.
  explicit PacketLogFile(PacketLogOptions options);

  const PacketLogOptions& options() const { return options_; }
  /// Writes the log of a run. A packet that has not arrived has no latency, so it is not
  /// among the slowest.
  void write(const PacketLog& log, const RunResult& result, const Setup& setup, const Chip& chip);

 private:
  PacketLogOptions options_;
  files::MadeDirectories made_;
  files::PartFile file_;
};

}  // namespace kintsugi
