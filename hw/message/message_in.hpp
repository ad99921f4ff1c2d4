/// Reads the messages that other nodes have written to this one, like the reading end of an sc_fifo: an existing module
/// with an sc_fifo_in<T> can be bound to it.
///
///     MessageIn<Frame> in("in", network, NodeId{15});
///     consumer.in(in);                             // or, in an SC_THREAD: Frame frame = in.read();
///
/// From      every MessageOut of this node and tag, in the order in which they arrive: those of one MessageOut in the
///           order of writing, those of several by the cycle of arrival. source() says who has sent the last one
/// Blocking  read() waits until there is a message. For threads
/// Others    nb_read() returns false if there is none; num_available(); data_written_event() when one has arrived
/// Place     a read frees the place of the message (hw/message/message_network.hpp)
/// Moves     it belongs to the node, not to a PE: when the chip is repaired it goes along, with the messages in it
/// Errors    std::invalid_argument for a node that is not in the network; std::logic_error if the network has no chip,
///           and for a second MessageIn of this node and tag
#pragma once

#include <string_view>
#include <type_traits>
#include <utility>

#include "hw/message/message_receiver.hpp"

namespace kintsugi {

template <typename T>
class MessageIn final : public MessageReceiver, public sc_core::sc_fifo_in_if<T> {
  static_assert(std::is_copy_constructible_v<T>, "the data of a message must be copyable");

 public:
  /// The network must outlive it. Make it before the simulation begins.
  MessageIn(sc_core::sc_module_name name, MessageNetwork& network, NodeId node, unsigned tag = 0)
      : MessageReceiver(name, network, node, tag, typeid(T)) {}
  /// By the name or number of the node. Throws std::invalid_argument, with the nearest name, if there is none.
  MessageIn(sc_core::sc_module_name name, MessageNetwork& network, std::string_view node, unsigned tag = 0)
      : MessageIn(name, network, network.network().node(node), tag) {}

  /// Returns the next message; waits until there is one. For threads only.
  T read() override {
    wait_for_message();
    return get();
  }
  /// The same, into `value`.
  void read(T& value) override { value = read(); }
  /// Takes the next message, and frees its place at the sender. Returns false if there is none.
  bool nb_read(T& value) override {
    if (available() == 0) return false;
    value = get();
    return true;
  }
  /// Returns the messages that have arrived and are not read.
  int num_available() const override { return static_cast<int>(available()); }
  /// Is notified when a message has arrived that can be read.
  const sc_core::sc_event& data_written_event() const override { return arrived(); }

 private:
  T get() {
    Message& message = take();
    T value = std::move(static_cast<MessageOf<T>&>(message).value);
    network().free_place_of(message);
    return value;
  }
};

}  // namespace kintsugi
