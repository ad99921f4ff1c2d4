/// Shared by the tests of transactions: a chip whose packets are transactions, memories, and initiators that run a
/// function as their thread.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/chip/chip.hpp"
#include "hw/chip/module_walk.hpp"
#include "hw/tlm/tlm_node.hpp"
#include "models/registry/families.hpp"
#include "models/routing/message_classes.hpp"
#include "tb/tests/unit/hw/faults_of_a_chip.hpp"

namespace kintsugi::test {

using sc_core::sc_time;
using tlm::tlm_generic_payload;

inline sc_time in_ns(double count) {
  return {count, sc_core::SC_NS};
}

inline std::vector<NodeId> all_nodes(std::uint32_t count) {
  std::vector<NodeId> nodes;
  for (const NodeId node : ids<NodeId>(count)) nodes.push_back(node);
  return nodes;
}

inline std::vector<unsigned char> bytes_of(std::size_t length, unsigned char first = 1) {
  std::vector<unsigned char> bytes(length);
  for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<unsigned char>(first + i * 7);
  return bytes;
}

/// Returns what a call complains of; empty if it does not.
inline std::string mistake_in(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

/// A memory that takes `latency` for every access, and counts them. As an interconnect may, it changes what it can of
/// the payload.
class Memory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket;
  Memory(sc_core::sc_module_name name, std::size_t size, sc_time access)
      : sc_module(name), socket("socket"), bytes(size), latency(access) {
    socket.register_b_transport(this, &Memory::b_transport);
    socket.register_transport_dbg(this, &Memory::transport_dbg);
  }
  std::vector<unsigned char> bytes;
  sc_time latency;
  unsigned accesses = 0;
  std::vector<unsigned> lengths;  ///< of the accesses

 private:
  void b_transport(tlm_generic_payload& payload, sc_time& delay) {
    ++accesses;
    lengths.push_back(payload.get_data_length());
    delay += latency;
    const std::uint64_t width = std::min(payload.get_streaming_width(), payload.get_data_length());
    if (payload.get_address() + width > bytes.size()) {
      return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      const unsigned char* enable = payload.get_byte_enable_ptr();
      if (enable != nullptr && enable[i % payload.get_byte_enable_length()] == 0) continue;
      unsigned char& here = bytes[payload.get_address() + i % width];
      if (payload.is_write()) here = payload.get_data_ptr()[i];
      if (payload.is_read()) payload.get_data_ptr()[i] = here;
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    payload.set_address(payload.get_address() + 8);
    payload.set_dmi_allowed(true);
  }
  unsigned transport_dbg(tlm_generic_payload& payload) {
    const unsigned accesses_before = accesses;
    sc_time none;
    b_transport(payload, none);
    accesses = accesses_before;
    return payload.is_response_ok() ? payload.get_data_length() : 0;
  }
};

/// An initiator whose thread is a function.
class Initiator final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Initiator> socket;
  Initiator(sc_core::sc_module_name name, std::function<void(Initiator&)> thread) : sc_module(name), socket("socket") {
    sc_core::sc_spawn([this, thread = std::move(thread)] { thread(*this); }, "thread");
  }

  /// Makes a call and returns its response status.
  tlm::tlm_response_status call(tlm::tlm_command command, std::uint64_t address, unsigned char* data, unsigned length,
                                const std::function<void(tlm_generic_payload&)>& also = {}) {
    tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data);
    payload.set_data_length(length);
    payload.set_streaming_width(length);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    if (also) also(payload);
    sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    return payload.get_response_status();
  }
  tlm::tlm_response_status write(std::uint64_t address, std::vector<unsigned char> data) {
    return call(tlm::TLM_WRITE_COMMAND, address, data.data(), static_cast<unsigned>(data.size()));
  }
  std::vector<unsigned char> read(std::uint64_t address, std::size_t length) {
    std::vector<unsigned char> data(length, 0xee);
    EXPECT_EQ(call(tlm::TLM_READ_COMMAND, address, data.data(), static_cast<unsigned>(length)), tlm::TLM_OK_RESPONSE);
    return data;
  }
};

/// A chip of transactions: memory i of `memory_bytes` is at node i, from address i * memory_bytes on.
class TlmRig {
 public:
  static constexpr std::uint64_t kMemoryBytes = 0x1000;

  /// `memories`: the nodes that have one. `without_target`: nodes that the address map names all the same.
  /// `own_channels`: requests and responses have two channels each; else they share two. `more_addresses` adds to the
  /// address map.
  TlmRig(const std::string& kind, const Parameters& parameters, const std::string& routing,
         std::vector<NodeId> memories, ChipParameters chosen = {}, TlmParameters tlm = {},
         sc_time latency = sc_core::SC_ZERO_TIME, bool on_fabric = false, std::vector<NodeId> without_target = {},
         bool own_channels = false, const std::function<void(AddressMap&)>& more_addresses = {})
      : design(find_family(kind)->build(parameters)),
        relation(design->routing(routing, 2)),
        classes(own_channels ? std::make_unique<MessageClasses>(*relation, 2) : nullptr),
        network(map_of(memories, without_target, more_addresses), with_classes(tlm, classes.get())) {
    if (on_fabric) fabric = design->fabric({});
    plan = {&design->network(), own_channels ? classes.get() : relation.get(), fabric ? &fabric->fabric() : nullptr};
    plan.fault_aware = dynamic_cast<FaultAware*>(relation.get());
    chosen.router.vcs = plan.relation->vcs();
    chip = std::make_unique<Chip>(plan.root_name(), plan, chosen, network);
    network.attach(*chip);
    nodes.resize(plan.network->nodes());
    for (const NodeId node : memories) {
      memory.push_back(
          std::make_unique<Memory>(("memory" + std::to_string(node.value)).c_str(), kMemoryBytes, latency));
      at(node).to_pe.bind(memory.back()->socket);
    }
  }

  /// Returns the module of a node, and makes it if there is none.
  TlmNode& at(NodeId node) {
    auto& own = nodes.at(node.value);
    if (!own) own = std::make_unique<TlmNode>(("node" + std::to_string(node.value)).c_str(), network, node);
    return *own;
  }
  void initiate(NodeId node, std::function<void(Initiator&)> thread) {
    initiators.push_back(
        std::make_unique<Initiator>(("initiator" + std::to_string(node.value)).c_str(), std::move(thread)));
    initiators.back()->socket.bind(at(node).from_pe);
  }
  /// On a fabric: configures it without defects, and has it repair itself around these faults, as far as it can.
  void configure(std::vector<RunTimeFault> faults) { configure_and_repair(*chip, *fabric, std::move(faults)); }
  /// In a directly wired network that routes around faults: has these PEs die.
  void expect_deaths(Cycle at, const std::vector<SiteId>& sites) { test::expect_deaths(*chip, at, sites); }
  /// Runs, and checks that nothing is left under way.
  void run(Cycle cycles) {
    chip->clock().run_until(chip->clock().next() + cycles);
    EXPECT_EQ(chip->packets().live(), 0u);
    EXPECT_EQ(check_conservation(*chip).value_or(""), "");
  }

  static AddressMap map_of(const std::vector<NodeId>& memories, const std::vector<NodeId>& without_target,
                           const std::function<void(AddressMap&)>& more_addresses) {
    AddressMap map;
    if (more_addresses) more_addresses(map);
    for (const auto* nodes : {&memories, &without_target}) {
      for (const NodeId node : *nodes) map.add(node, node.value * kMemoryBytes, kMemoryBytes);
    }
    return map;
  }

  static TlmParameters with_classes(TlmParameters tlm, const MessageClasses* classes) {
    if (classes != nullptr) tlm.classes = classes;
    return tlm;
  }

  std::unique_ptr<Design> design;
  std::unique_ptr<RoutingRelation> relation;
  std::unique_ptr<MessageClasses> classes;
  std::unique_ptr<ReconfigurableFabric> fabric;
  TlmNetwork network;
  ChipPlan plan;
  std::unique_ptr<Chip> chip;
  std::vector<std::unique_ptr<Memory>> memory;
  std::vector<std::unique_ptr<TlmNode>> nodes;  // by node
  std::vector<std::unique_ptr<Initiator>> initiators;
};

inline Parameters mesh_of(std::int64_t side) {
  return {{"sides", std::vector<std::int64_t>{side, side}}};
}

}  // namespace kintsugi::test
