#include "hw/chip/conservation_check.hpp"

#include <unordered_map>
#include <vector>

namespace kintsugi {

namespace {

/// Flits and credits on their way into a receiver, by port and channel. Reads each of its slots once: a long wire has
/// many.
class Due {
 public:
  Due(const LinkReceiver& receiver, Cycle now, unsigned vcs)
      : vcs_(vcs), flits_(receiver.ports().size() * vcs), credits_(flits_.size()) {
    for (Cycle at = now + 1; at < now + receiver.slots(); ++at) {
      if (!receiver.empty(at)) count(receiver, at);
    }
  }
  unsigned flits(PortId port, Vc vc) const { return flits_[channel(port, vc)]; }
  unsigned credits(PortId port, Vc vc) const { return credits_[channel(port, vc)]; }

 private:
  void count(const LinkReceiver& receiver, Cycle at) {
    for (const PortId port : receiver.ports()) {
      if (const std::optional<Flit> flit = receiver.flit_due(at, port)) ++flits_[channel(port, flit->vc)];
      for (const Vc vc : ids<Vc>(vcs_)) credits_[channel(port, vc)] += receiver.credit_due(at, port, vc);
    }
  }
  std::size_t channel(PortId port, Vc vc) const { return port.index() * vcs_ + vc.index(); }

  unsigned vcs_;
  std::vector<unsigned> flits_;
  std::vector<unsigned> credits_;
};

class ConservationCheck {
 public:
  ConservationCheck(const Chip& chip, const FlitCounters& counters)
      : chip_(chip), counters_(counters), now_(chip.clock().now()) {}

  std::optional<std::string> run() {
    for (const SiteId site : ids<SiteId>(chip_.sites())) {
      count_deliveries(site);
      const Router& router = chip_.router(site);
      for (const PortId port : router.ports()) {
        for (const Vc vc : router.vcs()) check(site, port, vc);
      }
    }
    if (!counters_.balanced()) complain("flits injected, copied, delivered, dropped and under way do not add up");
    if (buffered_ != counters_.buffered)
      complain("the buffers hold " + std::to_string(buffered_) + " flits, the counters say " +
               std::to_string(counters_.buffered));
    if (on_wires_ != counters_.on_wires)
      complain("the wires hold " + std::to_string(on_wires_) + " flits, the counters say " +
               std::to_string(counters_.on_wires));
    return complaint_;
  }

 private:
  /// Checks one channel at the receiving side of a port against the credits of its sender.
  void check(SiteId site, PortId port, Vc vc) {
    const Router& router = chip_.router(site);
    const bool local = port == router.local_port();
    const unsigned buffered = router.occupancy(port, vc);
    const unsigned on_wire = due(router.receiver()).flits(port, vc);
    buffered_ += buffered;
    on_wires_ += on_wire;
    if (router.link(port).open()) {
      if (buffered + on_wire != 0) complain(std::string(router.name()) + " has flits at an open port");
      return;
    }
    const Endpoint& far = router.far(port);
    const unsigned credits = local ? chip_.pe(site).credits(vc) : sender_credits(far, vc);
    const unsigned returning = due(*far.receiver).credits(far.port, vc);
    if (credits + buffered + on_wire + returning != chip_.parameters().router.buffer) {
      complain(std::string(router.name()) + " port " + std::to_string(port.value) + " channel " +
               std::to_string(vc.value) + ": credits " + std::to_string(credits) + " + buffered " +
               std::to_string(buffered) + " + on the wire " + std::to_string(on_wire) + " + credits returning " +
               std::to_string(returning) + " is not the depth");
    }
  }

  unsigned sender_credits(const Endpoint& far, Vc vc) const { return chip_.router_at(far).credits(far.port, vc); }

  void count_deliveries(SiteId site) {
    for (const Vc vc : chip_.router(site).vcs()) on_wires_ += due(chip_.pe(site).receiver()).flits(PortId{0}, vc);
  }

  const Due& due(const LinkReceiver& receiver) {
    return due_.try_emplace(&receiver, receiver, now_, chip_.parameters().router.vcs).first->second;
  }

  void complain(std::string what) {
    if (!complaint_) complaint_ = std::move(what);
  }

  const Chip& chip_;
  FlitCounters counters_;
  Cycle now_;
  std::uint64_t buffered_ = 0;
  std::uint64_t on_wires_ = 0;
  std::unordered_map<const LinkReceiver*, Due> due_;
  std::optional<std::string> complaint_;
};

}  // namespace

std::optional<std::string> check_conservation(const Chip& chip) {
  return check_conservation(chip, chip.counters());
}

std::optional<std::string> check_conservation(const Chip& chip, const FlitCounters& counters) {
  return ConservationCheck(chip, counters).run();
}

}  // namespace kintsugi
