#include "models/general/around.hpp"

#include <algorithm>

#include "models/general/nue.hpp"

namespace kintsugi::general {

namespace {

constexpr unsigned kEscape = 0;  // the escape channel of every link

}  // namespace

AroundRoutes::AroundRoutes(const LiveGraph& graph, unsigned vcs, const Progress& progress)
    : AroundRoutes(graph, vcs, steps_of(progress, (ShortestWays::kSteps + kStepsOfNue) * graph.nodes())) {}

AroundRoutes::AroundRoutes(const LiveGraph& graph, unsigned vcs, const StepDone& step)
    : network_(&graph.network()),
      adaptive_(all_vcs(vcs) & ~vc_bit(kEscape)),
      escape_(graph.nodes()),
      ways_(graph, step) {
  NueTable escape = make_nue_table(graph, 1, step);
  escape_ = std::move(escape.ports);
  const std::vector<std::uint32_t> levels = escape.orders.front().levels();
  for (NodeId node{0}; node.value < graph.nodes(); ++node.value) {
    first_port_.push_back(static_cast<std::uint32_t>(level_.size()));
    for (const PortId port : ids<PortId>(network_->ports(node).size())) {
      const ArcId arc = graph.at({node, port});
      level_.push_back(arc == kNoArc ? 0 : levels[arc]);
      weight_.push_back(arc == kNoArc ? std::uint16_t{} : narrow<std::uint16_t>(graph.weight(arc)));
    }
  }
  if (!levels.empty()) highest_level_ = *std::ranges::max_element(levels);
}

void AroundRoutes::route(const RouteQuery& query, Candidates& out) const {
  const PortId escape = escape_.port(query.at, query.destination);
  if (escape == kNoPort) return;
  if (adaptive_ != 0) add_adaptive(query, out);
  out.push_back({escape, vc_bit(kEscape), escape_level(query.at, query.destination)});
}

void AroundRoutes::add_adaptive(const RouteQuery& query, Candidates& out) const {
  const auto peers = network_->peers(query.at);
  const std::size_t begin = ways_.port(query.at, query.destination).value;
  for (std::size_t i = 0; i < peers.size() && out.size() + 1 < out.capacity(); ++i) {
    const std::size_t port = begin + i < peers.size() ? begin + i : begin + i - peers.size();
    const std::size_t link = first_port_[query.at.value] + port;
    if (level_[link] == 0) continue;
    const NodeId far = peers[port].node;
    if (!ways_.leads_nearer(query.at, far, weight_[link], query.destination)) continue;
    if (far != query.destination && escape_level(far, query.destination) <= query.state) continue;
    out.push_back({PortId::from(port), adaptive_, query.state});
  }
}

std::uint64_t AroundRoutes::table_bits(NodeId node) const {
  const std::uint64_t destinations = network_->nodes() - 1;
  const std::uint64_t of_port = bits_for(std::uint64_t{highest_level_} + 2);
  const std::uint64_t escape = bits_of_entry(*network_, node);
  const std::uint64_t adaptive = escape + network_->ports(node).size() * of_port;
  return destinations * (escape + (adaptive_ == 0 ? 0 : adaptive));
}

}  // namespace kintsugi::general
