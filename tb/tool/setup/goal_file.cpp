#include "tb/tool/setup/goal_file.hpp"

#include "models/workload/goal.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/scenario/mistakes_of_file.hpp"
#include "tb/tool/setup/foreign_format.hpp"

namespace kintsugi {

std::optional<workload::Program> read_goal_file(const std::filesystem::path& path, const Where& named,
                                                const std::string& remedy, const BeginPart& progress,
                                                Diagnostics& errors) {
  workload::GoalParser parser;
  std::string begin;
  const std::string error =
      read_parts(path, kGoalLimit, keeping_begin(begin, [&](std::string_view part) { parser.take(part); }),
                 begin_part(progress, "reading the program", "byte"));
  if (!error.empty()) {
    errors.add(named, "cannot read " + path.string() + ": " + error + remedy);
    return std::nullopt;
  }
  if (refuse_foreign(path, begin, errors)) return std::nullopt;
  workload::GoalFile read = parser.finish();
  add_mistakes(path.string(), read.mistakes, read.more_mistakes, errors);
  return std::move(read.program);
}

}  // namespace kintsugi
