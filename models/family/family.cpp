#include "models/family/family.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi {

std::vector<RoutingInfo> Design::routings() const {
  std::vector<RoutingInfo> infos;
  for (OwnRouting& routing : own_routings()) infos.push_back(std::move(routing.info));
  return infos;
}

std::unique_ptr<RoutingRelation> Design::routing(std::string_view name, unsigned vcs) const {
  const std::vector<OwnRouting> all = own_routings();
  const auto found =
      std::ranges::find(all, name, [](const OwnRouting& each) { return std::string_view(each.info.name); });
  if (found != all.end()) {
    std::unique_ptr<RoutingRelation> relation = found->make(vcs);
    relation->set_network(routed_network(network()));
    return relation;
  }
  std::string valid;
  for (const OwnRouting& each : all) valid += (valid.empty() ? "; valid: " : ", ") + each.info.name;
  throw std::invalid_argument(network().name() + " has no routing '" + std::string(name) + "'" +
                              (valid.empty() ? " of its own" : valid));
}

std::unique_ptr<MulticastRelation> Design::multicast(const RoutingRelation& routing) const {
  return std::make_unique<TreeOfRoutes>(routing);
}

std::unique_ptr<MulticastRelation> Design::broadcast(const RoutingRelation&) const {
  return nullptr;
}

std::unique_ptr<MulticastGroups> Design::multicast_groups() const {
  return nullptr;
}

MulticastSet MulticastGroups::around(NodeId, unsigned) const {
  return {};
}

std::vector<LinkLatency> Design::link_latencies() const {
  return {};
}

std::vector<BuiltFigure> Design::built_figures() const {
  return {};
}

std::vector<NodeProperty> Design::node_properties() const {
  return {};
}

std::vector<AbsentLink> Design::absent_links() const {
  return {};
}

std::vector<std::string> Design::notes() const {
  return {};
}

std::vector<std::string> Design::original_names() const {
  return {};
}

std::vector<std::string> Family::searches() const {
  return {};
}

Family::Family(std::string kind, std::string summary, std::vector<ParameterSpec> parameters)
    : kind_(std::move(kind)), summary_(std::move(summary)), parameters_(std::move(parameters)) {}

std::optional<Parameters> Family::resized(const Parameters&, const std::vector<unsigned>&) const {
  return std::nullopt;
}

std::vector<PaperTable> Family::paper_tables(const Progress&) const {
  return {};
}

std::optional<PaperFigure> Family::paper_figure(const Progress&) const {
  return std::nullopt;
}

std::unique_ptr<Design> Family::build(const Parameters& parameters) const {
  check_types(parameters, parameters_, "a network of kind " + kind());
  return make(parameters);
}

SearchResult Family::search(std::string_view parameter, const Parameters&, const Progress&) const {
  throw ParameterError(std::string(parameter),
                       "networks of kind " + kind() + " have no search for '" + std::string(parameter) + "'");
}

}  // namespace kintsugi
