#include "models/fabric/placement_search.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

namespace kintsugi {

namespace {

class PlacementSearch {
 public:
  PlacementSearch(const ExtractedNetwork& extracted, const Network& network, const Fabric& fabric)
      : extracted_(extracted),
        network_(network),
        fabric_(fabric),
        joined_(extracted, fabric),
        attached_(fabric.sites.size()) {
    for (const SiteId site : extracted.attached) attached_[site.value] = true;
    number_ports();
  }

  Placement best(std::span<const Placement> guesses) {
    guesses_ = guesses;
    home_ = &guesses.back();
    for (const Placement& guess : guesses) consider(guess);
    if (best_.faults == 0) return std::move(best_.placement);
    for (const Placement& guess : guesses) begin_at_several(guess);
    if (best_.faults > 0) find_without_fault();
    if (best_.faults > 0 && network_.nodes() <= kMostTried) begin_with_every_node();
    return std::move(best_.placement);
  }

 private:
  /// What an attempt has found.
  struct Found {
    Placement placement;
    std::size_t faults = std::numeric_limits<std::size_t>::max();
    std::size_t moved = 0;
  };

  /// Finds the router port of every port of the network, and what it should lead to.
  void number_ports() {
    const std::size_t ports = fabric_.layout.size();
    wanted_.resize(network_.nodes() * ports);
    for (const Link& link : network_.links()) {
      const PortId a = router_port(link.a), b = router_port(link.b);
      if (a == kNoPort || b == kNoPort) continue;
      wanted_[link.a.node.value * ports + a.value] = PortRef{link.b.node, b};
      wanted_[link.b.node.value * ports + b.value] = PortRef{link.a.node, a};
    }
  }

  PortId router_port(PortRef port) const { return fabric_.port_named(network_.ports(port.node)[port.port.value]); }

  void consider(Placement placement) {
    Found found{std::move(placement), 0, 0};
    found.faults = faults_of(found.placement);
    found.moved = count_moved(*home_, found.placement);
    if (std::pair(found.faults, found.moved) < std::pair(best_.faults, best_.moved)) best_ = std::move(found);
  }

  /// Counts what is wrong with a placement, a missing link at both of its ends.
  std::size_t faults_of(const Placement& placement) const {
    const std::size_t ports = fabric_.layout.size();
    const std::optional<SitePort> nowhere;
    std::size_t faults = 0;
    for (const SiteId site : extracted_.attached) faults += placement.node_at[site.value] == kNoNode;
    for (std::uint32_t node = 0; node < network_.nodes(); ++node) {
      const SiteId site = placement.site_of[node];
      if (site == kNoSite || !attached_[site.value]) ++faults;
      for (std::uint16_t port = 0; port < ports; ++port) {
        const auto& wanted = wanted_[node * ports + port];
        const std::optional<SitePort>& found = site == kNoSite ? nowhere : joined_.of({site, PortId{port}});
        std::optional<SitePort> right;
        if (wanted) right = SitePort{placement.site_of[wanted->node.value], wanted->port};
        faults += found != right;
      }
    }
    return faults;
  }

  void begin_at_several(const Placement& guess) {
    constexpr std::size_t kMostBeginnings = 12;
    std::vector<SiteId> sites;
    for (const SiteId site : extracted_.attached) {
      if (guess.node_at[site.value] != kNoNode) sites.push_back(site);
    }
    const std::size_t step = std::max<std::size_t>(1, sites.size() / kMostBeginnings);
    for (std::size_t i = 0; i < sites.size(); i += step) consider(grow(sites[i], guess.node_at[sites[i].value]));
  }

  /// Places every node at one PE in turn, and gives up at the first port that leads elsewhere.
  void find_without_fault() {
    if (extracted_.attached.size() != network_.nodes()) return;
    Placement placement = nothing_placed(network_.nodes(), fabric_);
    for (const NodeId node : ids<NodeId>(network_.nodes())) {
      std::vector<SiteId> placed{extracted_.attached.front()};
      placement.put(node, placed.front());
      if (follow(placed, placement)) return consider(std::move(placement));
      for (const SiteId site : placed) {
        placement.site_of[placement.node_at[site.value].value] = kNoSite;
        placement.node_at[site.value] = kNoNode;
      }
    }
  }

  /// Places the nodes that the ports of those placed lead to, and so on. Returns whether all nodes are placed.
  bool follow(std::vector<SiteId>& placed, Placement& placement) const {
    for (std::size_t next = 0; next < placed.size(); ++next) {
      const SiteId site = placed[next];
      const NodeId node = placement.node_at[site.value];
      for (std::uint16_t port = 0; port < fabric_.layout.size(); ++port) {
        const auto& far = joined_.of({site, PortId{port}});
        const auto& wanted = wanted_[node.value * fabric_.layout.size() + port];
        if (far.has_value() != wanted.has_value()) return false;
        if (!far) continue;
        if (far->port != wanted->port || !attached_[far->site.value]) return false;
        if (placement.node_at[far->site.value] == kNoNode && placement.site_of[wanted->node.value] == kNoSite) {
          placement.put(wanted->node, far->site);
          placed.push_back(far->site);
        } else if (placement.node_at[far->site.value] != wanted->node) {
          return false;
        }
      }
    }
    return placed.size() == network_.nodes();
  }

  void begin_with_every_node() {
    if (extracted_.attached.empty()) return;
    const SiteId middle = extracted_.attached[extracted_.attached.size() / 2];
    for (const NodeId node : ids<NodeId>(network_.nodes())) {
      if (best_.faults > 0) consider(grow(middle, node));
    }
  }

  /// For a site and a node: how many placed neighbours say that this node is there.
  struct Vote {
    unsigned votes = 0;
    SiteId site;
    NodeId node;
    friend bool operator<(const Vote& a, const Vote& b) {
      return std::tuple(a.votes, b.site, b.node) < std::tuple(b.votes, a.site, a.node);
    }
  };

  /// Places all nodes, beginning with one.
  Placement grow(SiteId first, NodeId node) {
    Placement placement = nothing_placed(network_.nodes(), fabric_);
    std::map<std::pair<SiteId, NodeId>, unsigned> votes;
    std::priority_queue<Vote> queue;
    queue.push({1, first, node});
    while (!queue.empty()) {
      const Vote next = queue.top();
      queue.pop();
      if (placement.site_of[next.node.value] != kNoSite || placement.node_at[next.site.value] != kNoNode) continue;
      placement.put(next.node, next.site);
      for (std::uint16_t port = 0; port < fabric_.layout.size(); ++port) {
        const auto& far = joined_.of({next.site, PortId{port}});
        const auto& wanted = wanted_[next.node.value * fabric_.layout.size() + port];
        if (!far || !wanted || far->port != wanted->port || !attached_[far->site.value]) continue;
        if (placement.node_at[far->site.value] != kNoNode || placement.site_of[wanted->node.value] != kNoSite) continue;
        queue.push({++votes[{far->site, wanted->node}], far->site, wanted->node});
      }
    }
    place_rest(placement);
    return placement;
  }

  /// Places nodes that no link has led to: where a guess has them, at an attached PE if there is one; then at the
  /// attached PEs that are left, in order.
  void place_rest(Placement& placement) const {
    for (const bool attached : {true, false}) {
      for (const NodeId node : ids<NodeId>(network_.nodes())) {
        for (const Placement& guess : guesses_) put_if_free(node, guess.site_of[node.value], attached, placement);
      }
      auto free = extracted_.attached.begin();
      for (const NodeId node : ids<NodeId>(attached ? network_.nodes() : 0)) {
        if (placement.site_of[node.value] != kNoSite) continue;
        while (free != extracted_.attached.end() && placement.node_at[free->value] != kNoNode) ++free;
        if (free != extracted_.attached.end()) placement.put(node, *free);
      }
    }
  }

  void put_if_free(NodeId node, SiteId site, bool attached, Placement& placement) const {
    if (placement.site_of[node.value] != kNoSite || site == kNoSite || attached_[site.value] != attached) return;
    if (placement.node_at[site.value] == kNoNode) placement.put(node, site);
  }

  const ExtractedNetwork& extracted_;
  const Network& network_;
  const Fabric& fabric_;
  JoinedPorts joined_;
  std::vector<bool> attached_;                  // by site
  std::vector<std::optional<PortRef>> wanted_;  // by node and router port: node and router port
  std::span<const Placement> guesses_;
  const Placement* home_ = nullptr;
  Found best_;
};

}  // namespace

Placement find_placement(const ExtractedNetwork& extracted, const Network& network, const Fabric& fabric,
                         std::span<const Placement> guesses) {
  return PlacementSearch(extracted, network, fabric).best(guesses);
}

}  // namespace kintsugi
