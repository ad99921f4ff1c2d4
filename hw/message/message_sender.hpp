/// The writing end of messages, without the type of their data (hw/message/message_out.hpp): keeps their order and
/// counts their places.
///
/// Probes    `open` messages, which are written and neither read nor lost; `lost` so far
/// Warning   of type kConfigurationReport when the simulation ends and messages wait for a configuration that no call
///           has loaded (hw/chip/awaited_configuration.hpp)
/// Errors    as MessageOut
#pragma once

#include <deque>
#include <memory>
#include <systemc>
#include <typeinfo>

#include "hw/chip/awaited_configuration.hpp"
#include "hw/link/module.hpp"
#include "hw/message/message_network.hpp"

namespace kintsugi {

class MessageSender : public Module {
 public:
  ~MessageSender() override;
  static constexpr const char* kKind = "kintsugi_message_out";
  const char* kind() const override { return kKind; }

  NodeId from() const { return from_; }
  NodeId to() const { return to_; }
  unsigned tag() const { return tag_; }
  /// Returns how many messages are written and neither read nor lost.
  std::size_t open() const { return open_; }
  /// Returns how many messages have been written so far.
  std::uint64_t written() const { return written_; }
  /// Returns how many messages have been lost so far.
  std::uint64_t lost() const { return lost_; }
  /// Returns how many lost messages have not been taken.
  std::size_t num_lost() const { return lost_messages_.size(); }
  /// Returns the event of a message being lost.
  const sc_core::sc_event& lost_event() const { return lost_event_; }

  void list_probes(wave::ModuleProbes& probes) const override;
  void end_of_elaboration() override;
  void end_of_simulation() override;

  /// @name For MessageNetwork, behind the modules of a cycle
  /// @{
  void start() { awaited_.has_come(); }
  void arrive(Message& message);
  void free_place();
  void lose(std::unique_ptr<Message> message);
  /// @}

 protected:
  MessageSender(sc_core::sc_module_name name, MessageNetwork& network, NodeId from, NodeId to, unsigned tag,
                const std::type_info& type);
  std::size_t free_places() const { return network_.parameters().depth - open_; }
  /// Waits until a place is free; for threads.
  void wait_for_place();
  /// Sends a message of so many bytes. A place must be free.
  void send(std::unique_ptr<Message> message, std::size_t bytes);
  /// Returns the first of the lost messages that have not been taken.
  std::unique_ptr<Message> take_lost();
  const sc_core::sc_event& place_freed() const { return place_freed_; }

 private:
  /// A message in the order of writing: it has settled when it has arrived or is lost.
  struct Slot {
    bool has_settled = false;
    Message* arrived = nullptr;
  };
  void settle(std::uint64_t number, Message* arrived);

  MessageNetwork& network_;
  NodeId from_;
  NodeId to_;
  unsigned tag_;
  const std::type_info& type_;
  MessageReceiver* receiver_ = nullptr;
  std::size_t open_ = 0;
  std::uint64_t written_ = 0;
  std::uint64_t lost_ = 0;
  std::deque<Slot> slots_;  // of the messages from number first_ on
  std::uint64_t first_ = 0;
  std::deque<std::unique_ptr<Message>> lost_messages_;
  sc_core::sc_event place_freed_;
  sc_core::sc_event lost_event_;
  AwaitedConfiguration awaited_;
};

}  // namespace kintsugi
