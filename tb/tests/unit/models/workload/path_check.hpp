/// Checks a critical path against the packets of the run, written down by the network: what took a stream or an
/// interface, and when a message was there. It looks at all operations and packets for each step, and keeps nothing.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "models/workload/critical_path.hpp"
#include "tb/tests/unit/models/workload/logged_network.hpp"

namespace kintsugi::workload::test {

class PathCheck {
 public:
  /// `latency` is that of the network; it is `exact` if the network has no delays.
  PathCheck(const ProgramRun& run, Cycle begin, const std::vector<LoggedPacket>& packets, Cycle latency, bool exact)
      : run_(run), program_(run.program()), begin_(begin), packets_(packets), latency_(latency), exact_(exact) {}

  /// Returns what is wrong; an empty text if the path is right.
  std::string complaint(const CriticalPath& path) const {
    if (path.steps.empty()) return program_.size() == 0 ? "" : "has no steps";
    if (const std::string text = ends(path); !text.empty()) return text;
    Cycle sums[3] = {0, 0, 0};
    for (std::size_t i = 0; i < path.steps.size(); ++i) {
      const PathStep& step = path.steps[i];
      const PathStep* const before = i == 0 ? nullptr : &path.steps[i - 1];
      const std::string where = "step " + std::to_string(i) + ", " + program_.name(step.op) + ": ";
      if (step.begin != (i == 0 ? begin_ : before->end) || step.end < step.begin) return where + "leaves a gap";
      if (step.end != (step.is_start ? run_.started(step.op) : run_.ended(step.op))) return where + "another cycle";
      if ((step.cause == PathCause::kBegin) != (i == 0)) return where + "begins";
      const std::string text = step.is_start ? start(step, before) : end(step, before);
      if (!text.empty()) return where + text;
      sums[static_cast<int>(step.kind)] += step.needed;
      sums[static_cast<int>(TimeKind::kWaiting)] += step.end - step.begin - step.needed;
    }
    const bool adds_up = sums[0] == path.computing && sums[1] == path.wire && sums[2] == path.waiting &&
                         sums[0] + sums[1] + sums[2] == path.completion - begin_;
    return adds_up ? "" : "does not add up";
  }

 private:
  std::string ends(const CriticalPath& path) const {
    const PathStep& last = path.steps.back();
    if (path.begin != begin_ || path.completion != last.end || last.is_start) return "does not end with an end";
    for (const OpId op : ids<OpId>(program_.size())) {
      if (run_.ended(op) > last.end || (run_.ended(op) == last.end && op < last.op)) return "does not end last";
    }
    return "";
  }

  /// @name Starts
  /// @{
  std::string start(const PathStep& step, const PathStep* before) const {
    if (step.needed != 0 || step.kind != TimeKind::kWaiting) return "a start needs nothing";
    const std::optional<Cycle> ready = ready_of(step.op);
    if (step.cause == PathCause::kBegin) {
      if (ready) return "requires another";
      return taken_by(step.op, begin_) ? "waits for its unit" : waits_rightly(step);
    }
    const Dependent event(before->op, before->is_start);
    const auto unit = taken_by(step.op, ready.value_or(begin_));
    if (step.cause == PathCause::kUnit) return unit == event ? waits_rightly(step) : "its unit was not taken by that";
    if (step.cause != PathCause::kRequirement) return "a start has no such cause";
    if (!requires_event(step.op, event)) return "does not require that";
    if (before->end != *ready) return "requires what came later";
    for (const OpId other : ids<OpId>(before->op.index())) {
      for (const bool is_start : {false, true}) {
        const Cycle cycle = is_start ? run_.started(other) : run_.ended(other);
        if (cycle == *ready && requires_event(step.op, {other, is_start})) return "requires one before at the time";
      }
    }
    const bool ended_then = run_.ended(before->op) == *ready && requires_event(step.op, {before->op, false});
    if (before->is_start && ended_then) return "requires the end too";
    return unit ? "waits for its unit" : waits_rightly(step);
  }
  bool requires_event(OpId op, Dependent event) const {
    const auto dependents = program_.dependents(event.op());
    return std::ranges::find(dependents, Dependent(op, event.on_start())) != dependents.end();
  }
  /// Returns the cycle in which an operation had all that it requires; nullopt if that is nothing.
  std::optional<Cycle> ready_of(OpId op) const {
    std::optional<Cycle> ready;
    for (const OpId other : ids<OpId>(program_.size())) {
      if (requires_event(op, {other, false})) ready = std::max(ready.value_or(0), run_.ended(other));
      if (requires_event(op, {other, true})) ready = std::max(ready.value_or(0), run_.started(other));
    }
    return ready;
  }
  /// Returns what took the unit of an operation last between two cycles, from `from` on until it started.
  std::optional<Dependent> taken_by(OpId op, Cycle from) const {
    const Operation& operation = program_[op];
    const Cycle until = run_.started(op);
    std::optional<Dependent> by;
    Cycle last = 0;
    const auto takes = [&](Cycle begin, Cycle end, Dependent event) {
      if (begin == end || begin >= until || end <= from || begin < last) return;
      last = begin;
      by = event;
    };
    if (operation.kind == OpKind::kCalc) {
      for (const OpId other : ids<OpId>(program_.size())) {
        const bool same = program_.rank_of(other) == program_.rank_of(op) && program_[other].kind == OpKind::kCalc &&
                          program_[other].cpu == operation.cpu;
        if (same && other != op) takes(run_.started(other), run_.ended(other), {other, false});
      }
    }
    if (operation.kind == OpKind::kSend) {
      for (const LoggedPacket& packet : packets_) {
        if (packet.from != program_.rank_of(op) || packet.nic != operation.nic) continue;
        if (packet.type == LoggedPacket::kAnswer) continue;
        // The path takes a request to leave at once: starts and ends do not show how long contention holds it.
        const bool is_request = packet.type == LoggedPacket::kRequest;
        takes(packet.taken, is_request ? packet.taken + 1 : packet.left, {packet.send, is_request});
      }
    }
    return by;
  }
  /// Without delays a start waits only in a unit that is taken in every cycle.
  std::string waits_rightly(const PathStep& step) const {
    if (!exact_) return "";
    for (Cycle cycle = step.begin; cycle < step.end; ++cycle) {
      const bool is_taken = std::ranges::any_of(packets_, [&](const LoggedPacket& packet) {
        return packet.from == program_.rank_of(step.op) && packet.nic == program_[step.op].nic &&
               packet.taken <= cycle && cycle < packet.left;
      });
      if (program_[step.op].kind != OpKind::kSend || !is_taken) return "waits without a reason";
    }
    return "";
  }
  /// @}

  /// @name Ends
  /// @{
  std::string end(const PathStep& step, const PathStep* before) const {
    const Operation& operation = program_[step.op];
    const OpId partner = run_.partner(step.op);
    if (before == nullptr || !before->is_start) return "an end follows a start";
    const bool is_own = before->op == step.op;
    if (step.cause != (is_own ? PathCause::kOwnStart : PathCause::kPartner)) return "an end has no such cause";
    if (!is_own && before->op != partner) return "does not wait for that";
    Cycle needed = 0;
    if (operation.kind == OpKind::kCalc) {
      needed = run_.protocol().cycles(operation.size);
    } else {
      const OpId send = operation.kind == OpKind::kSend ? step.op : partner;
      const std::string text = message(step, send, before->op == send);
      if (!text.empty()) return text;
      needed = needs(step.op, send, before->op == send);
    }
    if (step.kind != (operation.kind == OpKind::kCalc ? TimeKind::kComputing : TimeKind::kWire)) return "another kind";
    return step.needed == std::min(needed, step.end - step.begin) ? "" : "needs another time";
  }
  bool is_long(OpId send) const { return program_[send].size > run_.protocol().eager_bytes; }
  /// Returns the cycle in which the last packet of a type of a message arrived.
  Cycle arrival(OpId send, LoggedPacket::Type type) const {
    Cycle last = 0;
    for (const LoggedPacket& packet : packets_) {
      if (packet.send == send && packet.type == type) last = std::max(last, packet.arrived);
    }
    return last;
  }
  static LoggedPacket::Type first_type(bool is_long) { return is_long ? LoggedPacket::kRequest : LoggedPacket::kData; }
  /// Returns when the other messages of the channel of a message were there.
  std::vector<Cycle> arrivals_in_channel(OpId send) const {
    std::vector<Cycle> cycles;
    for (const OpId other : ids<OpId>(program_.size())) {
      const bool same = program_[other].kind == OpKind::kSend && program_[other].peer == program_[send].peer &&
                        program_[other].tag == program_[send].tag && program_.rank_of(other) == program_.rank_of(send);
      if (same && other != send) cycles.push_back(arrival(other, first_type(is_long(other))));
    }
    return cycles;
  }
  std::string message(const PathStep& step, OpId send, bool after_send) const {
    const OpId recv = run_.partner(send);
    if (step.op == send && !is_long(send)) return after_send ? "" : "a short send waits for no receive";
    const Cycle posted = run_.started(recv);
    if (!is_long(send)) {
      const Cycle ended = run_.ended(recv);
      if (after_send == (posted == ended)) return "waits for another end of its message";
      const Cycle there = arrival(send, LoggedPacket::kData);
      const auto others = arrivals_in_channel(send);
      const bool comes_then = there == ended || std::ranges::find(others, ended) != others.end();
      if (there > ended || (after_send && !comes_then)) return "does not end with a message";
    } else if ((posted > run_.started(send) + latency_) == after_send) {
      return "waits for another end of its handshake";
    }
    return exact_ ? waits_rightly(step, send) : "";
  }
  Cycle needs(OpId op, OpId send, bool after_send) const {
    const Cycle flits = flits_of(program_[send].size);
    const Cycle data = op == send ? flits : latency_ + flits - 1;
    if (!is_long(send)) return op != send && !after_send ? 0 : data;
    return (after_send ? 2 : 1) * latency_ + data;
  }
  Cycle flits_of(std::uint64_t bytes) const {
    const Protocol& protocol = run_.protocol();
    Cycle flits = 0;
    do {
      std::uint64_t packet = std::min<std::uint64_t>(bytes, protocol.packet_bytes);
      bytes -= packet;
      do {
        ++flits;
        packet -= std::min<std::uint64_t>(packet, protocol.flit_bytes);
      } while (packet > 0);
    } while (bytes > 0);
    return flits;
  }
  /// Without delays a message waits only for other packets in the two interfaces, or for an earlier message.
  std::string waits_rightly(const PathStep& step, OpId send) const {
    if (step.end - step.begin == step.needed) return "";
    const OpId recv = run_.partner(send);
    for (const LoggedPacket& packet : packets_) {
      const bool at_sender = packet.from == program_.rank_of(send) && packet.nic == program_[send].nic;
      const bool at_receiver = packet.from == program_.rank_of(recv) && packet.nic == program_[recv].nic;
      const bool shares = is_long(send) ? at_sender || at_receiver : at_sender;
      if (packet.send != send && shares && packet.taken < step.end && packet.left > step.begin) return "";
    }
    const Cycle there = arrival(send, first_type(is_long(send)));
    const auto overtaken = [&](Cycle cycle) { return cycle > there && cycle <= step.end; };
    return std::ranges::any_of(arrivals_in_channel(send), overtaken) ? "" : "waits without a reason";
  }
  /// @}

  const ProgramRun& run_;
  const Program& program_;
  Cycle begin_;
  const std::vector<LoggedPacket>& packets_;
  Cycle latency_;
  bool exact_;
};

}  // namespace kintsugi::workload::test
