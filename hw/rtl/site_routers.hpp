/// Routers at the sites of a fabric, for its netlist: all sites have the same router and the modules that join it to
/// the lanes (kt_site_lanes).
///
/// Ports   of the netlist, vectors with site 0 in the lowest bits:
///         node_i         the logical node of every site: placement.memh has it. The model places nodes in the cycle in
///                        which the states come into force
///         active_i       whether a node lives there; while it is low the site sends nothing, whatever enters from its
///                        PE
///         link_extra_i   by site and port, the cycles of a link beyond its first; only where one of the links takes
///                        more than one
///         pe_flit_valid_i, pe_flit_i, pe_credit_valid_o, pe_credit_vc_o, pe_flit_valid_o, pe_flit_o
///                        to and from the PE of every site, as in kt_routers (routers.hpp)
/// Names   those of the model: the router of the site r3.c4 is r3.c4.router; beside it is `lanes`
/// Lanes   {flit valid, flit, credit valid, credit channel} in each direction
/// Ports of a router correspond to those of the nodes by number, as in the model.
#pragma once

#include <span>
#include <string>

#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/routers.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

/// The links of a chip on a fabric.
struct SiteLinks {
  unsigned most = 0;        ///< cycles of the longest link beyond its first
  unsigned extra_bits = 1;  ///< of such a number
};

/// Returns what `link_cycles`, the latency of the link at each port of each site, needs.
SiteLinks site_links(std::span<const unsigned> link_cycles);

/// Throws std::invalid_argument unless all nodes of the network have the ports of the fabric's sites.
SiteModules site_routers(const Fabric& fabric, const Network& network, const RoutingTable& table,
                         const RouterForm& form, const SiteLinks& links);

}  // namespace kintsugi::rtl
