#include "tb/tool/sweep/report_numbers.hpp"

#include <initializer_list>

namespace kintsugi::sweep {

namespace {

void add(std::vector<std::string>& paths, const std::string& section, std::initializer_list<const char*> keys) {
  for (const char* key : keys) paths.push_back(section + '.' + key);
}

std::vector<std::string> all_numbers() {
  std::vector<std::string> paths;
  for (const char* section : {"latency", "network_latency", "hops", "multicast.latency", "multicast.round_trip"}) {
    add(paths, section, {"mean", "p50", "p95", "p99", "max"});
  }
  add(paths, "throughput", {"accepted", "offered"});
  add(paths, "packets", {"created", "queued", "injected", "delivered", "in_flight", "lost"});
  add(paths, "flits", {"created", "injected", "copied", "delivered", "in_flight", "lost"});
  add(paths, "multicast", {"created", "reached_all", "copies", "acknowledged", "acknowledgements", "most_forks"});
  add(paths, "link_use", {"mean", "max"});
  add(paths, "proof",
      {"delivered_pairs", "pairs", "multicasts", "delivered_multicasts", "channels", "escape_channels", "dependencies",
       "vcs"});
  add(paths, "repair", {"faults", "moved", "bitstream_bytes"});
  add(paths, "configuration", {"cycles"});
  add(paths, "irreparable", {"faults"});
  paths.insert(paths.end(), {"cycles", "last_move"});
  return paths;
}

}  // namespace

const std::vector<std::string>& report_numbers() {
  static const std::vector<std::string> kNumbers = all_numbers();
  return kNumbers;
}

}  // namespace kintsugi::sweep
