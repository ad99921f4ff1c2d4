/// Words for messages and reports.
#pragma once

#include <cstdint>
#include <string>

namespace kintsugi {

/// Returns a number with its noun in the singular or plural: "1 node", "2 nodes".
inline std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

/// Returns the same with its verb: "1 node is", "2 nodes are".
inline std::string counted_are(std::uint64_t number, const std::string& noun) {
  return counted(number, noun) + (number == 1 ? " is" : " are");
}

}  // namespace kintsugi
