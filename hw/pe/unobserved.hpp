/// The packet observer of a chip that is not watched: it notes nothing, in any thread.
#pragma once

#include "hw/pe/packet_observer.hpp"

namespace kintsugi {

class Unobserved final : public PacketObserver {
 public:
  PacketObserver& of_thread(unsigned) override { return *this; }
  void created(const Packet&, Cycle) override {}
  void injected(const Packet&, Cycle) override {}
  void arrived(const Packet&, Cycle) override {}
  void delivered(const Packet&, Cycle) override {}
};

}  // namespace kintsugi
