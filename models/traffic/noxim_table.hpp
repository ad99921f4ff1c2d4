/// Reads a traffic table of Noxim, as its option -traffic table FILE takes it: a flow a line,
///
///   % src dst pir por t_on t_off t_period
///   0 5 0.02
///   1 7 0.01 0.01 1000 3000 5000
///
/// Nodes     numbers from 0 on
/// pir       packets/cycle, 0 .. 1; the flow has pir * flits flits/cycle, at most 1. Where a line has none Noxim takes
///           that of its configuration: `pir` of the options
/// por       0 .. 1: the probability of a packet in the cycle after a packet. Ignored, with a note, where it differs
///           from pir: packets of a flow of ours are drawn alike in all cycles
/// Cycles    a flow sends in the cycles that, divided by t_period, leave more than t_on and less than t_off; without
///           t_off up to the end, without t_period once. One with a period becomes a flow for each of its times before
///           the cycle `cycles`
/// Comments  from % to the end of the line. A byte order mark and empty lines are skipped
/// Errors    are returned as a list, each with its line and column; more flows than ForeignFlows::kMost is one, and so
///           is what Noxim passes over: a line of fewer than 2 numbers, more than 7 cells, a value out of range
/// Source    Noxim of 2010 to 2024 (GlobalTrafficTable); the form has not changed
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/traffic/foreign_flows.hpp"

namespace kintsugi {

struct NoximOptions {
  std::uint16_t flits = 8;           ///< of each packet; Noxim's own default
  std::optional<double> pir = {};    ///< of lines without one
  std::optional<Cycle> cycles = {};  ///< nullopt: a flow with a period is a mistake
};

std::variant<ForeignFlows, std::vector<FileMistake>> read_noxim_table(std::string_view text,
                                                                      const NoximOptions& options);

}  // namespace kintsugi
