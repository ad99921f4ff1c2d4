// Errors that a router reports, and those that the conservation check finds: flits and credits that no module has sent.
#include "tb/tests/unit/hw/link/put.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

LinkReceiver& receiver_of(Bench& bench, std::uint32_t site) {
  return *bench.chip->router(SiteId{site}).endpoint(kEast).receiver;
}

std::string complaint(const Bench& bench) {
  return check_conservation(*bench.chip).value_or("");
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// One packet from 0 to 1, stopped in the cycle in which its first flit is on the wire.
void stop_with_a_flit_on_the_wire(Bench& bench) {
  bench.send(0, NodeId{0}, NodeId{1}, 2);
  bench.start();
  bench.run(3);
  ASSERT_EQ(complaint(bench), "");
}

TEST(ConservationCheck, is_content_with_traffic_in_every_cycle) {
  Bench bench = ring_bench(6, 2, always_east(2), chip_with(3, 1, 2));
  elaborate();
  for (std::uint32_t node = 0; node < 6; ++node) {
    for (Cycle at = 0; at < 200; at += 40) bench.send(at, NodeId{node}, NodeId{(node + 2) % 6}, 5);
  }
  bench.start();
  for (int cycle = 0; cycle < 400; ++cycle) {
    bench.run(1);
    ASSERT_EQ(complaint(bench), "") << "after cycle " << cycle;
  }
  EXPECT_EQ(bench.record.arrivals.size(), 30u);
}

TEST(ConservationCheck, finds_a_credit_too_many) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  stop_with_a_flit_on_the_wire(bench);
  put_credit(receiver_of(bench, 2), bench.clock().next(), kEast, Vc{0});
  EXPECT_EQ(complaint(bench),
            "net.n3.router port 1 channel 0: credits 4 + buffered 0 + on the wire 0 + credits returning 1 is not the "
            "depth");
}

TEST(ConservationCheck, finds_counters_that_do_not_add_up) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  stop_with_a_flit_on_the_wire(bench);
  for (const auto counter :
       {&FlitCounters::injected, &FlitCounters::delivered, &FlitCounters::dropped, &FlitCounters::copied}) {
    FlitCounters wrong = bench.chip->counters();
    ++(wrong.*counter);
    EXPECT_EQ(check_conservation(*bench.chip, wrong).value_or(""),
              "flits injected, copied, delivered, dropped and under way do not add up");
  }
}

TEST(ConservationCheck, finds_a_missing_credit) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 2));
  elaborate();
  stop_with_a_flit_on_the_wire(bench);
  LinkReceiver& receiver = receiver_of(bench, 0);
  while (!receiver.credit_due(bench.clock().next(), kEast, Vc{0})) bench.run(1);
  ASSERT_EQ(complaint(bench), "");
  receiver.clear(receiver.arrivals(bench.clock().next()));
  EXPECT_TRUE(contains(complaint(bench), "net.n1.router port 1 channel 0")) << complaint(bench);
  bench.run(50);
  EXPECT_TRUE(contains(complaint(bench), "credits 3 + buffered 0 + on the wire 0 + credits returning 0"))
      << "it stays lost: " << complaint(bench);
}

TEST(ConservationCheck, finds_a_missing_flit) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  stop_with_a_flit_on_the_wire(bench);
  LinkReceiver& receiver = receiver_of(bench, 1);
  Cycle at = bench.clock().next();
  while (!receiver.flit_due(at, kWest)) ++at;
  receiver.clear(receiver.arrivals(at));
  EXPECT_TRUE(contains(complaint(bench), "net.n1.router port 1 channel 0")) << complaint(bench);
}

TEST(ConservationCheck, finds_a_flit_that_was_never_sent) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  stop_with_a_flit_on_the_wire(bench);
  put_flit(receiver_of(bench, 2), bench.clock().next(), kWest, Flit{0, 0, Vc{0}, Flit::kHead});
  EXPECT_TRUE(contains(complaint(bench), "net.n2.router port 1 channel 0")) << complaint(bench);
}

TEST(ConservationCheck, finds_a_flit_on_its_way_to_an_open_port) {
  Network network("pair");
  const KindId base = network.add_kind("base");
  const std::size_t layout = network.add_layout({"e", "w", "spare"});
  for (const char* name : {"n0", "n1"}) network.add_node(name, layout);
  network.connect({NodeId{0}, kEast}, {NodeId{1}, kWest}, base);
  Bench bench(std::move(network), std::make_unique<FunctionRelation>(1, always_east(1)), chip_with(4, 1, 1));
  elaborate();
  bench.run(1);
  ASSERT_EQ(complaint(bench), "");
  put_flit(receiver_of(bench, 1), bench.clock().next(), PortId{2}, Flit{0, 0, Vc{0}, Flit::kHead});
  EXPECT_EQ(complaint(bench), "net.n1.router has flits at an open port");
}

TEST(RouterErrors, a_body_flit_without_its_head) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  bench.run(1);
  const Cycle now = bench.clock().next();
  put_flit(receiver_of(bench, 1), now, kWest, Flit{0, 1, Vc{0}, 0});
  EXPECT_THROW(bench.chip->router(SiteId{1}).evaluate(now), std::logic_error);
}

TEST(RouterErrors, a_flit_that_arrives_at_a_full_buffer) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  for (std::uint32_t node = 0; node < 4; ++node) bench.send(0, NodeId{node}, NodeId{(node + 2) % 4}, 20);
  bench.start();
  bench.run(100);  // deadlocked: all buffers are full
  const Cycle now = bench.clock().next();
  ASSERT_EQ(bench.chip->router(SiteId{1}).occupancy(kWest, Vc{0}), 4u);
  put_flit(receiver_of(bench, 1), now, kWest, Flit{0, 8, Vc{0}, 0});
  EXPECT_THROW(bench.chip->router(SiteId{1}).evaluate(now), std::logic_error);
}

TEST(RouterErrors, a_link_taken_off_under_a_packet) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  stop_with_a_flit_on_the_wire(bench);
  EXPECT_THROW(bench.chip->router(SiteId{0}).disconnect(kEast), std::logic_error);
  EXPECT_THROW(bench.chip->router(SiteId{0}).disconnect(PortId{99}), std::out_of_range);
  bench.run(50);
  EXPECT_NO_THROW(bench.chip->router(SiteId{0}).disconnect(kEast));
  EXPECT_TRUE(bench.chip->router(SiteId{0}).link(kEast).open());
}

TEST(ChipErrors, parameters_out_of_range) {
  for (const RouterParameters& wrong : {RouterParameters{2, 0, 1}, RouterParameters{2, 65, 1}}) {
    ChipParameters parameters;
    parameters.router = wrong;
    EXPECT_THROW(ring_bench(4, 2, always_east(2), parameters), std::invalid_argument);
  }
  EXPECT_THROW(ring_bench(4, 0, always_east(1), {}), std::invalid_argument);
  EXPECT_THROW(ring_bench(4, 33, always_east(1), {}), std::invalid_argument);
}

TEST(ChipErrors, latencies_and_chain_bits_out_of_range) {
  EXPECT_THROW(ring_bench(4, 1, always_east(1), chip_with(4, 65, 1)), std::invalid_argument);
  EXPECT_THROW(ring_bench(4, 1, always_east(1), chip_with(4, 0, 0)), std::invalid_argument)
      << "a wire without a register";
  for (const unsigned bits : {0u, 65u}) {
    ChipParameters parameters;
    parameters.chain_bits = bits;
    EXPECT_THROW(Bench("srt2d", srt2d(2, "standard"), "monotone", parameters, true), std::invalid_argument) << bits;
  }
  ChipParameters parameters;
  parameters.link.reach = 0;
  EXPECT_THROW(Bench("srt2d", srt2d(2, "standard"), "monotone", parameters, true), std::invalid_argument);
}

/// The message of the exception that making a chip throws; empty if it throws none.
std::string refusal_of(const ChipParameters& parameters) {
  try {
    ring_bench(4, 1, always_east(1), parameters);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(ChipErrors, name_the_parameter_its_limits_and_its_value) {
  EXPECT_EQ(refusal_of(chip_with(4, 1, 0)), "link latency must be 1 to 1024 cycles, not 0");
  EXPECT_EQ(refusal_of(chip_with(4, 65, 1)), "router.latency must be 0 to 64 cycles, not 65");
  EXPECT_EQ(refusal_of(chip_with(65, 1, 1)), "router.buffer must be 1 to 64 flits, not 65");
  EXPECT_EQ(refusal_of(chip_with(64, 64, 1024)), "");
  ChipParameters parameters;
  parameters.link.reach = 65537;
  EXPECT_EQ(refusal_of(parameters), "reach must be 1 to 65536 pitches per cycle, not 65537");
}

TEST(ChipErrors, a_router_of_more_than_1024_channels) {
  EXPECT_NO_THROW(star_bench(31, 32, {}));
  EXPECT_THROW(star_bench(32, 32, {}), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::test
