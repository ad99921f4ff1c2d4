/// Tells an instrument when a packet is created and when it ends: when the last of its destinations has it, when it is
/// dropped, or when its source gives it up. PacketWindow says which of these ends counts.
#pragma once

#include "tb/tool/run/instrument.hpp"

namespace kintsugi {

class PacketLife : public PacketWatcher {
 public:
  void created(const Packet& packet, Cycle now) final { begins({packet.source, packet.serial}, now); }
  void delivered(const Packet& packet, Cycle now) final {
    if (packet.kind != PacketKind::kCopy) ends({packet.source, packet.serial}, now);
  }
  void dropped(const Packet& packet, DropReason /*reason*/, const Pe& /*pe*/, Cycle now) final {
    ends({packet.source, packet.serial}, now);
  }
  void given_up(const Packet& packet, Cycle now) final { ends({packet.source, packet.serial}, now); }
  void reached_all(const Multicast& multicast, Cycle now) final { ends({multicast.source, multicast.serial}, now); }

 private:
  virtual void begins(PacketName packet, Cycle now) = 0;
  virtual void ends(PacketName packet, Cycle now) = 0;
};

}  // namespace kintsugi
