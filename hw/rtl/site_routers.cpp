#include "hw/rtl/site_routers.hpp"

#include <algorithm>
#include <stdexcept>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

void require_equal_ports(const Fabric& fabric, const Network& network) {
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    if (network.ports(node) == fabric.layout) continue;
    throw std::invalid_argument("node " + network.node_name(node) + " of " + network.name() +
                                " has other ports than the sites of '" + fabric.name + "'");
  }
}

class SiteRouters {
 public:
  SiteRouters(const Fabric& fabric, const Network& network, const RoutingTable& table, const RouterForm& form,
              const SiteLinks& links)
      : fabric_(fabric), module_(router_module_name(network, NodeId{0})), widths_(table, form), links_(links) {}

  SiteModules modules() const {
    SiteModules all;
    all.about = "// A router at every site. site_routers.hpp of kintsugi and README.md describe the ports.\n";
    all.lane_bits = widths_.flit + widths_.vc + 2;
    all.ports = ports();
    for (const SiteId site : ids<SiteId>(fabric_.sites.size())) all.lines.push_back(lines(site));
    return all;
  }

 private:
  std::size_t ports_of_site() const { return fabric_.layout.size(); }

  std::string ports() const {
    const std::size_t sites = fabric_.sites.size();
    std::string text =
        declared_port("input ", sites * widths_.node, "node_i,\n") + declared_port("input ", sites, "active_i,\n");
    if (links_.most > 0) {
      text += declared_port("input ", sites * ports_of_site() * links_.extra_bits, "link_extra_i,\n");
    }
    return text + declared_port("input ", sites, "pe_flit_valid_i,\n") +
           declared_port("input ", sites * widths_.flit, "pe_flit_i,\n") +
           declared_port("output", sites, "pe_credit_valid_o,\n") +
           declared_port("output", sites * widths_.vc, "pe_credit_vc_o,\n") +
           declared_port("output", sites, "pe_flit_valid_o,\n") +
           declared_port("output", sites * widths_.flit, "pe_flit_o\n");
  }

  /// Returns the part of a vector over the sites.
  static std::string part(const std::string& vector, SiteId site, std::size_t width) {
    return vector + "[" + number(site.value * width) + "+:" + number(width) + "]";
  }

  std::vector<std::string> lines(SiteId site) const {
    std::vector<std::string> all = nets();
    std::ranges::move(lanes(site), std::back_inserter(all));
    std::ranges::move(router(site), std::back_inserter(all));
    return all;
  }

  /// Between router and lanes.
  std::vector<std::string> nets() const {
    std::vector<std::string> all;
    for (const std::string way : {"in", "out"}) {
      all.push_back("logic [" + number(ports_of_site()) + "-1:0] " + way + "_valid;");
      all.push_back("logic [" + number(ports_of_site() * widths_.flit) + "-1:0] " + way + "_flit;");
      all.push_back("logic [" + number(ports_of_site()) + "-1:0] " + way + "_credit;");
      all.push_back("logic [" + number(ports_of_site() * widths_.vc) + "-1:0] " + way + "_credit_vc;");
    }
    return all;
  }

  std::vector<std::string> lanes(SiteId site) const {
    const std::string extra = links_.most > 0 ? part("link_extra_i", site, ports_of_site() * links_.extra_bits)
                                              : "{" + number(ports_of_site()) + "{1'b0}}";
    return {
        "kt_site_lanes #(.Ports(" + number(ports_of_site()) + "), .FlitW(" + number(widths_.flit) + "), .VcW(" +
            number(widths_.vc) + "), .Most(" + number(links_.most) + ")) lanes (",
        "    .clk_i, .rst_ni, .active_i(" + part("active_i", site, 1) + "), .extra_i(" + extra + "),",
        "    .lane_i({" + lane_list(site, "_o") + "}),",
        "    .lane_o({" + lane_list(site, "_i") + "}),",
        "    .flit_valid_i(out_valid), .flit_i(out_flit), .credit_valid_i(out_credit), .credit_vc_i(out_credit_vc),",
        "    .flit_valid_o(in_valid), .flit_o(in_flit), .credit_valid_o(in_credit), .credit_vc_o(in_credit_vc)",
        ");"};
  }

  /// Port 0 comes last: it has the lowest bits.
  std::string lane_list(SiteId site, const std::string& end) const {
    std::string list;
    for (const PortId port : ids<PortId>(ports_of_site())) {
      list = port_name(fabric_, {site, port}) + end + (list.empty() ? "" : ", ") + list;
    }
    return list;
  }

  std::vector<std::string> router(SiteId site) const {
    const auto with = [](const std::string& pe, const std::string& network) { return "{" + pe + ", " + network + "}"; };
    return router_instance(
        module_, ports_of_site(), widths_,
        {part("node_i", site, widths_.node),
         with(part("pe_flit_valid_i", site, 1) + " & " + part("active_i", site, 1), "in_valid"),
         with(part("pe_flit_i", site, widths_.flit), "in_flit"), "in_credit", "in_credit_vc",
         with(part("pe_flit_valid_o", site, 1), "out_valid"), with(part("pe_flit_o", site, widths_.flit), "out_flit"),
         with(part("pe_credit_valid_o", site, 1), "out_credit"),
         with(part("pe_credit_vc_o", site, widths_.vc), "out_credit_vc")});
  }

  const Fabric& fabric_;
  std::string module_;
  RouterWidths widths_;
  SiteLinks links_;
};

}  // namespace

SiteLinks site_links(std::span<const unsigned> link_cycles) {
  const unsigned most = link_cycles.empty() ? 1 : std::ranges::max(link_cycles);
  return {most - 1, bits_for(most - 1)};
}

SiteModules site_routers(const Fabric& fabric, const Network& network, const RoutingTable& table,
                         const RouterForm& form, const SiteLinks& links) {
  require_equal_ports(fabric, network);
  return SiteRouters(fabric, network, table, form, links).modules();
}

}  // namespace kintsugi::rtl
