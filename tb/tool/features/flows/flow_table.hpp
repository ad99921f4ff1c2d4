/// The option --flows of `run`: a table of what each flow has offered and got, as CSV.
#pragma once

#include <filesystem>

namespace kintsugi {

struct FlowTableOptions {
  std::filesystem::path file;
};

}  // namespace kintsugi
