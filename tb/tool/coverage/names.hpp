/// Names the points of a coverage, for the meter that counts them and for --fill, which completes them.
#pragma once

#include <compare>
#include <string>

#include "models/fabric/defects.hpp"
#include "models/fabric/fabric.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi::coverage {

std::string transition_name(const SwitchType& type, SwitchState from, SwitchState to);
std::string turn_name(const std::string& in, const std::string& out);
std::string channel_name(const std::string& port, unsigned vc);
/// "straight", "diagonal", "triple": a ring passes a line three times; "placed": a plan without paths and rings;
/// "no defects".
std::string plan_kind(const Repair& repair);

struct DefectKind {
  std::string of;    ///< "track switch", "PE", "link"
  std::string kind;  ///< "stuck in D1", "dead", "cut"
  friend auto operator<=>(const DefectKind&, const DefectKind&) = default;
};
/// `sound`: the fabric without defects; nullptr: wired directly.
DefectKind kind_of(const Fault& defect, const Fabric* sound);

}  // namespace kintsugi::coverage
