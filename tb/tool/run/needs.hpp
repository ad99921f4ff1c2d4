/// What a run must have so that its report can have a number.
///
/// Need   returns why a run of the scenario does not have it, and what to do; "" if it has it. A part of the set-up
///        that could not be built counts as there: its mistake is reported already
#pragma once

#include <string>

namespace kintsugi {

struct Scenario;
struct Setup;

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

}  // namespace kintsugi
