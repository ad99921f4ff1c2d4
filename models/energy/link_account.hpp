/// The account of the links of a network: what the flits on each of them have passed, although its path changes.
///
/// Direction  of a link: each end sends by itself. The directions are those of the network, by the node and the port
///            that they leave
/// Epoch      a time in which the path of a direction stays as it is. The caller adds the flits of an epoch with the
///            path of that epoch; the account keeps sums only
/// Errors     std::out_of_range for a port without a link
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/energy/energy.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

/// The path of a link: wires of so many pitches in all, through so many switches of the fabric.
struct PathLength {
  unsigned pitches = 0;
  unsigned switches = 0;
  friend bool operator==(const PathLength&, const PathLength&) = default;
};

/// What the flits of one direction have passed, over all epochs.
struct LinkFlits {
  PortRef from;
  PortRef to;
  std::uint64_t flits = 0;
  std::uint64_t flit_pitches = 0;
  std::uint64_t flit_switches = 0;
};

class LinkAccount {
 public:
  explicit LinkAccount(const Network& network);

  /// Adds the flits that have left by a port in an epoch with this path.
  void add(const PortRef& from, std::uint64_t flits, const PathLength& path);

  /// Returns all directions by the node and the port that they leave.
  const std::vector<LinkFlits>& links() const& { return links_; }
  std::vector<LinkFlits> links() && { return std::move(links_); }
  /// Returns the counts over all directions; no router and no cycle is among them.
  EnergyCounts counts() const;

 private:
  std::vector<LinkFlits> links_;
};

/// Returns the energy of the wires and switches of one direction, in pJ.
inline double energy_of(const LinkFlits& link, const EnergyConstants& constants) {
  return static_cast<double>(link.flit_pitches) * constants.wire +
         static_cast<double>(link.flit_switches) * constants.switch_passed;
}

/// Returns the direction of most energy, the first among equals; nullptr if none has any.
const LinkFlits* worst_link(const std::vector<LinkFlits>& links, const EnergyConstants& constants);

}  // namespace kintsugi
