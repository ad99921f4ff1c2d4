/// `kintsugi saturate`: the saturation throughput of a scenario, by bisection.
#include <algorithm>

#include "tb/tool/cli/commands.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/instrument_checks.hpp"
#include "tb/tool/run/link_cycles.hpp"
#include "tb/tool/run/network_notes.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/setup/input.hpp"
#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/saturation.hpp"

namespace kintsugi::cli {

namespace {

struct SaturateCommand {
  CommonOptions common;
  std::string tolerance = "0.005";
  double share = 0.95;
};

/// Returns the highest rate that a PE can inject, in bursts if the traffic has them.
double highest_rate(const TrafficSection& traffic) {
  return traffic.burst ? 1 / traffic.burst->factor() : 1;
}

/// Reports every mistake of the scenario before the first run.
Input check(const Source& source, const SaturateCommand& command) {
  Input input = load_source(source, command.common.overrides, check_instruments);
  Diagnostics errors;
  const Scenario& scenario = input.scenario;
  if (!scenario.traffic) {
    errors.add({scenario.source, 0, 0}, "there is no traffic to vary the rate of; add traffic: {}");
  } else if (scenario.traffic->trace) {
    errors.add(scenario.where("traffic.trace"), "traffic.trace: a trace has no rate; give a pattern");
  } else if (scenario.traffic->flows) {
    errors.add(scenario.where("traffic.flows"),
               "traffic.flows: each flow has a rate of its own; give a pattern, or vary traffic.scale in a sweep");
  } else if (scenario.runs_program()) {
    errors.add(scenario.where("traffic.workload"),
               "traffic.workload: a program ends when it ends, whatever the rate beside it; give a pattern alone");
  }
  if (scenario.traffic && !scenario.traffic->rates.empty()) {
    errors.add(scenario.where("traffic.rates"),
               "traffic.rates: these nodes would keep their rates when that of the others is varied; leave it out");
  }
  if (scenario.traffic && scenario.traffic->reply && scenario.traffic->reply->window) {
    errors.add(
        scenario.where("traffic.window"),
        "traffic.window: requests that the window holds back are never offered, so no rate is too high; leave it "
        "out");
  }
  if (scenario.traffic && std::stod(command.tolerance) > highest_rate(*scenario.traffic) * kOneWithRounding) {
    errors.add(scenario.where("traffic.burst"), "traffic.burst: a rate above " +
                                                    readable(highest_rate(*scenario.traffic)) +
                                                    " is more than a flit in a cycle of a burst, and --tolerance is " +
                                                    command.tolerance + "; give a smaller one");
  }
  for (const FeatureSection& section : writing_sections(scenario)) {
    errors.add(scenario.where(section.name),
               section.name + std::string(": many runs write no ") + section.writes + "; leave it out");
  }
  sweep::can_read_again(scenario, errors);
  errors.raise();
  return input;
}

std::string definition(const SaturateCommand& command) {
  return "the highest rate of which at least " + fixed(100 * command.share, 1) + " % is accepted, to within " +
         command.tolerance + " flits/node/cycle";
}

/// The columns of the runs. Text has that of what was dropped `with_lost` only.
Table<sweep::MeasuredRate> rate_table(bool with_lost) {
  using Rate = sweep::MeasuredRate;
  const auto share = [](const Rate& run) {
    const double deliverable = run.throughput.deliverable();
    return deliverable <= 0 ? "-" : fixed(100 * run.throughput.accepted / deliverable, 1) + " %";
  };
  const auto failure = [](const Rate& run) {
    return run.result.failed() ? std::optional(run.result.outcome()) : std::nullopt;
  };
  const auto outcome = [failure](const Rate& run) {
    return failure(run).value_or(run.is_accepted ? "accepted" : "saturated");
  };
  const auto latency = [](const Rate& run) { return run.result.number("latency.mean"); };
  return {{"rate", [](const Rate& run) { return std::stod(run.rate); }, [](const Rate& run) { return run.rate; }},
          {"offered", [](const Rate& run) { return run.throughput.offered; }, {.digits = 5}},
          {"accepted", [](const Rate& run) { return run.throughput.accepted; }, {.digits = 5}},
          {"lost",
           [](const Rate& run) { return run.throughput.lost; },
           {.digits = 5, .heading = "dropped", .text = with_lost}},
          {"share", share, {.json = false}},
          {"latency", latency, {.digits = 2, .heading = "mean latency", .null_in_json = false}},
          {"is_accepted", &Rate::is_accepted, {.text = false}},
          {"failure", failure, {.null_in_json = false, .text = false}},
          {"outcome", outcome, {.json = false}}};
}

std::string saturation_text(const sweep::FoundSaturation& found) {
  if (found.failed) return "not found: a run failed";
  if (found.stopped) return "not found: stopped";
  if (!found.at) return "below the lowest rate";
  const sweep::MeasuredRate& run = found.runs[*found.at];
  return (found.beyond ? "beyond " : "") + run.rate + " flits/node/cycle, accepted " +
         fixed(run.throughput.accepted, 5);
}

/// Returns the table of the runs, with what each has dropped if one has.
std::string runs_text(const std::vector<sweep::MeasuredRate>& runs) {
  const bool has_lost = std::ranges::any_of(runs, [](const auto& run) { return run.throughput.lost > 0; });
  return rate_table(has_lost).text(runs).text() + (has_lost ? std::string(sweep::kLostMeaning) + '\n' : "");
}

/// Returns the longest link of the wafer, which is the same in all runs; nullopt if no run has reported one.
std::optional<LongestLink> longest_link_of(const sweep::FoundSaturation& found, const LinkSection& link) {
  for (const sweep::MeasuredRate& run : found.runs) {
    const auto pitches = run.result.number("longest_link.pitches");
    const auto cycles = run.result.number("longest_link.cycles");
    if (pitches && cycles)
      return LongestLink{static_cast<unsigned>(*pitches), static_cast<unsigned>(*cycles), link.reach};
  }
  return std::nullopt;
}

Report report_of(const sweep::FoundSaturation& found, const Input& input, const SaturateCommand& command) {
  Report report;
  const Setup& setup = input.setup;
  add_network_name(setup, report);
  add_routing_name(*setup.relation, setup.routing.name, setup, report);
  const auto longest = longest_link_of(found, input.scenario.link);
  report.json["defects"] = defect_map(setup);
  add_wafer_map(report.json, setup);
  if (longest) report.json["longest_link"] = to_json(*longest);
  report.json["definition"] = definition(command);
  report.json["saturation"] = found.at && !found.failed && !found.stopped
                                  ? rate_table(true).object(found.runs[*found.at])
                                  : nlohmann::ordered_json();
  report.json["beyond"] = found.beyond;
  report.json["runs"] = rate_table(true).json(found.runs);
  TextTable table;
  add_network_rows(setup, table);
  add_defects(table, setup);
  if (longest) table.add({"longest link", explained(*longest)});
  table.add({"saturation", saturation_text(found)});
  table.add({"", definition(command)});
  report.text = table.text() + '\n' + runs_text(found.runs);
  return report;
}

int saturate_command(const SaturateCommand& command) {
  const sweep::Decimal tolerance = *sweep::parse_decimal(command.tolerance);
  const Source source = open_source(command.common.input);
  const Input input = check(source, command);
  sweep::FoundSaturation found;
  defer_stop();
  {
    ProgressLine progress("bisection", "run", progress_style(command.common), std::cerr);
    found = sweep::find_saturation({source, command.common.overrides, tolerance, command.share, progress.listener(),
                                    highest_rate(*input.scenario.traffic)});
  }
  return print(report_of(found, input, command), command.common, !found.failed);
}

}  // namespace

void add_saturate(CLI::App& app, Action& action) {
  auto [command, options] = add_command<SaturateCommand>(
      app, action, "saturate", "find the saturation throughput of a scenario by bisection", saturate_command);
  add_scenario(command, options.common);
  add_tolerance(command, options.tolerance);
  add_real(command, "--accepted SHARE", {0.01, 1.0}, options.share,
           "require this share of the offered throughput to be accepted");
  add_report_options(command, options.common);
  describe_end(command,
               {.notes = "The scenario's own rate is ignored, and so is what it expects. Runs do not drain, and only\n"
                         "the first one is proved. A longer window (run.cycles) gives a more certain result: near\n"
                         "saturation queues grow slowly.",
                .examples = {"kintsugi saturate traces/hotspot.yaml --tolerance 0.01",
                             "kintsugi saturate '{network: {kind: mesh, sides: [4, 4]}, traffic: {}}' --accepted 0.9"},
                .pages = "tb/tool/scenario/README.md has the keys of a scenario",
                .failed_check = "a run failed"});
}

}  // namespace kintsugi::cli
