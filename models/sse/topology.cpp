#include "models/sse/topology.hpp"

namespace kintsugi::sse {

namespace {

std::string title(const Sse& sse) {
  const std::string plain = "SSE(" + std::to_string(sse.nodes()) + ")";
  return sse.scheme == Scheme::kPlain ? plain : plain + " " + scheme_name(sse);
}

}  // namespace

Network make_network(const Sse& sse) {
  validate(sse);
  Network network(title(sse));
  const KindId shuffle = network.add_kind("shuffle");
  const KindId exchange = network.add_kind("exchange");
  const std::size_t router = network.add_layout({"shuffle_out", "shuffle_in", "exchange"});
  std::vector<NodeId> representatives;
  for (std::uint32_t node = 0; node < sse.nodes(); ++node) {
    network.add_node("n" + std::to_string(node), router, {double(node / 2), double(node % 2)});
    if (node < sse.nodes() / 2) representatives.push_back(NodeId{node});
  }
  for (std::uint32_t number = 0; number < sse.nodes(); ++number) {
    const NodeId node{number};
    network.connect({node, kShuffleOut}, {sse.shuffle(node), kShuffleIn}, shuffle);
    if (node < Sse::exchange(node)) network.connect({node, kExchange}, {Sse::exchange(node), kExchange}, exchange);
  }
  network.set_representatives(std::move(representatives));
  return network;
}

}  // namespace kintsugi::sse
