/// The callback by which long computations report their progress.
#pragma once

#include <cstddef>
#include <functional>

namespace kintsugi {

/// Is called with the number of steps done and the number of all steps. May be empty: then progress is not reported.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

}  // namespace kintsugi
