/// What a run of a scenario can reach, and what its chip is called. The points of a goal have count 0.
#pragma once

#include <string>

#include "models/fabric/defects.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/coverage/coverage.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Names of points, which the goal and what is measured have in common.
/// @{
std::string transition_name(const SwitchType& type, SwitchState from, SwitchState to);
std::string turn_name(const std::string& in, const std::string& out);
std::string channel_name(const std::string& port, unsigned vc);
/// "straight", "diagonal", "triple": a ring passes a line three times; "placed": a plan without paths and rings;
/// "no defects".
std::string plan_kind(const Repair& repair);
/// @}

struct DefectKind {
  std::string of;    ///< "track switch", "PE", "link"
  std::string kind;  ///< "stuck in D1", "dead", "cut"
  friend auto operator<=>(const DefectKind&, const DefectKind&) = default;
};
/// `sound`: the fabric without defects; nullptr: wired directly.
DefectKind kind_of(const Fault& defect, const Fabric* sound);

coverage::ChipName chip_name(const Setup& setup, unsigned vcs);
/// Returns network, fabric and routing as the text of a scenario.
std::string chip_scenario(const Scenario& scenario, const Setup& setup);

/// Adds the points of the groups that do not depend on a chip: transitions of states, turns and channels, phases,
/// refusals, plans and defects. `root` is the name of the chip, and the first part of those of its modules.
void add_goals(coverage::Groups& groups, const Setup& setup, const std::string& root);

}  // namespace kintsugi
