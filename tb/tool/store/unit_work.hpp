/// Work in units: the points of a sweep, blocks of the defect maps of a yield study or of an exhaustive verification.
/// Each unit can be done by itself, on any machine, in any order; the command makes its output of all, in their order.
///
/// Unit      a number from 0 to units() - 1; the same command with the same input numbers its units alike everywhere
/// Result    a status and a report; it depends on the identity of the unit alone, not on threads or other units
/// Identity  a document that names everything on which the result depends: program, scenario, contents of input files,
///           options
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "models/network/progress.hpp"

namespace kintsugi::store {

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

/// The files of a store (tb/tool/store/store.hpp).
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

}  // namespace kintsugi::store
