/// How long a run takes, estimated before its chip is made.
///
/// A rough estimate for one core of a machine of 2024: fitted to meshes and 2D-SRTs of 65 536 nodes; the growth and the
/// parts of a fabric are extrapolated. Another machine, other load on it, and a network near saturation make factors of
/// two. A cycle takes time for each flit on each link that it passes, shared among the threads; as many links as the
/// routes of some pairs of PEs have, which are drawn. Traffic of a trace or a program is not estimated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunEstimate {
  std::uint64_t sites = 0;
  std::uint64_t memory_bytes = 0;
  double elaboration_seconds = 0;
  std::optional<double> seconds_per_1000_cycles =
      std::nullopt;  ///< nullopt: there is no traffic, or a trace or a program
};

RunEstimate estimate_run(const Scenario& scenario, const Setup& setup, std::uint64_t memory_bytes, unsigned threads);

/// Returns whether a user wants to know before the run: it takes 256 MiB, or a second to elaborate.
bool is_worth_saying(const RunEstimate& estimate);

/// Returns "1048576 sites: about 4.4 GiB of memory, 15 s to elaborate, 32 s for 1000 cycles at this load".
std::string to_text(const RunEstimate& estimate);

}  // namespace kintsugi
