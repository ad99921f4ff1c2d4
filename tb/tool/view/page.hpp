/// Pages: one HTML file each that needs no other file and no network.
///
/// Policy  forbids every request, and every script and style but those of the page, which it knows by their SHA-256
/// Data    a JSON document as README.md says. It cannot end the element in which it stands: `<` is written as \u003c
/// Bytes   depend on the data only
/// Errors  std::system_error, with the path and what to do; then there is no file
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "models/files/made_directories.hpp"
#include "models/files/part_file.hpp"
#include "tb/tool/plot/plot.hpp"

namespace kintsugi {
struct RunResult;
struct Setup;
namespace picture {
struct Subject;
}
namespace sweep {
struct Result;
struct Sweep;
}  // namespace sweep
namespace yield {
struct YieldRequest;
struct YieldResult;
}  // namespace yield
}  // namespace kintsugi

namespace kintsugi::view {

/// Returns the keys with which the data of all kinds begin: format, kind, program, title, facts (none yet).
nlohmann::ordered_json head_of(const std::string& kind, const std::string& title);

/// Returns the data of a run, which must have a history, and a packet log with routes. They depend on the scenario
/// only, neither on the schedule nor on the number of threads.
nlohmann::ordered_json run_page(const RunResult& result, const Setup& setup);

/// Returns the data of a repair: the chip with its defects before it and after it. Throws InputError if the chip is too
/// large to draw.
nlohmann::ordered_json repair_page(const picture::Subject& subject, const Setup& setup);

/// Returns the data of a sweep: its plots, accepted over offered load beside them, and `report`, the JSON report of the
/// same sweep, as tables. A sweep over the rate that names no plot has that of the mean latency all the same.
nlohmann::ordered_json sweep_page(const sweep::Sweep& sweep, const std::vector<sweep::Result>& results,
                                  const nlohmann::ordered_json& report);

/// Returns the data of a yield study: repair probability by defective PEs with its confidence, and the JSON report of
/// the same request and result as tables.
nlohmann::ordered_json yield_page(const yield::YieldRequest& request, const yield::YieldResult& result,
                                  const nlohmann::ordered_json& report);

/// Returns the text of a page; its title is that of the data.
std::string html_of(const nlohmann::ordered_json& data);

class PageFile {
 public:
  /// Opens the file and makes missing directories on the way to it, so that a place that cannot be written shows before
  /// the run. The file appears with write() only.
  explicit PageFile(const std::filesystem::path& file);

  void write(const nlohmann::ordered_json& data);
  /// Returns the written file, which appears together with other files of the command (OutputDirectory::add). This
  /// object must live until then, because it removes directories that it made and that are empty.
  std::unique_ptr<files::PartFile> complete(const nlohmann::ordered_json& data);

 private:
  files::MadeDirectories made_;
  std::unique_ptr<files::PartFile> file_;
};

/// The parts of every page, as they were when the program was built: page.html; all *.css, one after the other by name;
/// and all js/*.js, which follow each other by name in one function of strict mode.
struct Parts {
  std::string_view html;  ///< with %policy%, %title%, %style%, %data% and %script%, each once
  std::string_view style;
  std::string_view script;
  std::string_view style_sha256;  ///< of exactly these bytes, hexadecimal
  std::string_view script_sha256;
};

const Parts& parts();

/// Returns the entry of `plots` for a plot, as tb/tool/view/README.md describes it.
nlohmann::ordered_json plot_data(const plot::Plot& plot);

/// Returns the entry of `tables` for objects of a report: a row for each, a column for each key of any of them, in the
/// order in which they come. The keys of an object in an object have a column each. A cell is the text of the value in
/// the report, or empty. A column that repeats an earlier one of the same name is left out.
nlohmann::ordered_json table_data(const std::string& title, const nlohmann::ordered_json& objects);

/// Returns the pairs of name and value of a report that are no lists of objects.
nlohmann::ordered_json facts_of_report(const nlohmann::ordered_json& report);

}  // namespace kintsugi::view
