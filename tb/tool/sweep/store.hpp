/// The results of a sweep on disk: one file for each point, written when the point is done, whole or not at all.
///
/// File      DIR/points/<16 hexadecimal digits>.json, named by a hash of program, scenario and inputs; holds
///           {program, scenario, inputs, status, report}: version and build of the program, the full scenario, a hash
///           of each file that the scenario reads, then the result of the run
/// Resuming  a result is used for a point only if program, scenario and inputs are the same to the byte; results of
///           other sweeps in the directory are ignored
/// Inputs    a store reads a file once, and again only when its size or the time of its last change is another one
/// Errors    std::runtime_error, std::system_error when a file cannot be written
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tb/tool/sweep/file_hashes.hpp"
#include "tb/tool/sweep/points.hpp"

namespace kintsugi::sweep {

/// Returns name, version and a hash of the bytes of the executable: "kintsugi 0.1.0, build 0123456789abcdef". A program
/// that was rebuilt with another behaviour has another one. Throws std::runtime_error if the executable cannot be read.
std::string identity_of_program(const std::string& version, const std::filesystem::path& executable = "/proc/self/exe");

class Store {
 public:
  /// `program`: identity_of_program().
  Store(std::filesystem::path directory, std::string program);

  /// Makes the directory, and removes the partial files of processes that no longer run.
  void open() const;
  /// Returns the file of a point, relative to DIR: "points/0123456789abcdef.json".
  std::string file_of(const Point& point) const;
  /// Returns the result of the point, or nullopt if there is none for this program, scenario and inputs.
  std::optional<nlohmann::ordered_json> load(const Point& point) const;
  void save(const Point& point, int status, const nlohmann::ordered_json& report) const;
  /// Returns the number of results in the directory that belong to none of the points.
  std::size_t others(const std::vector<Point>& points) const;
  /// Returns the directory for the other files of a point's run: DIR/points/<as above>.
  std::filesystem::path directory_of(const Point& point) const;

 private:
  nlohmann::ordered_json identity_of(const Point& point) const;
  std::string hash_of(const Point& point) const;

  std::filesystem::path points_;
  std::string program_;
  mutable FileHashes hashes_;
};

}  // namespace kintsugi::sweep
