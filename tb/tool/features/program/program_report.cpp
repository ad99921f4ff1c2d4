#include "tb/tool/features/program/program_report.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "models/network/text.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostRows = 10;  // of a list in the text

ordered_json number_or_null(const auto& number) {
  return number ? ordered_json(*number) : ordered_json(nullptr);
}

/// @name JSON
/// @{
ordered_json json_of(const NamedOperation& operation) {
  return {{"rank", operation.rank.value}, {"name", operation.name}};
}

ordered_json json_of(const workload::GroupTime& group, const std::optional<std::uint64_t>& asked_bytes) {
  const bool has_ended = group.left == 0;
  ordered_json json = {{"name", group.name}, {"ranks", group.ranks}, {"operations", group.operations}};
  if (!has_ended) json["left"] = group.left;
  json["begin"] = group.begin;
  json["end"] = has_ended ? ordered_json(group.end) : ordered_json(nullptr);
  json["cycles"] = has_ended ? ordered_json(group.cycles()) : ordered_json(nullptr);
  json["messages"] = group.sends;
  json["bytes"] = group.sent;
  json["bytes_per_rank"] = group.sent_per_rank();
  json["bandwidth"] = number_or_null(group.bandwidth());
  json["bandwidth_per_rank"] = number_or_null(group.bandwidth_per_rank());
  if (asked_bytes) json["algorithm_bandwidth"] = number_or_null(group.algorithm_bandwidth(*asked_bytes));
  return json;
}

ordered_json json_of(const ProgramResult::Path& path) {
  ordered_json json = {{"cycles", path.cycles()}, {"computing", path.computing},         {"wire", path.wire},
                       {"waiting", path.waiting}, {"operations", ordered_json::array()}, {"more", path.more}};
  for (const ProgramResult::Segment& each : path.segments) {
    ordered_json& entry = json["operations"].emplace_back(json_of(each));
    entry["kind"] = word_of(each.part.kind);
    entry["begin"] = each.part.begin;
    entry["end"] = each.part.end;
  }
  return json;
}

ordered_json json_of(const workload::Utilisation& utilisation) {
  ordered_json json = {{"begin", utilisation.begin},
                       {"width", utilisation.width},
                       {"computing", ordered_json::array()},
                       {"waiting", ordered_json::array()},
                       {"flits", ordered_json::array()}};
  for (std::size_t i = 0; i < utilisation.bins.size(); ++i) {
    const workload::UtilisationBin& bin = utilisation.bins[i];
    json["computing"].push_back(utilisation.share(i, bin.computing));
    json["waiting"].push_back(utilisation.share(i, bin.waiting));
    json["flits"].push_back(bin.flits);
  }
  return json;
}

ordered_json json_of(const std::vector<ProgramResult::Delayed>& list) {
  ordered_json json = ordered_json::array();
  for (const ProgramResult::Delayed& each : list) {
    const bool has_ended = each.delayed.end != workload::ProgramRun::kNever;
    ordered_json& entry = json.emplace_back(json_of(static_cast<const NamedOperation&>(each)));
    entry["baseline"] = each.delayed.baseline;
    entry["end"] = has_ended ? ordered_json(each.delayed.end) : ordered_json(nullptr);
    entry["cycles"] = has_ended ? ordered_json(each.delayed.delay()) : ordered_json(nullptr);
  }
  return json;
}

ordered_json json_of(const std::vector<ProgramResult::Waiting>& list) {
  ordered_json json = ordered_json::array();
  for (const ProgramResult::Waiting& each : list) {
    ordered_json& entry = json.emplace_back(json_of(static_cast<const NamedOperation&>(each)));
    entry["reason"] = each.reason;
  }
  return json;
}
/// @}

/// @name Text
/// @{
std::string percent(double share) {
  return fixed(100 * share, 1) + " %";
}

std::string program_text(const ProgramSums& sums) {
  return counted(sums.ranks, "rank") + ", " + counted(sums.operations(), "operation") + ": " +
         counted(sums.sends, "send") + ", " + counted(sums.receives, "receive") + ", " +
         counted(sums.calcs, "calculation");
}

std::string messages_text(const ProgramSums& sums) {
  return counted(sums.sends, "message") + " of " + counted(sums.bytes, "byte") + " in all, in " +
         counted(sums.packets, "packet") + " of " + counted(sums.flits, "flit");
}

std::string completion_text(const ProgramResult& result) {
  if (result.completion) {
    return "in cycle " + std::to_string(*result.completion) + ", after " +
           counted(*result.completion - result.begin, "cycle");
  }
  const std::string left = counted_are(result.left, "operation") + " left";
  return result.is_stuck ? "none: the program is stuck, " + left + ", for which no packet is under way"
                         : "none: the run ended before the program, " + left;
}

std::string group_text(const workload::GroupTime& group, const std::optional<std::uint64_t>& asked_bytes) {
  const std::string what = group.name + ", " + counted(group.ranks, "rank") + ": ";
  if (group.left > 0) {
    return what + "from cycle " + std::to_string(group.begin) + " on, " + counted_are(group.left, "operation") +
           " left";
  }
  std::string text = what + counted(group.cycles(), "cycle") + " from " + std::to_string(group.begin) + " to " +
                     std::to_string(group.end);
  if (group.sends == 0) return text;
  text += ", " + counted(group.sent, "byte") + " sent";
  const auto bandwidth = group.bandwidth_per_rank();
  if (bandwidth) text += ", " + fixed(*bandwidth, 3) + " bytes per cycle and rank";
  if (bandwidth && asked_bytes) {
    text += ", algorithm bandwidth " + fixed(*group.algorithm_bandwidth(*asked_bytes), 3) + " bytes per cycle";
  }
  return text;
}

/// Adds a row for each of a list, up to a limit; the first one has the label.
template <class List, class Text>
void add_rows(TextTable& table, std::string label, const List& list, std::size_t all, Text text) {
  const std::size_t shown = std::min(list.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) {
    table.add({label, text(list[i])});
    label.clear();
  }
  if (all > shown) table.add({label, "and " + std::to_string(all - shown) + " more; --json names more of them"});
}

std::string segment_text(const ProgramResult::Segment& each) {
  return each.name + ": " + counted(each.part.cycles(), "cycle") + ' ' +
         std::string(each.part.kind == workload::TimeKind::kWire ? "on the wire" : word_of(each.part.kind)) + " from " +
         std::to_string(each.part.begin) + " on";
}

void add_path(TextTable& table, const ProgramResult::Path& path) {
  table.add({"critical path", "of " + counted(path.cycles(), "cycle") + ' ' + std::to_string(path.computing) +
                                  " computing, " + std::to_string(path.wire) + " on the wire, " +
                                  std::to_string(path.waiting) + " waiting"});
  std::vector<ProgramResult::Segment> segments = path.segments;
  std::ranges::stable_sort(segments, std::ranges::greater{}, [](const auto& each) { return each.part.cycles(); });
  add_rows(table, "longest parts", segments, segments.size() + path.more, segment_text);
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

ordered_json to_json(const ProgramResult& result) {
  const ProgramSums& sums = result.sums;
  ordered_json json = {
      {"ranks", sums.ranks},
      {"operations",
       {{"total", sums.operations()}, {"send", sums.sends}, {"recv", sums.receives}, {"calc", sums.calcs}}},
      {"messages", sums.sends},
      {"bytes", sums.bytes},
      {"packets", sums.packets},
      {"flits", sums.flits},
      {"packets_sent_again", result.sent_again},
      {"begin", result.begin},
      {"completion_cycle", number_or_null(result.completion)},
      {"cycles", nullptr},
      {"collectives", ordered_json::array()}};
  if (result.completion) json["cycles"] = *result.completion - result.begin;
  for (const workload::GroupTime& group : result.collectives) {
    json["collectives"].push_back(json_of(group, result.asked_bytes));
  }
  json["critical_path"] = result.critical_path ? json_of(*result.critical_path) : ordered_json(nullptr);
  json["utilisation"] = json_of(result.utilisation);
  if (const auto& delay = result.delay) {
    json["delayed"] = {{"cycles", number_or_null(delay->cycles)},
                       {"operations", delay->later},
                       {"not_ended", delay->missing},
                       {"first", json_of(delay->first)},
                       {"most", json_of(delay->most)}};
  }
  if (result.left > 0) {
    json["left"] = result.left;
    json[result.is_stuck ? "stuck" : "waiting"] = json_of(result.waiting);
  }
  return json;
}

void add_program(TextTable& table, const ProgramResult& result) {
  table.add({"program", program_text(result.sums)});
  table.add({"messages", messages_text(result.sums)});
  if (result.sent_again > 0)
    table.add({"", counted(result.sent_again, "packet") + " sent again, which had been dropped"});
  table.add({"completion", completion_text(result)});
  if (result.left > 0) {
    add_rows(table, "waiting", result.waiting, result.waiting.size(),
             [](const ProgramResult::Waiting& each) { return each.name + " waits " + each.reason; });
  }
  add_rows(table, "collectives", result.collectives, result.collectives.size(),
           [&](const workload::GroupTime& group) { return group_text(group, result.asked_bytes); });
  if (result.critical_path) add_path(table, *result.critical_path);
  if (!result.utilisation.bins.empty()) table.add({"utilisation", utilisation_text(result.utilisation)});
  if (result.delay) {
    table.add({"delayed", delay_text(result)});
    add_rows(table, "", result.delay->first, result.delay->later + result.delay->missing, delayed_text);
  }
}

}  // namespace kintsugi
