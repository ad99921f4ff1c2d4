#include "hw/chip/audit.hpp"

namespace kintsugi {

namespace {

/// What is on its way into an inbox, at one port.
unsigned flits_due(const Inbox& inbox, Cycle now, unsigned port, unsigned vc) {
  unsigned count = 0;
  for (Cycle at = now + 1; at < now + inbox.slots(); ++at) {
    const std::optional<Flit> flit = inbox.flit_due(at, port);
    count += flit && flit->vc == vc;
  }
  return count;
}

unsigned credits_due(const Inbox& inbox, Cycle now, unsigned port, unsigned vc) {
  unsigned count = 0;
  for (Cycle at = now + 1; at < now + inbox.slots(); ++at) count += inbox.credit_due(at, port, vc);
  return count;
}

class Audit {
 public:
  explicit Audit(const Chip& chip) : chip_(chip), now_(chip.clock().now()) {}

  std::optional<std::string> run() {
    for (std::uint32_t site = 0; site < chip_.sites(); ++site) {
      count_deliveries(SiteId{site});
      for (std::uint16_t port = 0; port <= chip_.router(SiteId{site}).network_ports(); ++port) {
        for (unsigned vc = 0; vc < chip_.parameters().router.vcs; ++vc) check(SiteId{site}, PortId{port}, vc);
      }
    }
    const FlitAccounts& accounts = chip_.accounts();
    if (!accounts.balanced()) complain("flits injected, delivered, lost and under way do not add up");
    if (buffered_ != accounts.buffered) complain("the buffers hold another number of flits than the accounts say");
    if (on_wires_ != accounts.on_wires) complain("the wires hold another number of flits than the accounts say");
    return complaint_;
  }

 private:
  /// The receiving side of a port: what it holds, and what its sender knows.
  void check(SiteId site, PortId port, unsigned vc) {
    const Router& router = chip_.router(site);
    const bool local = port == router.local_port();
    const unsigned buffered = router.occupancy(port, vc);
    const unsigned on_wire = flits_due(router.inbox(), now_, port.value, vc);
    buffered_ += buffered;
    on_wires_ += on_wire;
    if (router.link(port).open()) {
      if (buffered + on_wire != 0) complain(std::string(router.name()) + " has flits at an open port");
      return;
    }
    const Endpoint& far = router.far(port);
    const unsigned credits = local ? chip_.pe(site).credits(vc) : sender_credits(far, vc);
    const unsigned returning = credits_due(*far.inbox, now_, far.port, vc);
    if (credits + buffered + on_wire + returning != chip_.parameters().router.buffer) {
      complain(std::string(router.name()) + " port " + std::to_string(port.value) + " channel " + std::to_string(vc) +
               ": credits " + std::to_string(credits) + " + buffered " + std::to_string(buffered) + " + on the wire " +
               std::to_string(on_wire) + " + credits returning " + std::to_string(returning) + " is not the depth");
    }
  }

  unsigned sender_credits(const Endpoint& far, unsigned vc) const {
    return chip_.router_at(far).credits(PortId{far.port}, vc);
  }

  void count_deliveries(SiteId site) {
    const Inbox& inbox = chip_.pe(site).inbox();
    for (Cycle at = now_ + 1; at < now_ + inbox.slots(); ++at) on_wires_ += inbox.flit_due(at, 0).has_value();
  }

  void complain(std::string what) {
    if (!complaint_) complaint_ = std::move(what);
  }

  const Chip& chip_;
  Cycle now_;
  std::uint64_t buffered_ = 0;
  std::uint64_t on_wires_ = 0;
  std::optional<std::string> complaint_;
};

}  // namespace

std::optional<std::string> audit(const Chip& chip) {
  return Audit(chip).run();
}

}  // namespace kintsugi
