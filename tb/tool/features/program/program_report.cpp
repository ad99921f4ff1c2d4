#include "tb/tool/features/program/program_report.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <ranges>

#include "models/network/text.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;
using workload::NamedOperation;
using workload::ProgramResult;
using workload::ProgramSums;

constexpr std::size_t kMostRows = 10;  // of a list in the text

/// @name JSON
/// @{
ordered_json json_of(const NamedOperation& operation) {
  return {{"rank", operation.rank.value}, {"name", operation.name}};
}

ordered_json segments_json(const ProgramResult::Path& path) {
  return json_list(path.segments, [](const ProgramResult::Segment& each) {
    ordered_json entry = json_of(each);
    entry.update({{"kind", word_of(each.part.kind)}, {"begin", each.part.begin}, {"end", each.part.end}});
    return entry;
  });
}

/// Returns a list with what `get` returns of each bin.
auto of_bins(auto get) {
  return [get](const workload::Utilisation& utilisation) {
    return json_list(std::views::iota(std::size_t{0}, utilisation.bins.size()),
                     [&](std::size_t i) { return get(utilisation, i); });
  };
}

ordered_json delays_json(const std::vector<ProgramResult::Delayed>& list) {
  return json_list(list, [](const ProgramResult::Delayed& each) {
    const bool has_ended = each.delayed.end != workload::ProgramRun::kNever;
    ordered_json entry = json_of(each);
    entry.update({{"baseline", each.delayed.baseline}, {"end", nullptr}, {"cycles", nullptr}});
    if (has_ended) entry.update({{"end", each.delayed.end}, {"cycles", each.delayed.delay()}});
    return entry;
  });
}

/// Returns what lists the operations that have not ended, if the program is stuck in them or not.
auto waiting_json(bool is_stuck) {
  return [is_stuck](const ProgramResult& result) {
    if (result.left == 0 || result.is_stuck != is_stuck) return ordered_json();
    return json_list(result.waiting, [](const ProgramResult::Waiting& each) {
      ordered_json entry = json_of(each);
      entry["reason"] = each.reason;
      return entry;
    });
  };
}
/// @}

/// @name Rows
/// @{
std::string has_program(const Scenario& scenario, const Setup&) {
  return need::unless(scenario.runs_program(), "there is no program; add traffic.workload");
}

/// The bytes by which the algorithm bandwidth of a collective is measured.
std::string asks_for_bytes(const Scenario&, const Setup& setup) {
  const bool could_be_made = setup.traffic && setup.traffic->workload;
  return need::unless(!could_be_made || setup.traffic->workload->buffer_bytes.has_value(),
                      "what the collectives of this program are asked for is not known; leave it out, or name a "
                      "collective: traffic: {workload: {name: allreduce, bytes: ...}}");
}

ReportRows<ProgramSums> sum_rows() {
  using Sums = ProgramSums;
  return ReportRows<Sums>()
      .number("ranks", "ranks", "of the program", &Sums::ranks)
      .number("operations.total", "operations", "of all ranks", &Sums::operations)
      .number("operations.send", "operations", "of these, sends", &Sums::sends)
      .number("operations.recv", "operations", "of these, receives", &Sums::receives)
      .number("operations.calc", "operations", "of these, calculations", &Sums::calcs)
      .number("messages", "messages", "of the program", &Sums::sends)
      .number("bytes", "bytes", "of all messages", &Sums::bytes)
      .number("packets", "packets", "of all messages, requests and answers", &Sums::packets)
      .number("flits", "flits", "of these packets", &Sums::flits);
}

/// A collective, and the bytes that it is asked for.
struct AskedGroup {
  const workload::GroupTime& time;
  const std::optional<std::uint64_t>& asked_bytes;
};

/// Returns what takes a value of a collective; nullopt if some operations have not ended.
auto if_ended(auto value) {
  return [value](const workload::GroupTime& time) {
    return time.left == 0 ? std::optional(std::invoke(value, time)) : std::nullopt;
  };
}

ReportRows<AskedGroup> group_rows() {
  using Time = workload::GroupTime;
  const auto times =
      ReportRows<Time>()
          .other("name", &Time::name)
          .number("ranks", "ranks", "that have an operation of it", &Time::ranks)
          .number("operations", "operations", "of all ranks", &Time::operations)
          .number("left", "operations", "of these, those that have not ended; only if there are any",
                  [](const Time& time) { return time.left == 0 ? std::nullopt : std::optional(time.left); },
                  {need::failure})
          .number("begin", "cycles", "in which the first of them started", &Time::begin)
          .number_or_null("end", "cycles", "in which the last of them ended; `null` if some have not",
                          if_ended(&Time::end))
          .number_or_null("cycles", "cycles", "from `begin` to `end`; `null` if some operations have not ended",
                          if_ended(&Time::cycles))
          .number("messages", "messages", "sent", &Time::sends)
          .number("bytes", "bytes", "of these messages", &Time::sent)
          .number("bytes_per_rank", "bytes", "`bytes` by `ranks`", &Time::sent_per_rank)
          .number_or_null("bandwidth", "bytes/cycle",
                          "`bytes` by `cycles`; `null`, as the other bandwidths, without messages, or if some "
                          "operations have not ended",
                          &Time::bandwidth)
          .number_or_null("bandwidth_per_rank", "bytes/cycle", "`bytes_per_rank` by `cycles`",
                          &Time::bandwidth_per_rank);
  const auto asked = ReportRows<AskedGroup>().number_or_null(
      "algorithm_bandwidth", "bytes/cycle",
      "the bytes that the collective is asked for, by `cycles`; only if the scenario makes the program by the name "
      "of a collective, and says its bytes",
      [](const AskedGroup& group) { return group.time.algorithm_bandwidth(*group.asked_bytes); }, {asks_for_bytes});
  return ReportRows<AskedGroup>()
      .include("", times, [](const AskedGroup& group) { return &group.time; }, {has_program})
      .include("", asked, [](const AskedGroup& group) { return group.asked_bytes ? &group : nullptr; }, {has_program});
}

ordered_json collectives_json(const ProgramResult& result) {
  return json_list(result.collectives, [&result, rows = group_rows()](const workload::GroupTime& group) {
    return rows.json({group, result.asked_bytes});
  });
}

ReportRows<ProgramResult::Path> path_rows() {
  using Path = ProgramResult::Path;
  return ReportRows<Path>()
      .number("cycles", "cycles",
              "of the chain of operations that determines when the program ends: as many as `workload.cycles`",
              &Path::cycles)
      .number("computing", "cycles", "of that chain: of calculations", &Path::computing)
      .number("wire", "cycles", "of that chain: which its messages need alone in the network", &Path::wire)
      .number("waiting", "cycles", "of that chain: all others", &Path::waiting)
      .other("operations", segments_json)
      .number("more", "parts", "of that chain which the list `operations` leaves out", &Path::more);
}

ReportRows<workload::Utilisation> utilisation_rows() {
  using Utilisation = workload::Utilisation;
  const auto share = [](std::uint64_t workload::UtilisationBin::*part) {
    return of_bins([part](const Utilisation& all, std::size_t i) { return all.share(i, all.bins[i].*part); });
  };
  return ReportRows<Utilisation>()
      .number("begin", "cycles", "in which the first bin of the lists begins", &Utilisation::begin)
      .number("width", "cycles", "of a bin", &Utilisation::width)
      .other("computing", share(&workload::UtilisationBin::computing))
      .other("waiting", share(&workload::UtilisationBin::waiting))
      .other("flits", of_bins([](const Utilisation& all, std::size_t i) { return all.bins[i].flits; }));
}

ReportRows<ProgramResult::Delay> delay_rows() {
  using Delay = ProgramResult::Delay;
  return ReportRows<Delay>()
      .number_or_null("cycles", "cycles", "by which the program ended later than without the faults at run time",
                      &Delay::cycles, {need::faults})
      .number("operations", "operations", "that ended later than without the faults", &Delay::later, {need::faults})
      .number("not_ended", "operations", "that have not ended, and would have without the faults", &Delay::missing,
              {need::faults})
      .other("first", [](const Delay& delay) { return delays_json(delay.first); })
      .other("most", [](const Delay& delay) { return delays_json(delay.most); });
}
/// @}

/// @name Text
/// @{
std::string percent(double share) {
  return fixed(100 * share, 1) + " %";
}

std::string completion_text(const ProgramResult& result) {
  if (result.completion) {
    return joined("in cycle ", *result.completion, ", after ", counted(*result.completion - result.begin, "cycle"));
  }
  const std::string left = counted_are(result.left, "operation") + " left";
  return result.is_stuck ? "none: the program is stuck, " + left + ", for which no packet is under way"
                         : "none: the run ended before the program, " + left;
}

std::string group_text(const workload::GroupTime& group, const std::optional<std::uint64_t>& asked_bytes) {
  const std::string what = group.name + ", " + counted(group.ranks, "rank") + ": ";
  if (group.left > 0) {
    return joined(what, "from cycle ", group.begin, " on, ", counted_are(group.left, "operation"), " left");
  }
  std::string text = joined(what, counted(group.cycles(), "cycle"), " from ", group.begin, " to ", group.end);
  if (group.sends == 0) return text;
  text += ", " + counted(group.sent, "byte") + " sent";
  const auto bandwidth = group.bandwidth_per_rank();
  if (bandwidth) text += ", " + fixed(*bandwidth, 3) + " bytes per cycle and rank";
  if (bandwidth && asked_bytes) {
    text += ", algorithm bandwidth " + fixed(*group.algorithm_bandwidth(*asked_bytes), 3) + " bytes per cycle";
  }
  return text;
}

constexpr const char* kMoreInJson = " more; --json names more of them";

std::string segment_text(const ProgramResult::Segment& each) {
  return each.name + ": " + counted(each.part.cycles(), "cycle") + ' ' +
         std::string(each.part.kind == workload::TimeKind::kWire ? "on the wire" : word_of(each.part.kind)) + " from " +
         std::to_string(each.part.begin) + " on";
}

void add_path(TextTable& table, const ProgramResult::Path& path) {
  table.add({"critical path",
             path_rows().fill("of {cycles:cycle} {computing} computing, {wire} on the wire, {waiting} waiting", path)});
  std::vector<ProgramResult::Segment> segments = path.segments;
  std::ranges::stable_sort(segments, std::ranges::greater{}, [](const auto& each) { return each.part.cycles(); });
  table.add_list("longest parts", segments, segment_text, {kMostRows, kMoreInJson, segments.size() + path.more});
}

std::string utilisation_text(const workload::Utilisation& utilisation) {
  const workload::UtilisationBin total = utilisation.total();
  const double all = static_cast<double>(utilisation.ranks) * static_cast<double>(utilisation.end - utilisation.begin);
  return "ranks compute " + percent(static_cast<double>(total.computing) / all) +
         " of the time, and wait for messages " + percent(static_cast<double>(total.waiting) / all);
}

std::string delayed_text(const ProgramResult::Delayed& each) {
  const bool has_ended = each.delayed.end != workload::ProgramRun::kNever;
  return each.name + ": ended " +
         (has_ended ? counted(each.delayed.delay(), "cycle") + " after cycle "
                    : std::string("only without faults, in cycle ")) +
         std::to_string(each.delayed.baseline);
}

std::string delay_text(const ProgramResult& result) {
  const ProgramResult::Delay& delay = *result.delay;
  std::string text;
  if (!delay.cycles) {
    text = result.left > 0 ? "the program has not ended" : "the program has not ended without faults";
  } else if (*delay.cycles == 0) {
    text = "the program ended in the same cycle as without faults";
  } else {
    text = "the program ended " + counted(static_cast<std::uint64_t>(std::abs(*delay.cycles)), "cycle") +
           (*delay.cycles > 0 ? " later" : " earlier") + " than without faults";
  }
  text += "; " + counted(delay.later, "operation") + " ended later";
  return delay.missing == 0 ? text : text + ", " + std::to_string(delay.missing) + " not at all";
}
/// @}

}  // namespace

ReportRows<workload::ProgramResult> program_rows() {
  using Result = workload::ProgramResult;
  const auto times =
      ReportRows<Result>()
          .number("packets_sent_again", "packets", "because the chip had dropped them with a PE", &Result::sent_again)
          .number("begin", "cycles", "in which the program begins", &Result::begin)
          .number_or_null("completion_cycle", "cycles",
                          "in which the last operation ended; `null` if the program has not ended", &Result::completion)
          .number_or_null("cycles", "cycles", "from the beginning of the program to its end", &Result::cycles)
          .other("collectives", collectives_json)
          .include("critical_path", path_rows(), &Result::critical_path, {}, IfNone::kNull)
          .include("utilisation", utilisation_rows(), [](const Result& result) { return &result.utilisation; })
          .include("delayed", delay_rows(), &Result::delay)
          .number("left", "operations", "that have not ended; only if there are any",
                  [](const Result& result) { return result.left == 0 ? std::nullopt : std::optional(result.left); },
                  {need::failure})
          .other("stuck", waiting_json(true))
          .other("waiting", waiting_json(false));
  return ReportRows<Result>()
      .include("", sum_rows(), [](const Result& result) { return &result.sums; }, {has_program})
      .include("", times, [](const Result& result) { return &result; }, {has_program});
}

std::vector<ReportNumber> collective_numbers() {
  return group_rows().numbers("workload.collectives.GROUP.");
}

void add_program(TextTable& table, const workload::ProgramResult& result) {
  const auto fill = [&, rows = sum_rows()](const char* sentence) { return rows.fill(sentence, result.sums); };
  table.add({"program", fill("{ranks:rank}, {operations.total:operation}: {operations.send:send}, "
                             "{operations.recv:receive}, {operations.calc:calculation}")});
  table.add({"messages", fill("{messages:message} of {bytes:byte} in all, in {packets:packet} of {flits:flit}")});
  if (result.sent_again > 0)
    table.add({"", counted(result.sent_again, "packet") + " sent again, which had been dropped"});
  table.add({"completion", completion_text(result)});
  if (result.left > 0) {
    table.add_list("waiting", result.waiting,
                   [](const workload::ProgramResult::Waiting& each) { return each.name + " waits " + each.reason; },
                   {kMostRows, kMoreInJson});
  }
  table.add_list("collectives", result.collectives,
                 [&](const workload::GroupTime& group) { return group_text(group, result.asked_bytes); },
                 {kMostRows, kMoreInJson});
  if (result.critical_path) add_path(table, *result.critical_path);
  if (!result.utilisation.bins.empty()) table.add({"utilisation", utilisation_text(result.utilisation)});
  if (result.delay) {
    table.add({"delayed", delay_text(result)});
    table.add_list("", result.delay->first, delayed_text,
                   {kMostRows, kMoreInJson, result.delay->later + result.delay->missing});
  }
}

}  // namespace kintsugi
