/// How much memory a run takes, estimated before its chip is made, and how much it may take.
///
/// Measured over meshes, tori, hypercubes, RDT, SRT and shuffle-exchange networks, directly wired and on fabrics; the
/// estimate is within 30 % of the peak. What depends on the load is not in it: packets that wait, signals of a
/// waveform. A packet log has an estimate of its own (its meter.cpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the bytes that the chip of a run will take.
std::uint64_t chip_bytes(const Scenario& scenario, const Setup& setup);

/// @name Memory of this process, 0 if the system does not report it: in use now, and the most so far
/// @{
std::uint64_t used_bytes(const std::filesystem::path& root = "/");
std::uint64_t peak_bytes(const std::filesystem::path& root = "/");
/// @}

struct MemoryLimit {
  std::uint64_t bytes = 0;    ///< that this process may use in all
  std::string name;           ///< "ulimit -v"
  bool of_addresses = false;  ///< it limits addresses, of which a process takes more than it has memory
  /// Returns the memory that a process can have. Of addresses it needs a reserve: 64 MiB for the program, its libraries
  /// and the stacks of its threads, and an eighth of the memory for what the allocator takes in advance. Measured: runs
  /// of 70 to 700 MiB took 25 to 95 MiB more addresses, and failed with a reserve of less than an eighth.
  std::uint64_t usable() const;
};

/// Returns the limits of this process (ulimit), of its control groups (memory.max) and of the machine (what is
/// available). `root` is where proc and sys are, for tests.
std::vector<MemoryLimit> memory_limits(const std::filesystem::path& root = "/");

/// A part of the memory of a run that the user can do without.
struct MemoryPart {
  std::uint64_t bytes = 0;
  std::string remedy;  ///< what it is for, and how to need less: "for the packets of the log: run fewer cycles"
};

/// Throws InputError, with the place of the network, if the run needs `bytes` and a limit is lower. The message names
/// both, and those parts.
void require_memory(std::uint64_t bytes, const std::vector<MemoryLimit>& limits, const Scenario& scenario,
                    const std::vector<MemoryPart>& parts = {});

}  // namespace kintsugi
