#include "tb/tool/export/router_export.hpp"

#include "hw/rtl/router_project.hpp"
#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

std::vector<RtlFile> export_routers(const Scenario& scenario, const Setup& setup, RtlExport& request,
                                    std::span<const unsigned> link_cycles) {
  if (setup.fabric) {
    throw InputError({{scenario.where("fabric"),
                       "the routers of a network on a fabric are a part of its chip; valid: --part chip, or a network "
                       "without a fabric"}});
  }
  if (request.preconfigured) {
    throw InputError({{{"--preconfigured", 0, 0}, "routers have no states to wire in; valid: --part fabric"}});
  }
  return routers_or_errors(scenario, setup, request, [&] {
    const rtl::RouterForm form{scenario.router.buffer, scenario.router.latency, request.flit_bits};
    return rtl::router_project(setup.network(), *setup.relation, form, link_cycles, request.progress);
  });
}

}  // namespace kintsugi
