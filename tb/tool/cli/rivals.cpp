#include "tb/tool/cli/rivals.hpp"

#include <iostream>

#include "tb/tool/cli/file_forms.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/rivals/report.hpp"
#include "tb/tool/rivals/throughput.hpp"

namespace kintsugi::cli {

namespace {

rivals::StudyResult judge_maps(const rivals::Study& study, const RivalsCommand& command) {
  ProgressLine progress("maps", "map", progress_style(command.common), std::cerr);
  return rivals::judge(study, command.jobs, progress.listener());
}

/// Returns the throughput without defects; 0 if nothing is to be simulated.
double simulate(const rivals::Study& study, const Source& scenario, const RivalsCommand& command,
                rivals::StudyResult& result) {
  if (study.options.saturation == 0) return 0;
  ProgressLine progress("saturation", "run", progress_style(command.common), std::cerr);
  const rivals::ThroughputSearch search{scenario, command.common.overrides, *sweep::parse_decimal(command.tolerance),
                                        command.jobs};
  return rivals::add_throughputs(study, search, progress.listener(), result);
}

/// Writes all files, or none.
void write_files(const rivals::StudyReport& study, const nlohmann::ordered_json& json, OutputDirectory& directory) {
  directory.write("rivals.json", dump(json));
  directory.write("rivals.csv", rivals::to_csv(study));
  for (const rivals::NamedPlot& plot : rivals::plots_of(study)) directory.write(plot.file, plot::to_svg(plot.plot));
  directory.commit();
}

Report study_report(const rivals::Study& study, const Source& scenario, const RivalsCommand& command,
                    OutputDirectory& directory) {
  rivals::StudyResult result = judge_maps(study, command);
  const double full_throughput = simulate(study, scenario, command, result);
  const rivals::StudyReport of{&study, &result, full_throughput};
  Report report{rivals::to_json(of), rivals::to_text(of)};
  if (command.common.out && stop_requested() == 0) write_files(of, report.json, directory);
  if (command.csv) {
    report.text = rivals::to_csv(of);
    report.is_data = true;
  }
  return report;
}

}  // namespace

int compare_rivals(const Input& input, const RivalsCommand& command) {
  const rivals::Study study = rivals::make_study(input, command.options);
  std::vector<NamedForm> files = {{"rivals.json", kRivalsForm}, {"rivals.csv", kRivalsCsvForm}};
  for (const std::string& plot : rivals::plot_files(study)) files.push_back({plot, kPlotForm});
  OutputDirectory directory(command.common.out, files_in_out(command.common, files), files_of(input.scenario));
  Source scenario;
  if (study.options.saturation > 0) {
    rivals::require_traffic(input);
    scenario = open_source(command.common.input);
  }
  defer_stop();
  Report report;
  try {
    report = study_report(study, scenario, command, directory);
  } catch (const Stopped&) {
    report.json["network"] = study.input->setup.network().name();
    report.json["settings"] = nullptr;
    report.text = "stopped before the last map: there is no table\n";
  }
  print(std::move(report), command.common);
  return kDone;
}

}  // namespace kintsugi::cli
