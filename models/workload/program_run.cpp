#include "models/workload/program_run.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace kintsugi::workload {

ProgramRun::ProgramRun(const Program& program, const Protocol& protocol, Cycle begin)
    : program_(&program),
      protocol_(protocol),
      casts_(program, protocol),
      matching_(program),
      ranks_(program.ranks() + std::size_t{1}),
      unit_(program.size(), 0),
      missing_(program.size(), 0),
      queued_(program.size(), kNoOp),
      answered_(program.size(), kNoOp),
      packets_left_(program.size(), 0),
      unsent_(program.size(), 0),
      started_(program.size(), kNever),
      ended_(program.size(), kNever) {
  protocol.require_valid();
  if (!casts_.empty()) {
    unready_.resize(program.size());
    for (OpId op{0}; op.index() < program.size(); ++op.value) unready_[op.index()] = copies_of(op);
  }
  count_dependencies();
  number_units();
  for (std::uint32_t number = 0; number < program.ranks(); ++number) {
    Rank& rank = ranks_[number];
    rank.left = static_cast<std::uint32_t>(program.size_of(RankId{number}));
    if (rank.left == 0) continue;
    ++ranks_left_;
    rank.due = begin;
    for (OpId op = program.first(RankId{number}); op < program.end(RankId{number}); ++op.value) {
      if (missing_[op.index()] == 0) rank.next.push_back(op);
    }
  }
}

void ProgramRun::count_dependencies() {
  for (std::size_t i = 0; i < program_->size(); ++i) {
    const OpId op = OpId::from(i);
    for (const Dependent dependent : program_->dependents(op)) ++missing_[dependent.op().index()];
    const Operation& operation = (*program_)[op];
    if (operation.kind != OpKind::kSend) continue;
    const std::uint64_t packets = protocol_.packets(operation.size);
    if (packets > 0xffffffff) {
      throw std::invalid_argument("a message of " + std::to_string(operation.size) +
                                  " bytes has more than 2^32 packets; packet_bytes must be larger");
    }
    packets_left_[i] = unsent_[i] = static_cast<std::uint32_t>(packets);
  }
}

/// Gives each stream and each interface that a rank uses a number of its own, in the order of the rank's numbers.
void ProgramRun::number_units() {
  std::uint32_t streams = 0;
  std::uint32_t nics = 0;
  for (std::uint32_t number = 0; number < program_->ranks(); ++number) {
    std::array<std::uint32_t, 256> stream{};
    std::array<std::uint32_t, 256> nic{};
    const OpId first = program_->first(RankId{number});
    const OpId last = program_->end(RankId{number});
    for (OpId op = first; op < last; ++op.value) {
      const Operation& operation = (*program_)[op];
      ++(operation.kind == OpKind::kCalc ? stream[operation.cpu] : nic[operation.nic]);
    }
    ranks_[number].first_stream = streams;
    ranks_[number].first_nic = nics;
    for (std::uint32_t& each : stream) each = each == 0 ? 0 : streams++;
    for (std::uint32_t& each : nic) each = each == 0 ? 0 : nics++;
    for (OpId op = first; op < last; ++op.value) {
      const Operation& operation = (*program_)[op];
      unit_[op.index()] = operation.kind == OpKind::kCalc ? stream[operation.cpu] : nic[operation.nic];
    }
  }
  ranks_.back().first_stream = streams;
  ranks_.back().first_nic = nics;
  streams_.resize(streams);
  nics_.resize(nics);
}

OpId ProgramRun::send_of(std::uint32_t note) const {
  const OpId send{note >> 2};
  if (send.index() >= program_->size() || (*program_)[send].kind != OpKind::kSend) {
    throw std::logic_error("note " + std::to_string(note) + " is of no packet that the program has sent");
  }
  return send;
}

/// Returns the send of which a packet has reached this rank: of a cast the one to it.
OpId ProgramRun::send_to(RankId receiver, std::uint32_t note) const {
  const OpId send = send_of(note);
  if (casts_.first(send) == kNoOp) return send;
  std::uint32_t low = 0;
  for (std::uint32_t high = casts_.size(send) - 1; low < high;) {
    const std::uint32_t middle = low + (high - low) / 2;
    if ((*program_)[OpId{send.value + middle}].peer < receiver) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const OpId found{send.value + low};
  if ((*program_)[found].peer != receiver) {
    throw std::logic_error("a copy of the multicast of " + program_->name(send) + " has reached rank " +
                           std::to_string(receiver.value) + ", which is no receiver");
  }
  return found;
}

/// Returns the interface that sends a packet: an answer leaves by that of the recv.
std::uint32_t ProgramRun::nic_of(std::uint32_t note) const {
  const OpId send = send_of(note);
  return unit_[(type_of(note) == PacketType::kAnswer ? matching_.partner(send) : send).index()];
}

std::optional<Parcel> ProgramRun::take(RankId number, Cycle now) {
  Rank& rank = ranks_[number.index()];
  if (rank.offers == 0 && rank.due <= now) advance(rank, now);
  if (rank.offers == 0) return std::nullopt;
  std::uint32_t nic = rank.first_nic;
  while (nics_[nic].offered.flits == 0) ++nic;
  const Parcel parcel = nics_[nic].offered;
  nics_[nic].offered.flits = 0;
  --rank.offers;
  rank.taken += parcel.to == kAnyRank ? casts_.size(cast_of(parcel.note)) : 1;
  if (rank.offers == 0) rank.due = next_due(rank);
  return parcel;
}

/// Runs a cycle. Afterwards the rank is due again at once if it offers packets.
void ProgramRun::advance(Rank& rank, Cycle now) {
  end_what_is_due(rank, now);
  do {
    while (run_round(rank, now)) {
    }
  } while (take_packets(rank, now));
  rank.due = rank.offers > 0 ? now : next_due(rank);
}

/// Returns the cycle in which a calc ends, the end of a send is due, or an interface that has packets is free.
Cycle ProgramRun::next_due(const Rank& rank) const {
  Cycle due = kNever;
  for (std::uint32_t i = rank.first_stream; i < after(rank).first_stream; ++i) {
    if (streams_[i].current != kNoOp) due = std::min(due, streams_[i].end);
  }
  for (const Leaving& leaving : rank.leaving) due = std::min(due, leaving.end);
  for (std::uint32_t i = rank.first_nic; i < after(rank).first_nic; ++i) {
    const Interface& nic = nics_[i];
    const bool has_packets = nic.current != kNoOp || !nic.sends.empty() || !nic.answers.empty();
    if (has_packets) due = std::min(due, nic.free_from);
  }
  for (const Repeated& each : rank.repeated) due = std::min(due, nics_[each.nic].free_from);
  return due;
}

void ProgramRun::end_what_is_due(Rank& rank, Cycle now) {
  for (std::uint32_t i = rank.first_stream; i < after(rank).first_stream; ++i) {
    Stream& stream = streams_[i];
    if (stream.current == kNoOp || stream.end > now) continue;
    end(rank, stream.current, now);
    stream.current = kNoOp;
  }
  for (const Leaving& leaving : rank.leaving) {
    if (leaving.end <= now) end(rank, leaving.send, now);
  }
  std::erase_if(rank.leaving, [now](const Leaving& leaving) { return leaving.end <= now; });
  for (const OpId recv : rank.complete) end(rank, recv, now);
  rank.complete.clear();
}

/// Returns whether another round must follow.
bool ProgramRun::run_round(Rank& rank, Cycle now) {
  std::swap(rank.ready, rank.next);
  std::ranges::sort(rank.ready);
  for (const OpId op : rank.ready) take_up(rank, op, now);
  rank.ready.clear();
  const bool has_freed_stream = start_calcs(rank, now);
  return has_freed_stream || !rank.next.empty();
}

void ProgramRun::take_up(Rank& rank, OpId op, Cycle now) {
  switch ((*program_)[op].kind) {
    case OpKind::kCalc:
      return streams_[unit_[op.index()]].calcs.push(op, queued_);
    case OpKind::kSend:
      return send_is_ready(op);
    case OpKind::kRecv:
      start(rank, op, now);
      if (const OpId send = matching_.post(op); send != kNoOp) matched(rank, op, send);
      for (const OpId recv : rank.complete) end(rank, recv, now);
      rank.complete.clear();
  }
}

/// The last send of a cast that becomes ready makes the cast wait for its interface.
void ProgramRun::send_is_ready(OpId send) {
  matching_.issue(send);
  const OpId first = casts_.first(send);
  if (first != kNoOp && --unready_[first.index()] > 0) return;
  nics_[unit_[send.index()]].sends.push(first == kNoOp ? send : first, queued_);
}

/// Starts a send, or all sends of the cast that begins with it.
void ProgramRun::start_all(Rank& rank, OpId send, Cycle now) {
  for (std::uint32_t i = 0; i < copies_of(send); ++i) start(rank, OpId{send.value + i}, now);
}

/// Returns whether a stream that has calcs is free again.
bool ProgramRun::start_calcs(Rank& rank, Cycle now) {
  bool has_freed = false;
  for (std::uint32_t i = rank.first_stream; i < after(rank).first_stream; ++i) {
    Stream& stream = streams_[i];
    if (stream.current != kNoOp || stream.calcs.empty()) continue;
    const OpId op = stream.calcs.pop(queued_);
    start(rank, op, now);
    const Cycle cycles = protocol_.cycles((*program_)[op].size);
    if (cycles == 0) {
      end(rank, op, now);
      has_freed |= !stream.calcs.empty();
    } else {
      stream.current = op;
      stream.end = now + cycles;
    }
  }
  return has_freed;
}

/// Returns whether this has made an operation ready.
bool ProgramRun::take_packets(Rank& rank, Cycle now) {
  for (std::uint32_t i = rank.first_nic; i < after(rank).first_nic; ++i) {
    if (nics_[i].free_from <= now) take_packet(rank, i, now);
  }
  return !rank.next.empty();
}

void ProgramRun::offer(Rank& rank, Interface& nic, const Parcel& parcel) {
  nic.offered = parcel;
  nic.free_from = kNever;
  ++rank.offers;
}

/// Offers the next packet of an interface that is free, if it has one.
void ProgramRun::take_packet(Rank& rank, std::uint32_t number, Cycle now) {
  Interface& nic = nics_[number];
  const auto lost = std::ranges::find(rank.repeated, number, &Repeated::nic);
  if (lost != rank.repeated.end()) {
    offer(rank, nic, lost->parcel);
    rank.repeated.erase(lost);
    return;
  }
  if (!nic.answers.empty()) {
    const OpId send = nic.answers.pop(answered_);
    offer(rank, nic, {program_->rank_of(send), 1, note_of(send, PacketType::kAnswer)});
    return;
  }
  if (nic.current == kNoOp) {
    if (nic.sends.empty()) return;
    const OpId send = nic.sends.pop(queued_);
    const bool is_new = started_[send.index()] == kNever;
    if (is_new) start_all(rank, send, now);
    if (is_new && !protocol_.is_eager((*program_)[send].size)) {
      offer(rank, nic, {(*program_)[send].peer, 1, note_of(send, PacketType::kRequest)});
      return;
    }
    nic.current = send;
    nic.pieces = 0;
  }
  const Operation& message = (*program_)[nic.current];
  const RankId to = casts_.first(nic.current) == kNoOp ? message.peer : kAnyRank;
  offer(rank, nic, {to, protocol_.flits(message.size, nic.pieces), note_of(nic.current, PacketType::kData)});
  if (++nic.pieces == protocol_.packets(message.size)) nic.current = kNoOp;
}

void ProgramRun::sent(RankId number, std::uint32_t note, Cycle now) {
  Rank& rank = ranks_[number.index()];
  nics_[nic_of(note)].free_from = now + 1;
  const OpId send = send_of(note);
  if (type_of(note) == PacketType::kData && --unsent_[send.index()] == 0) {
    for (std::uint32_t i = 0; i < copies_of(send); ++i) rank.leaving.push_back({OpId{send.value + i}, now + 1});
  }
  if (rank.offers == 0) rank.due = std::min(rank.due, next_due(rank));
}

void ProgramRun::received(RankId number, std::uint32_t note, Cycle now) {
  Rank& rank = ranks_[number.index()];
  const OpId send = send_to(number, note);
  ++rank.arrived;
  const auto pair = [&](OpId recv, OpId message) { matched(rank, recv, message); };
  switch (type_of(note)) {
    case PacketType::kAnswer:
      nics_[unit_[send.index()]].sends.push(send, queued_);
      break;
    case PacketType::kRequest:
      matching_.arrive(send, pair);
      break;
    case PacketType::kData:
    case PacketType::kDataAgain:
      if (packets_left_[send.index()] == 0) {
        throw std::logic_error(program_->name(send) + " has more packets than its message");
      }
      if (--packets_left_[send.index()] > 0) return;
      if (protocol_.is_eager((*program_)[send].size)) {
        matching_.arrive(send, pair);
      } else {
        rank.complete.push_back(matching_.partner(send));
      }
  }
  rank.due = std::min(rank.due, now);
}

/// An eager message has arrived and ends its receive; a request is answered.
void ProgramRun::matched(Rank& rank, OpId recv, OpId send) {
  if (protocol_.is_eager((*program_)[send].size)) {
    rank.complete.push_back(recv);
  } else {
    nics_[unit_[recv.index()]].answers.push(send, answered_);
  }
}

void ProgramRun::repeat(RankId number, Parcel lost, bool was_sent, Cycle now) {
  if (lost.to == kAnyRank) throw std::logic_error("a packet of a multicast cannot be sent again");
  Rank& rank = ranks_[number.index()];
  const std::uint32_t nic = nic_of(lost.note);
  if (!was_sent) nics_[nic].free_from = now;
  if (was_sent && type_of(lost.note) == PacketType::kData)
    lost.note = note_of(send_of(lost.note), PacketType::kDataAgain);
  rank.repeated.push_back({nic, lost});
  --rank.taken;
  rank.due = std::min(rank.due, std::max(now, next_due(rank)));
}

void ProgramRun::start(Rank& rank, OpId op, Cycle now) {
  started_[op.index()] = now;
  release(rank, op, true);
}

void ProgramRun::end(Rank& rank, OpId op, Cycle now) {
  ended_[op.index()] = now;
  release(rank, op, false);
  if (--rank.left == 0) --ranks_left_;
}

void ProgramRun::release(Rank& rank, OpId op, bool on_start) {
  for (const Dependent dependent : program_->dependents(op)) {
    if (dependent.on_start() != on_start) continue;
    if (--missing_[dependent.op().index()] == 0) rank.next.push_back(dependent.op());
  }
}

}  // namespace kintsugi::workload
