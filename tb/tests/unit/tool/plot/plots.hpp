/// Valid plots for tests, which draw them or make mistakes in them.
#pragma once

#include "tb/tool/plot/plot.hpp"

namespace kintsugi::plot::test {

inline Plot small_plot() {
  return {"Latency",
          {"offered load", "flits/node/cycle"},
          {"mean latency", "cycles"},
          {{"mesh", {{0.1, 30}, {0.2, 45}}}, {"torus", {{0.1, 25}, {0.2, 31.5}}}}};
}

}  // namespace kintsugi::plot::test
