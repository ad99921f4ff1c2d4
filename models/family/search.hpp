/// The result of a search for the best value of one parameter of a network, with fixed values of the others.
///
/// Best     the smallest diameter; in a tie the smallest average distance; in a tie the smallest value
/// Classes  two values are in one class if a symmetry known to the family turns the network of one into that of the
///          other. The search tries one value of each class and reports the whole class
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "models/family/parameters.hpp"

namespace kintsugi {

struct SearchResult {
  static constexpr std::size_t kMostRows = 1000;
  struct File {
    std::string name;
    std::string text;
  };
  struct Row {
    ParameterValue value;               ///< the smallest of its class
    std::vector<ParameterValue> alike;  ///< the whole class, ascending
    std::string label = {};  ///< the names of values of the class that have one: "uniform (17)"; otherwise empty
    unsigned diameter = 0;
    double average_distance = 0;  ///< over ordered pairs of distinct nodes
  };
  std::string parameter;          ///< "shift"
  std::string network;            ///< the network with the parameter left open: "2D-SRT(5,2,s)"
  std::vector<Row> rows;          ///< best first: one for each class, or the best kMostRows and those with a label
  std::size_t tried = 0;          ///< classes
  std::optional<File> file = {};  ///< the best value, of a parameter that can be a file
};

}  // namespace kintsugi
