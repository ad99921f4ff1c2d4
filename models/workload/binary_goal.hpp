/// Reads the binary form of GOAL, which LogGOPSim's txt2bin writes.
///
/// Numbers    little-endian, one after the other without gaps
///
///   u64 4223                       so the first bytes are 7f 10
///   u32 ranks
///   u8  highest cpu, u8 highest nic          not needed here
///   of each rank: u64 begin, u64 end         of its part, counted from the ninth byte of the file. No part begins
///                                            before the end of the one before it
///
/// Part       of a rank:
///
///   u32 operations, u32 roots                roots require no operation
///   of each root: u32 operation
///   of each operation: u32 number of operations that it requires, u8 kind (1 send, 2 recv, 3 calc), u32 peer,
///     u64 bytes or nanoseconds, u32 tag, u8 cpu, u8 nic,
///     u32 number and u32 first in the list of those that require its end, the same two of those that require its start
///   list: of each operation the u32 of each that requires its end, and of each that requires its start
///
/// Any        peer or tag 2^32 - 1 of a recv
/// Labels     an operation has neither label nor line
/// Errors     are returned as those of a text are (goal.hpp), with line and column 0; each begins with its offset in
///            the file: "byte 74: ". After a mistake in the layout of the part of a rank its rest is not read. Numbers
///            that are in the file twice (required operations, roots) must agree
/// Source     LogGOPSim, Parser.hpp; Hoefler, Schneider and Lumsdaine, "LogGOPSim - Simulating Large-Scale
///            Applications in the LogGOPS Model", 2010
#pragma once

#include <string_view>

#include "models/workload/goal.hpp"

namespace kintsugi::workload {

inline constexpr char kBinaryGoalBegin = '\x7f';  ///< no text begins with it

/// Returns the program of a whole file.
GoalFile read_binary_goal(std::string_view bytes);

}  // namespace kintsugi::workload
