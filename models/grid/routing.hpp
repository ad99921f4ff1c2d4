/// Routing of the reference networks: shortest and deterministic. It offers one candidate with all channels of a class;
/// the router may take any of them.
///
/// Mesh       dimension order: x, then y, then z. One class: all channels.
/// Torus      dimension order, each ring in the shorter direction. If both are equally long, half an even side, a
///            packet goes towards larger coordinates; at side 2 it takes the only link. Two classes: of V channels the
///            lower (V + 1) / 2 are class 0, the others class 1. In each dimension a packet starts in class 0. The hop
///            over the dateline, the wrap link between the last coordinate and 0, still has the old class; the hops
///            after it have class 1. The relation derives the class from the port and channel by which the packet
///            arrived and from the coordinate of the node; the header carries no state.
/// Hypercube  e-cube: the lowest bit that differs first. One class.
/// Full       the link to the destination. One class.
/// Deadlock   give each channel the number (dimension, class, p), where p is the coordinate of the node that it leaves,
///            or side - 1 - coordinate for a hop back. Each hop of a packet has a higher number than the one before, so
///            dependencies form no cycle. With Dateline::kIgnore this does not hold in a torus: in a ring of four or
///            more nodes the dependencies form a cycle.
/// Source     Dally and Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", 1987
#pragma once

#include <string>

#include "models/grid/geometry.hpp"
#include "models/routing/relation.hpp"
#include "models/routing/staged.hpp"

namespace kintsugi::grid {

enum class Dateline {
  kChange,  ///< the class changes after the wrap link
  kIgnore,  ///< one class: not free of deadlock; tests use it to show that the proof finds the cycle
};

/// The base of the relations below; candidates do not depend on the source. Constructors throw std::invalid_argument if
/// a parameter is out of range, or there are too few channels or more than 32.
class GridRelation : public RoutingRelation {
 public:
  const std::string& name() const final { return name_; }
  unsigned vcs() const final { return vcs_; }
  bool uses_source() const final { return false; }

 protected:
  GridRelation(std::string name, unsigned vcs, unsigned fewest_vcs);

 private:
  std::string name_;
  unsigned vcs_;
};

/// The stages of dimension order. The line of a dimension is that of the nodes whose other coordinates are 0.
class DimensionStages final : public StagedRouting {
 public:
  explicit DimensionStages(const Sides& sides) : sides_(sides) {}
  unsigned stages() const override { return static_cast<unsigned>(sides_.size()); }
  std::vector<NodeId> line(unsigned stage) const override;
  unsigned stage_of(PortRef port) const override { return port.port.value / 2; }
  PortRef on_line(PortRef port) const override;

 private:
  std::uint32_t stride(unsigned dimension) const;

  Sides sides_;
};

class MeshRelation final : public GridRelation {
 public:
  MeshRelation(const Mesh& mesh, unsigned vcs);
  void route(const RouteQuery& query, Candidates& out) const override;
  const StagedRouting* staged() const override { return &stages_; }

 private:
  Sides sides_;
  DimensionStages stages_;
};

class TorusRelation final : public GridRelation {
 public:
  /// Needs 2 channels; with Dateline::kIgnore it needs 1.
  TorusRelation(const Torus& torus, unsigned vcs, Dateline dateline = Dateline::kChange);
  void route(const RouteQuery& query, Candidates& out) const override;
  const StagedRouting* staged() const override { return &stages_; }

 private:
  bool is_past_dateline(const RouteQuery& query, const Offset& offset) const;

  Sides sides_;
  DimensionStages stages_;
  VcSet before_dateline_;
  VcSet past_dateline_;
};

/// The stages of e-cube routing: a line is a link, the one of node 0.
class BitStages final : public StagedRouting {
 public:
  explicit BitStages(unsigned bits) : bits_(bits) {}
  unsigned stages() const override { return bits_; }
  std::vector<NodeId> line(unsigned stage) const override { return {NodeId{0}, NodeId{1u << stage}}; }
  unsigned stage_of(PortRef port) const override { return port.port.value; }
  PortRef on_line(PortRef port) const override {
    return {NodeId{port.node.value & (1u << port.port.value)}, port.port};
  }

 private:
  unsigned bits_;
};

class HypercubeRelation final : public GridRelation {
 public:
  HypercubeRelation(const Hypercube& cube, unsigned vcs);
  void route(const RouteQuery& query, Candidates& out) const override;
  const StagedRouting* staged() const override { return &stages_; }

 private:
  BitStages stages_;
};

class FullRelation final : public GridRelation {
 public:
  FullRelation(const Full& full, unsigned vcs);
  void route(const RouteQuery& query, Candidates& out) const override;

 private:
  Full full_;
};

}  // namespace kintsugi::grid
