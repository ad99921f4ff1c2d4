/// The results of units on disk: one file for each, written when the unit is done, whole or not at all.
///
/// File      DIR/<folder>/<16 hexadecimal digits>.json, named by a hash of the identity; holds the identity (program,
///           scenario, hashes of the files that the scenario reads, ...), then {status, report, seal}
/// Resuming  a result is used for a unit only if its identity is the same to the byte and nothing in it has changed
///           since it was written; results of other work in the directory are ignored
/// Sharing   several processes, of one machine or many, may write to one directory at a time
/// Errors    std::runtime_error, std::system_error when a file cannot be written
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tb/tool/store/unit_work.hpp"

namespace kintsugi::store {

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
