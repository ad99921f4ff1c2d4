/// An independent simulation of a program on a network without contention, to compare ProgramRun with: one queue of
/// events for all ranks, messages that are found by looking at all of them, no state that is kept for speed.
///
/// An event has the time (cycle, epoch, round, phase): the rounds of a cycle (program_run.hpp) are part of the time.
/// What an interface releases when no round is left is in the next epoch of the cycle.
#pragma once

#include <cmath>
#include <functional>
#include <list>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "models/workload/program.hpp"
#include "models/workload/protocol.hpp"

namespace kintsugi::workload::test {

class EventSimulation {
 public:
  static constexpr Cycle kNever = ~Cycle{0};
  std::vector<Cycle> started;
  std::vector<Cycle> ended;
  std::vector<OpId> partner;

  EventSimulation(const Program& program, const Protocol& protocol, Cycle latency)
      : started(program.size(), kNever),
        ended(program.size(), kNever),
        partner(program.size(), kNoOp),
        program_(program),
        protocol_(protocol),
        latency_(latency),
        requirements_(program.size()) {
    for (std::uint32_t i = 0; i < program.size(); ++i) {
      for (const Dependent dependent : program.dependents(OpId{i})) {
        requirements_[dependent.op().index()].insert({i, dependent.on_start()});
      }
    }
    for (std::uint32_t i = 0; i < program.size(); ++i) {
      if (requirements_[i].empty()) at({0, 0, 1, kReady, rank_of(i), i}, [this, i] { take_up(i); });
    }
    run();
  }

 private:
  enum Phase { kArrival, kEnd, kReady, kStream, kInterface };
  static constexpr unsigned kAfterAllRounds = ~0u;
  using Op = std::uint32_t;
  /// Cycle, epoch, round, phase, rank, number.
  using Time = std::tuple<Cycle, unsigned, unsigned, int, std::uint32_t, std::uint64_t>;
  using Unit = std::pair<std::uint32_t, unsigned>;  // rank, number of a stream or interface
  struct Packet {
    Op send;
    enum Type { kData, kRequest, kAnswer } type;
    std::uint32_t from, to;
    Cycle flits;
    bool is_last = true;
  };
  struct Nic {
    std::list<Packet> answers;
    std::list<std::list<Packet>> messages;
    bool is_busy = false;
  };
  struct Stream {
    std::list<Op> queue;
    bool is_busy = false;
    std::tuple<Cycle, unsigned, unsigned> last_round{kNever, 0, 0};  // in which it has started a calc
  };
  struct Inbox {
    std::list<Op> posted;
    std::list<Op> available;
  };

  std::uint32_t rank_of(Op op) const { return program_.rank_of(OpId{op}).value; }
  const Operation& of(Op op) const { return program_[OpId{op}]; }
  void at(const Time& time, std::function<void()> action) { events_.emplace(time, std::move(action)); }

  void run() {
    while (!events_.empty()) {
      const auto next = events_.begin();
      now_ = next->first;
      const auto action = std::move(next->second);
      events_.erase(next);
      action();
    }
  }
  Cycle cycle() const { return std::get<0>(now_); }
  bool is_after_rounds() const { return std::get<2>(now_) == kAfterAllRounds; }
  Time next_round(int phase, std::uint32_t rank, std::uint64_t number) const {
    const unsigned epoch = std::get<1>(now_) + (is_after_rounds() ? 1 : 0);
    return {cycle(), epoch, is_after_rounds() ? 1 : std::get<2>(now_) + 1, phase, rank, number};
  }

  void happen(Op op, bool is_start) {
    (is_start ? started : ended)[op] = cycle();
    for (Op other = 0; other < program_.size(); ++other) {
      if (requirements_[other].erase({op, is_start}) == 0 || !requirements_[other].empty()) continue;
      at(next_round(kReady, rank_of(other), other), [this, other] { take_up(other); });
    }
  }

  void take_up(Op op) {
    const Operation& operation = of(op);
    const std::uint32_t rank = rank_of(op);
    if (operation.kind == OpKind::kCalc) {
      const Unit unit(rank, operation.cpu);
      streams_[unit].queue.push_back(op);
      auto time = now_;
      std::get<3>(time) = kStream;
      std::get<5>(time) = operation.cpu;
      at(time, [this, unit] { start_calc(unit); });
    } else if (operation.kind == OpKind::kSend) {
      order_.emplace(op, order_.size());
      const Unit unit(rank, operation.nic);
      const bool eager = operation.size <= protocol_.eager_bytes;
      if (eager) {
        nics_[unit].messages.push_back(packets_of(op));
      } else {
        nics_[unit].messages.push_back({{op, Packet::kRequest, rank, operation.peer.value, 1}});
      }
      wake(unit);
    } else {
      happen(op, true);
      inboxes_[rank].posted.push_back(op);
      match(rank);
    }
  }

  std::list<Packet> packets_of(Op op) const {
    std::list<Packet> packets;
    std::uint64_t left = of(op).size;
    do {
      const std::uint64_t bytes = std::min<std::uint64_t>(left, protocol_.packet_bytes);
      left -= bytes;
      const auto flits = static_cast<Cycle>(std::ceil(static_cast<double>(bytes) / protocol_.flit_bytes));
      packets.push_back({op, Packet::kData, rank_of(op), of(op).peer.value, std::max<Cycle>(flits, 1), left == 0});
    } while (left > 0);
    return packets;
  }

  void start_calc(Unit unit) {
    Stream& stream = streams_[unit];
    const std::tuple round(std::get<0>(now_), std::get<1>(now_), std::get<2>(now_));
    if (stream.is_busy || stream.queue.empty() || stream.last_round == round) return;
    stream.last_round = round;
    const Op op = stream.queue.front();
    stream.queue.pop_front();
    happen(op, true);
    const auto cycles =
        static_cast<Cycle>(std::floor(static_cast<double>(of(op).size) * protocol_.cycles_per_ns + 0.5));
    if (cycles == 0) {
      happen(op, false);
      at(next_round(kStream, unit.first, unit.second), [this, unit] { start_calc(unit); });
      return;
    }
    stream.is_busy = true;
    at({cycle() + cycles, 0, 0, kEnd, unit.first, unit.second}, [this, unit, op] {
      streams_[unit].is_busy = false;
      happen(op, false);
      at(next_round(kStream, unit.first, unit.second), [this, unit] { start_calc(unit); });
    });
  }

  void wake(Unit unit) {
    at({cycle(), std::get<1>(now_), kAfterAllRounds, kInterface, unit.first, unit.second},
       [this, unit] { take_packet(unit); });
  }
  void take_packet(Unit unit) {
    Nic& nic = nics_[unit];
    if (nic.is_busy || (nic.answers.empty() && nic.messages.empty())) return;
    std::list<Packet>& from = nic.answers.empty() ? nic.messages.front() : nic.answers;
    const Packet packet = from.front();
    from.pop_front();
    if (&from != &nic.answers && from.empty()) nic.messages.pop_front();
    nic.is_busy = true;
    if (packet.type != Packet::kAnswer && started[packet.send] == kNever) happen(packet.send, true);
    at({cycle() + packet.flits, 0, 0, kEnd, unit.first, 1000 + unit.second}, [this, unit, packet] {
      nics_[unit].is_busy = false;
      if (packet.type == Packet::kData && packet.is_last) happen(packet.send, false);
      wake(unit);
    });
    const std::uint64_t number = std::uint64_t{packet.from} << 48 | cycle() << 8 | unit.second;
    at({cycle() + latency_ + packet.flits - 1, 0, 0, kArrival, packet.to, number}, [this, packet] { arrive(packet); });
  }

  void arrive(const Packet& packet) {
    if (packet.type == Packet::kAnswer) {
      const Unit unit(rank_of(packet.send), of(packet.send).nic);
      nics_[unit].messages.push_back(packets_of(packet.send));
      return wake(unit);
    }
    const bool eager = of(packet.send).size <= protocol_.eager_bytes;
    if (packet.type == Packet::kData && ++arrived_[packet.send] < packets_of(packet.send).size()) return;
    if (packet.type == Packet::kData && !eager) return complete(partner[packet.send].value);
    come_[packet.send] = true;
    // It and those behind it that it has held up, in the order of their sends.
    std::map<std::size_t, Op> same;
    for (const auto& [send, place] : order_) {
      const bool is_same = rank_of(send) == rank_of(packet.send) && of(send).peer == of(packet.send).peer &&
                           of(send).tag == of(packet.send).tag;
      if (is_same) same.emplace(place, send);
    }
    for (const auto& [place, send] : same) {
      if (!come_[send]) break;
      if (is_available_.insert(send).second) {
        inboxes_[packet.to].available.push_back(send);
        match(packet.to);
      }
    }
  }

  /// At most one pair is possible at a time: either a receive or a message is new.
  void match(std::uint32_t rank) {
    Inbox& inbox = inboxes_[rank];
    for (auto recv = inbox.posted.begin(); recv != inbox.posted.end(); ++recv) {
      for (auto send = inbox.available.begin(); send != inbox.available.end(); ++send) {
        const bool fits = (of(*recv).peer == kAnyRank || of(*recv).peer.value == rank_of(*send)) &&
                          (of(*recv).tag == kAnyTag || of(*recv).tag == of(*send).tag);
        if (!fits) continue;
        const Op r = *recv;
        const Op s = *send;
        partner[r] = OpId{s};
        partner[s] = OpId{r};
        inbox.posted.erase(recv);
        inbox.available.erase(send);
        return paired(rank, r, s);
      }
    }
  }
  void paired(std::uint32_t rank, Op recv, Op send) {
    if (of(send).size <= protocol_.eager_bytes) return complete(recv);
    const Unit unit(rank, of(recv).nic);
    nics_[unit].answers.push_back({send, Packet::kAnswer, rank, rank_of(send), 1});
    wake(unit);
  }
  void complete(Op recv) {
    if (std::get<3>(now_) == kArrival) {
      at({cycle(), 0, 0, kEnd, rank_of(recv), 2000 + recv}, [this, recv] { happen(recv, false); });
    } else {
      happen(recv, false);
    }
  }

  const Program& program_;
  const Protocol& protocol_;
  Cycle latency_;
  std::vector<std::set<std::pair<Op, bool>>> requirements_;  // of each operation: what has not happened
  std::multimap<Time, std::function<void()>> events_;
  Time now_;
  std::map<Unit, Stream> streams_;
  std::map<Unit, Nic> nics_;
  std::map<std::uint32_t, Inbox> inboxes_;
  std::map<Op, std::size_t> order_;  // of the sends that have been issued
  std::map<Op, std::size_t> arrived_;
  std::map<Op, bool> come_;
  std::set<Op> is_available_;
};

}  // namespace kintsugi::workload::test
