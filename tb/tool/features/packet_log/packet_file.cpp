#include "tb/tool/features/packet_log/packet_file.hpp"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "tb/tool/console/table.hpp"
#include "tb/tool/features/packet_log/decimal_digits.hpp"
#include "tb/tool/run/run_events.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;
using Fate = PacketRecord::Fate;

constexpr unsigned kVersion = 1;

/// The faults that the chip reconfigures for, then the links that corrupt flits.
ordered_json faults_json(const RunResult& result, const Setup& setup) {
  ordered_json json = ordered_json::array();
  const AddressJson address(setup);
  if (result.faults) {
    for (const RunTimeFault& fault : faults_of(*result.faults, result.cycles)) json.push_back(to_json(fault, address));
  }
  for (const CorruptingLinkAt& corruption : setup.corruptions) {
    if (corruption.cycle >= result.cycles) continue;
    json.push_back(to_json({.cycle = corruption.cycle, .what = corruption.link}, address));
    json.back()["corrupt"] = corruption.rate;
  }
  return json;
}

ordered_json phases_json(const RunResult& result) {
  return Table<PhaseSpan>{{"name", &PhaseSpan::name}, {"from", &PhaseSpan::from}, {"to", &PhaseSpan::to}}.json(
      phases_of(result.reconfigurations()));
}

ordered_json head_of(const RunResult& result, const Setup& setup, bool routes, std::size_t lines) {
  ordered_json json = {{"packets", kVersion},
                       {"nodes", setup.network().nodes()},
                       {"cycles", result.cycles},
                       {"routes", routes},
                       {"lines", lines}};
  json["faults"] = faults_json(result, setup);
  json["phases"] = phases_json(result);
  return json;
}

/// Writes the first line, with the names of the nodes one by one: there can be a million.
void write_head(const ordered_json& head, const Network& network, files::PartFile& file) {
  std::string begin = head.dump();
  begin.back() = ',';
  file.append(begin + "\"names\":[");
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    if (node.value != 0) file.append(",");
    file.append(ordered_json(network.node_name(node)).dump());
  }
  file.append("]}\n");
}

/// Returns whether a line of the packet is wanted. A log may hold packets that another use of it needs.
bool takes(const PacketLogOptions& options, const PacketRecord& record) {
  const PacketFilter& filter = options.filter;
  return record.created >= filter.from && record.created <= filter.to &&
         (filter.source == kNoNode || record.name.source == filter.source) &&
         (filter.destination == kNoNode || record.destination == filter.destination) &&
         (!options.only_lost || record.fate == Fate::kLost);
}

/// Returns the slowest of the packets that are wanted, in the order of the log.
std::vector<std::size_t> slowest_packets(const PacketLog& log, const PacketLogOptions& options) {
  const auto packets = log.packets();
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    if (packets[i].fate == Fate::kDelivered && takes(options, packets[i])) chosen.push_back(i);
  }
  if (options.slowest >= chosen.size()) return chosen;
  const auto slower = [&](std::size_t a, std::size_t b) {
    const auto latency = [&](std::size_t i) { return packets[i].ended - packets[i].created; };
    return latency(a) != latency(b) ? latency(a) > latency(b) : a < b;
  };
  std::ranges::nth_element(chosen, chosen.begin() + static_cast<std::ptrdiff_t>(options.slowest), slower);
  chosen.resize(options.slowest);
  std::ranges::sort(chosen);
  return chosen;
}

void write_lines(const PacketLog& log, const PacketLogOptions& options, std::span<const std::size_t> slowest,
                 PacketLines& lines) {
  const auto packets = log.packets();
  for (const std::size_t i : slowest) lines.write(packets[i]);
  if (options.slowest != 0) return;
  for (const PacketRecord& packet : packets) {
    if (takes(options, packet)) lines.write(packet);
  }
}

std::size_t lines_of(const PacketLog& log, const PacketLogOptions& options, std::span<const std::size_t> slowest) {
  if (options.slowest != 0) return slowest.size();
  const auto is_taken = [&options](const PacketRecord& packet) { return takes(options, packet); };
  return static_cast<std::size_t>(std::ranges::count_if(log.packets(), is_taken));
}

}  // namespace

PacketLogFile::PacketLogFile(PacketLogOptions options)
    : options_(std::move(options)), made_(options_.file.parent_path()), file_(options_.file) {}

void PacketLogFile::write(const PacketLog& log, const RunResult& result, const Setup& setup, const Chip& chip) {
  std::vector<std::size_t> slowest;
  if (options_.slowest != 0) slowest = slowest_packets(log, options_);
  write_head(head_of(result, setup, options_.route, lines_of(log, options_, slowest)), setup.network(), file_);
  PacketLines lines(file_, log, chip, setup.network().nodes(), options_.route);
  write_lines(log, options_, slowest, lines);
  file_.commit();
}

namespace {

using Text = PacketNames::Text;

constexpr std::size_t kRoom = 4096;  // that PartFile::reserve() gives at a time
/// Of a hop: its way, two cycles, and what stands between and behind them.
constexpr std::size_t kMostOfHop = sizeof(Text) + 2 * kMostDigits + 3;
constexpr std::size_t kHopsAtATime = 32;
/// Of a line without its route: the keys, four short texts, the reason and 12 numbers.
constexpr std::size_t kMostOfLine = 1024;
static_assert(kHopsAtATime * kMostOfHop <= kRoom && kMostOfLine <= kRoom);

/// Adds a name as JSON, between quotes, to a text. Most names need no escapes, and the serializer takes longer.
void add_json(std::string& text, const std::string& name) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  if (std::ranges::all_of(name, is_plain)) {
    text.append(1, '"').append(name).append(1, '"');
  } else {
    text += ordered_json(name).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  }
}

/// A text that is copied in blocks of 16 bytes, the last one with zeros: what follows is written over.
template <std::size_t with_end>
struct Literal {
  static constexpr std::size_t kSize = with_end - 1;
  std::array<char, (kSize + 15) / 16 * 16> characters{};
  consteval Literal(const char (&text)[with_end]) {  // NOLINT(*-avoid-c-arrays): so that the length is known
    std::copy_n(text, kSize, characters.begin());
  }
};

template <Literal text>
inline char* put(char* at) {
  std::memcpy(at, text.characters.data(), text.characters.size());
  return at + text.kSize;
}

inline char* put_if(char* at, bool is_known, std::uint64_t number) {
  return is_known ? put_number(at, number) : put<"null">(at);
}

inline char* put_kind(char* at, PacketKind kind) {
  switch (kind) {
    case PacketKind::kCopy:
      return put<",\"kind\":\"multicast\",\"source\":">(at);
    case PacketKind::kTracked:
      return put<",\"kind\":\"tracked\",\"source\":">(at);
    default:
      return put<",\"kind\":\"unicast\",\"source\":">(at);
  }
}

}  // namespace

PacketNames::PacketNames(const Chip& chip) : chip_(&chip), ways_(chip.modules().site_of.size()) {
  std::string text;
  for (const SiteId site : ids<SiteId>(chip.sites())) {
    text.clear();
    add_json(text, chip.plan().site_name(site));
    sites_.push_back(text_of(text));
  }
}

std::string_view PacketNames::long_text(const Text& text) const {
  std::uint32_t number = 0;
  std::memcpy(&number, text.characters.data(), sizeof number);
  return long_[number];
}

PacketNames::Text PacketNames::text_of(const std::string& text) {
  Text made;
  if (text.size() <= made.characters.size()) {
    text.copy(made.characters.data(), text.size());
    made.size = static_cast<std::uint8_t>(text.size());
  } else {
    const auto number = static_cast<std::uint32_t>(long_.size());
    std::memcpy(made.characters.data(), &number, sizeof number);
    made.size = Text::kLong;
    long_.push_back(text);
  }
  return made;
}

const Router& PacketNames::router_of(const LoggedHop& hop) const {
  return chip_->router(chip_->modules().site_of[hop.router]);
}

const PacketNames::Text& PacketNames::first_way(const LoggedHop& hop) {
  const Router& router = router_of(hop);
  const std::size_t ports = router.ports().size(), vcs = router.vcs().size();
  ways_[hop.router] = {narrow<std::uint32_t>(numbers_.size()), narrow<std::uint16_t>(ports),
                       narrow<std::uint16_t>(vcs)};
  numbers_.resize(numbers_.size() + ports * ports * vcs);
  return new_way(hop);
}

const PacketNames::Text& PacketNames::new_way(const LoggedHop& hop) {
  const Router& router = router_of(hop);
  std::string text = "[";
  const Text& site = sites_[chip_->modules().site_of[hop.router].index()];
  text += site.size == Text::kLong ? long_text(site) : std::string_view(site.characters.data(), site.size);
  text += ',';
  add_json(text, router.port_name(PortId{hop.in}));
  text += ',';
  add_json(text, router.port_name(PortId{hop.out}));
  text += ',' + std::to_string(hop.out_vc.value) + ',';
  numbers_[ways_[hop.router].number(hop)] = narrow<std::uint32_t>(texts_.size());
  return texts_.emplace_back(text_of(text));
}

void PacketLines::write(const PacketRecord& record) {
  char* at = file_.reserve(kRoom);
  at = put_names(at, record);
  at = put_numbers(at, record);
  if (with_routes_) at = put_route(at, record);
  file_.advance(put<"}\n">(at));
}

inline char* PacketLines::room(char* at) {
  file_.advance(at);
  return file_.reserve(kRoom);
}

inline char* PacketLines::put_text(char* at, const Text& text) {
  if (text.size == Text::kLong) [[unlikely]]
    return put_long(at, names_.long_text(text));
  std::memcpy(at, &text, sizeof text);  // what follows is written over
  return at + text.size;
}

/// Puts a text of any length; then there is room again.
char* PacketLines::put_long(char* at, std::string_view text) {
  file_.advance(at);
  file_.append(text);
  return file_.reserve(kRoom);
}

inline char* PacketLines::put_site(char* at, SiteId site) {
  return site == kNoSite ? put<"null">(at) : put_text(at, names_.site(site));
}

inline char* PacketLines::put_names(char* at, const PacketRecord& record) {
  at = put<"{\"id\":">(at);
  at = put_number(at, record.name.serial * nodes_ + record.name.source.value);
  at = put_kind(at, record.kind);
  at = put_number(at, record.name.source.value);
  at = put<",\"number\":">(at);
  at = put_number(at, record.name.serial);
  at = put<",\"destination\":">(at);
  at = put_if(at, record.destination != kNoNode, record.destination.value);
  at = put<",\"from\":">(at);
  at = put_site(at, record.from);
  at = put<",\"at\":">(at);
  return put_site(at, record.at);
}

inline char* PacketLines::put_numbers(char* at, const PacketRecord& record) {
  at = put<",\"flits\":">(at);
  at = put_number(at, record.flits);
  if (record.members == 1 && record.reached == 1 && record.copies == 1) {
    at = put<",\"members\":1,\"reached\":1,\"copies\":1,\"created\":">(at);
  } else {
    at = put<",\"members\":">(at);
    at = put_number(at, record.members);
    at = put<",\"reached\":">(at);
    at = put_number(at, record.reached);
    at = put<",\"copies\":">(at);
    at = put_number(at, record.copies);
    at = put<",\"created\":">(at);
  }
  at = put_number(at, record.created);
  at = put<",\"injected\":">(at);
  at = put_if(at, record.has_left, record.injected);
  at = put<",\"delivered\":">(at);
  at = put_if(at, record.fate == Fate::kDelivered, record.ended);
  at = put<",\"lost\":">(at);
  at = record.fate == Fate::kLost ? put_loss(at, record) : put<"null">(at);
  at = put<",\"hops\":">(at);
  return put_if(at, record.copies != 0, record.hops);
}

char* PacketLines::put_loss(char* at, const PacketRecord& record) {
  at = put<"{\"cycle\":">(at);
  at = put_number(at, record.ended);
  at = put<",\"reason\":\"">(at);
  const std::string_view reason = reason_name(record.reason);
  at += reason.copy(at, reason.size());
  at = put<"\",\"dead\":">(at);
  at = put_site(at, record.dead_pe().value_or(kNoSite));
  return put<"}">(at);
}

inline char* PacketLines::put_hop(char* at, const LoggedHop& hop) {
  at = put_text(at, names_.way(hop));
  if (hop.tail == hop.head) {  // a packet of one flit
    at = put_twice(at, hop.head);
  } else {
    at = put_number(at, hop.head);
    *at++ = ',';
    at = put_if(at, hop.tail != LoggedHop::kNotYet, hop.tail);
  }
  return put<"],">(at);
}

inline char* PacketLines::put_route(char* at, const PacketRecord& record) {
  at = put<",\"route\":[">(at);
  const LoggedHop* hop = log_.first_hop(record);
  if (hop == nullptr) return put<"]">(at);
  while (hop != nullptr) {
    at = room(at);
    for (std::size_t i = 0; i < kHopsAtATime && hop != nullptr; ++i, hop = hop->next) at = put_hop(at, *hop);
  }
  return put<"]">(at - 1);  // in place of the last comma
}

}  // namespace kintsugi
