#include "models/mandala/family.hpp"

#include "models/mandala/broadcast.hpp"
#include "models/mandala/routing.hpp"
#include "models/mandala/topology.hpp"

namespace kintsugi::mandala {

namespace {

const std::string kPortsMeaning = "ports of a node, C: clusters of C nodes or clusters";
const std::string kLevelsMeaning = "levels, L: C^L nodes, at most 65536";

Mandala read(const Parameters& parameters) {
  const unsigned ports = read_in_range(parameters, "ports", kFewestPorts, kMostPorts, kPortsMeaning);
  return {ports, read_in_range(parameters, "levels", 1, most_levels(ports), kLevelsMeaning)};
}

std::vector<ParameterSpec> mandala_parameters() {
  using Type = ParameterSpec::Type;
  return {{"ports", Type::kInteger, true, kPortsMeaning + ", 2 to 16", {}},
          {"levels", Type::kInteger, true, kLevelsMeaning, {}}};
}

class Clusters final : public MulticastGroups {
 public:
  explicit Clusters(const Mandala& mandala) : mandala_(mandala) {}
  const std::string& name() const override {
    static const std::string name = "cluster";
    return name;
  }
  unsigned highest_level() const override { return mandala_.levels; }
  std::vector<NodeId> members(NodeId, NodeId node, unsigned level) const override {
    const std::uint32_t size = mandala_.power(level);
    std::vector<NodeId> members;
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t member = node.value / size * size + i;
      if (member < mandala_.nodes()) members.push_back({member});
    }
    return members;
  }
  bool has_broadcast() const override { return mandala_.is_whole(); }
  MulticastSet around(NodeId source, unsigned level) const override { return cluster_around(mandala_, source, level); }

 private:
  Mandala mandala_;
};

class MandalaDesign final : public Design {
 public:
  explicit MandalaDesign(const Mandala& mandala) : mandala_(mandala), network_(make_network(mandala)) {}
  const Network& network() const override { return network_; }
  std::vector<RoutingInfo> routings() const override {
    const unsigned levels = mandala_.levels;
    return {{"rsim", "the port of the highest digit that differs", levels, levels},
            {"shortest", "fewest hops: straight, or through one third cluster", levels + 1, levels + 1},
            {"redirect", "as rsim; a blocked packet may leave once by another port", levels + 2, levels + 2}};
  }
  std::unique_ptr<RoutingRelation> routing(std::string_view name, unsigned vcs) const override;
  std::unique_ptr<ReconfigurableFabric> fabric(const FabricOptions&) const override { return nullptr; }
  std::unique_ptr<MulticastRelation> broadcast(const RoutingRelation& routing) const override {
    return std::make_unique<ClusterBroadcast>(dynamic_cast<const MandalaRelation&>(routing));
  }
  std::unique_ptr<MulticastGroups> multicast_groups() const override { return std::make_unique<Clusters>(mandala_); }

 private:
  Mandala mandala_;
  Network network_;
};

std::unique_ptr<RoutingRelation> MandalaDesign::routing(std::string_view name, unsigned vcs) const {
  if (name == "rsim") return std::make_unique<RsimRelation>(mandala_, vcs);
  if (name == "shortest") return std::make_unique<ShortestRelation>(mandala_, vcs);
  if (name == "redirect") return std::make_unique<RedirectRelation>(mandala_, vcs);
  throw std::invalid_argument("MANDALA has no routing '" + std::string(name) + "'; valid are rsim, shortest, redirect");
}

}  // namespace

MandalaFamily::MandalaFamily()
    : Family("mandala", "MANDALA: C^L nodes, clusters of C joined completely, recursively; degree C",
             mandala_parameters()) {}

std::unique_ptr<Design> MandalaFamily::build(const Parameters& parameters) const {
  return std::make_unique<MandalaDesign>(read(parameters));
}

}  // namespace kintsugi::mandala
