/// How long computations report their progress.
#pragma once

#include <cstddef>
#include <functional>

namespace kintsugi {

/// Called with the number of steps done and the number of all steps. May be empty: then nothing is reported.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

}  // namespace kintsugi
