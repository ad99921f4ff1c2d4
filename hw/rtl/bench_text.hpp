/// Texts that benches have in common.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kintsugi::rtl {

/// Returns the line of a constant.
std::string constant(const std::string& name, std::size_t value);

/// Returns the clock of a module with a configuration chain of words of Width bits, and the nets at its ports: clk,
/// rst_n, load, valid, last, word, bits; read, read_shadows, read_ready. The module is a top module beside the bench.
std::string chain_signals(const std::string& top);

/// Returns clock and reset of a module without a chain: clk, rst_n.
std::string clock_signals(const std::string& top);

/// Returns a function of a bench that gives an integer its name, for messages; "?" to any other integer.
std::string names_function(const std::string& function, const std::vector<std::string>& names);

/// Returns the function phase_name, of the phases of a configuration chain (kt_config_chain.sv).
std::string phase_names();

/// Returns the function refusal_name, of the reasons for which a configuration chain refuses a stream.
std::string refusal_names();

/// Returns the lines at the beginning of a simulation that open the waveform <top>.vcd if the option +vcd is given.
std::string waveform_text(const std::string& top);

}  // namespace kintsugi::rtl
