#include "hw/message/message_sender.hpp"

#include <boost/core/demangle.hpp>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/message/message_receiver.hpp"

namespace kintsugi {

MessageSender::MessageSender(sc_core::sc_module_name name, MessageNetwork& network, NodeId from, NodeId to,
                             unsigned tag, const std::type_info& type)
    : Module(name, network.clock()),
      network_(network),
      from_(from),
      to_(to),
      tag_(tag),
      type_(type),
      awaited_(network.is_on_fabric()) {
  network.join(*this);
}

MessageSender::~MessageSender() {
  awaited_.warn_at_last(*this, open_, "message");
}

void MessageSender::end_of_simulation() {
  awaited_.warn(*this, open_, "message");
}

void MessageSender::end_of_elaboration() {
  receiver_ = network_.receiver(to_, tag_);
  const std::string whose = "node " + std::to_string(to_.value) + ", to which module '" + name() + "' writes, has ";
  if (receiver_ == nullptr) {
    throw std::logic_error(whose + "no MessageIn with tag " + std::to_string(tag_) + ": make one");
  }
  if (receiver_->type() != type_) {
    throw std::logic_error(whose + "a MessageIn of " + boost::core::demangle(receiver_->type().name()) + " with tag " +
                           std::to_string(tag_) + ", and the messages are of " + boost::core::demangle(type_.name()) +
                           ": take one type, or two tags");
  }
}

void MessageSender::list_probes(wave::ModuleProbes& probes) const {
  using wave::reader;
  probes.add("open", 32, reader<[](const MessageSender& sender, std::uint64_t) { return sender.open(); }>(*this));
  probes.add("lost", 32, reader<[](const MessageSender& sender, std::uint64_t) { return sender.lost(); }>(*this));
}

void MessageSender::wait_for_place() {
  while (free_places() == 0) sc_core::wait(place_freed_);
}

void MessageSender::send(std::unique_ptr<Message> message, std::size_t bytes) {
  message->flits = network_.flits(bytes);
  message->from = from_;
  message->to = to_;
  message->sender = this;
  message->number = written_++;
  message->retries_left = network_.parameters().retries;
  if (network_.parameters().in_order) slots_.emplace_back();
  ++open_;
  network_.write(std::move(message));
}

void MessageSender::arrive(Message& message) {
  if (!network_.parameters().in_order) return receiver_->receive(message);
  settle(message.number, &message);
}

/// Hands over the messages from the first on that have arrived and wait for no earlier one.
void MessageSender::settle(std::uint64_t number, Message* arrived) {
  slots_[number - first_] = {true, arrived};
  for (; !slots_.empty() && slots_.front().has_settled; slots_.pop_front(), ++first_) {
    if (slots_.front().arrived != nullptr) receiver_->receive(*slots_.front().arrived);
  }
}

void MessageSender::free_place() {
  --open_;
  place_freed_.notify(sc_core::SC_ZERO_TIME);
}

void MessageSender::lose(std::unique_ptr<Message> message) {
  if (network_.parameters().in_order) settle(message->number, nullptr);
  ++lost_;
  lost_messages_.push_back(std::move(message));
  lost_event_.notify(sc_core::SC_ZERO_TIME);
  free_place();
}

std::unique_ptr<Message> MessageSender::take_lost() {
  std::unique_ptr<Message> first = std::move(lost_messages_.front());
  lost_messages_.pop_front();
  return first;
}

}  // namespace kintsugi
