/// What a reconfiguration consists of, and the chip as its controller sees it (hw/control/reconfiguration.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// A chip as the controller sees it: PEs can die in it, and it can be drained. Called at the end of cycles only.
class Quiescable {
 public:
  virtual ~Quiescable() = default;
  virtual void kill(const Fault& fault) = 0;
  /// Ends a fault. Packets may be under way only if the chip never stops.
  virtual void revive(const Fault& fault) = 0;
  /// Keeps all PEs from beginning packets; packets half sent complete.
  virtual void stop() = 0;
  /// Returns whether no flit is being sent, under way or in a buffer, and all credits are back at their senders.
  virtual bool is_quiescent() const = 0;
  virtual void resume() = 0;
};

/// A fault, or the end of a fault, at the end of a cycle.
struct RunTimeFault {
  Cycle cycle = 0;
  Fault what;
  bool ends = false;
  friend bool operator==(const RunTimeFault&, const RunTimeFault&) = default;
};

enum class ReconfigurationPhase : std::uint8_t {
  kIdle,
  kNotice,
  kReport,
  kDrain,
  kPlan,
  kLoad,
  kBroadcast,
  kExchange,
  kSwitch,
  kSpread,
  kSettle,
  kResume,
  kFailed
};
/// By phase; reports and waveforms show them.
inline constexpr std::array<const char*, 13> kReconfigurationPhaseNames{
    "idle",     "notice", "report", "drain",  "plan",   "load",  "broadcast",
    "exchange", "switch", "spread", "settle", "resume", "failed"};
inline constexpr std::size_t kReconfigurationPhases = kReconfigurationPhaseNames.size();
inline const char* phase_name(ReconfigurationPhase phase) {
  return kReconfigurationPhaseNames[static_cast<std::size_t>(phase)];
}

/// One step of a reconfiguration. The chip is quiescent meanwhile, unless it never stops. begin, complaint and check
/// may be empty functions.
struct ReconfigurationStep {
  ReconfigurationPhase phase;
  std::function<void()> begin;
  std::function<bool(Cycle spent)> over;   ///< called at the end of each cycle with the cycles that the step has taken
  std::function<std::string()> complaint;  ///< called when the step is over; returns "" or why it takes no effect
  /// Called when the step has taken effect; returns "" or what is wrong with the result.
  std::function<std::string()> check = {};
};

/// How to reconfigure around all defects so far.
struct ReconfigurationPlan {
  std::string failure;  ///< why there is no plan; empty when there is one
  std::vector<ReconfigurationStep> steps;
  std::size_t moved = 0;  ///< logical nodes that change their site
};

/// A configuration that comes at a set time.
struct ScheduledConfiguration {
  Cycle cycle = 0;   ///< at whose end it begins; in the next one to come if it is over, or when the one before is done
  std::string name;  ///< for reports
  /// Called when the chip is quiescent, if it drains. The nodes that move are not known before the steps are done:
  /// `moved` is 0.
  std::function<ReconfigurationPlan()> plan;
  bool drains = true;  ///< false: there is neither drain nor resume, and packets may be under way in all steps
};

}  // namespace kintsugi
