/// Runs a program: told of time and of packets, it says which packets each rank sends and when its operations start and
/// end.
///
/// Caller     for each rank and each cycle `now`, in this order: received() for each packet whose tail arrives, take()
///            while due() <= now, sent() for each packet whose last flit leaves. A cycle in which due() is later and no
///            packet arrives or leaves needs no call. A PacketSource of the rank's node can do this
///            (models/traffic/source.hpp)
/// Note       a number that a packet carries in its header: its operation and its type. The caller hands it back
/// Starts     a calc starts when its stream is free, a send when its interface takes its first packet, a recv when it
///            is ready: then it is posted (matching.hpp)
/// Ends       a calc of n cycles that starts in cycle t ends in cycle t + n, a send in the cycle after its last flit
///            has left, a recv in the cycle in which the last tail of its message has arrived and it is posted
///            (protocol.hpp)
/// Streams    take one calc at a time, in the order in which they became ready
/// Interface  takes one packet at a time. Answers and repeated packets come first, in their order, between the packets
///            of a message too; then the packets of one message after the other, in the order in which sends became
///            ready and answers to requests arrived. The next packet leaves in the cycle after the last flit of the one
///            before
/// Rounds     a cycle of a rank has rounds, so that no order of calls within it matters. Before the first round, calcs
///            and sends end, and receives whose messages are complete. What starts or ends in a round makes operations
///            ready in the next one. In each round first the ready operations are taken up in the order of their
///            numbers, then each free stream starts a calc; a calc of 0 cycles ends in the same round. When no round is
///            left, each free interface, in ascending order, takes a packet; what a send that starts so releases makes
///            further rounds
/// Late       if a rank is not asked for some cycles (its PE has died), what would have happened in them happens in the
///            cycle of the next call
/// Multicast  a cast (casts.hpp) starts when the last of its sends is ready: all of them in the cycle in which its
///            first packet is taken. Its packets are for kAnyRank: each receiver of a send of the cast gets a copy
/// Lost       repeat() sends a packet again that was dropped; it must not be received later all the same
/// Threads    calls for different ranks may come from different threads at the same time, if a packet is received only
///            after it was sent. What is not of a rank is called between cycles
/// Memory     no call allocates but those that make a queue longer than ever before. Some 60 bytes an operation and
///            some 40 a channel
/// Errors     std::invalid_argument for a wrong Protocol; std::logic_error for a packet that the program has not sent.
///            A program that check() refuses (validation.hpp) may wait for ever: waiting() says for what
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/workload/casts.hpp"
#include "models/workload/matching.hpp"
#include "models/workload/op_queue.hpp"
#include "models/workload/protocol.hpp"

namespace kintsugi::workload {

/// A packet that a rank sends.
struct Parcel {
  RankId to{0};  ///< kAnyRank: the receivers of a cast
  std::uint16_t flits = 0;
  std::uint32_t note = 0;
};

/// An operation that has not ended, and what it waits for: "for a message from rank 3 with tag 0".
struct WaitingOperation {
  OpId op;
  std::string reason;
};

/// A message that is longer than the receive that took it.
struct TooLong {
  OpId send;
  OpId recv;
};

class ProgramRun {
 public:
  static constexpr Cycle kNever = ~Cycle{0};

  /// The program must outlive it. Operations that wait for none are ready in cycle `begin`.
  ProgramRun(const Program& program, const Protocol& protocol, Cycle begin = 0);

  /// @name Of one rank
  /// @{
  /// Returns the cycle in which the rank must be asked next: a packet may wait, or a calc ends; kNever if it only waits
  /// for packets.
  Cycle due(RankId rank) const { return ranks_[rank.index()].due; }
  /// Returns the next packet that the rank sends in cycle `now`; nullopt, and then a later due(), if there is none.
  std::optional<Parcel> take(RankId rank, Cycle now);
  void sent(RankId rank, std::uint32_t note, Cycle now);
  void received(RankId rank, std::uint32_t note, Cycle now);
  /// Sends a packet of the rank again that was dropped, after it was sent or, with its PE, before.
  void repeat(RankId rank, Parcel lost, bool was_sent, Cycle now);
  /// Returns the first send of the cast of which a packet with this note is a part. The packet is for kAnyRank.
  OpId cast_of(std::uint32_t note) const { return OpId{note >> 2}; }
  /// Returns the packets that the rank has sent, a packet of a cast once for each receiver.
  std::uint64_t packets(RankId rank) const { return ranks_[rank.index()].taken; }
  /// @}

  /// @name Of the program, between cycles
  /// @{
  bool has_ended() const { return ranks_left_ == 0; }
  /// Returns the first cycle in which a rank must be asked; kNever if all wait for packets.
  Cycle first_due() const;
  /// Returns whether operations are left that no packet and no time will end: the program is deadlocked. `lost` packets
  /// have been dropped and not sent again: none of them is awaited. Nothing is awaited of a rank that `is_gone`: its
  /// node has no PE.
  bool is_stuck(std::uint64_t lost = 0, const std::function<bool(RankId)>& is_gone = {}) const;
  /// Returns the operations that have started and wait for another rank; if none does, those that have not started. At
  /// most `most`, in the order of their numbers.
  std::vector<WaitingOperation> waiting(std::size_t most) const;
  std::size_t operations_left() const;
  /// Returns the message of the lowest receive that was too short for it; nullopt if all were long enough.
  std::optional<TooLong> too_long() const;
  /// @}

  /// @name Of an operation
  /// @{
  Cycle started(OpId op) const { return started_[op.index()]; }  ///< kNever: it has not started
  Cycle ended(OpId op) const { return ended_[op.index()]; }      ///< kNever: it has not ended
  /// Returns the send of a recv, and the recv of a send; kNoOp while it has none.
  OpId partner(OpId op) const { return matching_.partner(op); }
  /// @}

  const Program& program() const { return *program_; }
  const Protocol& protocol() const { return protocol_; }
  const Casts& casts() const { return casts_; }

 private:
  enum class PacketType : std::uint8_t { kData, kRequest, kAnswer, kDataAgain };
  struct Stream {
    OpQueue calcs;
    OpId current = kNoOp;
    Cycle end = 0;  // of current
  };
  struct Interface {
    OpQueue sends;             // of which a request or the data are to be sent
    OpQueue answers;           // messages
    OpId current = kNoOp;      // whose data are being sent
    Cycle free_from = 0;       // kNever: until its packet has left
    Parcel offered;            // packet that take() hands over, if it has flits
    std::uint32_t pieces = 0;  // packets of current that are taken
  };
  struct Leaving {
    OpId send;
    Cycle end;
  };
  struct Repeated {
    std::uint32_t nic;
    Parcel parcel;
  };
  struct alignas(64) Rank {
    Cycle due = kNever;
    std::uint32_t first_stream = 0;
    std::uint32_t first_nic = 0;
    std::uint32_t left = 0;          // operations that have not ended
    std::uint32_t offers = 0;        // of its interfaces
    std::uint64_t taken = 0;         // packets, lost ones left out
    std::uint64_t arrived = 0;       // packets
    std::vector<OpId> next;          // operations that are ready in the next round
    std::vector<OpId> ready;         // in this round
    std::vector<OpId> complete;      // receives that end in this cycle
    std::vector<Leaving> leaving;    // sends whose last flit has left
    std::vector<Repeated> repeated;  // packets to be sent again
  };

  static std::uint32_t note_of(OpId send, PacketType type) {
    return send.value << 2 | static_cast<std::uint32_t>(type);
  }
  static PacketType type_of(std::uint32_t note) { return static_cast<PacketType>(note & 3); }
  void count_dependencies();
  void number_units();
  std::uint32_t nic_of(std::uint32_t note) const;
  OpId send_of(std::uint32_t note) const;
  OpId send_to(RankId receiver, std::uint32_t note) const;
  std::uint32_t copies_of(OpId send) const { return casts_.first(send) == kNoOp ? 1 : casts_.size(send); }
  void send_is_ready(OpId send);
  void start_all(Rank& rank, OpId send, Cycle now);
  void advance(Rank& rank, Cycle now);
  void end_what_is_due(Rank& rank, Cycle now);
  bool run_round(Rank& rank, Cycle now);
  bool start_calcs(Rank& rank, Cycle now);
  bool take_packets(Rank& rank, Cycle now);
  void take_packet(Rank& rank, std::uint32_t number, Cycle now);
  void offer(Rank& rank, Interface& nic, const Parcel& parcel);
  void take_up(Rank& rank, OpId op, Cycle now);
  void start(Rank& rank, OpId op, Cycle now);
  void end(Rank& rank, OpId op, Cycle now);
  void matched(Rank& rank, OpId recv, OpId send);
  void release(Rank& rank, OpId op, bool on_start);
  Cycle next_due(const Rank& rank) const;
  OpId missing_for(OpId op) const;
  std::string reason(OpId op) const;
  const Rank& after(const Rank& rank) const { return *(&rank + 1); }

  const Program* program_;
  Protocol protocol_;
  Casts casts_;
  Matching matching_;
  std::vector<Rank> ranks_;  // and one more, where the units of the last one end
  std::vector<Stream> streams_;
  std::vector<Interface> nics_;
  std::vector<std::uint32_t> unit_;          // of each operation: its stream or interface
  std::vector<std::uint32_t> missing_;       // of each operation: what it requires and has not happened yet
  std::vector<OpId> queued_;                 // next of each operation in the queue of a stream or of sends
  std::vector<OpId> answered_;               // next of each message in a queue of answers; of the receiver
  std::vector<std::uint32_t> packets_left_;  // of each send that the receiver misses; of the receiver
  std::vector<std::uint32_t> unsent_;        // packets of each send; of the sender
  std::vector<std::uint32_t> unready_;       // sends of each cast that are not ready; by its first; of the sender
  std::vector<Cycle> started_;
  std::vector<Cycle> ended_;
  std::atomic<std::uint32_t> ranks_left_{0};
};

}  // namespace kintsugi::workload
