#include "hw/tlm/tlm_network.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/tlm/tlm_node.hpp"
#include "models/network/limits.hpp"
#include "models/routing/message_classes.hpp"

namespace kintsugi {

namespace {

/// Throws std::invalid_argument unless a node that `owner` names is in a network of so many nodes.
void require_node(NodeId node, std::size_t nodes, const std::string& owner) {
  if (node.value < nodes) return;
  throw std::invalid_argument("node " + std::to_string(node.value) + " of " + owner +
                              " is not in the network, which has nodes 0 to " + std::to_string(nodes - 1));
}

}  // namespace

TlmNetwork::TlmNetwork(AddressMap map, TlmParameters parameters) : map_(std::move(map)), parameters_(parameters) {
  require("flit_bytes", {1, 4096}, parameters.flit_bytes);
  require("header_flits", {1, 255}, parameters.header_flits);
  require("packet_bytes", {1, 65536}, parameters.packet_bytes);
  require("outstanding", {1, 65536}, parameters.outstanding);
  require("serving", {1, 1024}, parameters.serving);
  require("flits of a packet", {1, 65535}, flits(parameters.packet_bytes));
  if (parameters.classes != nullptr) require("message classes", {2, kMaxVcs}, parameters.classes->classes());
}

TlmNetwork::~TlmNetwork() = default;

PacketObserver& TlmNetwork::of_thread(unsigned thread) {
  observes_ = true;
  return events(thread);
}

TlmNetwork::ThreadEvents& TlmNetwork::events(unsigned thread) {
  return events_.get(thread, [](unsigned) { return std::make_unique<ThreadEvents>(); });
}

unsigned TlmNetwork::flits(std::size_t bytes) const {
  return static_cast<unsigned>(parameters_.header_flits +
                               (bytes + parameters_.flit_bytes - 1) / parameters_.flit_bytes);
}

unsigned TlmNetwork::request_flits(const TlmPiece& piece) const {
  return flits(piece.payload.is_write() ? piece.data.size() : 0);
}

unsigned TlmNetwork::response_flits(const TlmPiece& piece) const {
  return flits(piece.payload.is_read() ? piece.data.size() : 0);
}

void TlmNetwork::attach(Chip& chip) {
  if (chip_ != nullptr) throw std::logic_error("a network of transactions belongs to one chip");
  if (parameters_.classes != nullptr && parameters_.classes != chip.plan().relation) {
    throw std::invalid_argument("the chip must route by the message classes of its transactions, '" +
                                parameters_.classes->name() + "', not by '" + chip.plan().relation->name() + "'");
  }
  if (chip.parameters().detection) {
    throw std::invalid_argument(
        "transactions are sent again by TlmParameters::retries; the chip must be without detection");
  }
  const std::size_t count = chip.plan().network->nodes();
  for (const NodeId node : map_.nodes()) require_node(node, count, "the address map");
  chip_ = &chip;
  traffic_.resize(count);
  modules_.resize(traffic_.size());
  has_arrivals_.resize(traffic_.size());
  TlmSource::Settings settings{parameters_.outstanding};
  if (parameters_.classes != nullptr) {
    settings.request_state = parameters_.classes->initial_state(0);
    settings.response_state = parameters_.classes->initial_state(1);
  }
  for (NodeTraffic& traffic : traffic_) {
    auto source = std::make_unique<TlmSource>(settings, has_arrivals_[sources_.size()]);
    sources_.push_back(source.get());
    traffic.source = std::move(source);
  }
  alarm_.index = chip.clock().add(alarm_);
  chip.clock().after_each_cycle([this] { after_cycle(); });
}

ClockDomain& TlmNetwork::clock() const {
  if (chip_ == nullptr) throw std::logic_error("attach the network of transactions to its chip before its nodes");
  return chip_->clock();
}

void TlmNetwork::join(TlmNode& module, NodeId node) {
  require_node(node, modules_.size(), std::string("module '") + module.name() + '\'');
  TlmNode*& own = modules_[node.value];
  if (own != nullptr) throw std::logic_error("node " + std::to_string(node.value) + " has a module already");
  own = &module;
}

/// Starts the traffic once the nodes are in place; returns whether it has started.
bool TlmNetwork::start() {
  const std::vector<SiteId>& sites = chip_->nodes().placement().site_of;
  if (!started_ && sites.size() == traffic_.size()) {
    if (!observes_) {
      throw std::logic_error(
          "the network of transactions does not observe its chip: give it to the Chip, or to the "
          "observer of the Chip as the next one");
    }
    started_ = true;
    sites_ = sites;
    placements_ = chip_->nodes().placements();
    chip_->nodes().start_traffic(traffic_, chip_->clock().next());
    for (TlmNode* const module : modules_) {
      if (module != nullptr) module->start();
    }
  }
  return started_;
}

void TlmNetwork::send(std::vector<std::unique_ptr<TlmPiece>> pieces, sc_core::sc_time delay) {
  const ClockDomain& clock = chip_->clock();
  const Cycle at =
      std::max<Cycle>(clock.next(), (sc_core::sc_time_stamp() + delay).value() / clock.period().value() + 1);
  for (auto& piece : pieces) request(std::move(piece), at);
}

void TlmNetwork::request(std::unique_ptr<TlmPiece> piece, Cycle at) {
  const NodeId from = piece->from;
  const unsigned length = request_flits(*piece);
  source(from).add_request(std::move(piece), length, at);
  if (start() || chip_->faults().has_failed()) waiting_changed(from);
}

void TlmNetwork::respond(TlmPiece& piece) {
  source(piece.to).add_response(piece, response_flits(piece), chip_->clock().next());
  waiting_changed(piece.to);
}

/// Runs behind the modules of a cycle: hands over what they have reported, in an order that no schedule changes.
void TlmNetwork::after_cycle() {
  if (!start() && !chip_->faults().has_failed()) return;
  notice_moves();
  for (const PacketName name : events_.take(&ThreadEvents::drops)) drop(name);
  for (const PacketName name : events_.take(&ThreadEvents::leaving)) leave(name);
  take_arrivals();
  close_nodes();
  end_waiting(chip_->clock().now());
}

void TlmNetwork::take_arrivals() {
  const auto end = has_arrivals_.end();
  for (auto next = std::find(has_arrivals_.begin(), end, 1); next != end; next = std::find(next, end, 1)) {
    const auto node = NodeId::from(next - has_arrivals_.begin());
    for (const ReceivedPacket& packet : source(node).take_arrivals()) arrive(node, packet);
  }
}

void TlmNetwork::notice_moves() {
  if (placements_ == chip_->nodes().placements()) return;
  placements_ = chip_->nodes().placements();
  const std::vector<SiteId>& now = chip_->nodes().placement().site_of;
  for (std::size_t node = 0; node < sites_.size(); ++node) {
    if (sites_[node] == now[node]) continue;
    const bool has_died = chip_->pe(sites_[node]).dead();
    sites_[node] = now[node];
    if (modules_[node] != nullptr) modules_[node]->notify_moved(has_died);
  }
}

void TlmNetwork::leave(PacketName name) {
  const TlmSource::Sent& sent = source(name.source).sent(name.serial);
  if (sent.is_response || std::exchange(sent.piece->has_left, true)) return;
  TlmTransaction& transaction = *sent.piece->transaction;
  if (--transaction.to_leave == 0) transaction.node->all_left(transaction);
}

void TlmNetwork::drop(PacketName name) {
  const std::optional<TlmSource::Sent> sent = source(name.source).take_sent(name.serial);
  if (!sent) return;  // the PE has died after a reconfiguration had failed
  TlmPiece& piece = *sent->piece;
  if (piece.retries_left == 0) return end(piece, tlm::TLM_GENERIC_ERROR_RESPONSE);
  --piece.retries_left;
  source(piece.from).repeat_request(piece, request_flits(piece), chip_->clock().next());
  waiting_changed(piece.from);
}

void TlmNetwork::arrive(NodeId node, const ReceivedPacket& packet) {
  const TlmSource::Sent sent = source(packet.source).take_sent(packet.serial).value();
  TlmPiece& piece = *sent.piece;
  count(piece, packet, chip_->clock().now());
  if (sent.is_response) return end(piece, piece.payload.get_response_status());
  TlmNode* const target = module_of(node);
  if (target != nullptr && target->serves()) return target->serve(piece);
  piece.payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  respond(piece);
}

void TlmNetwork::count(TlmPiece& piece, const ReceivedPacket& packet, Cycle now) {
  TlmPacket& way = piece.way;
  way.source = packet.source;
  way.serial = packet.serial;
  way.hops += packet.hops;
  way.cycles_in_queue += packet.injected - packet.created;
  way.cycles_in_network += now - packet.injected;
}

void TlmNetwork::end(TlmPiece& piece, tlm::tlm_response_status status) {
  TlmNode& node = *piece.transaction->node;
  const NodeId from = piece.from;
  node.end_of_piece(piece, status);
  source(from).end(piece);
  waiting_changed(from);  // another piece may begin
}

bool TlmNetwork::is_closed(NodeId node) const {
  return chip_->faults().has_failed() || chip_->faults().has_retired(node);
}

void TlmNetwork::close_nodes() {
  const ChipFaults& faults = chip_->faults();
  if (deaths_ == faults.deaths() && failed_ == faults.has_failed()) return;
  deaths_ = faults.deaths();
  failed_ = faults.has_failed();
  for (std::size_t node = 0; node < sources_.size(); ++node) {
    if (is_closed(NodeId::from(node))) sources_[node]->close();
  }
  end_due_ = chip_->clock().now();
  if (!failed_) return;  // else no packet that has been created leaves its PE any more
  for (TlmSource* const source : sources_) {
    for (TlmPiece* const piece : source->take_all_sent()) end(*piece, tlm::TLM_GENERIC_ERROR_RESPONSE);
  }
}

/// Ends the pieces whose packets closed nodes would have created by now.
void TlmNetwork::end_waiting(Cycle now) {
  if (now < end_due_) return;
  end_due_ = GeometricGaps::kNever;
  for (std::size_t node = 0; node < sources_.size(); ++node) {
    if (!is_closed(NodeId::from(node))) continue;
    for (TlmPiece* const piece : sources_[node]->take_waiting(now)) end(*piece, tlm::TLM_GENERIC_ERROR_RESPONSE);
    end_waiting_by(sources_[node]->first_waiting());
  }
}

void TlmNetwork::end_waiting_by(Cycle at) {
  if (at == GeometricGaps::kNever) return;
  at = std::max(at, chip_->clock().next());
  if (at >= end_due_) return;
  end_due_ = at;
  chip_->clock().set_alarm(alarm_.index, at);
}

/// Makes the packets that wait at a node be created in time, or end in a closed one.
void TlmNetwork::waiting_changed(NodeId node) {
  if (is_closed(node)) return end_waiting_by(source(node).first_waiting());
  chip_->nodes().source_changed(node);
}

}  // namespace kintsugi
