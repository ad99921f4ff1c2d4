/// The option --flows of `run`: a table of what each flow has offered and got, as CSV.
#pragma once

#include <filesystem>

namespace kintsugi {

struct FlowTableOptions {
  std::filesystem::path file;
};

/// The columns of the table.
inline constexpr const char* kFlowColumns =
    "source,destination,rate,flits,from,to,class,"
    "packets,delivered,offered,accepted,latency_mean,latency_p95,latency_max\n";

}  // namespace kintsugi
