/// A message under way, from a MessageOut to a MessageIn: the core knows its number, the derived type its value.
#pragma once

#include <cstdint>
#include <utility>

#include "hw/message/cargo.hpp"

namespace kintsugi {

class MessageSender;

struct Message : Cargo {
  MessageSender* sender = nullptr;
  std::uint64_t number = 0;  ///< among the messages of its sender, from 0
  bool is_read = false;      ///< only its credit is under way
};

template <typename T>
struct MessageOf final : Message {
  explicit MessageOf(T data) : value(std::move(data)) {}
  T value;
};

}  // namespace kintsugi
