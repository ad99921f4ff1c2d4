#include "hw/message/message_network.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/chip/chip.hpp"
#include "hw/message/cargo_source.hpp"
#include "hw/message/message_receiver.hpp"
#include "hw/message/message_sender.hpp"
#include "models/network/limits.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kMostFlits = 65'535;

Message& as_message(Cargo& cargo) {
  return static_cast<Message&>(cargo);
}

[[noreturn]] void refuse_message(std::size_t bytes, std::size_t flits) {
  const std::string message = "a message of " + std::to_string(bytes) + " bytes ";
  if (bytes > kMaxMessageBytes) {
    throw std::invalid_argument(message + "is too long: at most " + std::to_string(kMaxMessageBytes) +
                                "; cut it into several");
  }
  throw std::invalid_argument(message + "has " + std::to_string(flits) + " flits, and a packet at most " +
                              std::to_string(kMostFlits) + ": cut it, or take larger MessageParameters::flit_bytes");
}

}  // namespace

MessageNetwork::MessageNetwork(MessageParameters parameters) : CargoNetwork("messages"), parameters_(parameters) {
  require("flit_bytes", {1, 4096}, parameters.flit_bytes);
  require("header_flits", {1, 255}, parameters.header_flits);
  require("depth", {1, 65536}, parameters.depth);
  require("credit_flits", {0, 255}, parameters.credit_flits);
}

MessageNetwork::~MessageNetwork() = default;

std::uint16_t MessageNetwork::flits(std::size_t bytes) const {
  const std::size_t count = parameters_.header_flits + (bytes + parameters_.flit_bytes - 1) / parameters_.flit_bytes;
  if (bytes > kMaxMessageBytes || count > kMostFlits) refuse_message(bytes, count);
  return static_cast<std::uint16_t>(count);
}

void MessageNetwork::attach(Chip& chip) {
  require_unattached();
  if (chip.parameters().detection) {
    throw std::invalid_argument(
        "messages are sent again by MessageParameters::retries; the chip must be without detection");
  }
  nodes_ = chip.plan().network->nodes();
  attach_sources(chip, {});
}

void MessageNetwork::join(MessageSender& sender) {
  const std::string owner = std::string("module '") + sender.name() + '\'';
  require_node(sender.from(), nodes_, owner);
  require_node(sender.to(), nodes_, owner);
  for (const MessageSender* const other : senders_) {
    if (other->from() == sender.from() && other->to() == sender.to() && other->tag() == sender.tag()) {
      throw std::logic_error(owner + " writes from node " + std::to_string(sender.from().value) + " to node " +
                             std::to_string(sender.to().value) + " with tag " + std::to_string(sender.tag()) +
                             ", as '" + other->name() + "' does: take another tag");
    }
  }
  senders_.push_back(&sender);
}

void MessageNetwork::join(MessageReceiver& receiver) {
  const std::string owner = std::string("module '") + receiver.name() + '\'';
  require_node(receiver.node(), nodes_, owner);
  const auto [other, is_new] = receivers_.insert({{receiver.node(), receiver.tag()}, &receiver});
  if (is_new) return;
  throw std::logic_error(owner + " reads at node " + std::to_string(receiver.node().value) + " with tag " +
                         std::to_string(receiver.tag()) + ", as '" + other->second->name() +
                         "' does: take another tag");
}

MessageReceiver* MessageNetwork::receiver(NodeId node, unsigned tag) const {
  const auto found = receivers_.find({node, tag});
  return found == receivers_.end() ? nullptr : found->second;
}

void MessageNetwork::write(std::unique_ptr<Message> message) {
  send(std::move(message), clock().next());
}

void MessageNetwork::free_place_of(Message& message) {
  message.is_read = true;
  message.retries_left = 0;  // a dropped credit is not a lost message
  if (parameters_.credit_flits != 0) return respond(message, narrow<std::uint16_t>(parameters_.credit_flits));
  const Cycle at = clock().next();
  if (read_.empty() || read_.back().at != at) wake(at);
  read_.push_back({at, &message});
}

void MessageNetwork::on_start() {
  for (MessageSender* const sender : senders_) sender->start();
}

void MessageNetwork::on_request(Cargo& cargo, const ReceivedPacket&) {
  Message& message = as_message(cargo);
  message.sender->arrive(message);
}

void MessageNetwork::on_response(Cargo& cargo, const ReceivedPacket&) {
  end(as_message(cargo));
}

void MessageNetwork::on_failure(Cargo& cargo) {
  Message& message = as_message(cargo);
  if (message.is_read) return end(message);  // its credit is known to be dropped, and back
  finish(message).release();
  message.sender->lose(std::unique_ptr<Message>(&message));
}

void MessageNetwork::after_packets(Cycle now) {
  for (; !read_.empty() && read_.front().at <= now; read_.pop_front()) end(*read_.front().message);
}

void MessageNetwork::end(Message& message) {
  MessageSender& sender = *message.sender;
  finish(message);
  sender.free_place();
}

}  // namespace kintsugi
