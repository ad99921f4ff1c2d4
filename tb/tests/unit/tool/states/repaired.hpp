/// A repaired fabric whose states leave the program and come back, for tests.
#pragma once

#include <string>

#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"
#include "tb/tool/states/repair_states.hpp"
#include "tb/tool/states/states_check.hpp"

namespace kintsugi::test {

inline const std::string kSmallWafer = "{network: {kind: srt2d, n: 2}, fabric: {}}";
/// A path to the south and one to the east.
inline const std::string kRepairedWafer = "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2], [4, 3]]}}";
inline const std::string kRepairedArray = "{network: {kind: sse, n: 3, scheme: ksft2, k: 2}, defects: {pe: [4, 7]}}";

struct Repaired {
  explicit Repaired(const std::string& scenario) : Repaired(load_text(scenario, "scenario")) {}
  explicit Repaired(Input loaded) : input(std::move(loaded)), checked(check_repair(input.scenario, input.setup)) {
    if (checked.repair.repairable) written = states::states_of(input.setup, input.scenario.repair, checked);
  }

  const Fabric& fabric() const { return input.setup.fabric->fabric(); }
  SwitchStates switch_states() const { return kintsugi::switch_states(fabric(), checked.repair.configuration); }
  std::string csv() const { return states::to_csv(written, fabric()); }
  std::string json() const {
    return states::dump(nlohmann::ordered_json::object(), states::to_rows(written, fabric()));
  }
  /// Returns a line "NAME STATE" for each field.
  std::string lines() const {
    std::string text;
    for (const states::FieldRow& row : written.fields) text += row.name + ' ' + row.state + '\n';
    return text;
  }

  Input input;
  CheckedRepair checked;
  states::RepairStates written;
};

/// Returns the text with the first line that begins so replaced; it must be there.
inline std::string with_line(const std::string& text, const std::string& begins, const std::string& line) {
  const std::size_t begin = text.starts_with(begins) ? 0 : text.find('\n' + begins) + 1;
  if (begin == 0 && !text.starts_with(begins)) throw std::logic_error("no line begins with " + begins);
  return text.substr(0, begin) + line + text.substr(text.find('\n', begin));
}

/// Returns the mistakes as they are printed.
inline std::vector<std::string> printed(const Diagnostics& errors) {
  std::vector<std::string> lines;
  for (const Diagnostic& each : errors.sorted()) lines.push_back(describe(each));
  return lines;
}

}  // namespace kintsugi::test
