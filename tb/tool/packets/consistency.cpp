#include "tb/tool/packets/log.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kintsugi::packets {

namespace {

bool is_unicast(const Packet& packet) {
  return packet.kind == "unicast";
}

/// Returns the last cycle that the packet names.
Cycle last_cycle(const Packet& packet) {
  Cycle last = std::max({packet.created, packet.injected.value_or(0), packet.delivered.value_or(0)});
  if (packet.lost) last = std::max(last, packet.lost->cycle);
  for (const Hop& hop : packet.route) last = std::max({last, hop.head, hop.tail.value_or(0)});
  return last;
}

std::string in_times(const Packet& packet, const Log& log) {
  if (packet.injected && *packet.injected < packet.created) return "it is injected before it is created";
  if (packet.delivered && (!packet.injected || *packet.delivered < *packet.injected))
    return "it is delivered before it is injected";
  if (packet.lost && packet.lost->cycle < packet.created) return "it is lost before it is created";
  if (packet.delivered && packet.lost) return "it is both delivered and lost";
  if (last_cycle(packet) > log.cycles) return "it names a cycle after the run";
  return "";
}

std::string in_counts(const Packet& packet) {
  if (packet.flits == 0) return "it has no flits";
  if (packet.members == 0) return "it has no destinations";
  if ((packet.kind == "multicast") == packet.destination.has_value())
    return "a multicast has no 'destination', and any other packet has one";
  if (packet.kind != "multicast" && packet.members != 1) return "only a multicast has several 'members'";
  if (packet.reached > packet.members) return "it has 'reached' more than its 'members'";
  if (packet.reached > packet.copies) return "it has 'reached' more than its 'copies' have";
  if (packet.delivered && packet.reached != packet.members)
    return "it is delivered, and has not 'reached' all 'members'";
  if (!packet.delivered && packet.reached == packet.members)
    return "it has 'reached' all 'members', and is not delivered";
  if (packet.hops.has_value() != (packet.copies != 0)) return "'hops' are known if, and only if, a copy has ended";
  return "";
}

/// What the packets before have said.
class Consistency {
 public:
  explicit Consistency(const Log& log) : log_(log) {}

  std::string operator()(const Packet& packet, int line) {
    std::string found = in_times(packet, log_);
    if (found.empty()) found = in_counts(packet);
    if (found.empty()) found = in_order(packet);
    if (found.empty()) found = in_ends(packet, line);
    if (found.empty() && log_.routes) found = in_route(packet, line);
    return found;
  }

 private:
  struct Target {
    Name router = 0;
    Name in = 0;
    int line = 0;  // that says so
  };
  struct Place {
    Name pe = 0;
    int line = 0;  // that says so
  };

  std::string in_order(const Packet& packet) {
    const auto [next, is_first] = next_number_.try_emplace(packet.source, 0);
    if (packet.number < next->second) return "its source has created a packet of this number, or a higher one, before";
    next->second = packet.number + 1;
    const std::tuple here(packet.created, packet.source);
    if (here < last_) return "it comes after a packet that was created later, or in the same cycle by a higher source";
    last_ = here;
    return "";
  }

  /// Whether the packet was at the PEs of its nodes, and its route led from the one to the other. The route of a
  /// tracked packet has the hops of all its copies, which a repair may have sent from other PEs.
  std::string in_ends(const Packet& packet, int line) {
    std::string found;
    const bool arrived = packet.delivered && packet.destination;
    if (packet.from) found = in_place(packet.source, *packet.from, line);
    if (found.empty() && arrived && packet.at) found = in_place(*packet.destination, *packet.at, line);
    if (!found.empty() || packet.route.empty() || packet.kind == "tracked") return found;
    const auto differ = [this](const char* what, Name router, const char* key, const std::optional<Name>& pe) {
      return std::string("its route ") + what + " at '" + log_.names[router] + "', and '" + key + "' is " +
             (pe ? '\'' + log_.names[*pe] + '\'' : "null");
    };
    const Name first = packet.route.front().router, last = packet.route.back().router;
    if (packet.from != first) return differ("begins", first, "from", packet.from);
    if (is_unicast(packet) && arrived && packet.at != last) return differ("ends", last, "at", packet.at);
    return "";
  }

  std::string in_place(std::uint64_t node, Name pe, int line) {
    if (may_move()) return "";
    const auto [known, is_new] = places_.try_emplace(node, Place{pe, line});
    if (known->second.pe == pe) return "";
    return "node " + log_.node(node) + " is at '" + log_.names[pe] + "', and on line " +
           std::to_string(known->second.line) + " at '" + log_.names[known->second.pe] + "'";
  }

  std::string in_route(const Packet& packet, int line) {
    const std::vector<Hop>& route = packet.route;
    if (route.empty()) return packet.delivered && is_unicast(packet) ? "it is delivered without a route" : "";
    if (!packet.injected || route.front().head < *packet.injected) return "it has a hop before it is injected";
    for (std::size_t i = 0; i + 1 < route.size(); ++i) {
      if (route[i + 1].head < route[i].head) return "the heads of its hops do not leave in order";
      if (!is_unicast(packet)) continue;
      if (route[i + 1].head == route[i].head) return "its head leaves two routers in one cycle";
      if (route[i + 1].tail && (!route[i].tail || *route[i + 1].tail <= *route[i].tail))
        return "its tail leaves a router before it has left the one before";
      if (std::string found = in_chain(route[i], route[i + 1], line); !found.empty()) return found;
    }
    if (!is_unicast(packet) || !packet.delivered) return "";
    if (packet.hops != route.size() - 1) return "'hops' are not one less than the routers of the route";
    if (route.back().out != route.front().in) return "its route does not end at a PE";
    if (!route.back().tail || *route.back().tail > *packet.delivered) return "it is delivered before its tail has left";
    return "";
  }

  std::string in_chain(const Hop& from, const Hop& to, int line) {
    if (may_move()) return "";
    const auto [target, is_new] = targets_.try_emplace({from.router, from.out}, Target{to.router, to.in, line});
    const Target& known = target->second;
    if (known.router == to.router && known.in == to.in) return "";
    const auto port = [this](Name router, Name name) { return log_.names[router] + ' ' + log_.names[name]; };
    return "port " + port(from.router, from.out) + " leads to " + port(to.router, to.in) + ", and on line " +
           std::to_string(known.line) + " to " + port(known.router, known.in);
  }

  bool may_move() const { return !log_.faults.empty() || !log_.phases.empty(); }

  const Log& log_;
  std::tuple<Cycle, std::uint64_t> last_;                         // creation and source
  std::unordered_map<std::uint64_t, std::uint64_t> next_number_;  // of each source: the lowest that may follow
  std::map<std::pair<Name, Name>, Target> targets_;               // of each port by which a router was left
  std::unordered_map<std::uint64_t, Place> places_;               // of nodes
};

}  // namespace

Contradiction contradictions_of(const Log& log) {
  return Consistency(log);
}

}  // namespace kintsugi::packets
