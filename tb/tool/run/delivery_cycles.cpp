#include "tb/tool/run/delivery_cycles.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "hw/chip/chip.hpp"
#include "hw/chip/stall_rule.hpp"
#include "hw/pe/node_traffic.hpp"
#include "hw/pe/packet_observer.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/network/types.hpp"
#include "tb/tool/run/chip_setup.hpp"

namespace kintsugi {

namespace {

/// Notes the cycle in which each packet is delivered.
class BenchDeliveries final : public PacketObserver {
 public:
  BenchDeliveries(const std::vector<rtl::BenchPacket>& packets, std::size_t nodes)
      : missing_(packets.size()), of_source_(nodes), cycles_(packets.size(), rtl::kNeverDelivered) {
    for (std::size_t i = 0; i < packets.size(); ++i) of_source_.at(packets[i].source.value).push_back(i);
  }
  void begin_at(Cycle begin) { begin_ = last_delivery_ = begin; }
  Cycle last_delivery() const { return last_delivery_; }
  bool all_delivered() const { return missing_ == 0; }
  std::vector<std::uint32_t> cycles() const { return cycles_; }

  void created(const Packet&, Cycle) override {}
  void injected(const Packet&, Cycle) override {}
  void arrived(const Packet&, Cycle) override {}
  void delivered(const Packet& packet, Cycle now) override {
    cycles_.at(of_source_.at(packet.source.value).at(packet.serial)) = narrow<std::uint32_t>(now - begin_);
    last_delivery_ = now;
    --missing_;
  }

 private:
  Cycle begin_ = 0;
  Cycle last_delivery_ = 0;
  std::size_t missing_;
  std::vector<std::vector<std::size_t>> of_source_;  // by source, then number: the packet in the list
  std::vector<std::uint32_t> cycles_;                // by packet in the list
};

ChipPlan plan_of_bench(const Setup& setup) {
  ChipPlan plan = chip_plan(setup);
  plan.multicast = nullptr;
  plan.self_diagnosis = nullptr;
  return plan;
}

ChipParameters parameters_of_bench(const Scenario& scenario, const Setup& setup) {
  ChipParameters parameters = chip_parameters(scenario, setup);
  parameters.detection.reset();
  parameters.shown_ports = ShownPorts::kNone;
  return parameters;
}

void load_repair(Chip& chip, const Setup& setup, const Repair& repair) {
  std::vector<std::uint8_t> stream = stream_of(setup.built_fabric(), repair.configuration);
  const ConfigChain& chain = chip.configuration().chain();
  const Cycle cycles = chain.cycles_for(stream.size());
  chip.configuration().load(std::move(stream), repair.placement, repair.message);
  chip.clock().run_until(chip.clock().next() + cycles);
  if (chain.phase() != ConfigChain::Phase::kActive) {
    throw std::logic_error("the chain of the model refuses the stream of the repair");
  }
}

std::vector<NodeTraffic> traffic_of(const std::vector<rtl::BenchPacket>& packets, std::size_t nodes, Cycle begin) {
  std::vector<std::vector<ListSource::Entry>> lists(nodes);
  for (const rtl::BenchPacket& each : packets) {
    lists.at(each.source.value).push_back({begin + each.cycle, {each.destination, narrow<std::uint16_t>(each.flits)}});
  }
  std::vector<NodeTraffic> traffic(nodes);
  for (std::size_t node = 0; node < nodes; ++node) {
    traffic[node].source = std::make_unique<ListSource>(std::move(lists[node]));
  }
  return traffic;
}

/// Runs until all packets are delivered, or no flit moves any more, or packets go in circles.
void run_bench(Chip& chip, const BenchDeliveries& record, Cycle watchdog) {
  constexpr Cycle kLook = 64;             // cycles from one look to the next
  constexpr Cycle kCircling = 1'000'000;  // cycles without a delivery
  StallRule stall(watchdog);
  chip.clock().set_monitor([&](Cycle cycle) {
    stall.observe(cycle, chip.counters());
    return true;
  });
  while (!record.all_delivered()) {
    chip.clock().run_until(chip.clock().next() + kLook);
    if (stall.has_flits() && chip.clock().next() > stall.certain_after(chip.clock())) break;
    if (chip.clock().next() > record.last_delivery() + kCircling) break;
  }
  chip.clock().set_monitor({});
}

}  // namespace

std::vector<std::uint32_t> delivery_cycles(const Scenario& scenario, const Setup& setup, const Repair* repair,
                                           const std::vector<rtl::BenchPacket>& packets) {
  const std::size_t nodes = setup.network().nodes();
  BenchDeliveries record(packets, nodes);
  const ChipPlan plan = plan_of_bench(setup);
  std::vector<NodeTraffic> traffic;  // outlives the chip
  Chip chip(plan.root_name(), plan, parameters_of_bench(scenario, setup), record);
  if (setup.fault_aware != nullptr) chip.faults().apply_defects(setup.defects);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  if (repair != nullptr) load_repair(chip, setup, *repair);
  const Cycle begin = chip.clock().next();
  record.begin_at(begin);
  traffic = traffic_of(packets, nodes, begin);
  chip.nodes().start_traffic(traffic, begin);
  run_bench(chip, record, scenario.run.watchdog);
  return record.cycles();
}

}  // namespace kintsugi
