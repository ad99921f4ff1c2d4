#include "tb/tool/run/packet_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "models/files/made_directories.hpp"
#include "models/files/part_file.hpp"
#include "tb/tool/run/run_events.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;
using Fate = PacketRecord::Fate;

constexpr unsigned kVersion = 1;
constexpr std::size_t kNumber = 20;  // digits of the largest

const char* kind_name(PacketKind kind) {
  switch (kind) {
    case PacketKind::kCopy:
      return "multicast";
    case PacketKind::kTracked:
      return "tracked";
    default:
      return "unicast";
  }
}

/// Returns a name as JSON, between quotes; names of a user's graph may hold any character.
std::string quoted(const std::string& name) {
  return ordered_json(name).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// The names of the sites and their ports, as JSON. Made once: a log names them millions of times.
class Names {
 public:
  explicit Names(const Chip& chip) : chip_(&chip), ports_(chip.sites()) {
    for (const SiteId site : ids<SiteId>(chip.sites())) sites_.push_back(quoted(chip.plan().site_name(site)));
  }
  const std::string& site(SiteId site) const { return sites_[site.index()]; }
  const std::string& port(SiteId site, std::size_t port) {
    std::vector<std::string>& ports = ports_[site.index()];
    if (ports.empty()) {
      const Router& router = chip_->router(site);
      for (const PortId each : router.ports()) ports.push_back(quoted(router.port_name(each)));
    }
    return ports[port];
  }

 private:
  const Chip* chip_;
  std::vector<std::string> sites_;
  std::vector<std::vector<std::string>> ports_;  // by site; empty until one is named
};

/// Writes one line after the other. A line is put together in a text that keeps its memory.
class Lines {
 public:
  Lines(wave::PartFile& file, const RunResult& result, const Chip& chip, std::uint64_t nodes, bool with_routes)
      : file_(file), log_(*result.packet_log), chip_(&chip), names_(chip), nodes_(nodes), with_routes_(with_routes) {}

  void write(std::size_t packet) {
    const PacketRecord& record = log_.packets[packet];
    line_.clear();
    put("{\"id\":");
    put(record.name.serial * nodes_ + record.name.source.value);
    put(",\"kind\":\"");
    put(kind_name(record.kind));
    put("\",\"source\":");
    put(record.name.source.value);
    put(",\"number\":");
    put(record.name.serial);
    put(",\"destination\":");
    put_if(record.destination != kNoNode, record.destination.value);
    put(",\"from\":");
    put_site(record.from);
    put(",\"at\":");
    put_site(record.at);
    put(",\"flits\":");
    put(record.flits);
    put(",\"members\":");
    put(record.members);
    put(",\"reached\":");
    put(record.reached);
    put(",\"copies\":");
    put(record.copies);
    put(",\"created\":");
    put(record.created);
    put(",\"injected\":");
    put_if(record.has_left(), record.injected);
    put(",\"delivered\":");
    put_if(record.fate == Fate::kDelivered, record.ended);
    put(",\"lost\":");
    put_loss(record);
    put(",\"hops\":");
    put_if(record.copies != 0, record.hops);
    if (with_routes_) put_route(packet);
    put("}\n");
    file_.append(line_);
  }

 private:
  void put(std::string_view text) { line_ += text; }
  void put(std::uint64_t number) {
    std::array<char, kNumber> digits;  // written before it is read
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    line_.append(digits.data(), end);
  }
  void put_if(bool is_known, std::uint64_t number) {
    if (is_known) return put(number);
    put("null");
  }
  void put_site(SiteId site) { put(site == kNoSite ? std::string_view("null") : std::string_view(names_.site(site))); }

  void put_loss(const PacketRecord& record) {
    if (record.fate != Fate::kLost) return put("null");
    put("{\"cycle\":");
    put(record.ended);
    put(",\"reason\":\"");
    put(reason_name(record.reason));
    put("\"}");
  }

  void put_route(std::size_t packet) {
    put(",\"route\":[");
    const char* separator = "[";
    for (const Hop& hop : log_.route(packet)) {
      const SiteId site = chip_->modules().site_of[hop.router];
      put(separator);
      put(names_.site(site));
      put(",");
      put(names_.port(site, hop.in));
      put(",");
      put(names_.port(site, hop.out));
      put(",");
      put(hop.out_vc.value);
      put(",");
      put(hop.head);
      put(",");
      put_if(hop.tail != Hop::kNotYet, hop.tail);
      put("]");
      separator = ",[";
    }
    put("]");
  }

  wave::PartFile& file_;
  const PacketLog& log_;
  const Chip* chip_;
  Names names_;
  std::uint64_t nodes_;
  bool with_routes_;
  std::string line_;
};

ordered_json faults_json(const FaultsResult& faults, const Setup& setup) {
  ordered_json json = ordered_json::array();
  for (const RunTimeFault& fault : faults_of(faults)) json.push_back(to_json(fault, setup));
  return json;
}

ordered_json phases_json(const FaultsResult& faults) {
  ordered_json json = ordered_json::array();
  for (const PhaseSpan& phase : phases_of(faults)) {
    json.push_back({{"name", phase.name}, {"from", phase.from}, {"to", phase.to}});
  }
  return json;
}

ordered_json head_of(const RunResult& result, const Setup& setup, const PacketLogOptions& options) {
  ordered_json json = {
      {"packets", kVersion}, {"nodes", setup.network().nodes()}, {"cycles", result.cycles}, {"routes", options.route}};
  json["faults"] = result.faults ? faults_json(*result.faults, setup) : ordered_json::array();
  json["phases"] = result.faults ? phases_json(*result.faults) : ordered_json::array();
  return json;
}

/// A log may hold packets that another use of it needs.
bool takes(const PacketFilter& filter, const PacketRecord& record) {
  return record.created >= filter.from && record.created <= filter.to &&
         (filter.source == kNoNode || record.name.source == filter.source) &&
         (filter.destination == kNoNode || record.destination == filter.destination);
}

/// Returns the positions of the packets that are wanted, ascending.
std::vector<std::size_t> chosen(const PacketLog& log, const PacketLogOptions& options) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < log.packets.size(); ++i) {
    const Fate fate = log.packets[i].fate;
    if (!takes(options.filter, log.packets[i])) continue;
    if (options.only_lost && fate != Fate::kLost) continue;
    if (options.slowest != 0 && fate != Fate::kDelivered) continue;
    chosen.push_back(i);
  }
  if (options.slowest == 0 || options.slowest >= chosen.size()) return chosen;
  const auto slower = [&](std::size_t a, std::size_t b) {
    const auto latency = [&](std::size_t i) { return log.packets[i].ended - log.packets[i].created; };
    return latency(a) != latency(b) ? latency(a) > latency(b) : a < b;
  };
  std::ranges::nth_element(chosen, chosen.begin() + static_cast<std::ptrdiff_t>(options.slowest), slower);
  chosen.resize(options.slowest);
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace

PacketLogFile::PacketLogFile(PacketLogOptions options)
    : options_(std::move(options)), made_(options_.file.parent_path()), file_(options_.file) {}

void PacketLogFile::write(const RunResult& result, const Setup& setup, const Chip& chip) {
  file_.append(head_of(result, setup, options_).dump() + '\n');
  Lines lines(file_, result, chip, setup.network().nodes(), options_.route);
  for (const std::size_t packet : chosen(*result.packet_log, options_)) lines.write(packet);
  file_.commit();
}

}  // namespace kintsugi
