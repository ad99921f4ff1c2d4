#include "hw/message/message_receiver.hpp"

namespace kintsugi {

MessageReceiver::MessageReceiver(sc_core::sc_module_name name, MessageNetwork& network, NodeId node, unsigned tag,
                                 const std::type_info& type)
    : Module(name, network.clock()), network_(network), node_(node), tag_(tag), type_(type) {
  network.join(*this);
}

void MessageReceiver::list_probes(wave::ModuleProbes& probes) const {
  probes.add("available", 32,
             wave::reader<[](const MessageReceiver& receiver, std::uint64_t) { return receiver.available(); }>(*this));
}

void MessageReceiver::receive(Message& message) {
  messages_.push_back(&message);
  arrived_.notify(sc_core::SC_ZERO_TIME);
}

void MessageReceiver::wait_for_message() {
  while (messages_.empty()) sc_core::wait(arrived_);
}

Message& MessageReceiver::take() {
  Message& message = *messages_.front();
  messages_.pop_front();
  source_ = message.from;
  return message;
}

}  // namespace kintsugi
