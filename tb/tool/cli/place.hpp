/// Where the jobs of a command are run.
///
/// `kintsugi` runs them as processes on its machine. Another program with the same commands (tb/mpi) has them run by
/// others: the processes are those of `kintsugi` all the same, so both programs take each other's results.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "models/version.hpp"
#include "tb/tool/store/identity.hpp"
#include "tb/tool/sweep/workers.hpp"

namespace kintsugi::cli {

struct Place {
  bool is_other = false;  ///< not this program runs the jobs: there are only commands whose jobs others can run
  std::filesystem::path program = sweep::kThisProgram;  ///< the file of `kintsugi`
  std::optional<unsigned> jobs = {};                    ///< default of --jobs on each rank; nullopt: there are no ranks
  sweep::RunAll run_all = sweep::run_all;               ///< runs `program`
};

/// Returns what a store of results knows `program` by.
inline std::string program_of(const Place& place) {
  return store::identity_of_program("kintsugi " + version(), place.program);
}

}  // namespace kintsugi::cli
