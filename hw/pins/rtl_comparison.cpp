#include "hw/pins/rtl_comparison.hpp"

#include <systemc>

#include "hw/clock/messages.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

std::string RtlComparison::Difference::text() const {
  return part + ": cycle " + std::to_string(cycle) + ": " + where + ": the model has " + model + ", RTL " + rtl;
}

void RtlComparison::differ(Difference difference) {
  differences_.push_back(std::move(difference));
  SC_REPORT_ERROR(kRtlDifferenceReport, differences_.back().text().c_str());
}

std::string RtlComparison::text() const {
  const std::string compared = counted(parts_, "part") + " in RTL, " + counted(cycles_, "cycle") + ": " +
                               counted(flits_, "flit") + " and " + counted(credits_, "credit") + " compared, ";
  if (differences_.empty()) return compared + "no difference";
  return compared + counted(differences_.size(), "part") + (differences_.size() == 1 ? " differs" : " differ") +
         ", first " + differences_.front().text();
}

}  // namespace kintsugi
