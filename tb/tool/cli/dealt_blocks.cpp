#include "tb/tool/cli/dealt_blocks.hpp"

#include <CLI/App.hpp>
#include <algorithm>
#include <stdexcept>

#include "tb/tool/store/shard.hpp"
#include "tb/tool/sweep/result.hpp"

namespace kintsugi::cli {

namespace {

/// Returns the values of an option, those that one word had between delimiters again in one.
std::vector<std::string> values_of(const CLI::Option& option) {
  if (option.get_delimiter() == '\0') return option.results();
  std::string text;
  for (const std::string& value : option.results()) text += (text.empty() ? "" : ",") + value;
  return {text};
}

/// Returns the result of the one block that a process has counted.
store::UnitResult result_of_block(const yield::MapUnits& units, std::size_t unit, const sweep::Ended& end) {
  const store::UnitResult run = sweep::result_of(end);
  if (run.broke_down()) {
    throw std::runtime_error(units.name(unit) + " cannot be counted: " + sweep::result_of(run).outcome());
  }
  const nlohmann::ordered_json& result = run.report.at("results").at(0);
  if (result.at("block") != unit) throw std::logic_error("a process has counted another block");
  return {result.at("status").get<int>(), result.at("report")};
}

}  // namespace

std::vector<std::string> given_options(const CLI::App& command, std::span<const std::string> but) {
  std::vector<std::string> words;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || option->get_positional() || std::ranges::find(but, name) != but.end()) continue;
    if (option->get_items_expected_max() == 0) {
      words.push_back(name);
    } else {
      for (const std::string& value : values_of(*option)) words.push_back(name + '=' + value);
    }
  }
  return words;
}

BlockDealer deal_blocks(const Place& place, std::vector<std::string> words, Source source) {
  return [place, words = std::move(words), source = std::move(source)](
             const yield::MapUnits& units, std::span<const std::size_t> blocks, const store::ComputeOptions& options,
             const store::UnitDone& done) {
    std::uint64_t maps = 0, total = 0;
    for (const std::size_t unit : blocks) total += units.maps_in(unit);
    const auto command = [&](std::size_t job) {
      std::vector<std::string> arguments = {"yield", "-", "--json", "--quiet", "--jobs=1"};
      arguments.insert(arguments.end(), words.begin(), words.end());
      arguments.push_back("--shard=" + store::to_text(store::Shard{blocks[job] + 1, units.units()}));
      return sweep::Command{std::move(arguments), sweep::directory_of(source.name), source.text};
    };
    const auto take = [&](std::size_t job, const sweep::Ended& end) {
      done(blocks[job], result_of_block(units, blocks[job], end));
      maps += units.maps_in(blocks[job]);
      if (options.progress) options.progress(maps, total);
    };
    return place.run_all({blocks.size(), options.jobs, command, take});
  };
}

}  // namespace kintsugi::cli
