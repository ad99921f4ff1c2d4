#include "tb/tool/cli/shards.hpp"

#include <algorithm>
#include <iostream>

#include "models/network/text.hpp"
#include "tb/tool/cli/values.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi::cli {

namespace {

constexpr std::size_t kMostMissingNamed = 10;
constexpr int kMostDirectories = 1'000'000;  // of --collect; a command line has less room

std::string no_directory(const std::string& text) {
  std::error_code none;
  if (!text.empty() && std::filesystem::is_directory(text, none)) return "";
  return (text.empty() ? "the name of the directory is empty" : in_quotes(text) + " is no directory") +
         "; name directories that shards have written, and the input before --collect";
}

/// Says something of each of a list, of the first ones at least. `text` returns it.
template <class List, class Text>
void say_of_each(const List& list, Text text) {
  for (std::size_t i = 0; i < std::min(list.size(), kMostMissingNamed); ++i)
    std::cerr << "kintsugi: " << text(list[i]) << '\n';
  if (list.size() > kMostMissingNamed) std::cerr << "kintsugi: and " << list.size() - kMostMissingNamed << " more\n";
}

/// Says which files of results are not as they were written, also without progress: somebody has changed them.
void report_changed(const std::vector<std::filesystem::path>& changed) {
  say_of_each(changed, [](const std::filesystem::path& file) {
    return in_quotes(printable(file.string())) + " was changed or cut since it was written, so it is not taken";
  });
}

}  // namespace

void add_shard_options(CLI::App& command, ShardOptions& options, const std::string& units) {
  add_read(command, "--shard I/N", store::parse_shard, stored_in(options.shard),
           "a shard I/N, with I from 1 to N and N up to " + std::to_string(store::kMostShards) +
               "; the first of three is 1/3, the last 3/3",
           "do only the I-th of N shares of the " + units +
               " (I from 1 to N), for a job array; keep the results in DIR of --out, which shards can share, and print "
               "no tables");
  command.add_flag(
      "--resume", options.resume,
      "take the results in DIR of --out and do only the missing " + units + ": what a killed job has left");
  command
      .add_option("--collect", options.collect,
                  "do nothing anew: put the results of shards in these directories together, to the report and the "
                  "files of a single run; exit with 1 if " +
                      units + " are missing")
      ->type_name("DIR...")
      ->expected(1, kMostDirectories)
      ->check(no_directory);
  exclude(command, "--collect", {"--shard", "--resume"});
}

void require_directory(const ShardOptions& options, const CommonOptions& common, bool prints) {
  if (common.out || (!options.shard && !options.resume)) return;
  const bool resumes = options.resume;
  if (!resumes && prints && common.json) return;
  refuse(resumes ? "--resume" : "--shard", std::string("there is no directory ") + (resumes ? "with" : "for") +
                                               " results; add --out DIR" +
                                               (!resumes && prints ? ", or --json to print them" : ""));
}

void report_what_was_taken(const store::UnitCounts& counts, const ShardOptions& options, const CommonOptions& common,
                           const UnitWords& words) {
  report_changed(counts.changed);
  if (common.quiet) return;
  if (options.resume) {
    std::cerr << "kintsugi: " << counts.taken << " of " << counted(counts.own, "result")
              << " taken from an earlier run\n";
  }
  if (counts.others == 0 || (!options.resume && options.collect.empty())) return;
  std::cerr << "kintsugi: " << counted(counts.others, "result") << " in "
            << (options.collect.empty() ? common.out->string() : "the directories")
            << (counts.others == 1 ? " belongs" : " belong") << " to no " << words.unit
            << " of this work: its input, its options or the program has changed; they are left alone\n";
}

void report_share(const store::UnitCounts& counts, std::size_t units, const ShardOptions& options,
                  const CommonOptions& common, const UnitWords& words) {
  if (counts.stopped) {
    std::cerr << "kintsugi: stopped; " << counted_are(counts.done, words.done) << " done"
              << (common.out ? ", --resume does the rest" : "") << '\n';
  }
  Report report;
  report.json = {{words.unit + 's', units}};
  ReportRows rows(report);
  if (options.shard) {
    rows.add("shard", store::to_text(*options.shard));
    rows.add("own", counts.own, words.unit + 's', std::to_string(counts.own) + " of " + std::to_string(units));
  }
  rows.add("taken", counts.taken);
  rows.add("done", counts.done);
  if (options.shard) report.text = rows.table.text();
  print(std::move(report), common);
}

void report_missing(const std::vector<std::string>& missing, std::size_t units, const CommonOptions& common,
                    const UnitWords& words) {
  say_of_each(missing, [](const std::string& unit) { return unit + " is missing"; });
  std::cerr << "kintsugi: " << missing.size() << " of " << counted(units, words.unit)
            << " missing: run their shards again with --resume; nothing is written\n";
  Report report;
  report.json = {{words.unit + 's', units}, {"missing", missing}};
  print(std::move(report), common);
}

}  // namespace kintsugi::cli
