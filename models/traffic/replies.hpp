/// Requests and replies: every packet of a source is a request, which its destination answers with a reply.
///
/// Service   a reply is created `service` cycles after the tail of its request has arrived; a node serves any number of
///           requests at once
/// Window    a node has at most `window` requests without their replies. The next one, which another source (the inner
///           one) would create, waits until a reply arrives, and is created in that cycle, in its order: a closed loop.
///           Requests still waiting at the end of the traffic are not created; replies are
/// Classes   requests and replies start in routing states of their own, those of MessageClasses if each class has its
///           channels (models/routing/message_classes.hpp)
/// Note      a reply carries kReply and the cycle in which its request was created, modulo kCycles, so that whoever
///           sees it arrive knows the round trip; a request keeps its own note
/// Lost      a request that is dropped has no reply and stays in the window of its node
/// Threads   a source is used by the PE of its node alone
#pragma once

#include <boost/circular_buffer.hpp>
#include <memory>
#include <optional>

#include "models/traffic/source.hpp"

namespace kintsugi {

struct ReplyTraffic {
  std::uint16_t flits = 1;                   ///< of a reply
  Cycle service = 0;                         ///< cycles
  std::optional<std::uint32_t> window = {};  ///< at least 1; nullopt: without limit
  RoutingState request_state = 0;
  RoutingState reply_state = 0;

  static constexpr std::uint32_t kReply = 0x80000000;
  static constexpr std::uint32_t kCycles = 0x7fffffff;
  static constexpr std::uint32_t note_of_reply(Cycle created) {
    return kReply | static_cast<std::uint32_t>(created % kCycles);
  }
  static constexpr bool is_reply(std::uint32_t note) { return note != kNoNote && (note & kReply) != 0; }
  /// Returns the cycles from the creation of the request to cycle `now`, in which the reply with this note arrives.
  /// They are fewer than kCycles.
  static constexpr Cycle round_trip(std::uint32_t note, Cycle now) {
    return (now % kCycles + kCycles - (note & ~kReply)) % kCycles;
  }
};

class ReplyingSource final : public PacketSource {
 public:
  /// Creates requests in cycles before `end`. `requests` is the inner source; `traffic` must outlive this.
  ReplyingSource(std::unique_ptr<PacketSource> requests, const ReplyTraffic& traffic, Cycle end);

  Cycle due() const override;
  PacketOrder take() override;
  /// Leaves out requests and replies.
  void skip_until(Cycle cycle) override;
  bool listens() const override { return true; }
  void received(const ReceivedPacket& packet, Cycle now) override;
  /// A reply that was due before has been left by a PE that died.
  bool owes(Cycle from) const override { return !replies_.empty() && replies_.back().due >= from; }

 private:
  struct Reply {
    Cycle due;
    NodeId to;
    std::uint32_t note;
  };
  /// Returns the cycle of the next request; kNever while the window is full.
  Cycle request_due() const;

  std::unique_ptr<PacketSource> requests_;
  const ReplyTraffic* traffic_;
  Cycle end_;
  std::uint32_t outstanding_ = 0;          // requests without their replies
  boost::circular_buffer<Reply> replies_;  // in the order of their cycles
};

}  // namespace kintsugi
