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

std::string traffic(const Scenario& scenario, const Setup& setup);
std::string multicast(const Scenario& scenario, const Setup& setup);
std::string fabric(const Scenario& scenario, const Setup& setup);
std::string no_fabric(const Scenario& scenario, const Setup& setup);
std::string proof(const Scenario& scenario, const Setup& setup);
std::string proof_of_all_pairs(const Scenario& scenario, const Setup& setup);
std::string adaptive_routing(const Scenario& scenario, const Setup& setup);
std::string tables(const Scenario& scenario, const Setup& setup);
std::string details(const Scenario& scenario, const Setup& setup);
/// Faults at run time by which a PE or link dies.
std::string faults(const Scenario& scenario, const Setup& setup);
/// Faults by which a PE or link dies, or configurations that come at set times.
std::string reconfigurations(const Scenario& scenario, const Setup& setup);
/// Faults of which the chip is not told.
std::string notice(const Scenario& scenario, const Setup& setup);
/// Faults that PEs diagnose.
std::string diagnosis(const Scenario& scenario, const Setup& setup);
std::string observer(const Scenario& scenario, const Setup& setup);
std::string exchange(const Scenario& scenario, const Setup& setup);
/// A repair at run time that is loaded through the chain.
std::string load(const Scenario& scenario, const Setup& setup);
/// A fabric that is repaired by compensation paths.
std::string paths(const Scenario& scenario, const Setup& setup);
/// A check that has failed: nothing that a scenario could ask for.
std::string failure(const Scenario& scenario, const Setup& setup);
/// --timing: nothing that a scenario could ask for.
std::string timing(const Scenario& scenario, const Setup& setup);

}  // namespace need

}  // namespace kintsugi
