#include "hw/link/link_module.hpp"

#include <stdexcept>
#include <string>

namespace kintsugi {

LinkModule::LinkModule(sc_core::sc_module_name name, const LinkSite& site, unsigned delay)
    : Module(name, *site.chip.clock),
      site_(site.site),
      port_(site.port),
      delay_(delay),
      to_router_("router", site.chip.shown_ports),
      to_far_("far", site.chip.shown_ports) {
  if (delay >= 1 && delay <= kMostDelay) return;
  throw std::invalid_argument(std::string(this->name()) + ": a module in a link takes 1 to " +
                              std::to_string(kMostDelay) + " cycles, not " + std::to_string(delay));
}

}  // namespace kintsugi
