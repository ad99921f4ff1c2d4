#include "tb/tool/run/packet_lines.hpp"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

#include "tb/tool/run/decimal_digits.hpp"
#include "tb/tool/run/run_events.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;
using Fate = PacketRecord::Fate;
using Text = PacketNames::Text;

constexpr std::size_t kRoom = 4096;  // that PartFile::reserve() gives at a time
/// Of a hop: its way, its channel, two cycles, and what stands between them.
constexpr std::size_t kMostOfHop = sizeof(Text) + 3 * (kMostDigits + 2);
constexpr std::size_t kHopsAtATime = 32;
/// Of a line without its route: the keys, three short texts, the loss and 12 numbers.
constexpr std::size_t kMostOfLine = 1024;
static_assert(kHopsAtATime * kMostOfHop <= kRoom && kMostOfLine <= kRoom);

/// Returns a name as JSON, between quotes; names of a user's graph may hold any character.
std::string in_json(const std::string& name) {
  return ordered_json(name).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

template <std::size_t N>
inline char* put(char* at, const char (&text)[N]) {  // NOLINT(*-avoid-c-arrays): the length is known: no call is needed
  std::memcpy(at, text, N - 1);
  return at + (N - 1);
}

inline char* put_if(char* at, bool is_known, std::uint64_t number) {
  return is_known ? put_number(at, number) : put(at, "null");
}

inline char* put_kind(char* at, PacketKind kind) {
  switch (kind) {
    case PacketKind::kCopy:
      return put(at, ",\"kind\":\"multicast\",\"source\":");
    case PacketKind::kTracked:
      return put(at, ",\"kind\":\"tracked\",\"source\":");
    default:
      return put(at, ",\"kind\":\"unicast\",\"source\":");
  }
}

}  // namespace

PacketNames::PacketNames(const Chip& chip) : chip_(&chip), ways_(chip.modules().site_of.size()) {
  for (const SiteId site : ids<SiteId>(chip.sites())) sites_.push_back(text_of(in_json(chip.plan().site_name(site))));
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

void PacketNames::add_ways(ModuleIndex index) {
  const SiteId site = chip_->modules().site_of[index];
  const Router& router = chip_->router(site);
  std::vector<std::string> ports;
  for (const PortId port : router.ports()) ports.push_back(in_json(router.port_name(port)) + ',');
  ways_[index] = {static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(ports.size())};
  const std::string begin = '[' + in_json(chip_->plan().site_name(site)) + ',';
  for (const std::string& in : ports) {
    for (const std::string& out : ports) texts_.push_back(text_of(begin + in + out));
  }
}

void PacketLines::write(std::size_t packet) {
  const PacketRecord& record = log_.packets[packet];
  char* at = file_.reserve(kRoom);
  at = put_names(at, record);
  at = put_numbers(at, record);
  if (with_routes_) at = put_route(at, packet);
  file_.advance(put(at, "}\n"));
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
  return site == kNoSite ? put(at, "null") : put_text(at, names_.site(site));
}

inline char* PacketLines::put_names(char* at, const PacketRecord& record) {
  at = put(at, "{\"id\":");
  at = put_number(at, record.name.serial * nodes_ + record.name.source.value);
  at = put_kind(at, record.kind);
  at = put_number(at, record.name.source.value);
  at = put(at, ",\"number\":");
  at = put_number(at, record.name.serial);
  at = put(at, ",\"destination\":");
  at = put_if(at, record.destination != kNoNode, record.destination.value);
  at = put(at, ",\"from\":");
  at = put_site(at, record.from);
  at = put(at, ",\"at\":");
  return put_site(at, record.at);
}

inline char* PacketLines::put_numbers(char* at, const PacketRecord& record) {
  at = put(at, ",\"flits\":");
  at = put_number(at, record.flits);
  if (record.members == 1 && record.reached == 1 && record.copies == 1) {
    at = put(at, ",\"members\":1,\"reached\":1,\"copies\":1,\"created\":");
  } else {
    at = put(at, ",\"members\":");
    at = put_number(at, record.members);
    at = put(at, ",\"reached\":");
    at = put_number(at, record.reached);
    at = put(at, ",\"copies\":");
    at = put_number(at, record.copies);
    at = put(at, ",\"created\":");
  }
  at = put_number(at, record.created);
  at = put(at, ",\"injected\":");
  at = put_if(at, record.has_left, record.injected);
  at = put(at, ",\"delivered\":");
  at = put_if(at, record.fate == Fate::kDelivered, record.ended);
  at = put(at, ",\"lost\":");
  at = record.fate == Fate::kLost ? put_loss(at, record) : put(at, "null");
  at = put(at, ",\"hops\":");
  return put_if(at, record.copies != 0, record.hops);
}

char* PacketLines::put_loss(char* at, const PacketRecord& record) {
  at = put(at, "{\"cycle\":");
  at = put_number(at, record.ended);
  at = put(at, ",\"reason\":\"");
  const std::string_view reason = reason_name(record.reason);
  at += reason.copy(at, reason.size());
  return put(at, "\"}");
}

inline char* PacketLines::put_hop(char* at, const LoggedHop& hop) {
  at = put_text(at, names_.way(hop));
  at = put_number(at, hop.out_vc.value);
  *at++ = ',';
  const char* head = at;
  at = put_number(at, hop.head);
  *at++ = ',';
  if (hop.tail == hop.head && at - head <= 8) {  // a packet of one flit: the number stands there already
    const std::ptrdiff_t size = at - head - 1;
    std::uint64_t digits = 0;
    std::memcpy(&digits, head, sizeof digits);
    std::memcpy(at, &digits, sizeof digits);
    at += size;
  } else {
    at = put_if(at, hop.tail != LoggedHop::kNotYet, hop.tail);
  }
  return put(at, "],");
}

inline char* PacketLines::put_route(char* at, std::size_t packet) {
  log_.find_route(packet, route_);
  at = put(at, ",\"route\":[");
  for (std::span<const LoggedHop* const> left = route_; !left.empty();) {
    at = room(at);
    const auto part = left.first(std::min(left.size(), kHopsAtATime));
    for (const LoggedHop* hop : part) at = put_hop(at, *hop);
    left = left.subspan(part.size());
  }
  if (!route_.empty()) --at;  // the last comma
  return put(at, "]");
}

}  // namespace kintsugi
