#include "tb/tool/run/memory.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <fstream>

#include "hw/chip/path_table.hpp"
#include "hw/link/link_receiver.hpp"
#include "models/network/wire_length.hpp"

namespace kintsugi {

namespace {

namespace fs = std::filesystem;

// bytes
constexpr std::uint64_t kSite = 2900;       // a router with its PE and their names
constexpr std::uint64_t kPort = 110;        // of a router, that of the PE included
constexpr std::uint64_t kChannel = 44;      // without its buffer
constexpr std::uint64_t kFlit = 8;          // of a buffer, whose flits are rounded up to a power of two
constexpr std::uint64_t kSwitch = 1250;     // of a fabric
constexpr std::uint64_t kWire = 110;        // between switches
constexpr std::uint64_t kDiagnosis = 1200;  // of a site whose PE diagnoses faults
constexpr std::uint64_t kTestedLink = 770;  // of such a site
constexpr std::uint64_t kOperation = 130;   // of a program

/// Returns the pitches of the longest link; on a fabric, of a wire across the whole of it.
unsigned longest_link(const Setup& setup) {
  if (setup.fabric) {
    double longest = 0;
    for (const Site& site : setup.built_fabric().sites) {
      longest = std::max({longest, site.position.x, site.position.y});
    }
    return static_cast<unsigned>(longest) + 1;
  }
  return wire_lengths(setup.network()).longest;
}

/// Returns the slots of the time wheel: a power of two above the cycles of the longest link with those of the router.
std::uint64_t slots(const Scenario& scenario, const Setup& setup) {
  const LinkTiming timing{scenario.link.latency, setup.link_latency, scenario.link.reach};
  unsigned cycles = timing.latency(std::nullopt, longest_link(setup));
  if (!timing.reach) {
    for (const LinkLatency latency : timing.by_kind) cycles = std::max(cycles, latency.longer());
  }
  return std::bit_ceil(cycles + scenario.router.latency + 1u);
}

/// Returns the bytes of a site whose router has so many ports beside that of the PE.
std::uint64_t site_bytes(std::uint64_t network_ports, std::uint64_t vcs, std::uint64_t buffer, std::uint64_t slots) {
  const std::uint64_t ports = network_ports + 1;
  const auto record_bytes = [vcs](std::uint64_t of_flits, std::uint64_t of_credits) {
    return LinkReceiver::record_bytes(static_cast<unsigned>(of_flits), static_cast<unsigned>(vcs),
                                      static_cast<unsigned>(of_credits));
  };
  return kSite + ports * kPort + ports * vcs * (kChannel + std::bit_ceil(buffer) * kFlit) +
         slots * (record_bytes(ports, network_ports) + record_bytes(1, 1));
}

/// Returns the bytes of the modules that diagnose faults, at all sites.
std::uint64_t diagnosis_bytes(const TestGraph& graph) {
  std::uint64_t bytes = graph.sites() * kDiagnosis;
  for (const SiteId site : ids<SiteId>(graph.sites())) bytes += graph.ports(site).size() * kTestedLink;
  return bytes;
}

/// Returns the number after a word in a file of the kernel, or nothing.
std::optional<std::uint64_t> number_after(const fs::path& path, const std::string& wanted) {
  std::ifstream file(path);
  for (std::string word; file >> word;) {
    std::uint64_t number = 0;
    if (word == wanted && file >> number) return number;
  }
  return std::nullopt;
}

/// Returns the number that a file holds; nothing if it says "max", or is not there.
std::optional<std::uint64_t> number_in(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

void add_process_limit(std::vector<MemoryLimit>& limits, int resource, const std::string& name) {
  rlimit limit{};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  limits.push_back({limit.rlim_cur, name, true});
}

/// A control group is limited by its own file and by those of the groups that it is in.
void add_group_limits(std::vector<MemoryLimit>& limits, const fs::path& root) {
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const bool unified = line.starts_with("0::");
    const std::size_t controller = line.find(":memory:");
    if (!unified && controller == std::string::npos) continue;
    const fs::path top = root / (unified ? "sys/fs/cgroup" : "sys/fs/cgroup/memory");
    const char* const file = unified ? "memory.max" : "memory.limit_in_bytes";
    fs::path group = line.substr(unified ? 4 : controller + 9);
    for (;; group = group.parent_path()) {
      if (const auto limit = number_in(top / group / file)) limits.push_back({*limit, file});
      if (group.empty()) break;
    }
  }
}

std::string in_mebibytes(std::uint64_t bytes) {
  return std::to_string(bytes >> 20) + " MiB";
}

std::string reserve_text(const MemoryLimit& limit) {
  if (!limit.of_addresses) return "";
  return ", of which " + in_mebibytes(limit.usable()) + " can be used: the rest is a reserve for the allocator";
}

std::string remedies(const std::vector<MemoryPart>& parts) {
  std::string text;
  for (const MemoryPart& part : parts) text += "; " + in_mebibytes(part.bytes) + " are " + part.remedy;
  return text;
}

/// Returns the bytes of a run of the program and of what its report needs; the program itself is there already.
std::uint64_t program_bytes(const Setup& setup) {
  if (!setup.traffic || !setup.traffic->workload) return 0;
  return setup.traffic->workload->program.size() * kOperation;
}

}  // namespace

std::uint64_t chip_bytes(const Scenario& scenario, const Setup& setup) {
  const std::uint64_t vcs = setup.relation->vcs();
  const std::uint64_t wheel = slots(scenario, setup);
  if (setup.fabric) {
    const Fabric& fabric = setup.built_fabric();
    return fabric.sites.size() * site_bytes(fabric.layout.size(), vcs, scenario.router.buffer, wheel) +
           fabric.switches.size() * kSwitch + fabric.wires.size() * kWire + program_bytes(setup) +
           (setup.self_diagnosis ? diagnosis_bytes(setup.self_diagnosis->graph()) : 0);
  }
  std::uint64_t bytes = program_bytes(setup);
  for (std::uint32_t node = 0; node < setup.network().nodes(); ++node) {
    bytes += site_bytes(setup.network().ports(NodeId{node}).size(), vcs, scenario.router.buffer, wheel);
  }
  return bytes;
}

std::uint64_t used_bytes(const fs::path& root) {
  return number_after(root / "proc/self/status", "VmRSS:").value_or(0) * 1024;
}

std::uint64_t peak_bytes(const fs::path& root) {
  // getrusage is no use: its maximum includes the program that started this one.
  return number_after(root / "proc/self/status", "VmHWM:").value_or(0) * 1024;
}

std::uint64_t MemoryLimit::usable() const {
  constexpr std::uint64_t kProgram = std::uint64_t{64} << 20U;
  if (!of_addresses) return bytes;
  return (bytes - std::min(bytes, kProgram)) / 9 * 8;
}

std::vector<MemoryLimit> memory_limits(const fs::path& root) {
  std::vector<MemoryLimit> limits;
  add_process_limit(limits, RLIMIT_AS, "ulimit -v");
  add_process_limit(limits, RLIMIT_DATA, "ulimit -d");
  add_group_limits(limits, root);
  if (const auto available = number_after(root / "proc/meminfo", "MemAvailable:")) {
    const std::uint64_t swap = number_after(root / "proc/meminfo", "SwapFree:").value_or(0);
    limits.push_back({(*available + swap) * 1024 + used_bytes(root), "free memory of the machine"});
  }
  return limits;
}

void require_memory(std::uint64_t bytes, const std::vector<MemoryLimit>& limits, const Scenario& scenario,
                    const std::vector<MemoryPart>& parts) {
  const auto lowest = std::ranges::min_element(limits, {}, &MemoryLimit::usable);
  if (lowest == limits.end() || bytes <= lowest->usable()) return;
  throw InputError({{scenario.where("network"),
                     "the run needs about " + in_mebibytes(bytes) + " of memory, and " + in_mebibytes(lowest->bytes) +
                         " are allowed (" + lowest->name + ')' + reserve_text(*lowest) +
                         "; take fewer nodes, fewer or smaller buffers (router.vcs, router.buffer) or shorter links "
                         "(link)" +
                         remedies(parts)}});
}

}  // namespace kintsugi
