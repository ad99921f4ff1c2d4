/// What packets carry from one logical node to another: a request, and perhaps a response to it. A client derives from
/// it: a piece of a transaction (hw/tlm/transaction.hpp), a message with its credit (hw/message/message.hpp).
///
/// Owner     the cargo source of node `from`, until CargoNetwork::finish() or take_back()
/// Data      are in the derived type. No flit holds them: the length of the packet stands for them
#pragma once

#include <cstdint>

#include "models/network/types.hpp"

namespace kintsugi {

struct Cargo {
  virtual ~Cargo() = default;

  NodeId from;
  NodeId to;
  std::uint16_t flits = 1;    ///< of the request, 1 .. 65 535
  unsigned retries_left = 0;  ///< how often a dropped packet of it makes its request be sent again
  bool has_left = false;      ///< the request, its source queue
};

}  // namespace kintsugi
