#include "tb/tool/sweep/result.hpp"

#include <cstring>

namespace kintsugi::sweep {

namespace {

using nlohmann::ordered_json;

void flatten(const ordered_json& json, const std::string& path, ordered_json& into) {
  for (const auto& [key, value] : json.items()) {
    const std::string inner = path.empty() ? key : path + '.' + key;
    if (value.is_object()) flatten(value, inner, into);
    if (value.is_primitive() && !value.is_null()) into[inner] = value;
  }
}

bool is_false(const ordered_json& figures, const std::string& path) {
  return figures.value(path, true) == false;
}

/// Which check did not hold, by the keys of the report.
std::string failed_check(const ordered_json& figures) {
  if (is_false(figures, "repair.repairable")) return "irreparable";
  if (is_false(figures, "repair.verified")) return "the repair is not verified";
  if (is_false(figures, "proof.acyclic")) return "the routing can deadlock: its channel dependencies have a cycle";
  if (figures.value("deadlock", false)) return "deadlock";
  if (is_false(figures, "conserved")) return "not conserved: " + figures.value("imbalance", std::string());
  if (figures.contains("failure")) return figures["failure"].dump();
  return "a check failed; the report says which";
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::string Result::outcome() const {
  if (signal != 0) return "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
  return "exit status " + std::to_string(status) + (failed() ? ": " + failure : "");
}

std::optional<double> Result::number(const std::string& path) const {
  const auto found = figures.find(path);
  if (found == figures.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

Result result_of(int status, const ordered_json& report) {
  Result result;
  result.status = status;
  flatten(report, "", result.figures);
  if (status != 0) result.failure = failed_check(result.figures);
  return result;
}

std::optional<ordered_json> report_of(const Ended& end) {
  if (end.signal != 0 || end.status > 1) return std::nullopt;
  ordered_json report = ordered_json::parse(end.out, nullptr, false);
  if (!report.is_object() || report.contains("errors")) return std::nullopt;
  return report;
}

Result breakdown_of(const Ended& end) {
  Result result;
  result.status = end.status;
  result.signal = end.signal;
  result.failure = end.err.empty() ? "it says nothing" : first_line(end.err);
  return result;
}

}  // namespace kintsugi::sweep
