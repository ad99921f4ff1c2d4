// What a far module would send, put into a receiver by hand: written by the writer that link transmitters use.
#pragma once

#include "hw/link/link_receiver.hpp"

namespace kintsugi::test {

/// Lets a flit arrive at a port in cycle `at`, on the channel `flit.vc`.
inline void put_flit(LinkReceiver& receiver, Cycle at, PortId port, Flit flit) {
  receiver.writer(port).put_flit(at, flit, LinkReceiver::mark(flit.vc));
}

inline void put_credit(LinkReceiver& receiver, Cycle at, PortId port, Vc vc) {
  receiver.writer(port).put_credit(at, vc);
}

}  // namespace kintsugi::test
