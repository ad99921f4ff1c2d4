/// The section `detection`: how packets that links lose or corrupt are noticed, and sent again. Its values are
/// DetectionParameters; the set-up (fault_setup.cpp) refuses it where detection is not modelled.
#pragma once

#include "tb/tool/scenario/feature_section.hpp"

namespace kintsugi {

extern const FeatureSection kDetectionSection;

}  // namespace kintsugi
