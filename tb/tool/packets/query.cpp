#include "tb/tool/packets/report.hpp"

#include <algorithm>
#include <ranges>
#include <set>
#include <string_view>
#include <unordered_set>

#include "models/network/node_names.hpp"
#include "models/network/text.hpp"

namespace kintsugi::packets {

namespace {

constexpr std::size_t kNamedRouters = 8;

using PassingCycles = std::pair<Cycle, Cycle>;

bool passes(const Log& log, const Packet& packet, Name router, const std::optional<PassingCycles>& asked) {
  return std::ranges::any_of(packet.route, [&](const Hop& hop) {
    if (hop.router != router) return false;
    return !asked || (hop.head <= asked->second && log.end_of(hop) > asked->first);
  });
}

/// Returns the routers that packets pass.
std::set<Name> routers_in(const Log& log) {
  std::set<Name> routers;
  for (const Packet& packet : log.packets) {
    for (const Hop& hop : packet.route) routers.insert(hop.router);
  }
  return routers;
}

void require_routes(const Log& log, const Query& query) {
  if (log.routes || query.through.empty()) return;
  refuse("--through", "the log has no routes; write it with kintsugi run --packets FILE --route");
}

void check_cycles(const Log& log, const Query& query) {
  if (!query.cycles) return;
  const auto [first, last] = *query.cycles;
  if (query.through.empty()) refuse("--cycles", "it says when packets pass a router; name the router with --through");
  if (first > last) {
    refuse("--cycles",
           "no cycle is from " + std::to_string(first) + " to " + std::to_string(last) + "; the first comes first");
  }
  if (first >= log.cycles) {
    refuse("--cycles", "cycle " + std::to_string(first) + " is after the run of the log, which has " +
                           counted(log.cycles, "cycle") + ", from 0 on");
  }
}

struct Ends {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

/// The nodes of a log, for the rule of their names.
Network nodes_of(const Log& log) {
  Network network("log");
  const std::size_t layout = network.add_layout({});
  for (std::uint64_t node = 0; node < log.nodes; ++node) network.add_node(log.node(node), layout);
  return network;
}

NodeId find_node(const NodeNames& names, const std::string& word, const char* option) {
  const auto node = names.find(word);
  if (!node) refuse(option, names.refusal(word));
  return *node;
}

/// Returns the nodes of "A,B".
Ends ends_of(const Log& log, const std::string& text) {
  const Network network = nodes_of(log);
  const NodeNames names(network);
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) refuse("--between", '\'' + text + "' is no pair of nodes A,B");
  Diagnostics errors;
  const auto find = [&](const std::string& word) {
    const auto node = names.find(word);
    if (!node) errors.add({"--between", 0, 0}, names.refusal(word));
    return node.value_or(NodeId{0}).value;
  };
  const Ends ends{find(text.substr(0, comma)), find(text.substr(comma + 1))};
  errors.raise();
  return ends;
}

bool are_nodes(const Log& log, const std::set<Name>& routers) {
  const std::unordered_set<std::string_view> nodes(log.node_names.begin(), log.node_names.end());
  return !routers.empty() &&
         std::ranges::all_of(routers, [&](Name router) { return nodes.contains(log.names[router]); });
}

/// Returns the router of a word: a node by its name or its number, or a PE by its name. nullopt if no packet passes it.
/// Refuses a node where routers are called as PEs.
std::optional<Name> router_of(const Log& log, const std::string& word) {
  const std::set<Name> routers = routers_in(log);
  const Network nodes = nodes_of(log);
  std::string name = word;
  const bool by_nodes = are_nodes(log, routers);
  if (by_nodes) name = log.node(find_node(NodeNames(nodes), word, "--through").value);
  const auto found =
      std::ranges::find(routers, name, [&](Name router) -> const std::string& { return log.names[router]; });
  if (found != routers.end()) return *found;
  if (!by_nodes && !routers.empty() && NodeNames(nodes).find(word)) {
    refuse("--through", '\'' + word +
                            "' is a node, and the log is of a fabric, where nodes can move: its routers are called "
                            "as their PEs. Packets pass " +
                            passed_routers(log));
  }
  return std::nullopt;
}

}  // namespace

std::vector<const Packet*> select(const Log& log, const Query& query) {
  const Ends ends = query.between ? ends_of(log, *query.between) : Ends{};
  check_cycles(log, query);
  require_routes(log, query);
  const std::optional<Name> router = query.through.empty() ? std::nullopt : router_of(log, query.through);
  if (!query.through.empty() && !router) return {};
  std::vector<const Packet*> selected;
  for (const Packet& packet : log.packets) {
    if (query.between && (packet.source != ends.from || packet.destination != ends.to)) continue;
    if (router && !passes(log, packet, *router, query.cycles)) continue;
    if (query.slowest && !packet.delivered) continue;
    selected.push_back(&packet);
  }
  if (!query.slowest) return selected;
  std::ranges::stable_sort(selected, std::greater{}, [](const Packet* packet) { return *packet->latency(); });
  selected.resize(std::min(selected.size(), *query.slowest));
  return selected;
}

bool is_passed(const Log& log, const std::string& router) {
  return router_of(log, router).has_value();
}

std::optional<PassingCycles> passing_cycles(const Log& log, const std::string& router) {
  const std::optional<Name> name = router_of(log, router);
  std::optional<PassingCycles> all;
  for (const Packet& packet : log.packets) {
    for (const Hop& hop : packet.route) {
      if (hop.router != name) continue;
      const PassingCycles span{hop.head, log.end_of(hop) - 1};
      all = all ? PassingCycles{std::min(all->first, span.first), std::max(all->second, span.second)} : span;
    }
  }
  return all;
}

bool are_called_as_nodes(const Log& log) {
  return are_nodes(log, routers_in(log));
}

std::string passed_routers(const Log& log) {
  const std::set<Name> routers = routers_in(log);
  if (routers.empty()) return "none";
  return with_commas(routers | std::views::take(kNamedRouters), [&](Name router) { return log.names[router]; }) +
         (routers.size() > kNamedRouters ? " ..." : "");
}

Places::Places(const Log& log) : log_(log) {
  if (log.node_names.empty() || are_called_as_nodes(log)) return;
  for (const Phase& phase : log.phases) ends_.push_back(phase.to);
  std::ranges::sort(ends_);
  for (const Packet& packet : log.packets) {
    if (!ends_.empty() && packet.kind == "tracked") continue;
    const bool is_placed = packet.injected || ends_.empty();
    if (packet.from && is_placed) nodes_[{span_of(packet.injected.value_or(0)), *packet.from}] = packet.source;
    if (packet.at && packet.delivered && packet.destination)
      nodes_[{span_of(*packet.delivered), *packet.at}] = *packet.destination;
  }
}

std::size_t Places::span_of(Cycle cycle) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(ends_, cycle) - ends_.begin());
}

std::optional<std::uint64_t> Places::node_at(Name pe, Cycle cycle) const {
  const auto found = nodes_.find({span_of(cycle), pe});
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

std::string Places::text(Name pe, Cycle cycle) const {
  const auto node = node_at(pe, cycle);
  return log_.names[pe] + (node ? " (" + log_.node(*node) + ')' : "");
}

Bins bins_of(const std::vector<std::uint64_t>& values, std::size_t most) {
  Bins bins;
  if (values.empty()) return bins;
  const auto [low, high] = std::ranges::minmax(values);
  const auto fits = [&, least = low, largest = high](std::uint64_t width) {
    return largest / width - least / width < most;
  };
  for (std::uint64_t decade = 1; !fits(bins.width); decade *= 10) {
    for (const std::uint64_t factor : {1, 2, 5}) {
      bins.width = decade * factor;
      if (fits(bins.width)) break;
    }
  }
  bins.first = low / bins.width * bins.width;
  bins.counts.assign(high / bins.width - low / bins.width + 1, 0);
  for (const std::uint64_t value : values) ++bins.counts[value / bins.width - low / bins.width];
  return bins;
}

std::uint64_t percentile(const std::vector<std::uint64_t>& sorted, unsigned percent) {
  // The smallest rank r with 100 * r >= percent * values, in integers.
  const std::size_t rank = (sorted.size() * percent + 99) / 100;
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace kintsugi::packets
