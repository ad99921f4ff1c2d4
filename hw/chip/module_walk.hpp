/// Walks over all modules of a chip (Chip::all_modules): their probes, and the conservation check.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "hw/chip/chip_class.hpp"
#include "hw/link/flit_counters.hpp"
#include "hw/wave/vcd_writer.hpp"

namespace kintsugi {

/// Adds every probe whose full name is chosen to a waveform; returns how many. The names of probes are in hw/README.md.
/// `transactions`: also those that name packets in words.
std::size_t add_probes(const Chip& chip, wave::VcdWriter& writer, const std::function<bool(std::string_view)>& chosen,
                       bool transactions = false);

/// Adds the probes of all modules to a trace file, under "<name>.<module below the chip>.<probe>".
void sc_trace(sc_core::sc_trace_file* file, const Chip& chip, const std::string& name);

/// Compares what all modules hold with each other and with the flit counters; returns nullopt if consistent, else the
/// first violation. Call it between cycles: it takes time proportional to the chip.
std::optional<std::string> check_conservation(const Chip& chip);
/// Compares with these counters instead of those of the chip.
std::optional<std::string> check_conservation(const Chip& chip, const FlitCounters& counters);

}  // namespace kintsugi
