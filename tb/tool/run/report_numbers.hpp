/// The numbers of the report of a run, one row each. From the rows come the JSON report, the numbers in its text, its
/// `definitions`, the names that a plot of a sweep and `expect` may use, and the table on the page of this room.
///
/// Path   of the number in the JSON report: "latency.p95"
/// Unit   of the number; "1" for a ratio
/// Order  of the rows is that of the keys in the JSON report
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

struct RunResult;
struct Scenario;
struct Setup;

/// Returns why a run of the scenario does not have what a number needs, and what to do; "" if it has it. A part of the
/// set-up that could not be built counts as there: its mistake is reported already.
using Need = std::string (*)(const Scenario& scenario, const Setup& setup);

namespace need {

/// Returns nothing if what a number needs is there, else the text that says that it is not.
inline std::string unless(bool there, const char* text) {
  return there ? std::string() : text;
}

/// The type of the functions that a Need points to.
using Reason = std::string(const Scenario& scenario, const Setup& setup);

Reason traffic, multicast, fabric, no_fabric, proof, proof_of_all_pairs, adaptive_routing, tables, details, observer,
    exchange;
Reason faults;            ///< at run time, by which a PE or link dies
Reason reconfigurations;  ///< for such faults, or configurations that come at set times
Reason notice;            ///< of faults of which the chip is not told
Reason diagnosis;         ///< of faults by the PEs
Reason load;              ///< of a repair at run time through the chain
Reason paths;             ///< of compensation, by which the fabric is repaired
Reason failure;           ///< of a check: nothing that a scenario could ask for
Reason timing;            ///< --timing: nothing that a scenario could ask for

}  // namespace need

/// What a number means. report_rows.hpp says how the report gets it.
struct ReportNumber {
  std::string path;
  std::string unit;
  std::string definition;
  std::vector<Need> needs = {};
};

/// Returns why no run of the scenario reports the number of this row, and what to do; "" if a run can.
std::string why_absent(const ReportNumber& row, const Scenario& scenario, const Setup& setup);

/// Returns all rows, those of run.details, multicasts, fabrics and --timing too.
const std::vector<ReportNumber>& report_numbers();

/// Returns the rows of the numbers that each entry of the list `reconfigurations` has.
const std::vector<ReportNumber>& reconfiguration_numbers();

/// Returns the rows of the numbers that instruments add for each entry of a list whose entries have names, with GROUP
/// in place of the name: "workload.collectives.GROUP.cycles".
const std::vector<ReportNumber>& entry_numbers();

/// The path of a number of one entry of such a list, in its parts: "workload.collectives.allreduce2.cycles".
struct EntryPath {
  std::string list;   ///< "workload.collectives"
  std::string group;  ///< "allreduce2", whether the list has it or not
  std::string key;    ///< "cycles", whether it is a number or not

  /// Returns the row of the number; nullptr if there is none.
  const ReportNumber* row() const;
  /// Returns the paths of all numbers of this entry.
  std::vector<std::string> paths() const;
};

/// Returns the parts of a path; nullopt if it names no entry of such a list and a key of it.
std::optional<EntryPath> entry_path(const std::string& path);

/// The number of reconfigurations, which is the length of their list in the report.
inline const std::string kCountOfReconfigurations = "reconfigurations.count";

/// Returns the numbers that a scenario can ask for and what they mean, in the order of the report.
std::vector<Term> expectable_numbers();

/// Returns the number at a path of a JSON report, null if there is none. In a list an entry is found by its name.
nlohmann::ordered_json number_in(const nlohmann::ordered_json& report, const std::string& path);

/// Returns a sentence with a value in place of each path in braces, which `value_at` returns: a number with so many
/// digits after the point as stand behind a colon, or with the noun that stands there: "mean {latency.mean:2} cycles of
/// {packets.delivered:packet}".
std::string filled(std::string_view sentence,
                   const std::function<nlohmann::ordered_json(const std::string&)>& value_at);

/// Reads the numbers of one report.
class ReportNumbers {
 public:
  ReportNumbers(const RunResult& result, const Setup& setup) : result_(&result), setup_(&setup) {}

  /// Returns the number of a path, or null if the run has none. Throws std::logic_error if no row has this path.
  nlohmann::ordered_json at(const std::string& path) const;
  bool has(const std::string& path) const { return !at(path).is_null(); }
  /// Returns a filled() sentence; `section` stands before each path.
  std::string fill(std::string_view sentence, const std::string& section = "") const {
    return filled(sentence, [&](const std::string& path) { return at(section + path); });
  }
  /// Returns the rows whose path begins with the section, as a mapping; null if the run has none of them.
  nlohmann::ordered_json section(const std::string& path) const;

 private:
  const RunResult* result_;
  const Setup* setup_;
};

/// Returns what the numbers of reports mean, by section: "hops": "mean [links]: ...; max [links]: ...". It is the same
/// for every report.
nlohmann::ordered_json definitions();

/// Returns a table on the page: a line for each row, | path | unit | definition |.
std::string table_of_numbers(const std::vector<ReportNumber>& rows = report_numbers());

}  // namespace kintsugi
