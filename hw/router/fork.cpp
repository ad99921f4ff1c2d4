// The router's stages for copies of multicasts: route computation, allocation, traversal.
#include "hw/router/fork.hpp"

#include <algorithm>
#include <array>

#include "hw/clock/bit_set.hpp"
#include "hw/router/router.hpp"

namespace kintsugi {

std::span<const ForkBranch> Router::branches(PortId port, Vc vc) const {
  if (input(port, vc).out_port != kForked) return {};
  const auto& branches = forks_[channel(port, vc)].branches;
  return {branches.data(), branches.size()};
}

/// Opens forks for the copies among the heads that have just come to the front.
void Router::open_forks(Cycle now) {
  for (const PortId port : set_bits<PortId>(waiting_ports_)) {
    for (const Vc vc : set_bits<Vc>(sets_[port.index()].waiting)) {
      if (input(port, vc).out_port != kNone) continue;
      const PacketId packet = front(input(port, vc)).packet;
      if ((*chip_.packets)[packet].kind == PacketKind::kCopy) open_fork(port, vc, now);
    }
  }
}

/// Route computation of a copy: makes a new copy for each branch, with its share of the members.
void Router::open_fork(PortId port, Vc vc, Cycle now) {
  MulticastTable& table = *chip_.multicasts;
  const PacketId head = front(input(port, vc)).packet;
  const Packet whole = (*chip_.packets)[head];
  if (whole.flits > depth_) fail("a multicast is longer than a buffer");
  Copy part = table.copy(whole.record);
  const PortId arrival = port == local_port() ? kNoPort : port;
  const Fork& fork = table.fork({node_, arrival, vc, whole.source, whole.state}, part);
  const auto ways = narrow<std::uint32_t>(fork.branches.size() + fork.ends_here);
  if (ways == 0) fail("a multicast has nowhere to go");
  if (ways > 1) part.fork = table.await({part.multicast, node_, part.fork, ways}, now);
  ForkingPacket& packet = fork_at(port, vc);
  packet.whole = head;
  packet.flits = whole.flits;
  packet.released = 0;
  packet.branches.clear();
  if (fork.ends_here) {
    const std::uint32_t listed = table.lists_members() ? 1 : 0;
    add_branch(packet, whole, part, {local_port(), all_vcs(vcs_), whole.state, listed}, true);
    part.first += listed;
  }
  for (const Branch& branch : fork.branches) {
    add_branch(packet, whole, part, branch, false);
    part.first += branch.members;
  }
  input(port, vc).out_port = kForked;
  forking_ports_ |= port_bit(port);
  forking_[port.index()] |= vc_bit(vc);
}

/// Adds a branch. The members of `part` begin with those of the branch.
void Router::add_branch(ForkingPacket& packet, const Packet& whole, const Copy& part, const Branch& branch,
                        bool ends_here) {
  const PacketId id = chip_.packets->create(chip_.thread);
  Packet& copy = (*chip_.packets)[id];
  copy = whole;
  copy.destination = ends_here ? node_ : kNoNode;
  copy.state = branch.state;
  copy.hops += !ends_here;
  copy.record = chip_.multicasts->add_copy({part.multicast, part.first, branch.members, part.fork});
  packet.branches.push_back({id, {branch.port, branch.vcs, branch.state}, 0, {}, false});
}

void Router::request_branches(PortId in_port, Vc in_vc) {
  for (ForkBranch& branch : fork_at(in_port, in_vc).branches) {
    const PortId port = branch.candidate.port;
    if (branch.granted || available(branch.candidate) == 0) continue;
    chip_.own->requests[port.index()].push_back({in_port, in_vc, &branch.candidate, &branch});
    requested_ports_ |= port_bit(port);
  }
}

/// Returns whether the branch's next flit is here and may leave: a head only with room for the whole packet.
bool Router::is_ready(const ForkBranch& branch, const ForkingPacket& packet, const InputVc& in) const {
  if (!branch.granted || branch.sent == packet.flits || branch.sent >= packet.released + in.count()) return false;
  return branch.sent != 0 || credits(branch.candidate.port, branch.vc) >= packet.flits;
}

/// Returns the output ports of the branches that can send the earliest sendable flit; sets `position` to that of the
/// flit.
PortSet Router::ready_outputs(PortId port, Vc vc, std::uint16_t& position) {
  const ForkingPacket& packet = fork_at(port, vc);
  const InputVc& in = input(port, vc);
  PortSet outputs = 0;
  for (const ForkBranch& branch : packet.branches) {
    if (!is_ready(branch, packet, in) || (outputs != 0 && branch.sent > position)) continue;
    if (branch.sent < position) outputs = 0;
    position = branch.sent;
    outputs |= port_bit(branch.candidate.port);
  }
  return outputs;
}

VcSet Router::ready_forks(PortId port) {
  VcSet ready = 0;
  for (const Vc vc : set_bits<Vc>(forking_[port.index()])) {
    std::uint16_t position = 0xffff;
    if (ready_outputs(port, vc, position) != 0) ready |= vc_bit(vc);
  }
  return ready;
}

bool Router::any_fork_ready() {
  for (const PortId port : set_bits<PortId>(forking_ports_)) {
    if (ready_forks(port) != 0) return true;
  }
  return false;
}

/// Switch allocation with copies: an input port offers one flit for one or several output ports; each output port takes
/// one input port. Returns the number of flits sent.
std::uint64_t Router::traverse_with_forks(Cycle now) {
  // Written before they are read.
  std::array<std::uint8_t, kMaxPorts> offered;  // channels as plain numbers, by input port
  std::array<PortSet, kMaxPorts> won;           // output ports, by input port
  std::array<PortSet, kMaxPorts> rivals;        // input ports, by output port
  PortSet offering = 0, asked = 0;
  for (const PortId in_port : set_bits<PortId>(sendable_ports_ | forking_ports_)) {
    const VcSet forked = ready_forks(in_port);
    const VcSet able = sets_[in_port.index()].sendable | forked;
    if (able == 0) continue;
    const Vc in_vc = first_after<Vc>(able, ports_[in_port.index()].last_vc);
    std::uint16_t position = 0xffff;
    const PortSet outputs = (forked & vc_bit(in_vc)) != 0 ? ready_outputs(in_port, in_vc, position)
                                                          : port_bit(port_of(input(in_port, in_vc).out_port));
    for (const PortId out : set_bits<PortId>(outputs & ~asked)) rivals[out.index()] = 0;
    for (const PortId out : set_bits<PortId>(outputs)) rivals[out.index()] |= port_bit(in_port);
    asked |= outputs;
    offering |= port_bit(in_port);
    offered[in_port.index()] = in_vc.value;
    won[in_port.index()] = 0;
  }
  for (const PortId out : set_bits<PortId>(asked)) {
    won[first_after<PortId>(rivals[out.index()], ports_[out.index()].last_in).index()] |= port_bit(out);
  }
  std::uint64_t sent = 0;
  for (const PortId in_port : set_bits<PortId>(offering)) {
    if (won[in_port.index()] == 0) continue;
    const Vc in_vc{offered[in_port.index()]};
    if (input(in_port, in_vc).out_port == kForked) {
      sent += send_copies(now, in_port, in_vc, won[in_port.index()]);
    } else {
      send_front(now, in_port, in_vc);
      ++sent;
    }
  }
  return sent;
}

/// Sends one flit by the branches to these output ports, one branch per port. Returns the number of flits sent.
std::uint64_t Router::send_copies(Cycle now, PortId in_port, Vc in_vc, PortSet outputs) {
  ForkingPacket& packet = fork_at(in_port, in_vc);
  InputVc& in = input(in_port, in_vc);
  std::uint16_t position = 0xffff;
  ready_outputs(in_port, in_vc, position);
  Flit flit = buffered(in, static_cast<std::uint8_t>(in.left + position - packet.released));
  std::uint64_t sent = 0;
  std::uint16_t slowest = packet.flits;
  for (ForkBranch& branch : packet.branches) {
    const PortId port = branch.candidate.port;
    const PortSet output = port_bit(port);
    if ((outputs & output) != 0 && branch.sent == position && is_ready(branch, packet, in)) {
      outputs &= ~output;
      Port& to = ports_[port.index()];
      spend_credit(byte_of(port), channel(port, branch.vc));
      to.last_in = byte_of(in_port);
      flit.packet = branch.copy;
      to.link.send(now, flit, LinkReceiver::mark(branch.vc));
      if (observes(flit)) observe_branch(now, in_port, in_vc, branch, flit);
      ++sent;
      if (++branch.sent == packet.flits) end_branch(branch);
    }
    slowest = std::min(slowest, branch.sent);
  }
  ports_[in_port.index()].last_vc = in_vc;
  // A flit that has left by one branch and stays for a slower one counts as one more.
  const std::uint64_t left = slowest - packet.released;
  counters_->copied += sent - left;
  counters_->buffered += sent - left;
  if (left == 0) return sent;
  ++in.left;
  ++packet.released;
  ports_[in_port.index()].link.return_credit(now, in_vc);
  if (packet.released == packet.flits) end_fork(in_port, in_vc);
  return sent;
}

void Router::observe_branch(Cycle now, PortId in_port, Vc in_vc, const ForkBranch& branch, Flit flit) {
  if (flits_sent_ != nullptr) ++flits_sent_[branch.candidate.port.index()];
  if (passages_ != nullptr && flit.head()) ++passages_[passage(in_port, branch.candidate.port, branch.vc)];
  if (hops_ != nullptr && flit.kind != 0) log_branch(now, in_port, in_vc, branch, flit);
}

void Router::log_branch(Cycle now, PortId in_port, Vc in_vc, const ForkBranch& branch, Flit flit) {
  InputVc held;
  give_channel(held, branch.candidate.port, branch.vc);
  log_hop(now, in_port, in_vc, held, flit);
}

void Router::end_branch(const ForkBranch& branch) {
  const PortId port = branch.candidate.port;
  OutputVc& out = outputs_[channel(port, branch.vc)];
  out.owner_port = kNone;
  sets_[port.index()].free |= vc_bit(branch.vc);
  allocation_due_ = Due::kNow;
}

void Router::end_fork(PortId in_port, Vc in_vc) {
  const PacketId whole = fork_at(in_port, in_vc).whole;
  chip_.multicasts->release_copy((*chip_.packets)[whole].record);
  chip_.packets->release(whole, chip_.thread);
  InputVc& in = input(in_port, in_vc);
  in.out_port = kNone;
  clear_waiting(in_port, in_vc);
  forking_[in_port.index()] &= ~vc_bit(in_vc);
  if (forking_[in_port.index()] == 0) forking_ports_ &= ~port_bit(in_port);
  if (!in.empty()) set_waiting(in_port, in_vc);
}

}  // namespace kintsugi
