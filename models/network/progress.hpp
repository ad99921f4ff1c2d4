/// The callback by which long computations report their progress.
#pragma once

#include <cstddef>
#include <functional>

namespace kintsugi {

/// Is called with the number of steps done and the number of all steps, 0 if that is not known. May be empty: then
/// progress is not reported.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

/// Is called during a search whose number of steps is not known beforehand, with the number of things that it has still
/// to settle. The number grows when the search backtracks. May be empty.
using Remaining = std::function<void(std::size_t left)>;

}  // namespace kintsugi
