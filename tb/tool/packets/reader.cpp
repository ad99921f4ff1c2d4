#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "models/network/text.hpp"
#include "tb/tool/console/levels.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/packets/log.hpp"

namespace kintsugi::packets {

namespace {

/// The names of a log, each once.
class NameTable {
 public:
  explicit NameTable(std::vector<std::string>& names) : names_(names) {}
  Name number_of(const std::string& name) {
    const auto [found, is_new] = numbers_.try_emplace(name, static_cast<Name>(names_.size()));
    if (is_new) names_.push_back(name);
    return found->second;
  }

 private:
  std::vector<std::string>& names_;
  std::unordered_map<std::string, Name> numbers_;
};

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostNumber = 1'000'000'000'000'000'000;
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 20U;
constexpr unsigned kVersion = 1;
constexpr std::size_t kHopValues = 6;
const char* const kRangeText = "an integer from 0 to 10^18";

/// Says why a line is none.
std::string refusal_of_line(const JsonMistake& mistake) {
  const std::string every_line = "; every line of a packet log is one document";
  switch (mistake.kind) {
    case JsonMistake::Kind::kTooDeep:
      return "the line is " + kTooDeep;
    case JsonMistake::Kind::kSyntax:
      return "this is no JSON" + every_line;
    case JsonMistake::Kind::kNumber:
      return "a number is too large" + every_line;
    case JsonMistake::Kind::kKeyTwice:
      break;
  }
  return "the key '" + mistake.key + "' is there twice";
}

constexpr const char* kNoHead = "a packet log begins with {\"packets\":1,...}; kintsugi run --packets writes one";

/// One object of a line. Its first mistake is reported with the line; what is wrong reads as 0 or empty.
class Object {
 public:
  Object(const Json& json, Where where, Diagnostics& errors) : json_(json), where_(std::move(where)), errors_(errors) {
    if (!json.is_object()) fail("an object {...} is expected");
  }

  bool holds() const { return holds_; }
  void fail(const std::string& message) {
    if (holds_) errors_.add(where_, message);
    holds_ = false;
  }
  void require(bool condition, const char* message) {
    if (!condition) fail(message);
  }
  /// Refuses keys that are none of these.
  void allow(std::span<const char* const> keys) {
    if (!json_.is_object()) return;
    for (const auto& [key, value] : json_.items()) {
      if (std::ranges::find(keys, key) == keys.end()) fail("unknown key '" + key + "'");
    }
  }

  std::uint64_t number(const char* key) { return number_in(get(key), key); }
  std::optional<std::uint64_t> number_or_null(const char* key) {
    const Json& value = get(key);
    if (!holds_ || value.is_null()) return std::nullopt;
    return number_in(value, key);
  }
  std::string text(const char* key) {
    const Json& value = get(key);
    if (holds_ && !value.is_string()) fail(std::string("'") + key + "' is no text");
    return holds_ ? value.get<std::string>() : std::string();
  }
  std::optional<std::string> text_or_null(const char* key) {
    if (get(key).is_null()) return std::nullopt;
    return text(key);
  }
  bool truth(const char* key) {
    const Json& value = get(key);
    if (holds_ && !value.is_boolean()) fail(std::string("'") + key + "' is not true or false");
    return holds_ && value.get<bool>();
  }
  const Json& list(const char* key) {
    const Json& value = get(key);
    if (holds_ && !value.is_array()) fail(std::string("'") + key + "' is no list");
    return holds_ ? value : nothing();
  }
  bool has(const char* key) const { return json_.is_object() && json_.contains(key); }
  /// Returns the value of a key, or null.
  const Json& get(const char* key) {
    if (!json_.is_object()) return nothing();
    const auto found = json_.find(key);
    if (found != json_.end()) return *found;
    fail(std::string("'") + key + "' is missing");
    return nothing();
  }
  std::uint64_t number_in(const Json& value, const char* key) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= kMostNumber) return value.get<std::uint64_t>();
    fail(std::string("'") + key + "' is not " + kRangeText);
    return 0;
  }

 private:
  static const Json& nothing() {
    static const Json kNothing;
    return kNothing;
  }
  const Json& json_;
  Where where_;
  Diagnostics& errors_;
  bool holds_ = true;
};

class LineReader {
 public:
  LineReader(std::string source, Diagnostics& errors)
      : source_(std::move(source)), errors_(errors), names_(log_.names) {}

  void take(std::string_view part) {
    for (std::size_t end = 0; !stops() && (end = part.find('\n')) != std::string_view::npos;) {
      begun_ += part.substr(0, end);
      read_next(std::exchange(begun_, {}));
      part.remove_prefix(end + 1);
    }
    if (!stops()) begun_ += part;
  }

  Log finish() {
    if (!begun_.empty() && !stops()) read_next(begun_);
    if (errors_.full()) errors_.ended_early();
    if (line_ == 0) errors_.add({source_, 0, 0}, "the file is empty; kintsugi run --packets writes a packet log");
    if (errors_.empty()) check_lines();
    return std::move(log_);
  }

 private:
  /// A file whose first line is wrong is another one, of which no line is right.
  bool stops() const { return errors_.full() || is_other_file_; }

  /// Whole lines can be missing, which nothing else shows: a log need not have all packets. Logs of earlier versions do
  /// not say how many there are.
  void check_lines() {
    const std::uint64_t lines = log_.packets.size();
    if (!stated_lines_ || *stated_lines_ == lines) return;
    errors_.add({source_, 1, 1}, "the log was written with " + counted(*stated_lines_, "packet") + ", and has " +
                                     std::to_string(lines) +
                                     ": lines are missing or were added; write it again with kintsugi run --packets");
  }

  void read_next(const std::string& text) {
    ++line_;
    read_line(text);
    if (line_ == 1) is_other_file_ = !errors_.empty();
  }

  void read_line(std::string_view text) {
    std::optional<JsonMistake> mistake;
    const Json json = parse_ordered(text, &mistake);
    if (mistake) {
      return errors_.add({source_, line_, static_cast<int>(mistake->at) + 1},
                         [&] { return refusal_of_line(*mistake); });
    }
    Object object(json, {source_, line_, 1}, errors_);
    if (line_ == 1 && !json.contains("packets")) {
      return object.fail(
          json.contains("id") && json.contains("kind")
              ? "this is the line of a packet, and the first line of the log is missing, which begins with "
                "{\"packets\":1,...}; write the log again with kintsugi run --packets"
              : kNoHead);
    }
    if (line_ == 1) return read_head(object);
    Packet packet = read_packet(object);
    if (object.holds()) log_.packets.push_back(std::move(packet));
  }

  void read_head(Object& head) {
    static constexpr std::array kKeys = {"packets", "nodes", "cycles", "routes", "faults", "phases", "names", "lines"};
    head.allow(kKeys);
    if (head.number("packets") != kVersion) head.fail(kNoHead);
    log_.nodes = head.number("nodes");
    head.require(log_.nodes >= 1 && log_.nodes <= kMostNodes, "'nodes' is not an integer from 1 to 2^20");
    log_.cycles = head.number("cycles");
    log_.routes = head.truth("routes");
    for (const Json& each : head.list("faults")) read_fault(each);
    for (const Json& each : head.list("phases")) read_phase(each);
    if (head.has("names")) read_names(head);
    if (head.has("lines")) stated_lines_ = head.number("lines");
  }

  /// Logs of earlier versions have none.
  void read_names(Object& head) {
    std::unordered_set<std::string_view> different;
    for (const Json& each : head.list("names")) {
      if (!each.is_string()) return head.fail("'names' is no list of texts");
      if (!different.insert(each.get_ref<const std::string&>()).second) return head.fail("'names' has a name twice");
      log_.node_names.push_back(each.get_ref<const std::string&>());
    }
    head.require(log_.node_names.size() == log_.nodes, "'names' has not one name for each node");
  }

  void read_fault(const Json& json) {
    static constexpr std::array kKeys = {"cycle", "until", "pe", "link", "element", "corrupt"};
    Object object(json, {source_, line_, 1}, errors_);
    object.allow(kKeys);
    if (!object.holds()) return;
    FaultMark mark;
    mark.ends = json.contains("until");
    mark.cycle = object.number(mark.ends ? "until" : "cycle");
    for (const char* const kind : {"pe", "link", "element"}) {
      if (json.contains(kind)) mark.what = std::string(kind) + ' ' + json[kind].dump();
    }
    object.require(!mark.what.empty(), "a fault has no 'pe', 'link' or 'element'");
    if (json.contains("corrupt")) {
      const Json& rate = json["corrupt"];
      const bool is_share = rate.is_number() && rate.get<double>() >= 0 && rate.get<double>() <= 1;
      object.require(is_share, "'corrupt' is not a number from 0 to 1");
      object.require(json.contains("link") && !mark.ends, "only a link has 'corrupt', from a 'cycle' on");
      mark.what += " corrupts flits";
    }
    log_.faults.push_back(std::move(mark));
  }

  void read_phase(const Json& json) {
    static constexpr std::array kKeys = {"name", "from", "to"};
    Object object(json, {source_, line_, 1}, errors_);
    object.allow(kKeys);
    Phase phase{object.text("name"), object.number("from"), object.number("to")};
    object.require(phase.from <= phase.to, "a phase ends before it begins");
    log_.phases.push_back(std::move(phase));
  }

  Packet read_packet(Object& object) {
    static constexpr std::array kKeys = {"id",       "kind",      "source",  "number",  "destination", "from",
                                         "at",       "flits",     "members", "reached", "copies",      "created",
                                         "injected", "delivered", "lost",    "hops",    "route"};
    object.allow(kKeys);
    Packet packet;
    packet.id = object.number("id");
    packet.kind = object.text("kind");
    packet.source = object.number("source");
    packet.number = object.number("number");
    packet.destination = object.number_or_null("destination");
    packet.from = name_or_null(object, "from");
    packet.at = name_or_null(object, "at");
    packet.flits = object.number("flits");
    packet.members = object.number("members");
    packet.reached = object.number("reached");
    packet.copies = object.number("copies");
    packet.created = object.number("created");
    packet.injected = object.number_or_null("injected");
    packet.delivered = object.number_or_null("delivered");
    if (!object.get("lost").is_null()) packet.lost = read_loss(object.get("lost"), object);
    packet.hops = object.number_or_null("hops");
    if (log_.routes) read_route(object, packet);
    check(packet, object);
    if (!object.holds()) return packet;
    if (std::string found = contradiction_(packet, line_); !found.empty()) object.fail(found);
    return packet;
  }

  std::optional<Name> name_or_null(Object& object, const char* key) {
    const auto name = object.text_or_null(key);
    return name ? std::optional(names_.number_of(*name)) : std::nullopt;
  }

  Loss read_loss(const Json& json, Object& line) {
    static constexpr std::array kKeys = {"cycle", "reason", "dead"};
    Object object(json, {source_, line_, 1}, errors_);
    object.allow(kKeys);
    Loss loss{object.number("cycle"), object.text("reason"), {}};
    if (json.contains("dead")) loss.dead = name_or_null(object, "dead");  // logs of 1.0 have no such key
    if (!object.holds()) line.fail("'lost' is wrong");
    return loss;
  }

  void read_route(Object& object, Packet& packet) {
    for (const Json& each : object.list("route")) {
      const bool has_form = each.is_array() && each.size() == kHopValues && each[0].is_string() &&
                            each[1].is_string() && each[2].is_string();
      if (!has_form) return object.fail("a hop is not [router, in, out, channel, head, tail]");
      Hop hop;
      hop.router = names_.number_of(each[0].get_ref<const std::string&>());
      hop.in = names_.number_of(each[1].get_ref<const std::string&>());
      hop.out = names_.number_of(each[2].get_ref<const std::string&>());
      hop.vc = object.number_in(each[3], "channel");
      hop.head = object.number_in(each[4], "head");
      if (!each[5].is_null()) hop.tail = object.number_in(each[5], "tail");
      object.require(!hop.tail || *hop.tail >= hop.head, "a tail leaves before its head");
      packet.route.push_back(hop);
    }
  }

  void check(const Packet& packet, Object& object) const {
    object.require(packet.kind == "unicast" || packet.kind == "tracked" || packet.kind == "multicast",
                   "'kind' is not unicast, tracked or multicast");
    object.require(packet.source < log_.nodes, "'source' is no node");
    object.require(!packet.destination || *packet.destination < log_.nodes, "'destination' is no node");
    object.require(packet.number <= 0xffffffff && packet.id == packet.number * log_.nodes + packet.source,
                   "'id' is not the number times the nodes plus the source");
  }

  std::string source_;
  Diagnostics& errors_;
  Log log_;
  NameTable names_;
  Contradiction contradiction_ = contradictions_of(log_);
  std::string begun_;  // of the next line
  std::optional<std::uint64_t> stated_lines_ = {};
  int line_ = 0;
  bool is_other_file_ = false;
};

}  // namespace

Log read_log(const TextParts& parts, const std::string& source, Diagnostics& errors) {
  LineReader reader(source, errors);
  parts([&reader](std::string_view part) { reader.take(part); });
  return reader.finish();
}

Log read_log(std::string_view text, const std::string& source, Diagnostics& errors) {
  return read_log([text](const auto& take) { take(text); }, source, errors);
}

}  // namespace kintsugi::packets
