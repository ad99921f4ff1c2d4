/// Compares what the PEs have diagnosed with the faults that there are (models/repair/self_diagnosis.hpp), from both
/// sides. The PEs may know more than the faults whose reports must have arrived: a PE that has not reported a dead link
/// is silent, and they find it to be dead before it fails a test. They may know less: a PE can die between its test
/// and its report.
#pragma once

#include <optional>

#include "models/repair/self_diagnosis.hpp"

namespace kintsugi {

/// Returns the first diagnosed fault that does not follow from `faults`, all that there are by now, as the PE `from`
/// sees them when it has all reports: it is neither among them nor cut off by them.
std::optional<Fault> wrongly_diagnosed(const TestGraph& graph, SiteId from, const Defects& diagnosed,
                                       const Defects& faults);

/// Returns whether the PE `from` must have diagnosed a fault, one of `faults`, when the reports of the tests that it
/// makes fail have arrived: a PE that is alive and connected with `from` is at an end of the dead link, or at the far
/// end of a live link of the dead PE.
bool must_be_found(const TestGraph& graph, SiteId from, const Fault& fault, const Defects& faults);

}  // namespace kintsugi
