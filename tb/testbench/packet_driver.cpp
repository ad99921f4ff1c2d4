#include "tb/testbench/packet_driver.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/chip/chip.hpp"

namespace kintsugi {

namespace {

/// Throws std::logic_error for a packet that no chip can deliver.
void check_packet(const PacketOrder& order, std::size_t nodes) {
  if (order.set != nullptr) throw std::logic_error("a packet driver sends packets to one node, no multicasts");
  if (order.destination.value >= nodes) {
    throw std::logic_error("a packet goes to node " + std::to_string(order.destination.value) +
                           ", and the last node is " + std::to_string(nodes - 1));
  }
  if (order.flits == 0) throw std::logic_error("a packet has no flits; it needs 1 or more");
}

}  // namespace

/// A source that notes what goes through it. The thread that evaluates the node's PE calls it; the notes are taken
/// between cycles.
class PacketDriver::Watched final : public PacketSource {
 public:
  Watched(NodeId node, std::size_t nodes, char& has_notes) : node_(node), nodes_(nodes), has_notes_(&has_notes) {}

  void set(std::unique_ptr<PacketSource> source) { source_ = std::move(source); }
  bool is_set() const { return source_ != nullptr; }
  Cycle due() const override { return source_ ? source_->due() : GeometricGaps::kNever; }
  PacketOrder take() override {
    const PacketOrder order = source_->take();
    check_packet(order, nodes_);
    taken.push_back({0, {node_, serial_++}, order.destination, order.flits});
    *has_notes_ = 1;
    return order;
  }
  bool listens() const override { return true; }
  void received(const ReceivedPacket& packet, Cycle now) override {
    arrived.push_back(
        {now, {packet.source, packet.serial}, node_, packet.flits, packet.hops, packet.created, packet.injected});
    *has_notes_ = 1;
    if (is_told()) source_->received(packet, now);
  }
  void prepare(Cycle now) override {
    if (is_told() && source_->due() <= now) source_->prepare(now);
  }
  void left(std::uint32_t note, Cycle now) override {
    if (is_told()) source_->left(note, now);
  }

  std::vector<PacketSent> taken;
  std::vector<PacketReceived> arrived;

 private:
  bool is_told() const { return source_ != nullptr && source_->listens(); }

  NodeId node_;
  std::size_t nodes_;
  char* has_notes_;
  std::unique_ptr<PacketSource> source_;
  std::uint32_t serial_ = 0;
};

PacketDriver::PacketDriver(sc_core::sc_module_name name, Chip& chip)
    : sc_module(name),
      sent("sent"),
      received("received"),
      chip_(chip),
      traffic_(chip.plan().network->nodes()),
      has_notes_(traffic_.size()),
      awaited_(chip.plan().fabric != nullptr) {
  for (const NodeId node : ids<NodeId>(traffic_.size())) {
    auto source = std::make_unique<Watched>(node, traffic_.size(), has_notes_[node.index()]);
    sources_.push_back(source.get());
    traffic_[node.index()].source = std::move(source);
  }
  chip.clock().after_each_cycle([this] { after_cycle(); });
}

PacketDriver::~PacketDriver() {
  awaited_.warn_at_last(*this, waiting(), "packet source");
}

void PacketDriver::end_of_simulation() {
  awaited_.warn(*this, waiting(), "packet source");
}

/// Returns how many nodes have a source. It is not asked for its packets: what it refers to may be gone.
std::size_t PacketDriver::waiting() const {
  return static_cast<std::size_t>(std::ranges::count_if(sources_, &Watched::is_set));
}

void PacketDriver::drive(NodeId node, std::unique_ptr<PacketSource> source) {
  if (node.index() >= sources_.size()) {
    throw std::logic_error("the network has no node " + std::to_string(node.value) + "; its last is " +
                           std::to_string(sources_.size() - 1));
  }
  Watched& own = *sources_[node.index()];
  if (started_ || own.is_set()) {
    throw std::logic_error("node " + std::to_string(node.value) +
                           (started_ ? " gets a source after the start" : " has a source already"));
  }
  own.set(std::move(source));
}

void PacketDriver::drive(NodeId node, std::vector<ListSource::Entry> packets) {
  for (const ListSource::Entry& each : packets) check_packet(each.order, traffic_.size());
  if (!std::ranges::is_sorted(packets, {}, &ListSource::Entry::cycle)) {
    throw std::logic_error("the packets of node " + std::to_string(node.value) +
                           " are not in the order of their cycles");
  }
  drive(node, std::make_unique<ListSource>(std::move(packets)));
}

void PacketDriver::drive(std::string_view node, std::unique_ptr<PacketSource> source) {
  drive(chip_.node(node), std::move(source));
}

void PacketDriver::drive(std::string_view node, std::vector<ListSource::Entry> packets) {
  drive(chip_.node(node), std::move(packets));
}

void PacketDriver::start() {
  if (chip_.nodes().placement().site_of.size() != traffic_.size()) return;
  started_ = true;
  awaited_.has_come();
  chip_.nodes().start_traffic(traffic_, chip_.clock().next());
}

void PacketDriver::after_cycle() {
  if (!started_) return start();
  noted_.clear();
  // Few nodes have notes: the search passes the others quickly.
  for (auto next = std::ranges::find(has_notes_, 1); next != has_notes_.end();
       next = std::find(next, has_notes_.end(), 1)) {
    *next = 0;
    noted_.push_back(sources_[static_cast<std::size_t>(next - has_notes_.begin())]);
  }
  for (Watched* const each : noted_) {
    for (PacketSent& packet : each->taken) {
      packet.cycle = chip_.clock().now();
      sent.write(packet);
    }
    each->taken.clear();
  }
  for (Watched* const each : noted_) {
    for (const PacketReceived& packet : each->arrived) received.write(packet);
    each->arrived.clear();
  }
}

}  // namespace kintsugi
