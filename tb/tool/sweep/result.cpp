#include "tb/tool/sweep/result.hpp"

#include <cstring>

#include "models/network/text.hpp"
#include "tb/tool/run/report_numbers.hpp"

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

bool is_false(const ordered_json& numbers, const std::string& path) {
  return numbers.value(path, true) == false;
}

constexpr std::size_t kMostNamed = 3;

/// Names the expectations that are not met: "not met: latency.mean at most 14: 15.2; golden.json, 3 differences".
std::string unmet(const ordered_json& expect) {
  std::string text = "not met: ";
  std::size_t count = 0;
  if (const auto golden = expect.find("golden"); golden != expect.end() && !golden->value("met", true)) {
    ++count;
    text += golden->value("file", "") + ", ";
    text += golden->contains("missing") ? golden->value("missing", "")
                                        : counted(golden->value("differences", std::uint64_t{0}), "difference");
  }
  const ordered_json& expectations = expect.at("expectations");
  for (const ordered_json& each : expectations) {
    if (each.value("met", false) || ++count > kMostNamed) continue;
    text += (count == 1 ? "" : "; ") + each.value("name", "") + ' ' + each.value("expected", "") + ", found " +
            (each.value("found", ordered_json()).is_null() ? "none" : each["found"].dump());
  }
  return count <= kMostNamed ? text : text + "; and " + std::to_string(count - kMostNamed) + " more";
}

/// Returns the check that failed, by the keys of the report and its single values.
std::string failed_check(const ordered_json& report, const ordered_json& numbers) {
  if (is_false(numbers, "repair.decided")) return "whether there is a repair is not decided";
  if (is_false(numbers, "repair.repairable")) return "irreparable";
  if (is_false(numbers, "repair.verified")) return "the repair is not verified";
  if (is_false(numbers, "proof.acyclic")) return "the routing can deadlock: its channel dependencies have a cycle";
  if (numbers.value("deadlock", false)) return "deadlock";
  if (is_false(numbers, "conserved")) return "not conserved: " + numbers.value("imbalance", std::string());
  if (numbers.contains("failure")) return numbers["failure"].dump();
  if (is_false(numbers, "expect.met")) return unmet(report.at("expect"));
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
  const auto found = numbers.find(path);
  if (found == numbers.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

std::optional<Throughput> throughput_of(const Result& result) {
  const auto offered = result.number("throughput.offered");
  const auto accepted = result.number("throughput.accepted");
  if (!offered || !accepted) return std::nullopt;
  return Throughput{*offered, *accepted, result.number("throughput.lost").value_or(0)};
}

namespace {

/// Returns the report that a process has printed; null if it has printed none: its input was wrong, or it broke down.
ordered_json report_of(const Ended& end) {
  if (end.signal != 0 || end.status > 1) return {};
  ordered_json report = ordered_json::parse(end.out, nullptr, false);
  return report.is_object() && !report.contains("errors") ? report : ordered_json();
}

}  // namespace

store::UnitResult result_of(const Ended& end) {
  store::UnitResult result{end.status, report_of(end), end.signal};
  if (result.broke_down()) result.failure = end.err.empty() ? "it says nothing" : first_line(end.err);
  return result;
}

Result result_of(const store::UnitResult& run, const std::string& plotted) {
  Result result{run.status, run.signal, run.failure};
  if (run.broke_down()) return result;
  flatten(run.report, "", result.numbers);
  if (ordered_json number = number_in(run.report, plotted); !number.is_null())
    result.numbers[plotted] = std::move(number);
  if (run.status != 0) result.failure = failed_check(run.report, result.numbers);
  return result;
}

}  // namespace kintsugi::sweep
