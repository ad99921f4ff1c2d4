/// Which receive takes which message, as in MPI.
///
/// Channel   the messages from one rank to another with one tag, in the order in which their sends were issued. A
///           message becomes available when it and all earlier ones of its channel have arrived
/// Post      a posted receive takes the message that became available first, of those that it accepts and no other
///           receive has taken
/// Arrival   a message that becomes available is taken by the receive that was posted first, of those that accept it
/// Threads   issue() touches the state of the sender only, arrive() and post() that of the receiver only, so that ranks
///           can be simulated at the same time. issue() of a message comes before arrive() of it
/// Memory    is allocated by the constructor
#pragma once

#include <vector>

#include "models/workload/op_queue.hpp"
#include "models/workload/program.hpp"

namespace kintsugi::workload {

/// The channels of a program.
///
/// Numbers  channels are numbered by receiver, sender and tag; those that only a recv names are channels too
class Channels {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;
  explicit Channels(const Program& program);

  /// Returns the channel of an operation; kNone of a calc or of a recv that is wild.
  std::uint32_t of(OpId op) const { return of_[op.index()]; }
  std::size_t size() const { return sends_.size(); }
  /// @name Operations of the channel, wild receives left out
  /// @{
  std::uint32_t sends(std::uint32_t channel) const { return sends_[channel]; }
  std::uint32_t receives(std::uint32_t channel) const { return receives_[channel]; }
  /// @}

 private:
  std::vector<std::uint32_t> of_;
  std::vector<std::uint32_t> sends_;
  std::vector<std::uint32_t> receives_;
};

class Matching {
 public:
  explicit Matching(const Program& program);

  /// Gives a send its place in its channel.
  void issue(OpId send) { place_[send.index()] = issued_[channels_.of(send)]++; }

  /// Takes a message that has arrived. Calls matched(recv, send) for each pair that this makes, in the order in which
  /// their messages become available.
  template <class Matched>
  void arrive(OpId send, Matched matched);
  /// Posts a receive; returns the message that it takes, or kNoOp.
  OpId post(OpId recv);

  /// Returns the other end of a send or recv; kNoOp while it has none.
  OpId partner(OpId op) const { return partner_[op.index()]; }
  const Channels& channels() const { return channels_; }

 private:
  struct Channel {
    std::uint32_t base = 0;  // of its sends in arrived_
    std::uint32_t next = 0;  // place of the message that becomes available next
    OpQueue posted;          // receives
    OpQueue available;       // messages
  };
  /// Of a rank that has wild receives.
  struct Wild {
    OpQueue posted;
    OpQueue available;  // messages of all channels; some may have been taken
  };

  bool accepts(OpId recv, OpId send) const;
  OpId take_receive(OpId send);
  OpId take_wild_receive(Wild& wild, OpId send, OpId other);
  OpId take_message(Wild& wild, OpId recv);
  void pair(OpId recv, OpId send) {
    partner_[recv.index()] = send;
    partner_[send.index()] = recv;
  }
  Wild* wild_of(RankId rank) { return wild_.empty() ? nullptr : &wild_[rank.index()]; }

  const Program* program_;
  Channels channels_;
  std::vector<std::uint32_t> issued_;  // sends of each channel; of the sender
  std::vector<std::uint32_t> place_;   // of each send in its channel; of the sender
  std::vector<Channel> channel_;
  std::vector<OpId> arrived_;  // of each place of each channel: the message, or kNoOp
  std::vector<OpId> next_;     // of each operation in the queue of a channel, or of wild receives
  std::vector<OpId> partner_;
  // Empty if there is no wild receive:
  std::vector<Wild> wild_;               // of each rank
  std::vector<OpId> next_available_;     // of each message in the queue of a rank
  std::vector<std::uint32_t> posted_;    // of each recv: how many its rank had posted before
  std::vector<std::uint32_t> receives_;  // posted by each rank
};

template <class Matched>
void Matching::arrive(OpId send, Matched matched) {
  Channel& channel = channel_[channels_.of(send)];
  arrived_[channel.base + place_[send.index()]] = send;
  const std::uint32_t end = channels_.sends(channels_.of(send));
  for (; channel.next < end && arrived_[channel.base + channel.next] != kNoOp; ++channel.next) {
    const OpId message = arrived_[channel.base + channel.next];
    const OpId recv = take_receive(message);
    if (recv == kNoOp) continue;
    pair(recv, message);
    matched(recv, message);
  }
}

}  // namespace kintsugi::workload
