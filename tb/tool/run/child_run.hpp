/// A run in a process of its own, for numbers to compare with: a process can elaborate one chip only.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "models/network/limits.hpp"

namespace kintsugi {

/// Calls the function in a child process and returns what it returns, `count` cycles; nullopt if the child throws,
/// exits, is ended by a signal or returns another number of cycles, or if there is no memory for it. The child ends
/// with this process; signals end it as they do by default. Call it before any thread starts.
std::optional<std::vector<Cycle>> cycles_of_child(std::size_t count, const std::function<std::vector<Cycle>()>& run);

}  // namespace kintsugi
