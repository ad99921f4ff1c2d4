#include "hw/chip/probes.hpp"

#include <bit>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace kintsugi {

namespace {

using wave::NameTable;
using wave::Reader;
using wave::reader;

constexpr std::uint64_t kUnknown = ~std::uint64_t{0};  // more than any width holds: written as x

NameTable table(std::vector<std::string> names) {
  return std::make_shared<const std::vector<std::string>>(names);
}

NameTable phase_table(std::span<const char* const> names) {
  return table({names.begin(), names.end()});
}

unsigned bits_for(std::uint64_t largest) {
  return std::max(1u, static_cast<unsigned>(std::bit_width(largest)));
}

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

// A link transmitter is identified by its site and its port; that of a PE by a port that no router has.
constexpr PortId kPePort{0xff};
std::uint64_t transmitter(SiteId site, PortId port) {
  return std::uint64_t{site.value} << 8 | port.value;
}

/// Returns the flit that the transmitter sends in the cycle just evaluated, if any.
std::optional<Flit> sent(const Chip& chip, std::uint64_t id) {
  const auto site = SiteId::from(id >> 8);
  const auto port = PortId::from(id & 0xff);
  const LinkTransmitter& link = port == kPePort ? chip.pe(site).link() : chip.router(site).link(port);
  return link.sent(chip.clock().now());
}

/// Returns a packet number that does not depend on the order of evaluation: the number among the packets of its source,
/// times the number of nodes, plus the source.
std::uint64_t packet_number(const Chip& chip, const std::optional<Flit>& flit) {
  if (!flit) return kUnknown;
  const Packet& packet = chip.packets()[flit->packet];
  return packet.serial * chip.plan().network->nodes() + packet.source.value;
}

enum FlitKind : std::uint8_t { kNothing, kHead, kBody, kTail, kSingle };

FlitKind kind_of(const std::optional<Flit>& flit) {
  if (!flit) return kNothing;
  if (flit->head()) return flit->tail() ? kSingle : kHead;
  return flit->tail() ? kTail : kBody;
}

class ProbeTable {
 public:
  ProbeTable(const Chip& chip, wave::VcdWriter& writer, const std::function<bool(std::string_view)>& chosen)
      : chip_(chip), writer_(writer), chosen_(chosen) {
    kinds_ = table({"-", "head", "body", "tail", "single"});
    std::vector<std::string> nodes;
    for (std::uint32_t n = 0; n < chip.plan().network->nodes(); ++n) {
      nodes.push_back(chip.plan().network->node_name(NodeId{n}));
    }
    idle_ = nodes.size();
    nodes.push_back("idle");
    nodes_ = table(std::move(nodes));
  }

  std::size_t add_all() {
    for (std::uint32_t site = 0; site < chip_.sites(); ++site) {
      add_router(SiteId{site});
      add_pe(SiteId{site});
    }
    for (const auto& module : chip_.switches()) add_switch(*module);
    for (std::uint32_t node = 0; chip_.plan().fault_aware != nullptr && node < chip_.sites(); ++node) {
      add_flooding(chip_.flooding(NodeId{node}));
    }
    if (chip_.plan().fabric != nullptr) add_chain(chip_.chain());
    if (chip_.has_controller()) add_controller(chip_.controller());
    return count_;
  }

 private:
  void add(const std::string& name, unsigned width, const Reader& value) {
    if (!chosen_(name)) return;
    writer_.add(name, width, value);
    ++count_;
  }
  void add_name(const std::string& name, const Reader& value, const NameTable& names) {
    if (!chosen_(name)) return;
    writer_.add_name(name, value, names);
    ++count_;
  }

  static std::string port_name(const Router& router, PortId port) {
    return port == router.local_port() ? "local" : router.layout()[port.index()];
  }

  void add_router(SiteId site) {
    const Router& router = chip_.router(site);
    const std::string base = router.name();
    for (const PortId port : router.ports()) {
      const std::string name = port_name(router, port);
      for (const Vc vc : router.vcs()) {
        add_input(router, base + ".in_" + name + ".vc" + std::to_string(vc.value), pack_argument(port, vc));
      }
      add_link(base + ".out_" + name, transmitter(site, port));
    }
  }

  void add_input(const Router& router, const std::string& name, std::uint64_t port_and_vc) {
    add(name + ".occupancy", bits_for(router.parameters().buffer),
        reader<[](const Router& r, std::uint64_t a) { return r.occupancy(port_of(a), vc_of(a)); }>(router,
                                                                                                   port_and_vc));
    add(name + ".destination", bits_for(chip_.plan().network->nodes() - 1),
        reader<[](const Router& r, std::uint64_t a) { return front_destination(r, a); }>(router, port_and_vc));
    add_name(name + ".granted",
             reader<[](const Router& r, std::uint64_t a) { return grant_number(r, a); }>(router, port_and_vc),
             grants(router));
  }

  static std::uint64_t front_destination(const Router& router, std::uint64_t argument) {
    const PacketId packet = router.front_packet(port_of(argument), vc_of(argument));
    return packet == kNoPacket ? kUnknown : router.packets()[packet].destination.value;
  }
  /// Returns 0 for none, 1 + port * channels + channel for a grant, and the number after these for a fork.
  static std::uint64_t grant_number(const Router& router, std::uint64_t argument) {
    const PortId out = router.granted(port_of(argument), vc_of(argument));
    if (!router.branches(port_of(argument), vc_of(argument)).empty()) {
      return 1 + (router.network_ports() + 1) * router.parameters().vcs;
    }
    if (out == kNoPort) return 0;
    return 1 + out.value * router.parameters().vcs + router.granted_vc(port_of(argument), vc_of(argument)).value;
  }
  /// Returns the names for grant_number; all routers of a layout share one table.
  const NameTable& grants(const Router& router) {
    NameTable& names = grants_[&router.layout()];
    if (names) return names;
    std::vector<std::string> list{"-"};
    for (const PortId port : router.ports()) {
      for (const Vc vc : router.vcs()) {
        list.push_back(port_name(router, port) + "." + std::to_string(vc.value));
      }
    }
    if (chip_.multicasts() != nullptr) list.push_back("fork");
    return names = table(std::move(list));
  }

  /// Adds the probes of a link transmitter.
  void add_link(const std::string& name, std::uint64_t end) {
    add(name + ".valid", 1,
        reader<[](const Chip& c, std::uint64_t e) { return std::uint64_t{sent(c, e).has_value()}; }>(chip_, end));
    add(name + ".packet", 48,
        reader<[](const Chip& c, std::uint64_t e) { return packet_number(c, sent(c, e)); }>(chip_, end));
    add_name(name + ".kind", reader<[](const Chip& c, std::uint64_t e) { return kind_of(sent(c, e)); }>(chip_, end),
             kinds_);
    add(name + ".vc", bits_for(chip_.parameters().router.vcs - 1), reader<[](const Chip& c, std::uint64_t e) {
          const std::optional<Flit> flit = sent(c, e);
          return flit ? std::uint64_t{flit->vc.value} : kUnknown;
        }>(chip_, end));
  }

  void add_pe(SiteId site) {
    const Pe& pe = chip_.pe(site);
    const std::string base = pe.name();
    add_name(base + ".logical", reader<[](const Pe& p, std::uint64_t idle) {
               return p.node() == kNoNode ? idle : std::uint64_t{p.node().value};
             }>(pe, idle_),
             nodes_);
    add(base + ".queue", 32, reader<[](const Pe& p, std::uint64_t) { return p.queued_packets(); }>(pe));
    add(base + ".injected", 48, reader<[](const Pe& p, std::uint64_t) { return p.injected_flits(); }>(pe));
    add(base + ".delivered", 48, reader<[](const Pe& p, std::uint64_t) { return p.delivered_flits(); }>(pe));
    add_link(base + ".out", transmitter(site, kPePort));
  }

  void add_switch(const SwitchModule& module) {
    NameTable& names = states_[&module.type()];
    if (!names) {
      std::vector<std::string> list;
      for (unsigned s = 0; s < module.type().states(); ++s) {
        list.push_back(module.type().state_name(static_cast<SwitchState>(s)));
      }
      names = table(std::move(list));
    }
    const std::string base = module.name();
    add_name(base + ".state", reader<[](const SwitchModule& m, std::uint64_t) { return m.state(); }>(module), names);
    add_name(base + ".shadow", reader<[](const SwitchModule& m, std::uint64_t) { return m.shadow(); }>(module), names);
  }

  void add_chain(const ConfigChain& chain) {
    const std::string base = chain.name();
    add_name(base + ".phase",
             reader<[](const ConfigChain& c, std::uint64_t) { return static_cast<std::uint64_t>(c.phase()); }>(chain),
             phase_table(ConfigChain::kPhaseNames));
    add(base + ".bits", 32, reader<[](const ConfigChain& c, std::uint64_t) { return c.bits(); }>(chain));
    add(base + ".word", chip_.parameters().chain_bits,
        reader<[](const ConfigChain& c, std::uint64_t) { return c.word(); }>(chain));
    add(base + ".crc", 32, reader<[](const ConfigChain& c, std::uint64_t) { return c.checksum(); }>(chain));
  }

  void add_flooding(const FaultFlooding& flooding) {
    add(flooding.name() + std::string(".messages"), 16,
        reader<[](const FaultFlooding& n, std::uint64_t) { return n.messages(); }>(flooding));
  }

  void add_controller(const ReconfigurationController& controller) {
    add_name(
        controller.name() + std::string(".phase"),
        reader<[](const ReconfigurationController& c, std::uint64_t) { return static_cast<std::uint64_t>(c.phase()); }>(
            controller),
        phase_table(kReconfigurationPhaseNames));
  }

  const Chip& chip_;
  wave::VcdWriter& writer_;
  const std::function<bool(std::string_view)>& chosen_;
  NameTable kinds_;
  NameTable nodes_;
  std::uint64_t idle_ = 0;
  std::map<const PortLayout*, NameTable> grants_;
  std::map<const SwitchType*, NameTable> states_;
  std::size_t count_ = 0;
};

}  // namespace

std::size_t add_probes(const Chip& chip, wave::VcdWriter& writer, const std::function<bool(std::string_view)>& chosen) {
  return ProbeTable(chip, writer, chosen).add_all();
}

}  // namespace kintsugi
