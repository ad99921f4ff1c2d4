/// A routing relation made of a function: for tests that need a relation with a certain mistake.
#pragma once

#include <functional>
#include <string>

#include "models/network/network.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

class FunctionRelation final : public RoutingRelation {
 public:
  using Function = std::function<void(const RouteQuery&, Candidates&)>;
  FunctionRelation(unsigned vcs, Function function, bool uses_source = false, VcSet adaptive = 0,
                   unsigned injection = 0)
      : vcs_(vcs),
        injection_(injection == 0 ? vcs : injection),
        uses_source_(uses_source),
        adaptive_(adaptive),
        function_(std::move(function)) {}
  const std::string& name() const override { return name_; }
  unsigned vcs() const override { return vcs_; }
  void route(const RouteQuery& query, Candidates& out) const override { function_(query, out); }
  bool uses_source() const override { return uses_source_; }
  bool is_adaptive() const override { return adaptive_ != 0; }
  VcSet adaptive_vcs(NodeId, PortId) const override { return adaptive_; }
  unsigned injection_vcs(NodeId) const override { return injection_; }
  unsigned message_classes() const override { return classes_; }
  /// Says that the function keeps packets to the channels of so many classes.
  void keeps_classes(unsigned classes) { classes_ = classes; }

 private:
  std::string name_ = "function";
  unsigned vcs_;
  unsigned injection_;
  unsigned classes_ = 1;
  bool uses_source_;
  VcSet adaptive_;
  Function function_;
};

/// A ring of nodes with ports "e" (0) and "w" (1).
inline Network make_plain_ring(std::uint32_t nodes) {
  Network network("ring");
  const KindId base = network.add_kind("base");
  const std::size_t router = network.add_layout({"e", "w"});
  for (std::uint32_t node = 0; node < nodes; ++node) network.add_node("n" + std::to_string(node), router);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    network.connect({NodeId{node}, PortId{0}}, {NodeId{(node + 1) % nodes}, PortId{1}}, base);
  }
  return network;
}

}  // namespace kintsugi
