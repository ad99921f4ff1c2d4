/// Adds the mistakes that a reader of a text file has found to those of the scenario that names the file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/family/file_mistakes.hpp"
#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

/// `more` is the number of those that the reader has counted and not kept. One that does not count them ends where it
/// has found as many as it keeps: then there may be more.
inline void add_mistakes(const std::string& path, const std::vector<FileMistake>& mistakes, Diagnostics& errors,
                         std::size_t more = 0) {
  for (const FileMistake& mistake : mistakes) errors.add({path, mistake.line, mistake.column}, mistake.message);
  errors.add_unsaid(more);
  if (mistakes.size() >= in_text::Mistakes::kMost) errors.ended_early();
}

}  // namespace kintsugi
