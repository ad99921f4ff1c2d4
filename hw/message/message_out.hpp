/// Writes messages to another node, like the writing end of an sc_fifo: an existing module with an sc_fifo_out<T> can
/// be bound to it.
///
///     MessageOut<Frame> out("out", network, NodeId{0}, NodeId{15});
///     producer.out(out);                           // or, in an SC_THREAD: out.write(frame);
///
/// Data      any type T that can be copied. A message has sizeof(T) bytes, or as many as a function of the user says
///           (size_by()), at most kMaxMessageBytes; MessageNetwork::flits() says how many flits that are
/// Blocking  write() waits until a place is free: MessageParameters::depth. For threads
/// Others    nb_write() returns false if none is free; num_free(); data_read_event() when one has become free
/// Losses    each lost message is one event lost_event() or a part of one, and is kept until nb_lost() takes it: as
///           many times nb_lost() as messages are lost (hw/message/message_network.hpp says which are)
/// Tag       several pairs of MessageOut and MessageIn between the same nodes have different tags. Each has an order
///           and places of its own
/// Errors    std::invalid_argument for a node that is not in the network, and for a message that is too long;
///           std::logic_error if the network has no chip, for a second MessageOut with these nodes and this tag, and at
///           the end of the elaboration if node `to` has no MessageIn with this tag, or one of another type
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include "hw/message/message_sender.hpp"

namespace kintsugi {

template <typename T>
class MessageOut final : public MessageSender, public sc_core::sc_fifo_out_if<T> {
  static_assert(std::is_copy_constructible_v<T>, "the data of a message must be copyable");

 public:
  /// The network must outlive it. Make it before the simulation begins.
  MessageOut(sc_core::sc_module_name name, MessageNetwork& network, NodeId from, NodeId to, unsigned tag = 0)
      : MessageSender(name, network, from, to, tag, typeid(T)) {}
  /// By the names or numbers of the nodes. Throws std::invalid_argument, with the nearest name, if there is none.
  MessageOut(sc_core::sc_module_name name, MessageNetwork& network, std::string_view from, std::string_view to,
             unsigned tag = 0)
      : MessageOut(name, network, network.network().node(from), network.network().node(to), tag) {}

  /// Makes a function say how many bytes a message has, in place of sizeof(T).
  void size_by(std::function<std::size_t(const T&)> bytes) { bytes_ = std::move(bytes); }

  /// Sends a copy of the value; waits until a place is free. For threads only.
  void write(const T& value) override {
    wait_for_place();
    put(value);
  }
  /// Sends a copy of the value if a place is free, else returns false.
  bool nb_write(const T& value) override {
    if (free_places() == 0) return false;
    put(value);
    return true;
  }
  /// Returns the messages that can be written without waiting.
  int num_free() const override { return static_cast<int>(free_places()); }
  /// Is notified when a place has become free.
  const sc_core::sc_event& data_read_event() const override { return place_freed(); }
  /// Takes the first of the lost messages that have not been taken. Returns false if there is none.
  bool nb_lost(T& value) {
    if (num_lost() == 0) return false;
    const std::unique_ptr<Message> message = take_lost();
    value = std::move(static_cast<MessageOf<T>&>(*message).value);
    return true;
  }

 private:
  void put(const T& value) { send(std::make_unique<MessageOf<T>>(value), bytes_ ? bytes_(value) : sizeof(T)); }

  std::function<std::size_t(const T&)> bytes_;
};

}  // namespace kintsugi
