// "This YAML": a repaired wafer whose nodes send packets.
#include <iostream>
#include <kintsugi/chip_setup.hpp>

namespace {

const char* const kText =
    R"({network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2]]}, traffic: {rate: 0.1}})";

class DeliveredCounter final : public kintsugi::PacketObserver {
 public:
  void created(const kintsugi::Packet&, kintsugi::Cycle) override {}
  void injected(const kintsugi::Packet&, kintsugi::Cycle) override {}
  void arrived(const kintsugi::Packet&, kintsugi::Cycle) override {}
  void delivered(const kintsugi::Packet&, kintsugi::Cycle) override { ++delivered_; }
  int delivered() const { return delivered_; }

 private:
  int delivered_ = 0;
};

int run() {
  const auto [scenario, setup] = kintsugi::load_scenario(kText, {});
  const kintsugi::CheckedRepair checked = check_repair(scenario, setup);
  if (!checked.verified()) return 1;

  DeliveredCounter counter;
  const kintsugi::ChipPlan plan = chip_plan(setup);
  kintsugi::Chip chip(plan.root_name(), plan, chip_parameters(scenario, setup), counter);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  chip.configuration().load(kintsugi::with_crc(*plan.fabric, checked.bitstream), checked.repair.placement,
                            checked.repair.message);
  chip.clock().run_until(100);

  auto sources = setup.traffic->sources(static_cast<std::uint32_t>(setup.network().nodes()), 1, 100, 1000);
  std::vector<kintsugi::NodeTraffic> traffic(sources.size());
  for (std::size_t node = 0; node < traffic.size(); ++node) traffic[node].source = std::move(sources[node]);
  chip.nodes().start_traffic(traffic, 100);
  chip.clock().run_until(2000);
  std::cout << counter.delivered() << " delivered, " << chip.packets().live() << " under way\n";
  return 0;
}

}  // namespace

int sc_main(int, char*[]) {
  try {
    return run();
  } catch (const kintsugi::InputError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
