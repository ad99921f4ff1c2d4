/// Makes a repair of the tool the subject of a picture.
#pragma once

#include "tb/tool/picture/subject.hpp"
#include "tb/tool/setup/checked_repair.hpp"

namespace kintsugi::picture {

/// The scenario must have a fabric. The setup must outlive the subject.
Subject subject_of(const Scenario& scenario, const Setup& setup, const CheckedRepair& checked);

}  // namespace kintsugi::picture
