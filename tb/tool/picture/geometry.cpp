#include "tb/tool/picture/geometry.hpp"

#include "tb/tool/picture/link_lines.hpp"
#include "tb/tool/picture/panel.hpp"
#include "tb/tool/picture/picture.hpp"

namespace kintsugi::picture {

namespace {

Geometry geometry_of_network(const Network& network) {
  require_drawable(network);
  const LinkLines lines(network);
  const Point low = lines.low_corner() - Point{kNodeRadius, kNodeRadius};
  const Point high = lines.high_corner() + Point{kNodeRadius, kNodeRadius};
  Geometry geometry;
  geometry.size = {high.x - low.x, high.y - low.y};
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    geometry.sites.push_back({network.node_name(node), lines.place(node) - low, {2 * kNodeRadius, 2 * kNodeRadius}});
  }
  for (const Link& link : network.links()) {
    PathData path(Point{} - low);
    lines.add(path, link.a);
    geometry.lines.push_back({PlacedLine::Ends::kSites, link.a.node.value, link.b.node.value,
                              network.kinds()[link.kind.index()], path.text()});
  }
  return geometry;
}

Geometry geometry_of_fabric(const Setup& setup) {
  Subject subject;
  subject.network = &setup.network();
  subject.fabric = &setup.built_fabric();
  subject.defects = &setup.defects;
  const Fabric& fabric = *subject.fabric;
  const Scene scene(subject);
  Geometry geometry;
  geometry.size = scene.panel();
  for (std::uint32_t site = 0; site < fabric.sites.size(); ++site) {
    geometry.sites.push_back({fabric.sites[site].name, scene.pe(SiteId{site}), scene.style().pe});
  }
  for (std::uint32_t id = 0; id < fabric.switches.size(); ++id) {
    geometry.switches.push_back(
        {fabric.switches[id].name, scene.switch_middle(SwitchId{id}), scene.switch_size(SwitchId{id})});
  }
  for (const Wire& wire : fabric.wires) {
    PathData path;
    add_wire(path, scene, wire);
    geometry.lines.push_back(
        {PlacedLine::Ends::kSwitches, wire.a.switch_id.value, wire.b.switch_id.value, "", path.text()});
  }
  for (const FixedLink& link : fabric.links) {
    PathData path;
    add_fixed_link(path, scene, link);
    geometry.lines.push_back({PlacedLine::Ends::kSites, link.a.site.value, link.b.site.value, "", path.text()});
  }
  return geometry;
}

}  // namespace

Geometry geometry_of(const Setup& setup) {
  return setup.fabric ? geometry_of_fabric(setup) : geometry_of_network(setup.network());
}

}  // namespace kintsugi::picture
