#include "models/traffic/flow_file.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"

namespace kintsugi::fuzz {

namespace {

constexpr std::uint32_t kFlowNodes = 9;

const Network& flow_network() {
  static const Network kNetwork = [] {
    Network network("nodes");
    const std::size_t layout = network.add_layout({"e", "w"});
    for (std::uint32_t node = 0; node < kFlowNodes; ++node) {
      network.add_node("n" + std::to_string(node), layout, {0, 0});
    }
    return network;
  }();
  return kNetwork;
}

void require_packets(const FlowTraffic& traffic) {
  for (std::uint32_t node = 0; node < kFlowNodes; ++node) {
    FlowSource source(NodeId{node}, traffic, 1, 5, 300);
    Cycle last = 4;
    while (source.due() != GeometricGaps::kNever) {
      require(source.due() > last && source.due() < 300, "a packet a cycle at most, in the cycles of the traffic");
      last = source.due();
      const PacketOrder order = source.take();
      const Flow& flow = traffic.flows().at(order.note);
      require(flow.source.value == node && flow.destination == order.destination, "a packet is of its flow");
      require(last - 5 >= flow.from && last - 5 < flow.to, "a flow sends in its cycles");
    }
  }
}

}  // namespace

void read_flow_text(std::string_view text) {
  auto read = read_flows(text, NodeNames(flow_network()));
  if (const auto* mistakes = std::get_if<std::vector<FileMistake>>(&read)) {
    require(!mistakes->empty() && mistakes->size() <= 1000, "mistakes are limited");
    for (const FileMistake& mistake : *mistakes) {
      require(mistake.line >= 1 && mistake.column >= 1 && !mistake.message.empty(), "a mistake has a place");
    }
    return;
  }
  FlowFile& file = std::get<FlowFile>(read);
  require(file.flows.size() == file.lines.size(), "a flow has a line");
  for (const Flow& flow : file.flows) {
    require(flow.source.value < kFlowNodes && flow.destination.value < kFlowNodes, "nodes are those of the network");
    require(flow.rate >= 0 && flow.rate <= 1 && flow.from < flow.to, "rates and cycles are in their ranges");
  }
  if (FlowTraffic::overload(file.flows, kFlowNodes)) return;
  require_packets(FlowTraffic(std::move(file.flows), PacketLengths(4), kFlowNodes));
}

}  // namespace kintsugi::fuzz
