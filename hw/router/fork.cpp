// The router's stages for copies of multicasts: route computation, allocation, traversal.
#include "hw/router/fork.hpp"

#include <algorithm>
#include <array>

#include "hw/clock/bit_set.hpp"
#include "hw/router/router.hpp"

namespace kintsugi {

std::span<const ForkBranch> Router::branches(PortId port, unsigned vc) const {
  if (input(port.value, vc).out_port != kForked) return {};
  const auto& branches = forks_[port.value * vcs_ + vc].branches;
  return {branches.data(), branches.size()};
}

/// Opens forks for the copies among the heads that have just come to the front.
void Router::open_forks(Cycle now) {
  for (const unsigned port : set_bits(waiting_ports_)) {
    for (const unsigned vc : set_bits(sets_[port].waiting)) {
      if (input(port, vc).out_port != kNone) continue;
      const PacketId packet = front(input(port, vc)).packet;
      if ((*chip_.packets)[packet].kind == PacketKind::kCopy) open_fork(port, vc, now);
    }
  }
}

/// Route computation of a copy: what leaves are new copies, each with its share of the members.
void Router::open_fork(unsigned port, unsigned vc, Cycle now) {
  MulticastTable& table = *chip_.multicasts;
  const PacketId head = front(input(port, vc)).packet;
  const Packet whole = (*chip_.packets)[head];
  if (whole.flits > depth_) fail("a multicast is longer than a buffer");
  Copy part = table.copy(whole.record);
  const PortId arrival = port == local_ ? kNoPort : PortId{static_cast<std::uint16_t>(port)};
  const Fork& fork = table.fork({node_, arrival, Vc{static_cast<std::uint8_t>(vc)}, whole.source, whole.state}, part);
  const auto ways = static_cast<std::uint32_t>(fork.branches.size() + fork.ends_here);
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
  forking_ports_ |= std::uint64_t{1} << port;
  forking_[port] |= vc_bit(vc);
}

/// `part` begins with the members of the branch.
void Router::add_branch(ForkingPacket& packet, const Packet& whole, const Copy& part, const Branch& branch,
                        bool ends_here) {
  const PacketId id = chip_.packets->create(chip_.thread);
  Packet& copy = (*chip_.packets)[id];
  copy = whole;
  copy.destination = ends_here ? node_ : kNoNode;
  copy.state = branch.state;
  copy.hops = static_cast<std::uint16_t>(whole.hops + !ends_here);
  copy.record = chip_.multicasts->add_copy({part.multicast, part.first, branch.members, part.fork});
  packet.branches.push_back({id, {branch.port, branch.vcs, branch.state}, 0, 0, false});
}

void Router::request_branches(unsigned in_port, unsigned in_vc) {
  for (ForkBranch& branch : fork_at(in_port, in_vc).branches) {
    const unsigned port = branch.candidate.port.value;
    if (branch.granted || available(branch.candidate) == 0) continue;
    requests_[port].push_back(
        {static_cast<std::uint8_t>(in_port), static_cast<std::uint8_t>(in_vc), &branch.candidate, &branch});
    requested_ports_ |= std::uint64_t{1} << port;
  }
}

void Router::grant_branch(const Request& request, unsigned vc) {
  ForkBranch& branch = *request.branch;
  branch.granted = true;
  branch.vc = static_cast<std::uint8_t>(vc);
  outputs_[branch.candidate.port.value * vcs_ + vc].owner_port = kForked;
}

/// Returns whether the branch's next flit is here and may leave: a head only with room for the whole packet.
bool Router::is_ready(const ForkBranch& branch, const ForkingPacket& packet, const InputVc& in) const {
  if (!branch.granted || branch.sent == packet.flits || branch.sent >= packet.released + in.count()) return false;
  return branch.sent != 0 || credits(branch.candidate.port, branch.vc) >= packet.flits;
}

/// The output ports of the branches that can send the earliest flit that any of them can send; its position.
std::uint64_t Router::ready_outputs(unsigned port, unsigned vc, std::uint16_t& position) {
  const ForkingPacket& packet = fork_at(port, vc);
  const InputVc& in = input(port, vc);
  std::uint64_t outputs = 0;
  for (const ForkBranch& branch : packet.branches) {
    if (!is_ready(branch, packet, in) || (outputs != 0 && branch.sent > position)) continue;
    if (branch.sent < position) outputs = 0;
    position = branch.sent;
    outputs |= std::uint64_t{1} << branch.candidate.port.value;
  }
  return outputs;
}

VcSet Router::ready_forks(unsigned port) {
  VcSet ready = 0;
  for (const unsigned vc : set_bits(forking_[port])) {
    std::uint16_t position = 0xffff;
    if (ready_outputs(port, vc, position) != 0) ready |= vc_bit(vc);
  }
  return ready;
}

bool Router::any_fork_ready() {
  for (const unsigned port : set_bits(forking_ports_)) {
    if (ready_forks(port) != 0) return true;
  }
  return false;
}

/// Switch allocation with copies: an input port offers one flit for one or several output ports; each output port takes
/// one input port. Returns the number of flits sent.
std::uint64_t Router::traverse_with_forks(Cycle now) {
  std::array<std::uint8_t, kMaxPorts> offered;  // channels by input port; written before they are read
  std::array<std::uint64_t, kMaxPorts> won;     // output ports, by input port
  std::array<std::uint64_t, kMaxPorts> rivals;  // input ports, by output port
  std::uint64_t offering = 0, asked = 0;
  for (const unsigned in_port : set_bits(sendable_ports_ | forking_ports_)) {
    const VcSet forked = ready_forks(in_port);
    const VcSet able = sets_[in_port].sendable | forked;
    if (able == 0) continue;
    const unsigned in_vc = first_after(able, ports_[in_port].last_vc);
    std::uint16_t position = 0xffff;
    const std::uint64_t outputs = (forked & vc_bit(in_vc)) != 0 ? ready_outputs(in_port, in_vc, position)
                                                                : std::uint64_t{1} << input(in_port, in_vc).out_port;
    for (const unsigned out : set_bits(outputs & ~asked)) rivals[out] = 0;
    for (const unsigned out : set_bits(outputs)) rivals[out] |= std::uint64_t{1} << in_port;
    asked |= outputs;
    offering |= std::uint64_t{1} << in_port;
    offered[in_port] = static_cast<std::uint8_t>(in_vc);
    won[in_port] = 0;
  }
  for (const unsigned out : set_bits(asked)) {
    won[first_after(rivals[out], ports_[out].last_in)] |= std::uint64_t{1} << out;
  }
  std::uint64_t sent = 0;
  for (const unsigned in_port : set_bits(offering)) {
    if (won[in_port] == 0) continue;
    if (input(in_port, offered[in_port]).out_port == kForked) {
      sent += send_copies(now, in_port, offered[in_port], won[in_port]);
    } else {
      send_front(now, in_port, offered[in_port]);
      ++sent;
    }
  }
  return sent;
}

/// Sends one flit by the branches that lead to these output ports, one branch for each.
std::uint64_t Router::send_copies(Cycle now, unsigned in_port, unsigned in_vc, std::uint64_t outputs) {
  ForkingPacket& packet = fork_at(in_port, in_vc);
  InputVc& in = input(in_port, in_vc);
  std::uint16_t position = 0xffff;
  ready_outputs(in_port, in_vc, position);
  Flit flit = buffered(in, static_cast<std::uint8_t>(in.left + position - packet.released));
  std::uint64_t sent = 0;
  std::uint16_t slowest = packet.flits;
  for (ForkBranch& branch : packet.branches) {
    const std::uint64_t output = std::uint64_t{1} << branch.candidate.port.value;
    if ((outputs & output) != 0 && branch.sent == position && is_ready(branch, packet, in)) {
      outputs &= ~output;
      Port& to = ports_[branch.candidate.port.value];
      spend_credit(static_cast<std::uint8_t>(branch.candidate.port.value),
                   branch.candidate.port.value * vcs_ + branch.vc);
      to.last_in = static_cast<std::uint8_t>(in_port);
      flit.packet = branch.copy;
      to.link.send(now, flit, LinkReceiver::mark(branch.vc));
      ++sent;
      if (++branch.sent == packet.flits) end_branch(branch);
    }
    slowest = std::min(slowest, branch.sent);
  }
  ports_[in_port].last_vc = static_cast<std::uint8_t>(in_vc);
  // What stays for a slower branch, and yet has left by another, is one flit more.
  const std::uint64_t left = slowest - packet.released;
  counters_->copied += sent - left;
  counters_->buffered += sent - left;
  if (left == 0) return sent;
  ++in.left;
  ++packet.released;
  ports_[in_port].link.return_credit(now, Vc{static_cast<std::uint8_t>(in_vc)});
  if (packet.released == packet.flits) end_fork(in_port, in_vc);
  return sent;
}

void Router::end_branch(const ForkBranch& branch) {
  const unsigned port = branch.candidate.port.value;
  OutputVc& out = outputs_[port * vcs_ + branch.vc];
  out.owner_port = kNone;
  sets_[port].free |= vc_bit(branch.vc);
  allocation_due_ = Due::kNow;
}

void Router::end_fork(unsigned in_port, unsigned in_vc) {
  const PacketId whole = fork_at(in_port, in_vc).whole;
  chip_.multicasts->release_copy((*chip_.packets)[whole].record);
  chip_.packets->release(whole, chip_.thread);
  InputVc& in = input(in_port, in_vc);
  in.out_port = kNone;
  clear_waiting(in_port, in_vc);
  forking_[in_port] &= ~vc_bit(in_vc);
  if (forking_[in_port] == 0) forking_ports_ &= ~(std::uint64_t{1} << in_port);
  if (!in.empty()) set_waiting(in_port, in_vc);
}

}  // namespace kintsugi
