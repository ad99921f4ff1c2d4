/// Compares the run with the report or the packet log of an earlier one, by the code of `kintsugi diff`.
///
/// Report      without the keys that `diff` leaves out, and without the section `expect`
/// Packet log  the log of this run, written for the comparison and read again: each packet as --packets writes it
/// Form        recognised by the content of the file, as `kintsugi diff` does it
/// Met         if there is no difference; a run that did not begin has no packet log, so it is not met
#include "tb/tool/features/expect/golden.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "models/files/temporary_file.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/diff/compare.hpp"
#include "tb/tool/diff/comparisons.hpp"
#include "tb/tool/features/expect/section.hpp"
#include "tb/tool/features/packet_log/packet_file.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

constexpr const char* kGoldenRemedy =
    "; kintsugi run SCENARIO --set expect={} writes one, with --json as a report, with --packets FILE as a packet log";

/// Returns what the first line of a packet log says of routes; its writer says so in front of all long lists.
bool says_routes(std::string_view begun) {
  const std::string_view line = begun.substr(0, begun.find('\n'));
  return line.substr(0, line.find('[')).find("\"routes\":true") != std::string_view::npos;
}

/// Every report of a run has these keys, even if it did not begin.
bool is_report_of_run(const ordered_json& report) {
  static constexpr std::array kKeys = {"network", "routing", "defects"};
  return report.is_object() && std::ranges::all_of(kKeys, [&](const char* key) { return report.contains(key); });
}

std::string no_golden_run(const GoldenRun& golden, const std::string& what) {
  return "expect.golden: " + golden.file.string() + " is " + what +
         ", and must be a report of kintsugi run --json or a packet log" + kGoldenRemedy;
}

void check_golden_report(const GoldenRun& golden, diff::OpenedFile& file, Diagnostics& errors) {
  const diff::Form form = file.form();
  if (form != diff::Form::kReport) return errors.add(golden.where, no_golden_run(golden, diff::describe(form)));
  const ordered_json report = diff::read_report(file.text(), errors);
  if (!report.is_null() && !is_report_of_run(report)) {
    errors.add(golden.where, no_golden_run(golden, "a document of something else"));
  }
}

/// Adds a mistake if the scenario has a golden run with which its run cannot be compared: a file that is not there,
/// that is no report of a run and no packet log, or a packet log without traffic. A packet log is read to its end only
/// by the run, before its first cycle.
void check_golden(const Scenario& scenario, const Setup& /*setup*/, Diagnostics& errors) {
  const GoldenRun* golden = golden_of(scenario);
  if (golden == nullptr) return;
  if (golden_log_of(scenario)) {
    if (scenario.traffic) return;
    return errors.add(golden->where, "expect.golden: " + golden->file.string() +
                                         " is a packet log, and there is no traffic; add traffic: "
                                         "{}, or name a report");
  }
  try {
    diff::OpenedFile file(golden->file.string());
    check_golden_report(*golden, file, errors);
  } catch (const InputError& error) {
    for (const Diagnostic& each : error.diagnostics()) {
      errors.add(golden->where, "expect.golden: " + each.where.source + ": " + each.message + kGoldenRemedy);
    }
  }
}

class GoldenComparison final : public Instrument {
 public:
  explicit GoldenComparison(const RunBegin& begin)
      : setup_(begin.setup), golden_(*golden_of(begin.wishes.scenario)), log_(golden_log_of(begin.wishes.scenario)) {
    diff::OpenedFile file(golden_.file.string());
    if (log_) {
      packets_ = diff::read_packet_log(file);
    } else {
      report_ = file.text();
    }
  }

  void watch(Chip& chip) override { chip_ = &chip; }

  /// The chip, which has the names of ports, is there until the files are written.
  std::vector<std::string> write(const RunResult& result) override {
    const PacketLog* log = packet_log_of(result);
    if (!log_ || log == nullptr || chip_ == nullptr) return {};
    const files::TemporaryFile scratch(std::filesystem::temp_directory_path() / "kintsugi-golden.jsonl");
    PacketLogFile({.file = scratch.path(), .route = log_->routes}).write(*log, result, setup_, *chip_);
    diff::OpenedFile written(scratch.path().string());
    comparison_ = diff::compare_packets(packets_, diff::read_packet_log(written), 1);
    return {};
  }

  void conclude(const RunResult& result) override {
    concluded_ = true;
    if (log_ && !comparison_) {
      missing_ =
          result.stopped != 0 ? "the run was stopped by " + signal_name(result.stopped) : "the run did not begin";
    }
    if (log_) return;
    const diff::ReportOptions options{.left_out = {"expect"}};
    Diagnostics errors;
    comparison_ = diff::compare_reports(report_, {"this run", to_json(result, setup_).dump()}, options, 1, errors);
    errors.raise();
  }

  bool holds() const override { return comparison_ && comparison_->equal(); }

  /// Adds `expect.golden`: {file, form, met, compared, first, differences, by_kind, notes}; without a comparison
  /// `missing` says why.
  void report(ordered_json& json, const ReportNumbers& /*numbers*/) const override {
    if (!concluded_) return;  // the report that is compared
    ordered_json& expect = json["expect"];
    if (expect.is_null()) expect = {{"met", true}, {"expectations", ordered_json::array()}};
    expect["met"] = expect["met"].get<bool>() && holds();
    ordered_json golden = {{"file", golden_.file.string()},
                           {"form", diff::form_name(log_ ? diff::Form::kPackets : diff::Form::kReport)},
                           {"met", holds()}};
    if (!comparison_) {
      golden["missing"] = missing_;
    } else {
      golden["compared"] = comparison_->compared;
      golden["first"] =
          comparison_->equal() ? ordered_json() : diff::to_json(comparison_->list.front(), comparison_->unit);
      golden["differences"] = comparison_->differences;
      golden["by_kind"] = diff::kinds_json(comparison_->by_kind);
      golden["notes"] = comparison_->notes;
    }
    expect["golden"] = std::move(golden);
  }
  void report(TextTable& table, const ReportNumbers& /*numbers*/) const override {
    const std::string file = golden_.file.string();
    if (!comparison_) return table.add({"golden", "not met: no packet log to compare with " + file + ": " + missing_});
    if (comparison_->equal()) {
      table.add({"golden", "met:     the run is that of " + file + ": " + comparison_->compared + " compared"});
    } else {
      table.add({"golden", "not met: " + file + ": " + counted(comparison_->differences, "difference") + ": " +
                               diff::kinds_text(comparison_->by_kind)});
      table.add({"", "first:   " + diff::text_of(comparison_->list.front(), comparison_->unit, "it", "this run")});
    }
    for (const std::string& note : comparison_->notes) table.add({"", "note:    " + note + " (a is " + file + ")"});
  }

 private:
  const Setup& setup_;
  const GoldenRun& golden_;
  std::optional<GoldenLog> log_;  // nullopt: a report
  packets::Log packets_;
  Source report_;
  const Chip* chip_ = nullptr;
  std::optional<diff::Comparison> comparison_;
  std::string missing_;
  bool concluded_ = false;
};

/// A packet takes about twice its line, in the golden run and in this one.
std::uint64_t bytes_of_golden(const Wishes& wishes, const Setup& /*setup*/) {
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(golden_of(wishes.scenario)->file, ignored);
  return ignored ? 0 : 4 * static_cast<std::uint64_t>(bytes);
}

}  // namespace

std::optional<GoldenLog> golden_log_of(const Scenario& scenario) {
  const GoldenRun* golden = golden_of(scenario);
  if (golden == nullptr) return std::nullopt;
  try {
    diff::OpenedFile file(golden->file.string());
    const std::string begun = file.begun();
    if (diff::beginning_of(begun) != diff::Beginning::kPackets) return std::nullopt;
    return GoldenLog{says_routes(begun)};
  } catch (const InputError&) {  // check_golden() says why
    return std::nullopt;
  }
}

extern const InstrumentInfo kGoldenComparison;
const InstrumentInfo kGoldenComparison{
    .is_wanted = [](const Wishes& wishes) { return golden_of(wishes.scenario) != nullptr; },
    .make_first = make_instrument<GoldenComparison>,
    .place = ReportPlace::kEnd,
    .bytes = bytes_of_golden,
    .remedy = "for the golden run and its comparison: name a shorter one in expect.golden, or a report",
    .check = check_golden,
};

}  // namespace kintsugi
