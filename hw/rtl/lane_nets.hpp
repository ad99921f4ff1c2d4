/// Which net every lane of every switch and every port of every site of a fabric is connected to.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

/// Returns the name of a wire in names of nets: its number, the switch at its end a and the terminal there:
/// "w12_r3_c4_bunch_ew_line_a". Throws std::invalid_argument if that switch has a name that is no identifier.
std::string wire_name(const Fabric& fabric, std::size_t number);

class LaneNets {
 public:
  explicit LaneNets(const Fabric& fabric);

  /// The nets of one lane; empty: the lane is open.
  struct Nets {
    std::string into;    ///< the switch
    std::string out_of;  ///< it
  };
  Nets of(SwitchId id, LaneRef lane) const;
  /// Returns whether a switch is tapped or linked to this port.
  bool connected(SitePort port) const { return connected_.contains(port); }
  /// Returns the names of all nets of wires.
  const std::vector<std::string>& wires() const { return wires_; }

 private:
  void add_wire(const Fabric& fabric, std::size_t number);

  std::map<std::tuple<std::uint32_t, TerminalNo, Lane>, Nets> nets_;
  std::set<SitePort> connected_;
  std::vector<std::string> wires_;
};

}  // namespace kintsugi::rtl
