// The probes of a PE, and its part of the conservation check.
#include "hw/link/conservation_check.hpp"
#include "hw/link/link_probes.hpp"
#include "hw/pe/traffic_pe.hpp"

namespace kintsugi {

namespace {

std::vector<std::string> names_of_nodes(const Network& network) {
  std::vector<std::string> names;
  for (const NodeId node : ids<NodeId>(network.nodes())) names.push_back(network.node_name(node));
  names.push_back("idle");
  return names;
}

}  // namespace

void TrafficPe::list_probes(wave::ModuleProbes& probes) const {
  using wave::reader;
  const Network& network = *chip_.chip->network;
  probes.add_name("logical", reader<[](const TrafficPe& pe, std::uint64_t idle) {
                    return pe.node() == kNoNode ? idle : std::uint64_t{pe.node().value};
                  }>(*this, network.nodes()),
                  &network, [&network] { return names_of_nodes(network); });
  probes.add("queue", 32, reader<[](const TrafficPe& pe, std::uint64_t) { return pe.queued_packets(); }>(*this));
  probes.add("injected", 48, reader<[](const TrafficPe& pe, std::uint64_t) { return pe.injected_flits(); }>(*this));
  probes.add("delivered", 48, reader<[](const TrafficPe& pe, std::uint64_t) { return pe.delivered_flits(); }>(*this));
  if (chip_.chip->detection != nullptr) list_detection(probes);
  add_link_probes(probes, "out", *this, PortId{0});
  for (const Vc vc : ids<Vc>(vcs_)) {
    probes.add_credits(
        "out.vc" + std::to_string(vc.value) + ".credits", bits_for(parameters_.buffer),
        reader<[](const TrafficPe& pe, std::uint64_t channel) { return std::uint64_t{pe.credits(Vc::from(channel))}; }>(
            *this, vc.value));
  }
}

void TrafficPe::list_detection(wave::ModuleProbes& probes) const {
  using wave::reader;
  probes.add("unacknowledged", 32,
             reader<[](const TrafficPe& pe, std::uint64_t) { return pe.unacknowledged(); }>(*this));
  probes.add("resent", 48, reader<[](const TrafficPe& pe, std::uint64_t) { return pe.resent(); }>(*this));
  probes.add("duplicates", 48, reader<[](const TrafficPe& pe, std::uint64_t) { return pe.duplicates(); }>(*this));
}

void TrafficPe::add_to(ConservationCheck& check) const {
  check.add_sink(receiver_);
  for (const Vc vc : ids<Vc>(vcs_)) {
    check.add_credits(receiver_, PortId{0}, far_, vc, credits(vc), parameters_.buffer);
  }
}

}  // namespace kintsugi
