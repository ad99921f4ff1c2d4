#include "tb/tool/features/expect/golden_file.hpp"

#include <algorithm>
#include <array>

#include "tb/tool/diff/packet_logs.hpp"
#include "tb/tool/diff/reports.hpp"

namespace kintsugi {

namespace {

constexpr const char* kGoldenRemedy =
    "; kintsugi run SCENARIO --set expect={} writes one, with --json as a report, with --packets FILE as a packet log";

/// Returns what the first line of a packet log says of routes; its writer says so in front of all long lists.
bool says_routes(std::string_view begun) {
  const std::string_view line = begun.substr(0, begun.find('\n'));
  return line.substr(0, line.find('[')).find("\"routes\":true") != std::string_view::npos;
}

/// Every report of a run has these keys, even if it did not begin.
bool is_report_of_run(const nlohmann::ordered_json& report) {
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
  const nlohmann::ordered_json report = diff::read_report(file.text(), errors);
  if (!report.is_null() && !is_report_of_run(report)) {
    errors.add(golden.where, no_golden_run(golden, "a document of something else"));
  }
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

packets::Log read_golden_log(const GoldenRun& golden) {
  diff::OpenedFile file(golden.file.string());
  return diff::read_packet_log(file);
}

Source read_golden_report(const GoldenRun& golden) {
  return diff::OpenedFile(golden.file.string()).text();
}

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

}  // namespace kintsugi
