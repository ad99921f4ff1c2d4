/// The reading end of messages, without the type of their data (hw/message/message_in.hpp).
///
/// Probes    `available` messages, which have arrived and are not read
/// Errors    as MessageIn
#pragma once

#include <deque>
#include <systemc>
#include <typeinfo>

#include "hw/link/module.hpp"
#include "hw/message/message_network.hpp"

namespace kintsugi {

class MessageReceiver : public Module {
 public:
  static constexpr const char* kKind = "kintsugi_message_in";
  const char* kind() const override { return kKind; }

  NodeId node() const { return node_; }
  unsigned tag() const { return tag_; }
  const std::type_info& type() const { return type_; }
  /// Returns how many messages have arrived and are not read.
  std::size_t available() const { return messages_.size(); }
  /// Returns the node from which the message came that was read last; kNoNode before the first.
  NodeId source() const { return source_; }
  void list_probes(wave::ModuleProbes& probes) const override;

  /// For MessageSender, behind the modules of a cycle.
  void receive(Message& message);

 protected:
  MessageReceiver(sc_core::sc_module_name name, MessageNetwork& network, NodeId node, unsigned tag,
                  const std::type_info& type);
  /// Waits until a message can be read; for threads.
  void wait_for_message();
  /// Returns the first message, which is read by this. There must be one. Its data can be taken until free_place_of().
  Message& take();
  MessageNetwork& network() const { return network_; }
  const sc_core::sc_event& arrived() const { return arrived_; }

 private:
  MessageNetwork& network_;
  NodeId node_;
  unsigned tag_;
  const std::type_info& type_;
  NodeId source_ = kNoNode;
  std::deque<Message*> messages_;
  sc_core::sc_event arrived_;
};

}  // namespace kintsugi
