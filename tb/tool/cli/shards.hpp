/// --shard, --resume and --collect: a command whose work is done by many jobs (tb/tool/store).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tb/tool/cli/command.hpp"
#include "tb/tool/store/run_units.hpp"

namespace kintsugi::cli {

struct ShardOptions {
  std::optional<store::Shard> shard = {};           ///< nullopt: all units, and the tables
  bool resume = false;                              ///< take what is in DIR of --out
  std::vector<std::filesystem::path> collect = {};  ///< directories; empty: the command computes
};

/// What the units of a command are called.
struct UnitWords {
  std::string unit;  ///< "point"
  std::string done;  ///< what is done for one: "run"
};

/// The help says what is shared: "points".
void add_shard_options(CLI::App& command, ShardOptions& options, const std::string& units);

/// Throws InputError if --shard or --resume has no directory for the results. With `prints`, --shard with --json needs
/// none: the command then prints the results.
void require_directory(const ShardOptions& options, const CommonOptions& common, bool prints = false);

/// Says how many results were taken, how many are of other work, and which files were changed since they were written.
/// That differs from run to run, so it goes to standard error, not into the report.
void report_what_was_taken(const store::UnitCounts& counts, const ShardOptions& options, const CommonOptions& common,
                           const UnitWords& words);

/// Reports how far a job has come that makes no tables: a shard, or one that was asked to stop. `units` has the work as
/// a whole.
void report_share(const store::UnitCounts& counts, std::size_t units, const ShardOptions& options,
                  const CommonOptions& common, const UnitWords& words);

/// Reports the units of which --collect has found no result, by their names.
void report_missing(const std::vector<std::string>& missing, std::size_t units, const CommonOptions& common,
                    const UnitWords& words);

}  // namespace kintsugi::cli
