#include "tb/tool/run/diagnosis_check.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

Defects diagnosis_of_all(const TestGraph& graph, SiteId from, const Defects& faults) {
  return diagnose(graph, from, failed_tests(graph, faults)).defects;
}

bool has_dead_link(const TestGraph& graph, const Defects& faults, std::uint32_t link) {
  return std::ranges::any_of(faults.links, [&](LinkDefect name) { return graph.find(name) == link; });
}

}  // namespace

std::optional<Fault> wrongly_diagnosed(const TestGraph& graph, SiteId from, const Defects& diagnosed,
                                       const Defects& faults) {
  const Defects right = diagnosis_of_all(graph, from, faults);
  for (const Fault& fault : new_faults({}, diagnosed)) {
    if (!covers(graph, right, fault)) return fault;
  }
  return std::nullopt;
}

bool must_be_found(const TestGraph& graph, SiteId from, const Fault& fault, const Defects& faults) {
  const Defects right = diagnosis_of_all(graph, from, faults);
  const auto reports = [&right](SiteId pe) { return !std::ranges::binary_search(right.sites, pe); };
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) {
    return std::ranges::any_of(graph.ports(*dead), [&](const TestGraph::Port& port) {
      return reports(port.far) && !has_dead_link(graph, faults, port.link);
    });
  }
  const auto link = graph.find(std::get<LinkDefect>(fault));
  return link && (reports(graph.links()[*link].a) || reports(graph.links()[*link].b));
}

}  // namespace kintsugi
