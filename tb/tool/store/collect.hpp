/// Puts the results of the shards of a work together.
///
/// Errors  InputError, naming the directory and what to do, for one that is no store, and for one whose results are all
///         of other work: of another build of the program, another scenario, other options. The message names the first
///         differences
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "tb/tool/store/store.hpp"

namespace kintsugi::store {

struct Collected {
  std::vector<std::optional<std::size_t>> source;  ///< the directory that has the result, by unit
  std::vector<std::size_t> missing;                ///< units without a result; ascending
  std::size_t others = 0;                          ///< results that belong to no unit of the work
  std::vector<std::filesystem::path> changed;      ///< results that were changed or cut, which are not taken
};

/// Hands over the result of each unit that one of the directories has, in order. It writes nothing.
Collected collect_units(const UnitWork& work, std::span<const std::filesystem::path> directories, const UnitDone& take);

/// Copies the results, and the other files of their units, to the store in `out`, as the shards have written them. Each
/// file appears whole or not at all. Nothing may be missing. Throws std::runtime_error if a file cannot be read, before
/// it writes anything if there is no such file, and std::system_error if one cannot be written.
void copy_results(const UnitWork& work, std::span<const std::filesystem::path> directories, const Collected& collected,
                  const std::filesystem::path& out);

/// Returns the first differences between a stored result and the identity of that unit which is most like it:
/// "program is "kintsugi 1", here "kintsugi 2"; scenario.run.seed is 1, here 2". `stored` is the document in the file.
std::string difference(const nlohmann::ordered_json& stored, const UnitWork& work);

}  // namespace kintsugi::store
