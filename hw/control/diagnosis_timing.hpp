/// When the PEs test their neighbours (hw/control/site_diagnosis.hpp).
#pragma once

#include "models/network/types.hpp"

namespace kintsugi {

struct DiagnosisTiming {
  Cycle test_interval = 100;  ///< from test to test; above time_out
  Cycle time_out = 4;         ///< from a test until its answer must be there; at least 2
};

}  // namespace kintsugi
