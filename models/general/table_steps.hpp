/// Counts the steps of making tables for a progress.
#pragma once

#include <functional>

#include "models/network/progress.hpp"

namespace kintsugi::general {

/// Is called when a step is done. May be empty.
using StepDone = std::function<void()>;

/// Returns a function that reports one step more of `total` with each call; empty if nothing is reported. `progress`
/// must outlive it.
inline StepDone steps_of(const Progress& progress, std::size_t total) {
  if (!progress) return {};
  return [&progress, total, done = std::size_t{0}]() mutable { progress(++done, total); };
}

/// Reports a step, if steps are reported.
inline void count(const StepDone& step) {
  if (step) step();
}

}  // namespace kintsugi::general
