/// Adds the mistakes that a reader of a text file has found to those of the scenario that names the file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/family/file_mistakes.hpp"
#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

/// A reader ends where it has found as many as it keeps: then there may be more.
inline void add_mistakes(const std::string& path, const std::vector<FileMistake>& mistakes, Diagnostics& errors) {
  for (const FileMistake& mistake : mistakes) errors.add({path, mistake.line, mistake.column}, mistake.message);
  if (mistakes.size() >= in_text::Mistakes::kMost) errors.ended_early();
}

/// Another reader goes on, and counts those that it does not keep: `more`.
inline void add_mistakes(const std::string& path, const std::vector<FileMistake>& mistakes, std::size_t more,
                         Diagnostics& errors) {
  for (const FileMistake& mistake : mistakes) errors.add({path, mistake.line, mistake.column}, mistake.message);
  errors.add_unsaid(more);
}

}  // namespace kintsugi
