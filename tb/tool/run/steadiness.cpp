#include "tb/tool/run/steadiness.hpp"

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi {

namespace {

/// "57 %"
std::string percent_text(double part, double whole) {
  return fixed(100 * part / whole, 0) + " %";
}

/// A program is asked about before.
bool is_trace(const Setup& setup) {
  return setup.traffic->is_trace();
}

/// What waits in the source queues: "packet", "multicast".
std::string queued_unit(const RunResult& result) {
  if (result.statistics->multicasts().created == 0) return "packet";
  return result.statistics->packets().created == 0 ? "multicast" : "packet or multicast";
}

std::string counted_queued(std::uint64_t number, const RunResult& result) {
  const std::string unit = queued_unit(result);
  return unit == "packet or multicast" ? std::to_string(number) + " packets and multicasts" : counted(number, unit);
}

/// Returns why the question has no meaning for a run; empty if it has one.
std::string why_no_question(const RunResult& result, const Setup& setup) {
  if (result.deadlock) return "the run ended in a deadlock";
  if (setup.traffic->workload) return "a program sends when its operations allow, so its queues have no steady state";
  if (!result.statistics->measured()) return "the run ended before the window began";
  return "";
}

std::string growth_text(const RunResult& result, const Setup& setup) {
  const Statistics& statistics = *result.statistics;
  const auto [entered, growth] = statistics.queues();
  const std::size_t nodes = setup.network().pes();
  const std::string more = counted_queued(static_cast<std::uint64_t>(growth), result) + " more than at the beginning ";
  const std::string share = percent_text(static_cast<double>(growth), static_cast<double>(entered)) + " of those ";
  if (is_trace(setup)) {
    const Statistics::Packets& packets = statistics.packets();
    const bool is_whole = packets.created == setup.traffic->trace.size();
    return more + (packets.outside == 0 ? "" : "of the window ") + "wait in source queues when " +
           (is_whole ? "the last packet of the trace is created, " : "it ends, before the end of the trace, ") + share +
           (packets.outside == 0 ? "created until then" : "created in it until then") +
           "; latencies grow with the length of the trace";
  }
  std::string text;
  const double lost = statistics.lost(nodes);
  if (const double offered = statistics.offered(nodes) - lost; offered > 0) {
    text = percent_text(statistics.accepted(nodes), offered) + " of the offered flits " +
           (lost == 0 ? "" : "that were not dropped ") + "were accepted; ";
  }
  return text + more + "of the window wait in source queues at its end, " + share +
         "created in it; latencies grow with run.cycles";
}

std::string shortness_text(const RunResult& result, const Setup& setup) {
  const std::uint64_t entered = result.statistics->queues().entered;
  return counted_queued(entered, result) + " created in the window " + (entered == 1 ? "is" : "are") +
         " too few to tell growing source queues from chance" +
         (is_trace(setup) || (result.faults && !result.faults->failure.empty())
              ? ""
              : "; a longer run.cycles or a higher rate makes more");
}

}  // namespace

Steadiness steadiness_of(const RunResult& result, const Setup& setup) {
  if (std::string why = why_no_question(result, setup); !why.empty()) return {std::nullopt, std::move(why)};
  switch (result.statistics->queues().trend()) {
    case QueueTrend::kSteady:
      return {true, ""};
    case QueueTrend::kGrowing:
      return {false, growth_text(result, setup)};
    case QueueTrend::kUnknown:
      break;
  }
  return {std::nullopt, shortness_text(result, setup)};
}

}  // namespace kintsugi
