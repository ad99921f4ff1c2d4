#include "tb/tool/export/router_export.hpp"

#include <stdexcept>

#include "hw/rtl/router_project.hpp"
#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

std::vector<RtlFile> export_routers(const Scenario& scenario, const Setup& setup, const RtlExport& request,
                                    std::span<const unsigned> link_cycles) {
  if (setup.fabric) {
    throw InputError(
        {{scenario.where("fabric"),
          "the routers of a network on a fabric cannot be exported yet; valid: a directly wired network"}});
  }
  if (request.preconfigured) {
    throw InputError({{{"--preconfigured", 0, 0}, "routers have no states to wire in; valid: --part fabric"}});
  }
  const rtl::RouterForm form{scenario.router.buffer, scenario.router.latency, request.flit_bits};
  try {
    return rtl::router_project(setup.network(), *setup.relation, form, link_cycles);
  } catch (const std::length_error& error) {
    throw InputError({{scenario.where("network"), error.what()}});
  } catch (const std::invalid_argument& error) {
    throw InputError({{{"--flit-bits", 0, 0}, error.what()}});
  }
}

}  // namespace kintsugi
