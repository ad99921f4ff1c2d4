/// The numbers of the terminals, lanes and states of a switch.
#pragma once

#include <cstdint>
#include <vector>

namespace kintsugi {

using TerminalNo = std::uint8_t;   ///< 0 .. terminals - 1 of one switch
using Lane = std::uint8_t;         ///< 0 .. lanes - 1 of one terminal
using SwitchState = std::uint8_t;  ///< 0 .. states - 1; 0, the power-up state, connects no router

/// The state of every switch, by SwitchId: from a configuration, or read back from hardware.
using SwitchStates = std::vector<SwitchState>;

}  // namespace kintsugi
