/// Rings and stars with relations made for a test: small chips in which every flit's route is known.
#pragma once

#include <memory>
#include <utility>

#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/router/wiretap.hpp"
#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi::test {

inline constexpr PortId kEast{0};
inline constexpr PortId kWest{1};
inline constexpr PortId kRingLocal{2};

inline ChipParameters chip_with(unsigned buffer, unsigned router_latency, unsigned link_latency) {
  ChipParameters parameters;
  parameters.router.buffer = buffer;
  parameters.router.latency = router_latency;
  parameters.link.constant = link_latency;
  return parameters;
}

using RouteFunction = FunctionRelation::Function;

/// Routes always east, on any channel. With one channel it deadlocks, which some tests need.
inline RouteFunction always_east(unsigned vcs) {
  return [vcs](const RouteQuery&, Candidates& out) { out.push_back({kEast, all_vcs(vcs), 0}); };
}

inline Bench ring_bench(std::uint32_t nodes, unsigned vcs, RouteFunction route, const ChipParameters& parameters) {
  auto relation = std::make_unique<FunctionRelation>(vcs, std::move(route));
  relation->keeps_classes(parameters.router.classes);
  return {make_plain_ring(nodes), std::move(relation), parameters};
}

/// Node 0 in the middle; its port i - 1 leads to leaf i. Leaves have one port.
inline Network make_star(std::uint32_t leaves) {
  Network network("star");
  const KindId base = network.add_kind("base");
  PortLayout middle;
  for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) middle.push_back("to" + std::to_string(leaf));
  network.add_node("middle", network.add_layout(middle));
  const std::size_t end = network.add_layout({"up"});
  for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) {
    network.add_node("leaf" + std::to_string(leaf), end);
    network.connect({NodeId{0}, PortId{static_cast<std::uint16_t>(leaf - 1)}}, {NodeId{leaf}, PortId{0}}, base);
  }
  return network;
}

inline Bench star_bench(std::uint32_t leaves, unsigned vcs, const ChipParameters& parameters) {
  const auto route = [vcs](const RouteQuery& query, Candidates& out) {
    const auto port = query.at == NodeId{0} ? static_cast<std::uint16_t>(query.destination.value - 1) : std::uint16_t{};
    out.push_back({PortId{port}, all_vcs(vcs), 0});
  };
  return {make_star(leaves), std::make_unique<FunctionRelation>(vcs, route), parameters};
}

}  // namespace kintsugi::test
