#include "models/wafer/bounds.hpp"

#include <algorithm>
#include <vector>

// The compiler cannot see that an edge iterator of this library is set before it is used.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#pragma GCC diagnostic pop

#include "models/wafer/certificate.hpp"

namespace kintsugi {

bool FreeLineBound::repairable(const Defects& defects) {
  choices_.load(defects.sites);
  return !choices_.hopeless();
}

/// Every PE is an edge of capacity 1 from its vertex `in` to its vertex `out`; neighbours are joined out to in. A
/// defective core PE has no such edge: the source feeds its `out`. Spares drain into the sink.
class BentPathsBound::FlowGrid {
  using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
  using Edge = Traits::edge_descriptor;
  struct Link {
    int capacity = 0;
    int residual = 0;
    Edge reverse;
  };
  struct State {
    boost::default_color_type color = boost::white_color;
    int distance = 0;
    Edge predecessor;
  };
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, State, Link>;

 public:
  explicit FlowGrid(const WaferGrid& grid)
      : grid_(grid), graph_(2 * grid.sites() + 2), through_(grid.sites()), from_source_(grid.sites()) {
    for (std::uint32_t site = 0; site < grid.sites(); ++site) add_site(SiteId{site});
  }

  bool saturates(const DefectMap& defects) {
    if (find_shortage(grid_, defects)) return false;  // a path ends in a spare of its own
    for (const SiteId site : defects) set_defective(site, true);
    const auto defective_core_pes = std::ranges::count_if(defects, [this](SiteId site) { return in_core(site); });
    const bool all = maximum_flow() == defective_core_pes;
    for (const SiteId site : defects) set_defective(site, false);
    return all;
  }

 private:
  std::size_t in(SiteId site) const { return 2 * site.value; }
  std::size_t out(SiteId site) const { return 2 * site.value + 1; }
  std::size_t source() const { return 2 * grid_.sites(); }
  std::size_t sink() const { return 2 * grid_.sites() + 1; }
  bool in_core(SiteId site) const { return grid_.in_core(grid_.point(site)); }

  /// A path starts at a core PE and ends at the first spare, so a spare has no `out`.
  void add_site(SiteId site) {
    const GridPoint p = grid_.point(site);
    if (!grid_.in_core(p)) {
      through_[site.value] = add_edge(in(site), sink(), 1);
      return;
    }
    through_[site.value] = add_edge(in(site), out(site), 1);
    from_source_[site.value] = add_edge(source(), out(site), 0);
    for (const Direction d : directions(grid_)) add_edge(out(site), in(grid_.site(p + step(d))), 1);
  }

  Edge add_edge(std::size_t from, std::size_t to, int capacity) {
    const Edge edge = boost::add_edge(from, to, {capacity, 0, {}}, graph_).first;
    const Edge back = boost::add_edge(to, from, {0, 0, {}}, graph_).first;
    graph_[edge].reverse = back;
    graph_[back].reverse = edge;
    return edge;
  }

  void set_defective(SiteId site, bool defective) {
    graph_[through_[site.value]].capacity = defective ? 0 : 1;
    if (in_core(site)) graph_[from_source_[site.value]].capacity = defective ? 1 : 0;
  }

  long maximum_flow() {
    return boost::boykov_kolmogorov_max_flow(
        graph_, boost::get(&Link::capacity, graph_), boost::get(&Link::residual, graph_),
        boost::get(&Link::reverse, graph_), boost::get(&State::predecessor, graph_), boost::get(&State::color, graph_),
        boost::get(&State::distance, graph_), boost::get(boost::vertex_index, graph_), source(), sink());
  }

  WaferGrid grid_;
  Graph graph_;
  std::vector<Edge> through_;      // by site: in to out, or a spare's in to the sink
  std::vector<Edge> from_source_;  // by site; for core PEs only
};

BentPathsBound::BentPathsBound(const WaferGrid& grid) : flow_(std::make_unique<FlowGrid>(grid)) {}
BentPathsBound::~BentPathsBound() = default;

bool BentPathsBound::repairable(const Defects& defects) {
  return flow_->saturates(defects.sites);
}

NearPesBound::NearPesBound(const WaferGrid& grid)
    : grid_(grid), node_at_(grid.sites()), dead_(grid.sites()), asked_for_(grid.sites()), site_of_(grid.nodes()) {}

bool NearPesBound::repairable(const Defects& defects) {
  leave_all_at_home(defects.sites);
  for (const SiteId site : defects.sites) {
    const GridPoint home = grid_.point(site);
    if (grid_.in_core(home) && !find_pe(grid_.node(home))) return false;
  }
  return true;
}

void NearPesBound::leave_all_at_home(const DefectMap& dead) {
  std::ranges::fill(node_at_, kNoNode);
  dead_.assign(dead_.size(), false);
  for (std::uint32_t node = 0; node < grid_.nodes(); ++node) {
    site_of_[node] = grid_.site(grid_.default_point(NodeId{node}));
    node_at_[site_of_[node].value] = NodeId{node};
  }
  for (const SiteId site : dead) {
    node_at_[site.value] = kNoNode;
    dead_[site.value] = true;
  }
}

/// Looks for a chain of nodes, each of which can take the PE of the next one, up to a free PE: breadth first.
bool NearPesBound::find_pe(NodeId node) {
  std::ranges::fill(asked_for_, kNoNode);
  queue_.assign(1, node);
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const GridPoint home = grid_.default_point(queue_[next]);
    for (const int down : {-1, 0, 1}) {
      for (const int right : {-1, 0, 1}) {
        const GridPoint at = home + GridPoint{down, right};
        if (!grid_.populated(at)) continue;
        const SiteId site = grid_.site(at);
        if (dead_[site.value] || asked_for_[site.value] != kNoNode) continue;
        asked_for_[site.value] = queue_[next];
        if (node_at_[site.value] == kNoNode) {
          move_along(site);
          return true;
        }
        queue_.push_back(node_at_[site.value]);
      }
    }
  }
  return false;
}

/// Each node of the chain takes the PE that was asked for it. The first one has a dead PE and leaves no other.
void NearPesBound::move_along(SiteId last) {
  while (true) {
    const NodeId node = asked_for_[last.value];
    const SiteId before = site_of_[node.index()];
    site_of_[node.index()] = last;
    node_at_[last.value] = node;
    if (dead_[before.value]) return;
    last = before;
  }
}

}  // namespace kintsugi
