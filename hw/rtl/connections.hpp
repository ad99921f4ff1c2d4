/// Which site ports meet which under given states, as the extraction of the model names them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/extraction.hpp"

namespace kintsugi::rtl {

/// Ports are numbered site by site: site * ports of a site + port.
class Connections {
 public:
  Connections(const Fabric& fabric, const NetworkExtractor& extractor, const Configuration& configuration);

  struct End {
    std::optional<Join> join;  ///< nullopt: the port leads nowhere
    SitePort far = {};
    bool attached = false;  ///< its site
  };
  const std::vector<End>& all() const { return ends_; }
  /// A line for every port: its number and name, the name of the port that it meets, and the pitches in between.
  std::string text() const;
  /// A word of 32 bits for each port, as $readmemh reads it: the number of the port that it meets, or ffffff, and in
  /// bit 31 whether its site is attached.
  std::string memory() const;

 private:
  const Fabric* fabric_;
  std::vector<End> ends_;
};

}  // namespace kintsugi::rtl
