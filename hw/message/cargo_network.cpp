#include "hw/message/cargo_network.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/chip/chip.hpp"
#include "hw/message/cargo_source.hpp"

namespace kintsugi {

CargoNetwork::CargoNetwork(std::string kind) : kind_(std::move(kind)) {}

CargoNetwork::~CargoNetwork() = default;

PacketObserver& CargoNetwork::of_thread(unsigned thread) {
  observes_ = true;
  return events(thread);
}

CargoNetwork::ThreadEvents& CargoNetwork::events(unsigned thread) {
  return events_.get(thread, [](unsigned) { return std::make_unique<ThreadEvents>(); });
}

void CargoNetwork::require_unattached() const {
  if (chip_ != nullptr) throw std::logic_error("a network of " + kind_ + " belongs to one chip");
}

void CargoNetwork::require_node(NodeId node, std::size_t nodes, const std::string& owner) {
  if (node.value < nodes) return;
  throw std::invalid_argument("node " + std::to_string(node.value) + " of " + owner +
                              " is not in the network, which has nodes 0 to " + std::to_string(nodes - 1));
}

void CargoNetwork::attach_sources(Chip& chip, const CargoSettings& settings) {
  chip_ = &chip;
  traffic_.resize(chip.plan().network->nodes());
  has_arrivals_.resize(traffic_.size());
  for (NodeTraffic& traffic : traffic_) {
    auto source = std::make_unique<CargoSource>(settings, has_arrivals_[sources_.size()]);
    sources_.push_back(source.get());
    traffic.source = std::move(source);
  }
  alarm_.index = chip.clock().add(alarm_);
  chip.clock().after_each_cycle([this] { after_cycle(); });
}

ClockDomain& CargoNetwork::clock() const {
  if (chip_ == nullptr) throw std::logic_error("attach the network of " + kind_ + " to its chip before its nodes");
  return chip_->clock();
}

const Network& CargoNetwork::network() const {
  clock();  // throws without a chip
  return *chip_->plan().network;
}

bool CargoNetwork::is_on_fabric() const {
  return chip_->plan().fabric != nullptr;
}

/// Starts the traffic once the nodes are in place; returns whether it has started.
bool CargoNetwork::start() {
  const std::vector<SiteId>& sites = chip_->nodes().placement().site_of;
  if (!started_ && sites.size() == traffic_.size()) {
    if (!observes_) {
      throw std::logic_error("the network of " + kind_ +
                             " does not observe its chip: give it to the Chip, or to the observer of the Chip as the "
                             "next one");
    }
    started_ = true;
    sites_ = sites;
    placements_ = chip_->nodes().placements();
    chip_->nodes().start_traffic(traffic_, chip_->clock().next());
    on_start();
  }
  return started_;
}

void CargoNetwork::send(std::unique_ptr<Cargo> cargo, Cycle at) {
  const NodeId from = cargo->from;
  source(from).add_request(std::move(cargo), at);
  if (start() || chip_->faults().has_failed()) waiting_changed(from);
}

void CargoNetwork::respond(Cargo& cargo, std::uint16_t flits) {
  source(cargo.to).add_response(cargo, flits, chip_->clock().next());
  waiting_changed(cargo.to);
}

std::unique_ptr<Cargo> CargoNetwork::finish(const Cargo& cargo) {
  const NodeId from = cargo.from;
  auto ended = source(from).end(cargo);
  waiting_changed(from);  // another one may begin
  return ended;
}

/// Runs behind the modules of a cycle: hands over what they have reported, in an order that no schedule changes.
void CargoNetwork::after_cycle() {
  if (start() || chip_->faults().has_failed()) {
    notice_moves();
    for (const PacketName name : events_.take(&ThreadEvents::drops)) drop(name);
    for (const PacketName name : events_.take(&ThreadEvents::leaving)) leave(name);
    take_arrivals();
    close_nodes();
    end_waiting(chip_->clock().now());
  }
  after_packets(chip_->clock().now());
}

void CargoNetwork::take_arrivals() {
  const auto end = has_arrivals_.end();
  for (auto next = std::find(has_arrivals_.begin(), end, 1); next != end; next = std::find(next, end, 1)) {
    const auto node = NodeId::from(next - has_arrivals_.begin());
    for (const ReceivedPacket& packet : source(node).take_arrivals()) arrive(packet);
  }
}

void CargoNetwork::notice_moves() {
  if (placements_ == chip_->nodes().placements()) return;
  placements_ = chip_->nodes().placements();
  const std::vector<SiteId>& now = chip_->nodes().placement().site_of;
  for (std::size_t node = 0; node < sites_.size(); ++node) {
    if (sites_[node] == now[node]) continue;
    const bool has_died = chip_->pe(sites_[node]).dead();
    sites_[node] = now[node];
    on_move(NodeId::from(node), has_died);
  }
}

void CargoNetwork::leave(PacketName name) {
  const CargoSource::Sent& sent = source(name.source).sent(name.serial);
  if (sent.is_response || std::exchange(sent.cargo->has_left, true)) return;
  on_request_left(*sent.cargo);
}

void CargoNetwork::drop(PacketName name) {
  const std::optional<CargoSource::Sent> sent = source(name.source).take_sent(name.serial);
  if (!sent) return;  // the PE has died after a reconfiguration had failed
  Cargo& cargo = *sent->cargo;
  if (cargo.retries_left == 0) return on_failure(cargo);
  --cargo.retries_left;
  source(cargo.from).repeat_request(cargo, chip_->clock().next());
  waiting_changed(cargo.from);
}

void CargoNetwork::arrive(const ReceivedPacket& packet) {
  const CargoSource::Sent sent = source(packet.source).take_sent(packet.serial).value();
  if (sent.is_response) return on_response(*sent.cargo, packet);
  on_request(*sent.cargo, packet);
}

bool CargoNetwork::is_closed(NodeId node) const {
  return chip_->faults().has_failed() || chip_->faults().has_retired(node);
}

void CargoNetwork::close_nodes() {
  const ChipFaults& faults = chip_->faults();
  if (deaths_ == faults.deaths() && failed_ == faults.has_failed()) return;
  deaths_ = faults.deaths();
  failed_ = faults.has_failed();
  for (std::size_t node = 0; node < sources_.size(); ++node) {
    if (is_closed(NodeId::from(node))) sources_[node]->close();
  }
  end_due_ = chip_->clock().now();
  if (!failed_) return;  // else no packet that has been created leaves its PE any more
  for (CargoSource* const source : sources_) {
    for (Cargo* const cargo : source->take_all_sent()) on_failure(*cargo);
  }
}

/// Fails the cargoes whose packets closed nodes would have created by now.
void CargoNetwork::end_waiting(Cycle now) {
  if (now < end_due_) return;
  end_due_ = GeometricGaps::kNever;
  for (std::size_t node = 0; node < sources_.size(); ++node) {
    if (!is_closed(NodeId::from(node))) continue;
    for (Cargo* const cargo : sources_[node]->take_waiting(now)) on_failure(*cargo);
    end_waiting_by(sources_[node]->first_waiting());
  }
}

void CargoNetwork::end_waiting_by(Cycle at) {
  if (at == GeometricGaps::kNever) return;
  at = std::max(at, chip_->clock().next());
  if (at >= end_due_) return;
  end_due_ = at;
  wake(at);
}

/// Makes the packets that wait at a node be created in time, or end in a closed one.
void CargoNetwork::waiting_changed(NodeId node) {
  if (is_closed(node)) return end_waiting_by(source(node).first_waiting());
  chip_->nodes().source_changed(node);
}

}  // namespace kintsugi
