/// Reads the states of a fabric that were made elsewhere: a list of states, or a bitstream.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/states/state_entry.hpp"

namespace kintsugi::states {

/// The states of all switches, and where the nodes are if the file says so.
struct StateList {
  SwitchStates states;
  std::optional<Placement> placement = {};
  std::size_t left_out = 0;              ///< switches without a state in the file
  std::vector<DerivedRow> derived = {};  ///< for judge_derived()
};

/// Reads a list of states as state_entry.hpp describes it: a document if the name ends in .json, .yaml or .yml or the
/// text begins with { or [, else a table. `fabric` is the sound one. A switch that is left out stays in its state after
/// power-up. Errors: a name or state that the fabric does not have, a switch with two states, no state at all, a node
/// that the list of PEs has twice or not at all.
StateList read_states(const std::string& text, const std::string& source, const Fabric& fabric, const Network& network,
                      Diagnostics& errors);

/// Whether the checksum of a stream is there, and right.
enum class Checksum { kNone, kRight };

struct StreamStates {
  Configuration configuration;
  Checksum checksum = Checksum::kNone;
  std::size_t bytes = 0;  ///< of the stream, whatever the file has
};

/// Reads a bitstream: the bytes of the fields with their checksum, as it is loaded into the chip, or without it; or a
/// text with these bytes (models/fabric/memory_image.hpp). Errors: those of such a text; another length, a wrong
/// checksum, a value that is no state, filler bits that are not 0.
StreamStates read_bitstream(std::string_view bytes, const std::string& source, const Fabric& fabric,
                            Diagnostics& errors);

}  // namespace kintsugi::states
