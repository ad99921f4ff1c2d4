/// A fabric: the sites for PEs, the switches and the wires between them, as data. It describes what is on the chip.
/// Which network the routers form depends on the switch states.
///
/// Sites     places with a PE and its router; all routers of a fabric have the same ports (`layout`)
/// Switches  each of a SwitchType; `field` is the configuration field that sets it
/// Taps      join one router port of a site to one lane of a switch terminal
/// Wires     join lane i of one switch terminal to lane i of another, for i = 0 .. lanes - 1; the other lanes stay open
/// Links     join two router ports permanently, with no switch between them
/// Fields    the configuration in bitstream order: the value of a field is the state of all switches of that field
/// Segments  of a segmented configuration chain, chain_segment.hpp; none where the chain is serial
/// Number    identifies the fabric and the network that it is to carry; a stream with another number is refused
/// Pitch     the unit of length: the distance between neighbouring sites. `pitches` is the length of a wire or link
///
/// Positions are for pictures, in pitches, with y growing downwards; the behaviour of a chip does not depend on them.
///
/// A terminal has at most one wire, a lane of a tapped terminal at most one tap, a router port at most one tap or link.
/// Names are hierarchical, with dots: "r3.c4" for a site, "r3.c4.bunch_ew" or "sh.g2.c5" for a switch. site() finds a
/// site by its name, with an index that the first look-up makes; the names must stay as they are from then on. A copy
/// of a fabric makes an index of its own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/chain_segment.hpp"
#include "models/fabric/placement.hpp"
#include "models/fabric/site_port.hpp"
#include "models/fabric/switch_type.hpp"
#include "models/network/name_index.hpp"
#include "models/network/network.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

struct TerminalRef {
  SwitchId switch_id;
  TerminalNo terminal = 0;
  friend constexpr bool operator==(TerminalRef, TerminalRef) = default;
};

struct Site {
  std::string name;
  std::vector<int> address;  ///< its address in a defect map: [row, column], or [number]
  Position position;
};

struct FabricSwitch {
  const SwitchType* type = nullptr;  ///< not owned: the owner of the fabric keeps the type alive
  std::string name;
  std::size_t field = 0;  ///< index into Fabric::fields
  Position position = {};
  /// For pictures: the direction, a step of 1, in which the wire of each terminal leaves the switch. Empty if the
  /// switch is drawn as a part of its site and its wires lead straight to the far ends. Not owned.
  std::span<const Position> sides = {};
};

struct Tap {
  SiteId site;
  PortId port;
  TerminalRef terminal;
  Lane lane = 0;
};

struct Wire {
  TerminalRef a;
  TerminalRef b;
  unsigned lanes = 0;
  unsigned pitches = 0;
};

struct FixedLink {
  SitePort a;
  SitePort b;
  unsigned pitches = 0;
};

struct ConfigField {
  unsigned bits = 0;    ///< 1 .. 8
  unsigned states = 0;  ///< valid values are 0 .. states - 1
  std::string name;     ///< for error messages: "sh.g2.c5", "r3.c4"
};

struct Fabric {
  std::string name;  ///< the first part of all module names: "wafer"
  PortLayout layout;
  std::vector<Site> sites;
  std::vector<FabricSwitch> switches;
  std::vector<Tap> taps;
  std::vector<Wire> wires;
  std::vector<FixedLink> links = {};
  std::vector<ConfigField> fields;
  std::uint32_t number = 0;  ///< fabric_number() of this fabric and of the network that it is to carry
  std::vector<ChainSegment> segments = {};
  NameIndex sites_by_name = {};

  /// Returns the site of this name. Throws std::invalid_argument, with the nearest name, if there is none.
  SiteId site(std::string_view site_name) const;
  /// Returns the site of this name, or kNoSite.
  SiteId site_named(std::string_view site_name) const;
  /// Returns the port of the routers of this name, or kNoPort. Ports of a network and of routers correspond by name.
  PortId port_named(std::string_view port_name) const;
  /// Returns the name of a router port, "r3.c4.e", or of a terminal, "r3.c4.bunch_ew.line_b".
  std::string describe(SitePort port) const;
  std::string describe(TerminalRef terminal) const;
};

/// The value of every configuration field, in bitstream order.
using Configuration = std::vector<SwitchState>;

/// Returns the state of every switch under this configuration: in a bypassed segment the fallback.
SwitchStates switch_states(const Fabric& fabric, const Configuration& configuration);

/// Returns the configuration that sets these states. A field with switches in different states has that of its last.
Configuration configuration_of(const Fabric& fabric, const SwitchStates& states);

/// Returns a placement in which no node has a site yet.
Placement nothing_placed(std::size_t nodes, const Fabric& fabric);

}  // namespace kintsugi
