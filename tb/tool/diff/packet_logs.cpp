#include "tb/tool/diff/comparisons.hpp"

#include <algorithm>
#include <unordered_map>

#include "models/network/text.hpp"
#include "tb/tool/console/json_optional.hpp"

namespace kintsugi::diff {

namespace {

using nlohmann::ordered_json;
using packets::Hop;
using packets::Log;
using packets::Name;
using packets::Packet;

/// The first thing in which two records of a packet differ.
struct FirstDifference {
  std::string kind;
  Cycle cycle = 0;
  TwoValues values;
};

class PacketComparison {
 public:
  PacketComparison(const Log& log_a, const Log& log_b) : log_a_(log_a), log_b_(log_b) {}

  std::optional<FirstDifference> compare(const Packet& a, const Packet& b) {
    first_.reset();
    const Cycle created = std::min(a.created, b.created);
    offer_event("created", a.created, b.created);
    offer("kind", created, a.kind, b.kind);
    offer("destination", created, node(log_a_, a.destination), node(log_b_, b.destination));
    offer("flits", created, a.flits, b.flits);
    offer("from", created, name(log_a_, a.from), name(log_b_, b.from));
    offer("members", created, a.members, b.members);
    offer_event("injected", a.injected, b.injected);
    if (log_a_.routes && log_b_.routes) offer_route(a, b, created);
    offer_event("delivered", a.delivered, b.delivered);
    offer_loss(a, b);
    const Cycle end = std::min(a.ended().value_or(log_a_.cycles), b.ended().value_or(log_b_.cycles));
    offer("at", end, name(log_a_, a.at), name(log_b_, b.at));
    offer("reached", end, a.reached, b.reached);
    offer("copies", end, a.copies, b.copies);
    offer("hops", end, a.hops, b.hops);
    return first_;
  }

 private:
  static ordered_json name(const Log& log, const std::optional<Name>& number) {
    return number ? ordered_json(log.names[*number]) : ordered_json();
  }
  static ordered_json node(const Log& log, const std::optional<std::uint64_t>& number) {
    return number ? ordered_json(log.node(*number)) : ordered_json();
  }

  void offer(const char* kind, Cycle cycle, ordered_json a, ordered_json b) {
    if (a == b || (first_ && first_->cycle <= cycle)) return;
    first_ = FirstDifference{kind, cycle, {std::move(a), std::move(b)}};
  }

  void offer_event(const char* kind, const std::optional<Cycle>& a, const std::optional<Cycle>& b) {
    if (a == b) return;
    const Cycle cycle = a && b ? std::min(*a, *b) : a ? *a : *b;
    offer(kind, cycle, a, b);
  }

  /// The first hop that is another one, at the cycle in which the earlier head leaves; of one way the earlier tail.
  void offer_route(const Packet& a, const Packet& b, Cycle created) {
    const auto [hop_a, hop_b] =
        std::ranges::mismatch(a.route, b.route, [this](const Hop& x, const Hop& y) { return equal(x, y); });
    const Hop* const first_a = hop_a == a.route.end() ? nullptr : &*hop_a;
    const Hop* const first_b = hop_b == b.route.end() ? nullptr : &*hop_b;
    if (first_a == nullptr && first_b == nullptr) return;
    const Hop& one = first_a != nullptr ? *first_a : *first_b;
    const Hop& other = first_b != nullptr ? *first_b : *first_a;
    const bool is_tail = one.head == other.head && first_a != nullptr && first_b != nullptr && same_way(one, other);
    const Cycle cycle = is_tail ? std::min(one.tail.value_or(log_a_.cycles), other.tail.value_or(log_b_.cycles))
                                : std::min(one.head, other.head);
    offer("route", std::max(cycle, created), hop_json(log_a_, first_a), hop_json(log_b_, first_b));
  }

  bool same_way(const Hop& a, const Hop& b) const {
    return log_a_.names[a.router] == log_b_.names[b.router] && log_a_.names[a.in] == log_b_.names[b.in] &&
           log_a_.names[a.out] == log_b_.names[b.out] && a.vc == b.vc;
  }
  bool equal(const Hop& a, const Hop& b) const { return a.head == b.head && a.tail == b.tail && same_way(a, b); }

  static ordered_json hop_json(const Log& log, const Hop* hop) {
    if (hop == nullptr) return nullptr;
    return {log.names[hop->router], log.names[hop->in], log.names[hop->out], hop->vc, hop->head, hop->tail};
  }

  void offer_loss(const Packet& a, const Packet& b) {
    const auto cycle_of = [](const Packet& each) { return each.lost ? std::optional(each.lost->cycle) : std::nullopt; };
    offer_event("lost", cycle_of(a), cycle_of(b));
    if (!a.lost || !b.lost) return;
    offer("lost", a.lost->cycle, a.lost->reason, b.lost->reason);
    offer("lost", a.lost->cycle, name(log_a_, a.lost->dead), name(log_b_, b.lost->dead));
  }

  const Log& log_a_;
  const Log& log_b_;
  std::optional<FirstDifference> first_;
};

std::vector<std::string> texts_of(const std::vector<packets::FaultMark>& faults) {
  return each_of(faults, [](const packets::FaultMark& each) {
    return each.what + (each.ends ? " ends in cycle " : " in cycle ") + std::to_string(each.cycle);
  });
}

std::vector<std::string> texts_of(const std::vector<packets::Phase>& phases) {
  return each_of(
      phases, [](const packets::Phase& each) { return joined(each.name, " in cycles ", each.from, " to ", each.to); });
}

/// Adds the first entry of two lists that is another one.
void compare_lists(const std::string& kind, const std::vector<std::string>& a, const std::vector<std::string>& b,
                   Differences& found) {
  const auto [in_a, in_b] = std::ranges::mismatch(a, b);
  if (in_a == a.end() && in_b == b.end()) return;
  const auto value = [](auto place, auto end) { return place == end ? ordered_json() : ordered_json(*place); };
  found.add({kind, "number " + std::to_string(in_a - a.begin()), {}, {value(in_a, a.end()), value(in_b, b.end())}});
}

void compare_heads(const Log& a, const Log& b, Differences& found) {
  if (a.nodes != b.nodes) found.add({"head", "nodes", {}, {a.nodes, b.nodes}});
  if (a.cycles != b.cycles) found.add({"head", "cycles", {}, {a.cycles, b.cycles}});
  if (a.node_names.empty() == b.node_names.empty()) {
    compare_lists("name of a node", a.node_names, b.node_names, found);
  } else {
    found.note(std::string("only ") + (a.node_names.empty() ? "b" : "a") +
               " has names of nodes: they are not compared");
  }
  compare_lists("fault", texts_of(a.faults), texts_of(b.faults), found);
  compare_lists("phase", texts_of(a.phases), texts_of(b.phases), found);
  if (a.routes != b.routes) {
    found.note(std::string("only ") + (a.routes ? "a" : "b") + " has routes: they are not compared");
  }
}

std::string packet_name(const Log& log, const Packet& packet) {
  return "packet " + std::to_string(packet.number) + " of node " + log.node(packet.source);
}

void add_single(const char* kind, const Log& log, const Packet& packet, Differences& found) {
  found.add(kind, packet.created, [&] {
    ordered_json json = {
        {"destination", packet.destination ? ordered_json(log.node(*packet.destination)) : ordered_json()},
        {"flits", packet.flits},
        {"created", packet.created}};
    TwoValues values =
        kind == std::string(kOnlyInA) ? TwoValues{std::move(json), nullptr} : TwoValues{nullptr, std::move(json)};
    return Difference{kind, packet_name(log, packet), packet.created, std::move(values)};
  });
}

/// Numbers of packets are below 2^32, those of nodes below 2^20.
std::uint64_t key_of(const Packet& packet) {
  return packet.source << 32U | packet.number;
}

}  // namespace

packets::Log read_packet_log(OpenedFile& file) {
  Diagnostics errors;
  const auto parts = [&file](const auto& take) { file.take_parts(kPacketLogLimit, take); };
  packets::Log log = packets::read_log(parts, file.name(), errors);
  errors.raise();
  return log;
}

Comparison compare_packets(const Log& a, const Log& b, std::size_t most_listed) {
  Differences found(most_listed);
  compare_heads(a, b, found);
  std::unordered_map<std::uint64_t, const Packet*> of_b;
  for (const Packet& packet : b.packets) of_b.emplace(key_of(packet), &packet);
  PacketComparison comparison(a, b);
  for (const Packet& packet : a.packets) {
    const auto other = of_b.find(key_of(packet));
    if (other == of_b.end()) {
      add_single(kOnlyInA, a, packet, found);
      continue;
    }
    if (auto first = comparison.compare(packet, *other->second)) {
      found.add(first->kind, first->cycle, [&] {
        return Difference{first->kind, packet_name(a, packet), first->cycle, std::move(first->values)};
      });
    }
    of_b.erase(other);
  }
  for (const Packet& packet : b.packets) {
    if (of_b.contains(key_of(packet))) add_single(kOnlyInB, b, packet, found);
  }
  return found.finish("cycle", counted(a.packets.size(), "packet"));
}

}  // namespace kintsugi::diff
