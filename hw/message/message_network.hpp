/// Carries messages over a chip: what a thread writes to a MessageOut is read from the MessageIn of another node, in
/// order and complete, by packets of the chip.
///
/// Packets   a message is one packet: the header, and the flits of its bytes. flits(bytes) says how many
/// Order     the messages of a MessageOut are handed over in the order in which they were written, whatever the
///           network does: two channels of a link, an adaptive routing or a second sending can make one packet pass
///           another. One that comes early waits at the receiver. `in_order` off: as they arrive
/// Credits   each MessageOut has `depth` places: a message takes one when it is written and frees it when it is read or
///           lost. So at most `depth` messages of a MessageOut are under way or unread, and a writer waits for a place
/// Timing    a message written in cycle c is a packet from cycle c + 1 on; one whose tail arrives in cycle d can be
///           read at the time of cycle d, in a delta cycle behind the modules. A place freed in cycle c is free from
///           cycle c + 1 on, if credits take no packets; else when the packet of the credit has arrived. A chip gives
///           the same on every schedule and number of threads
/// Dead PEs  a message whose packet is dropped with a PE is sent again as long as it has `retries`, and then lost.
///           Messages of a node that has died with its PE, where there is no other PE for it, are lost, as are those to
///           it and, once a reconfiguration has failed, all that are under way. A lost message is handed over to its
///           MessageOut once, and never read. Messages that have arrived can be read, even if the PE has died since
/// Not modelled: by what means a loss is noticed; it is known at once. Without `credit_flits` credits take no bandwidth
/// Traffic   all traffic of the chip is that of its messages; it starts when the nodes are in place
/// Errors    std::invalid_argument for parameters out of range, for a node that is not in the network, and for a chip
///           with detection; std::logic_error for a network that is attached twice or not at all, or does not observe
///           its chip
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "hw/message/cargo_network.hpp"
#include "hw/message/message.hpp"

namespace kintsugi {

class MessageReceiver;

/// What all messages of a network have in common.
struct MessageParameters {
  unsigned flit_bytes = 8;    ///< 1 .. 4096
  unsigned header_flits = 1;  ///< of every message, 1 .. 255
  unsigned depth = 16;        ///< messages of a MessageOut that are written and not yet read, 1 .. 65 536
  unsigned retries = 0;       ///< of a message whose packet is dropped
  unsigned credit_flits = 0;  ///< of the packet that brings a credit back, 0 .. 255; 0: it is back without a packet
  bool in_order = true;       ///< off: messages are handed over as they arrive
};

/// Bytes that a message has at most.
inline constexpr std::size_t kMaxMessageBytes = 65'536;

class MessageNetwork final : public CargoNetwork {
 public:
  /// Throws std::invalid_argument for a parameter out of range. Give it to the chip as its packet observer.
  explicit MessageNetwork(MessageParameters parameters = {});
  ~MessageNetwork() override;

  /// Makes the nodes of this chip, whose packet observer it must be, send and receive.
  void attach(Chip& chip);
  const MessageParameters& parameters() const { return parameters_; }  ///< as given
  /// Returns the flits of a message of so many bytes. Throws std::invalid_argument for more than kMaxMessageBytes, and
  /// if they are more than 65 535.
  std::uint16_t flits(std::size_t bytes) const;

  /// @name For MessageSender and MessageReceiver
  /// @{
  void join(MessageSender& sender);
  void join(MessageReceiver& receiver);
  /// Returns the receiver at a node with this tag; nullptr if there is none.
  MessageReceiver* receiver(NodeId node, unsigned tag) const;
  /// Sends a message in the next cycle.
  void write(std::unique_ptr<Message> message);
  /// Frees the place of a message that has been read.
  void free_place_of(Message& message);
  /// @}

 private:
  struct Read {
    Cycle at;  // from when on its place is free
    Message* message;
  };
  void on_start() override;
  void on_request(Cargo& cargo, const ReceivedPacket& packet) override;
  void on_response(Cargo& cargo, const ReceivedPacket& packet) override;
  void on_failure(Cargo& cargo) override;
  void after_packets(Cycle now) override;
  void end(Message& message);

  MessageParameters parameters_;
  std::size_t nodes_ = 0;
  std::map<std::pair<NodeId, unsigned>, MessageReceiver*> receivers_;  // by node and tag
  std::deque<Read> read_;                                              // by cycle
  std::vector<MessageSender*> senders_;
};

}  // namespace kintsugi
