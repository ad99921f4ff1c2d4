/// A search for the best value of one parameter of a network, the others as given.
///
/// Best     the smallest diameter; of several the smallest average distance; of several the smallest value
/// Classes  values that give the same network up to its symmetries are tried once, and named together
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kintsugi {

struct SearchResult {
  struct Row {
    unsigned value = 0;           ///< the smallest of its class
    std::vector<unsigned> alike;  ///< the whole class, ascending
    std::string label = {};       ///< what is known by a name: "uniform"; empty for most
    unsigned diameter = 0;
    double average_distance = 0;  ///< over ordered pairs of distinct nodes
  };
  std::string parameter;  ///< "shift"
  std::string network;    ///< what is the same for all: "2D-SRT(5,2,s)"
  std::vector<Row> rows;  ///< one for each class, best first
};

}  // namespace kintsugi
