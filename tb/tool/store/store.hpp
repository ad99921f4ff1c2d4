/// The results of units on disk: one file for each, written when the unit is done, whole or not at all.
///
/// File      DIR/<folder>/<16 hexadecimal digits>.json, named by a hash of the identity; holds the identity (program,
///           scenario, hashes of the files that the scenario reads, ...), then {status, report, seal}
/// Resuming  a result is used for a unit only if its identity is the same to the byte and nothing in it has changed
///           since it was written; results of other work in the directory are ignored
/// Sharing   several processes, of one machine or many, may write to one directory at a time
/// Errors    std::runtime_error, std::system_error when a file cannot be written
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "models/network/progress.hpp"

namespace kintsugi::store {

/// Work in units: the points of a sweep, blocks of the defect maps of a yield study or of an exhaustive verification.
/// Each unit can be done by itself, on any machine, in any order; the command makes its output of all, in their order.
///
/// Unit      a number from 0 to units() - 1; the same command with the same input numbers its units alike everywhere
/// Result    a status and a report; it depends on the identity of the unit alone, not on threads or other units
/// Identity  a document that names everything on which the result depends: program, scenario, contents of input files,
///           options
struct UnitResult {
  int status = 0;                 ///< exit status of the unit
  nlohmann::ordered_json report;  ///< an object; null if the unit has broken down: such a result is not kept
  int signal = 0;                 ///< that ended a unit which has broken down; 0: it exited
  std::string failure = {};       ///< why it has broken down

  bool broke_down() const { return !report.is_object(); }
};

/// Takes the result of a unit. It is called on any thread, but never on two at a time.
using UnitDone = std::function<void(std::size_t unit, const UnitResult& result)>;

struct ComputeOptions {
  unsigned jobs = 1;  ///< processes or threads at a time
  Progress progress = {};
};

/// The files of a store.
struct StoreLayout {
  std::string folder;  ///< of the results: "points"
  std::string others;  ///< a regular expression of the names of the other files that the command writes
};

class UnitWork {
 public:
  virtual ~UnitWork() = default;

  virtual std::size_t units() const = 0;
  virtual nlohmann::ordered_json identity(std::size_t unit) const = 0;
  /// Returns the name of a unit for a message: "point 3 (router.vcs=2)", with numbers from 1.
  virtual std::string name(std::size_t unit) const = 0;
  virtual StoreLayout layout() const = 0;

  /// Computes these units and hands over each result when it is there, in any order. Returns false if the program is
  /// asked to stop (tb/tool/console/stop.hpp): units in progress are then abandoned. An exception of `done` ends the
  /// computation and is thrown on.
  virtual bool compute(std::span<const std::size_t> units, const ComputeOptions& options, const UnitDone& done) = 0;
};

/// By name_of().
using ResultNames = std::set<std::string>;

/// Returns the names of the results of all units.
ResultNames names_of(const UnitWork& work);

class Store {
 public:
  Store(std::filesystem::path directory, StoreLayout layout);

  /// Makes the directory, and removes the partial files of processes of this machine that no longer run.
  void open() const;
  /// Returns the file of a result, relative to DIR: "points/0123456789abcdef.json".
  std::string file_of(const nlohmann::ordered_json& identity) const;
  /// Returns the result with this identity, or nullopt if there is none.
  std::optional<UnitResult> load(const nlohmann::ordered_json& identity) const;
  /// Returns whether a file has the name of this result. If load() does not return it, it was changed or cut.
  bool has_file(const nlohmann::ordered_json& identity) const;
  /// The result must have a report.
  void save(const nlohmann::ordered_json& identity, const UnitResult& result) const;
  /// Returns the number of results in the directory that belong to no unit of a work with these names.
  std::size_t others(const ResultNames& names) const;
  /// Returns the files of all results in the directory, ordered by name; none if there is no such directory.
  std::vector<std::filesystem::path> files() const;
  /// Returns the directory of the results: DIR/points.
  const std::filesystem::path& results() const { return results_; }
  /// Returns the directory for the other files of a unit: DIR/points/<as above>.
  std::filesystem::path directory_of(const nlohmann::ordered_json& identity) const;
  /// Removes the partial files in that directory that a killed process of this machine has left.
  void clean_directory_of(const nlohmann::ordered_json& identity) const;

 private:
  std::filesystem::path results_;
  StoreLayout layout_;
};

}  // namespace kintsugi::store
