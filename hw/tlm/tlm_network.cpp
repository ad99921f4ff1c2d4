#include "hw/tlm/tlm_network.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/chip/chip.hpp"
#include "hw/message/cargo_source.hpp"
#include "hw/tlm/tlm_node.hpp"
#include "models/network/limits.hpp"
#include "models/routing/message_classes.hpp"

namespace kintsugi {

TlmNetwork::TlmNetwork(AddressMap map, TlmParameters parameters)
    : CargoNetwork("transactions"), map_(std::move(map)), parameters_(parameters) {
  require("flit_bytes", {1, 4096}, parameters.flit_bytes);
  require("header_flits", {1, 255}, parameters.header_flits);
  require("packet_bytes", {1, 65536}, parameters.packet_bytes);
  require("outstanding", {1, 65536}, parameters.outstanding);
  require("serving", {1, 1024}, parameters.serving);
  require("flits of a packet", {1, 65535}, flits(parameters.packet_bytes));
  if (parameters.classes != nullptr) require("message classes", {2, kMaxVcs}, parameters.classes->classes());
}

TlmNetwork::~TlmNetwork() = default;

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
  require_unattached();
  if (parameters_.classes != nullptr && parameters_.classes != chip.plan().relation) {
    throw std::invalid_argument("the chip must route by the message classes of its transactions, '" +
                                parameters_.classes->name() + "', not by '" + chip.plan().relation->name() + "'");
  }
  if (chip.parameters().detection) {
    throw std::invalid_argument(
        "transactions are sent again by TlmParameters::retries; the chip must be without detection");
  }
  map_.resolve(*chip.plan().network);
  const std::size_t count = chip.plan().network->nodes();
  for (const NodeId node : map_.nodes()) require_node(node, count, "the address map");
  modules_.resize(count);
  CargoSource::Settings settings{parameters_.outstanding};
  if (parameters_.classes != nullptr) {
    settings.request_state = parameters_.classes->initial_state(0);
    settings.response_state = parameters_.classes->initial_state(1);
  }
  attach_sources(chip, settings);
}

void TlmNetwork::join(TlmNode& module, NodeId node) {
  require_node(node, modules_.size(), std::string("module '") + module.name() + '\'');
  TlmNode*& own = modules_[node.value];
  if (own != nullptr) throw std::logic_error("node " + std::to_string(node.value) + " has a module already");
  own = &module;
}

void TlmNetwork::send(std::vector<std::unique_ptr<TlmPiece>> pieces, sc_core::sc_time delay) {
  const ClockDomain& clock = this->clock();
  const Cycle at =
      std::max<Cycle>(clock.next(), (sc_core::sc_time_stamp() + delay).value() / clock.period().value() + 1);
  for (auto& piece : pieces) {
    piece->flits = narrow<std::uint16_t>(request_flits(*piece));
    CargoNetwork::send(std::move(piece), at);
  }
}

void TlmNetwork::respond(TlmPiece& piece) {
  CargoNetwork::respond(piece, narrow<std::uint16_t>(response_flits(piece)));
}

void TlmNetwork::on_start() {
  for (TlmNode* const module : modules_) {
    if (module != nullptr) module->start();
  }
}

void TlmNetwork::on_move(NodeId node, bool pe_has_died) {
  if (modules_[node.value] != nullptr) modules_[node.value]->notify_moved(pe_has_died);
}

void TlmNetwork::on_request_left(Cargo& cargo) {
  TlmTransaction& transaction = *piece_of(cargo).transaction;
  if (--transaction.to_leave == 0) transaction.node->all_left(transaction);
}

void TlmNetwork::on_request(Cargo& cargo, const ReceivedPacket& packet) {
  TlmPiece& piece = piece_of(cargo);
  count(piece, packet);
  TlmNode* const target = module_of(piece.to);
  if (target != nullptr && target->serves()) return target->serve(piece);
  piece.payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  respond(piece);
}

void TlmNetwork::on_response(Cargo& cargo, const ReceivedPacket& packet) {
  TlmPiece& piece = piece_of(cargo);
  count(piece, packet);
  end(piece, piece.payload.get_response_status());
}

void TlmNetwork::on_failure(Cargo& cargo) {
  end(piece_of(cargo), tlm::TLM_GENERIC_ERROR_RESPONSE);
}

void TlmNetwork::count(TlmPiece& piece, const ReceivedPacket& packet) const {
  TlmPacket& way = piece.way;
  way.source = packet.source;
  way.serial = packet.serial;
  way.hops += packet.hops;
  way.cycles_in_queue += packet.injected - packet.created;
  way.cycles_in_network += clock().now() - packet.injected;
}

void TlmNetwork::end(TlmPiece& piece, tlm::tlm_response_status status) {
  piece.transaction->node->end_of_piece(piece, status);
  finish(piece);
}

}  // namespace kintsugi
