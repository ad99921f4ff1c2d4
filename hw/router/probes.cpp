// The probes of a router, and its part of the conservation check.
#include "hw/link/conservation_check.hpp"
#include "hw/link/link_probes.hpp"
#include "hw/router/router.hpp"

namespace kintsugi {

namespace {

using wave::reader;

// Arguments of readers pack two small numbers: port and channel.
std::uint64_t pack_argument(PortId port, Vc vc) {
  return std::uint64_t{port.value} << 8 | vc.value;
}
PortId port_of(std::uint64_t argument) {
  return PortId::from(argument >> 8);
}
Vc vc_of(std::uint64_t argument) {
  return Vc::from(argument & 0xff);
}

std::uint64_t front_destination(const Router& router, std::uint64_t argument) {
  const PacketId packet = router.front_packet(port_of(argument), vc_of(argument));
  return packet == kNoPacket ? wave::kUnknown : router.packets()[packet].destination.value;
}

/// Returns 0 for none, 1 + port * channels + channel for a grant, and the number after these for a fork.
std::uint64_t grant_number(const Router& router, std::uint64_t argument) {
  const PortId out = router.granted(port_of(argument), vc_of(argument));
  if (!router.branches(port_of(argument), vc_of(argument)).empty()) {
    return 1 + (router.network_ports() + 1) * router.parameters().vcs;
  }
  if (out == kNoPort) return 0;
  return 1 + out.value * router.parameters().vcs + router.granted_vc(port_of(argument), vc_of(argument)).value;
}

/// Returns the names for grant_number; all routers of a layout share one table.
std::vector<std::string> names_of_grants(const Router& router) {
  std::vector<std::string> names{"-"};
  for (const PortId port : router.ports()) {
    for (const Vc vc : router.vcs()) names.push_back(router.port_name(port) + "." + std::to_string(vc.value));
  }
  if (router.chip().multicasts != nullptr) names.push_back("fork");
  return names;
}

void add_input_probes(wave::ModuleProbes& probes, const Router& router, PortId port, Vc vc) {
  const std::string name = "in_" + router.port_name(port) + ".vc" + std::to_string(vc.value);
  const std::uint64_t argument = pack_argument(port, vc);
  probes.add(
      name + ".occupancy", bits_for(router.parameters().buffer),
      reader<[](const Router& r, std::uint64_t a) { return r.occupancy(port_of(a), vc_of(a)); }>(router, argument));
  probes.add(name + ".destination", bits_for(router.chip().network->nodes() - 1),
             reader<[](const Router& r, std::uint64_t a) { return front_destination(r, a); }>(router, argument));
  probes.add_name(name + ".granted",
                  reader<[](const Router& r, std::uint64_t a) { return grant_number(r, a); }>(router, argument),
                  &router.layout(), [&router] { return names_of_grants(router); });
}

void add_credit_probes(wave::ModuleProbes& probes, const Router& router, PortId port) {
  for (const Vc vc : router.vcs()) {
    probes.add_credits(
        "out_" + router.port_name(port) + ".vc" + std::to_string(vc.value) + ".credits",
        bits_for(router.parameters().buffer),
        reader<[](const Router& r, std::uint64_t a) { return std::uint64_t{r.credits(port_of(a), vc_of(a))}; }>(
            router, pack_argument(port, vc)));
  }
}

}  // namespace

void Router::list_probes(wave::ModuleProbes& probes) const {
  for (const PortId port : ports()) {
    for (const Vc vc : vcs()) add_input_probes(probes, *this, port, vc);
    add_link_probes(probes, "out_" + port_name(port), *this, port);
    if (port != local_port()) add_credit_probes(probes, *this, port);  // credits towards the PE are not counted
  }
}

/// The PE takes every flit at once, so there are no credits towards it.
void Router::add_to(ConservationCheck& check) const {
  if (chip().is_beside) return;
  for (const PortId port : ports()) {
    for (const Vc vc : vcs()) {
      check.add_buffer(*this, receiver_, port, vc, occupancy(port, vc));
      if (port == local_port() || link(port).open()) continue;
      check.add_credits(receiver_, port, far(port), vc, credits(port, vc), parameters_.buffer);
    }
  }
}

}  // namespace kintsugi
