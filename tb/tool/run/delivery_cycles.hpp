/// When the packets of an exported bench arrive in the model.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/rtl/bench_packet.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Sends these packets, and no others, through the chip that a run of the scenario has, without faults at run time,
/// multicasts and detection, which exported routers do not know. Returns for each packet the cycle in which its last
/// flit reaches the PE of its destination, counted from the first in which PEs send; rtl::kNeverDelivered for those
/// that wait when the network has stalled. Packets of a source must come in the order of their cycles. `repair`: of the
/// fabric, which the chain loads first; nullptr: the network is wired directly. It elaborates SystemC modules, so call
/// it once per process.
std::vector<std::uint32_t> delivery_cycles(const Scenario& scenario, const Setup& setup, const Repair* repair,
                                           const std::vector<rtl::BenchPacket>& packets);

}  // namespace kintsugi
