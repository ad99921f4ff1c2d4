#include "tb/tool/run/run_events.hpp"

#include <algorithm>
#include <array>

#include "models/network/text.hpp"
#include "tb/tool/run/defect_map.hpp"

namespace kintsugi {

/// The phases of a reconfiguration follow each other in the order of their numbers.
std::vector<PhaseSpan> phases_of(std::span<const ReconfigurationController::Reconfiguration> reconfigurations) {
  std::vector<PhaseSpan> spans;
  for (std::size_t i = 0; i < reconfigurations.size(); ++i) {
    const auto& each = reconfigurations[i];
    Cycle next = each.cycle + 1;
    for (std::size_t phase = 0; phase < kReconfigurationPhases; ++phase) {
      if (each.cycles[phase] == 0) continue;
      spans.push_back({kReconfigurationPhaseNames[phase], next, next + each.cycles[phase] - 1, i});
      next += each.cycles[phase];
    }
  }
  return spans;
}

/// A fault may be handled twice, after a plan that was given up; it is named once.
std::vector<RunTimeFault> faults_of(const FaultsResult& faults, Cycle cycles) {
  std::vector<RunTimeFault> once;
  const auto add = [&](const std::vector<RunTimeFault>& some) {
    for (const RunTimeFault& fault : some) {
      if (fault.cycle < cycles && std::ranges::find(once, fault) == once.end()) once.push_back(fault);
    }
  };
  for (const auto& each : faults.reconfigurations) add(each.faults);
  add(faults.unrepaired);
  return once;
}

std::string text_of(const Fault& fault, const Setup& setup) {
  return text_of(fault, fault_names(setup));
}

std::string text_of(const RunTimeFault& fault, const Setup& setup) {
  const char* dead = std::holds_alternative<ElementDefect>(fault.what) ? "" : " dead";
  return joined(text_of(fault.what, setup), dead, (fault.ends ? " until cycle " : " since cycle "), fault.cycle);
}

const char* reason_name(DropReason reason) {
  static constexpr std::array kNames = {"queued", "reached", "no way", "erased", "corrupted", "late"};
  return kNames.at(static_cast<std::size_t>(reason));
}

}  // namespace kintsugi
