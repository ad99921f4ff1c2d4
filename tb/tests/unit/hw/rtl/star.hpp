/// A network whose nodes have two layouts of ports: a hub with the ports a and b, and n1 and n2, each at one of them.
#pragma once

#include "models/network/network.hpp"

namespace kintsugi::test {

inline Network star() {
  Network network("a star");
  const KindId base = network.add_kind("base");
  const std::size_t one = network.add_layout({"in"}), two = network.add_layout({"a", "b"});
  network.add_node("hub", two);
  network.add_node("n1", one);
  network.add_node("n2", one);
  network.connect({NodeId{0}, PortId{0}}, {NodeId{1}, PortId{0}}, base);
  network.connect({NodeId{0}, PortId{1}}, {NodeId{2}, PortId{0}}, base);
  return network;
}

}  // namespace kintsugi::test
