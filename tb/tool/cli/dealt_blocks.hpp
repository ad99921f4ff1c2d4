/// Blocks of the defect maps of a study that other processes count: each is a `kintsugi yield` with the options of the
/// command, and with the block as its shard.
///
/// Errors  std::runtime_error names a block whose process has broken down, and why
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tb/tool/cli/place.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/yield/map_units.hpp"

namespace CLI {
class App;
}

namespace kintsugi::cli {

/// Counts these blocks as UnitWork::compute() does.
using BlockDealer = std::function<bool(const yield::MapUnits& units, std::span<const std::size_t> blocks,
                                       const store::ComputeOptions& options, const store::UnitDone& done)>;

/// Returns the options that were given to a command, but for those named, as words of a command line. An option that
/// was given several times is there several times.
std::vector<std::string> given_options(const CLI::App& command, std::span<const std::string> but);

/// `words`: the options of `kintsugi yield`, which reads the source from standard input.
BlockDealer deal_blocks(const Place& place, std::vector<std::string> words, Source source);

}  // namespace kintsugi::cli
