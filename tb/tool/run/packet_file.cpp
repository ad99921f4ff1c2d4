#include "tb/tool/run/packet_file.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
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

/// The four digits of each number below 10000, with leading zeros.
constexpr unsigned kFourDigits = 10000;
constexpr auto kDigits = [] {
  std::array<char, std::size_t{4} * kFourDigits> digits{};
  for (unsigned number = 0; number < kFourDigits; ++number) {
    for (unsigned place = 4, rest = number; place-- != 0; rest /= 10) {
      digits[4 * number + place] = static_cast<char>('0' + rest % 10);
    }
  }
  return digits;
}();

/// Writes a number; returns the end of it. std::to_chars takes four times as long, and a hop has two cycles.
inline char* put_number(char* at, std::uint64_t number) {
  if (number < kFourDigits) [[likely]] {
    const unsigned zeros = (number < 1000) + (number < 100) + (number < 10);
    std::memcpy(at, &kDigits[4 * number + zeros], 4);  // what follows is written over
    return at + (4 - zeros);
  }
  at = put_number(at, number / kFourDigits);
  std::memcpy(at, &kDigits[4 * (number % kFourDigits)], 4);
  return at + 4;
}

/// The names of the sites and of the ways through their routers, as JSON. Made once: a log names them millions of
/// times.
class Names {
 public:
  /// Characters that are copied at a time, whatever follows the text: the way through most routers has fewer.
  static constexpr std::size_t kShort = 32;
  struct Way {
    const char* text;
    std::size_t size;
  };

  explicit Names(const Chip& chip) : chip_(&chip), ways_(chip.modules().site_of.size()) {
    for (const SiteId site : ids<SiteId>(chip.sites())) sites_.push_back(quoted(chip.plan().site_name(site)));
  }
  const std::string& site(SiteId site) const { return sites_[site.index()]; }
  /// Returns the begin of a hop: [router, in, out,
  /// At least kShort characters can be read. It holds until the next call.
  Way way(const LoggedHop& hop) {
    Ways& ways = ways_[hop.router];
    if (ways.ports == 0) [[unlikely]]
      add_ways(hop.router);
    const std::size_t way = ways.first + hop.in * ways.ports + hop.out;
    return {text_.data() + ends_[way], ends_[way + 1] - ends_[way]};
  }

 private:
  struct Ways {
    std::size_t first = 0;  // in ends_
    std::size_t ports = 0;  // 0: no packet has passed the router yet
  };

  void add_ways(ModuleIndex index) {
    const SiteId site = chip_->modules().site_of[index];
    const Router& router = chip_->router(site);
    std::vector<std::string> ports;
    for (const PortId port : router.ports()) ports.push_back(quoted(router.port_name(port)) + ',');
    ways_[index] = {ends_.size() - 1, ports.size()};
    text_.resize(ends_.back());
    for (const std::string& in : ports) {
      for (const std::string& out : ports) {
        text_.append(1, '[').append(sites_[site.index()]).append(1, ',').append(in).append(out);
        ends_.push_back(text_.size());
      }
    }
    text_.append(kShort, ' ');
  }

  const Chip* chip_;
  std::vector<std::string> sites_;
  std::vector<Ways> ways_;               // by ModuleIndex of the router
  std::vector<std::size_t> ends_ = {0};  // of each way in text_, behind the begin of the first
  std::string text_;                     // the ways, and kShort characters more
};

/// Writes one line after the other, straight into the buffer of the file: a text in between would cost more than the
/// rest of the log. There is room for kRoom characters after each text of unknown length, which is more than follow
/// until the next one.
class Lines {
 public:
  Lines(wave::PartFile& file, const RunResult& result, const Chip& chip, std::uint64_t nodes, bool with_routes)
      : file_(file), log_(*result.packet_log), names_(chip), nodes_(nodes), with_routes_(with_routes) {}

  void write(std::size_t packet) {
    const PacketRecord& record = log_.packets[packet];
    at_ = file_.reserve(kRoom);
    put_names(record);
    put_numbers(record);
    if (with_routes_) put_route(packet);
    put("}\n");
    file_.advance(at_);
  }

 private:
  static constexpr std::size_t kRoom = 1024;

  template <std::size_t N>
  void put(const char (&text)[N]) {  // NOLINT(*-avoid-c-arrays): the length is known, so that no call is needed
    std::memcpy(at_, text, N - 1);
    at_ += N - 1;
  }
  void put(std::uint64_t number) { at_ = put_number(at_, number); }
  void put_if(bool is_known, std::uint64_t number) {
    if (is_known) return put(number);
    put("null");
  }
  /// Puts a text of any length; then there is room again.
  void put_long(std::string_view text) {
    file_.advance(at_);
    if (text.size() > kRoom) {
      file_.append(text);
      at_ = file_.reserve(kRoom);
    } else {
      at_ = file_.reserve(text.size() + kRoom);
      at_ += text.copy(at_, text.size());
    }
  }
  void put_site(SiteId site) {
    if (site != kNoSite) return put_long(names_.site(site));
    put("null");
  }

  void put_names(const PacketRecord& record) {
    put("{\"id\":");
    put(record.name.serial * nodes_ + record.name.source.value);
    put(",\"kind\":\"");
    put_long(kind_name(record.kind));
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
  }

  void put_numbers(const PacketRecord& record) {
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
    put_if(record.has_left, record.injected);
    put(",\"delivered\":");
    put_if(record.fate == Fate::kDelivered, record.ended);
    put(",\"lost\":");
    put_loss(record);
    put(",\"hops\":");
    put_if(record.copies != 0, record.hops);
  }

  void put_loss(const PacketRecord& record) {
    if (record.fate != Fate::kLost) return put("null");
    put("{\"cycle\":");
    put(record.ended);
    put(",\"reason\":\"");
    put_long(reason_name(record.reason));
    put("\"}");
  }

  void put_way(const LoggedHop& hop) {
    const Names::Way way = names_.way(hop);
    file_.advance(at_);
    if (way.size > Names::kShort) [[unlikely]]
      return put_long({way.text, way.size});
    at_ = file_.reserve(kRoom);
    std::memcpy(at_, way.text, Names::kShort);  // what follows is written over
    at_ += way.size;
  }

  void put_route(std::size_t packet) {
    put(",\"route\":[");
    const std::span<const LoggedHop> route = log_.route(packet);
    for (const LoggedHop& hop : route) {
      put_way(hop);
      put(hop.out_vc.value);
      put(",");
      put(hop.head);
      put(",");
      put_if(hop.tail != LoggedHop::kNotYet, hop.tail);
      put("],");
    }
    if (!route.empty()) --at_;  // the last comma
    put("]");
  }

  wave::PartFile& file_;
  const PacketLog& log_;
  Names names_;
  std::uint64_t nodes_;
  bool with_routes_;
  char* at_ = nullptr;  // in the buffer of the file
};

ordered_json faults_json(const FaultsResult& faults, Cycle cycles, const Setup& setup) {
  ordered_json json = ordered_json::array();
  for (const RunTimeFault& fault : faults_of(faults, cycles)) json.push_back(to_json(fault, setup));
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
  json["faults"] = result.faults ? faults_json(*result.faults, result.cycles, setup) : ordered_json::array();
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
