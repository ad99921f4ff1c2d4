#include "models/grid/routing.hpp"

#include <bit>
#include <stdexcept>

namespace kintsugi::grid {

namespace {

template <class Shape>
const Shape& validated(const Shape& shape) {
  validate(shape);
  return shape;
}

/// Returns whether the shorter direction is ahead; at side 2 there is no link ahead of coordinate 1.
bool goes_ahead(const Offset& offset) {
  if (offset.side == 2) return offset.to > offset.from;
  const unsigned hops_ahead = offset.to > offset.from ? offset.to - offset.from : offset.to + offset.side - offset.from;
  return 2 * hops_ahead <= offset.side;
}

}  // namespace

GridRelation::GridRelation(std::string name, unsigned vcs, unsigned fewest_vcs) : name_(std::move(name)), vcs_(vcs) {
  if (vcs >= fewest_vcs && vcs <= kMaxVcs) return;
  throw std::invalid_argument("routing " + name_ + " needs " + std::to_string(fewest_vcs) + " to " +
                              std::to_string(kMaxVcs) + " virtual channels, not " + std::to_string(vcs) +
                              (fewest_vcs > 1 ? ": packets change to others after the wrap of a ring" : ""));
}

std::uint32_t DimensionStages::stride(unsigned dimension) const {
  std::uint32_t stride = 1;
  for (unsigned d = 0; d < dimension; ++d) stride *= sides_[d];
  return stride;
}

std::vector<NodeId> DimensionStages::line(unsigned stage) const {
  std::vector<NodeId> nodes;
  for (std::uint32_t i = 0; i < sides_[stage]; ++i) nodes.push_back(NodeId{i * stride(stage)});
  return nodes;
}

PortRef DimensionStages::on_line(PortRef port) const {
  const std::uint32_t step = stride(stage_of(port));
  return {NodeId{port.node.value / step % sides_[stage_of(port)] * step}, port.port};
}

MeshRelation::MeshRelation(const Mesh& mesh, unsigned vcs)
    : GridRelation("dimension-order", vcs, 1), sides_(validated(mesh).sides), stages_(sides_) {}

void MeshRelation::route(const RouteQuery& query, Candidates& out) const {
  const Offset offset = first_offset(sides_, query.at, query.destination);
  const PortId port = offset.to > offset.from ? ahead(offset.dimension) : behind(offset.dimension);
  out.push_back({port, all_vcs(vcs()), 0});
}

TorusRelation::TorusRelation(const Torus& torus, unsigned vcs, Dateline dateline)
    : GridRelation("dimension-order", vcs, dateline == Dateline::kChange ? 2 : 1),
      sides_(validated(torus).sides),
      stages_(sides_),
      before_dateline_(all_vcs(dateline == Dateline::kChange ? (vcs + 1) / 2 : vcs)),
      past_dateline_(dateline == Dateline::kChange ? all_vcs(vcs) & ~before_dateline_ : all_vcs(vcs)) {}

void TorusRelation::route(const RouteQuery& query, Candidates& out) const {
  const Offset offset = first_offset(sides_, query.at, query.destination);
  const PortId port = goes_ahead(offset) ? ahead(offset.dimension) : behind(offset.dimension);
  out.push_back({port, is_past_dateline(query, offset) ? past_dateline_ : before_dateline_, 0});
}

/// A packet that arrived by the port behind was heading ahead.
bool TorusRelation::is_past_dateline(const RouteQuery& query, const Offset& offset) const {
  const bool went_ahead = query.arrival_port == behind(offset.dimension);
  const bool went_back = query.arrival_port == ahead(offset.dimension);
  if (!went_ahead && !went_back) return false;  // the first hop of this dimension
  if ((vc_bit(query.arrival_vc.value) & before_dateline_) == 0) return true;
  return went_ahead ? offset.from == 0 : offset.from == offset.side - 1;
}

HypercubeRelation::HypercubeRelation(const Hypercube& cube, unsigned vcs)
    : GridRelation("e-cube", vcs, 1), stages_(validated(cube).n) {}

void HypercubeRelation::route(const RouteQuery& query, Candidates& out) const {
  const int lowest = std::countr_zero(query.at.value ^ query.destination.value);
  out.push_back({PortId{static_cast<std::uint16_t>(lowest)}, all_vcs(vcs()), 0});
}

FullRelation::FullRelation(const Full& full, unsigned vcs) : GridRelation("direct", vcs, 1), full_(validated(full)) {}

void FullRelation::route(const RouteQuery& query, Candidates& out) const {
  out.push_back({full_.port(query.at.value, query.destination.value), all_vcs(vcs()), 0});
}

}  // namespace kintsugi::grid
