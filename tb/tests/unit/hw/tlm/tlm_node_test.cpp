// Transactions over a chip: their times, how they are cut, what goes wrong, and that no schedule changes a byte.
#include <cstdlib>
#include <utility>

#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/tlm/random_transactions.hpp"
#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

/// The latency of a packet of so many flits over `hops` links of a mesh, alone: hw/README.md.
Cycle lone(unsigned hops, unsigned router, unsigned flits) {
  return 1 + (hops + 1) * router + hops + 1 + (flits - 1);
}

TEST(TlmNode, a_lone_transaction_takes_both_latencies_the_target_and_a_cycle_for_each_packet) {
  for (const auto& [target, own_channels] : {std::pair{0.0, false}, {20.0, false}, {20.0, true}}) {
    in_child([target = target, own_channels = own_channels] {
      TlmRig rig("mesh", mesh_of(4), "dimension-order", all_nodes(16), {}, {}, in_ns(target), false, {}, own_channels);
      const unsigned router = rig.chip->parameters().router.latency;
      for (const NodeId from : all_nodes(16)) {
        rig.initiate(from, [=](Initiator& self) {
          sc_core::wait(in_ns(5000.0 * from.value + 10));
          for (const NodeId to : all_nodes(16)) {
            const unsigned hops = static_cast<unsigned>(std::abs(int(from.value % 4) - int(to.value % 4)) +
                                                        std::abs(int(from.value / 4) - int(to.value / 4)));
            sc_time begin = sc_core::sc_time_stamp();
            EXPECT_EQ(self.write(to.value * TlmRig::kMemoryBytes, bytes_of(20)), tlm::TLM_OK_RESPONSE);
            const Cycle write = lone(hops, router, 1 + 3) + lone(hops, router, 1);
            EXPECT_EQ(sc_core::sc_time_stamp() - begin, in_ns(double(write) + target + 2)) << from.value << to.value;
            begin = sc_core::sc_time_stamp();
            EXPECT_EQ(self.read(to.value * TlmRig::kMemoryBytes, 9), bytes_of(9));
            const Cycle read = lone(hops, router, 1) + lone(hops, router, 1 + 2);
            EXPECT_EQ(sc_core::sc_time_stamp() - begin, in_ns(double(read) + target + 2));
          }
        });
      }
      rig.run(90'000);
      for (const auto& memory : rig.memory) EXPECT_EQ(memory->accesses, 32u);
      return std::string();
    });
  }
}

TEST(TlmNode, a_long_transaction_is_cut_and_put_together_again) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4), {}, {.packet_bytes = 32});
  bool done = false;
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    EXPECT_EQ(self.write(0x3001, bytes_of(100)), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(rig.memory[3]->lengths, (std::vector<unsigned>{32, 32, 32, 4}));
    EXPECT_EQ(self.read(0x3003, 77), bytes_of(77, bytes_of(3)[2]));
    EXPECT_EQ(self.write(0x1ffd, bytes_of(10)), tlm::TLM_OK_RESPONSE) << "over the border between two nodes";
    EXPECT_EQ(rig.memory[1]->bytes[0xffd], 1);
    EXPECT_EQ(rig.memory[2]->bytes[6], bytes_of(10)[9]);
    EXPECT_EQ(self.read(0x1ffd, 10), bytes_of(10));
    done = true;
  });
  rig.run(2000);
  EXPECT_TRUE(done);
}

TEST(TlmNode, errors_of_addresses_send_no_packet) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", {NodeId{1}}, {}, {.packet_bytes = 16});
  bool done = false;
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    EXPECT_EQ(self.write(0, bytes_of(1)), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(self.write(0x1ff0, bytes_of(17)), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "reaches into a hole";
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
    EXPECT_EQ(self.write(0x1ff0, bytes_of(16)), tlm::TLM_OK_RESPONSE);
    auto data = bytes_of(17);
    EXPECT_EQ(self.call(tlm::TLM_WRITE_COMMAND, 0x1000, data.data(), 17, [](auto& p) { p.set_streaming_width(4); }),
              tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(rig.memory[0]->accesses, 1u);
    done = true;
  });
  rig.run(300);
  EXPECT_TRUE(done);
}

TEST(TlmNode, a_node_without_a_target_responds_with_an_address_error) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", {NodeId{2}}, {}, {}, {}, false, {NodeId{0}, NodeId{3}});
  bool done = false;
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    EXPECT_EQ(self.write(0x3000, bytes_of(4)), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "no module";
    EXPECT_EQ(self.write(0x0000, bytes_of(4)), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "an initiator only";
    EXPECT_GT(sc_core::sc_time_stamp(), in_ns(10)) << "the packets were sent";
    done = true;
  });
  rig.run(200);
  EXPECT_TRUE(done);
}

TEST(TlmNode, byte_enables_and_streaming_go_along_and_nothing_has_no_length) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4), {}, {.packet_bytes = 8});
  bool done = false;
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    auto data = bytes_of(12);
    unsigned char enable[] = {0xff, 0, 0};
    EXPECT_EQ(self.call(tlm::TLM_WRITE_COMMAND, 0x3000, data.data(), 12,
                        [&](auto& p) {
                          p.set_byte_enable_ptr(enable);
                          p.set_byte_enable_length(3);
                        }),
              tlm::TLM_OK_RESPONSE);
    for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(rig.memory[3]->bytes[i], i % 3 == 0 ? data[i] : 0) << i;
    std::vector<unsigned char> read(12, 0xee);
    EXPECT_EQ(self.call(tlm::TLM_READ_COMMAND, 0x3000, read.data(), 12,
                        [&](auto& p) {
                          p.set_byte_enable_ptr(enable);
                          p.set_byte_enable_length(3);
                        }),
              tlm::TLM_OK_RESPONSE);
    for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(read[i], i % 3 == 0 ? data[i] : 0xee) << i;
    EXPECT_EQ(self.call(tlm::TLM_WRITE_COMMAND, 0x2000, data.data(), 8, [](auto& p) { p.set_streaming_width(2); }),
              tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(rig.memory[2]->bytes[0], data[6]);
    EXPECT_EQ(rig.memory[2]->bytes[2], 0);
    EXPECT_EQ(self.call(tlm::TLM_WRITE_COMMAND, 0x2000, nullptr, 0), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(rig.memory[2]->lengths.back(), 0u);
    done = true;
  });
  rig.run(500);
  EXPECT_TRUE(done);
}

TEST(TlmNode, fills_in_its_way_for_an_initiator_that_attaches_a_packet) {
  TlmRig rig("mesh", mesh_of(4), "dimension-order", {NodeId{15}});
  TlmPacket way;
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    auto data = bytes_of(16);
    tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0xf000);
    payload.set_data_ptr(data.data());
    payload.set_data_length(16);
    payload.set_streaming_width(16);
    payload.set_extension(&way);
    sc_time delay;
    self.socket->b_transport(payload, delay);
    payload.clear_extension(&way);  // else the payload deletes it
  });
  rig.run(200);
  const unsigned router = rig.chip->parameters().router.latency;
  EXPECT_EQ(way.source, NodeId{15});
  EXPECT_EQ(way.hops, 12u);
  EXPECT_EQ(way.pieces, 1u);
  EXPECT_EQ(way.cycles_in_queue, 0u);
  EXPECT_EQ(way.cycles_in_network, lone(6, router, 3) + lone(6, router, 1));
}

TEST(TlmNode, debug_accesses_take_no_time_and_direct_memory_is_refused) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4), {}, {.packet_bytes = 8});
  bool done = false;
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    auto data = bytes_of(24);
    tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x1ff8);
    payload.set_data_ptr(data.data());
    payload.set_data_length(24);
    payload.set_streaming_width(24);
    EXPECT_EQ(self.socket->transport_dbg(payload), 24u);
    EXPECT_EQ(rig.memory[2]->bytes[15], data[23]);
    std::vector<unsigned char> read(24);
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_data_ptr(read.data());
    EXPECT_EQ(self.socket->transport_dbg(payload), 24u);
    EXPECT_EQ(read, data);
    payload.set_address(0x3ff8);
    EXPECT_EQ(self.socket->transport_dbg(payload), 0u) << "reaches into a hole";
    tlm::tlm_dmi dmi;
    EXPECT_FALSE(self.socket->get_direct_mem_ptr(payload, dmi));
    EXPECT_EQ(rig.memory[1]->accesses, 0u);
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
    done = true;
  });
  rig.run(10);
  EXPECT_TRUE(done);
}

/// An initiator of the base protocol: begins every transaction as soon as it may, and writes the phases down.
class Phased final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Phased> socket;
  explicit Phased(sc_core::sc_module_name name, unsigned count) : sc_module(name), socket("socket"), payloads_(count) {
    socket.register_nb_transport_bw(this, &Phased::nb_transport_bw);
    sc_core::sc_spawn([this] { run(); }, "run");
  }
  std::vector<std::string> log;
  unsigned ended = 0;

 private:
  void run() {
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
      tlm_generic_payload& payload = payloads_[i];
      data_.push_back(std::make_unique<std::vector<unsigned char>>(bytes_of(8, static_cast<unsigned char>(i))));
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_address(0x3000 + 8 * i);
      payload.set_data_ptr(data_.back()->data());
      payload.set_data_length(8);
      payload.set_streaming_width(8);
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_time delay = i == 0 ? in_ns(5.5) : sc_core::SC_ZERO_TIME;
      note(payload, "BEGIN_REQ");
      ASSERT_EQ(socket->nb_transport_fw(payload, phase, delay), tlm::TLM_ACCEPTED);
      sc_core::wait(may_begin_);
    }
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_time&) {
    note(payload, phase == tlm::END_REQ ? "END_REQ" : "BEGIN_RESP");
    if (phase == tlm::END_REQ) return may_begin_.notify(sc_core::SC_ZERO_TIME), tlm::TLM_ACCEPTED;
    EXPECT_TRUE(payload.is_response_ok());
    ++ended;
    if (ended % 2 == 0) return tlm::TLM_COMPLETED;  // every other response ends later
    sc_core::sc_spawn([this, &payload] {
      sc_core::wait(in_ns(30));
      tlm::tlm_phase end = tlm::END_RESP;
      sc_time none;
      note(payload, "END_RESP");
      EXPECT_EQ(socket->nb_transport_fw(payload, end, none), tlm::TLM_COMPLETED);
    });
    return tlm::TLM_ACCEPTED;
  }
  void note(const tlm_generic_payload& payload, const std::string& phase) {
    log.push_back(std::to_string(&payload - payloads_.data()) + ' ' + phase + ' ' +
                  std::to_string(sc_core::sc_time_stamp().value() / 1000));
  }
  std::vector<tlm_generic_payload> payloads_;
  std::vector<std::unique_ptr<std::vector<unsigned char>>> data_;
  sc_core::sc_event may_begin_;
};

TEST(TlmNode, phases_follow_the_packets_and_one_response_is_under_way_at_a_time) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4));
  Phased initiator("phased", 4);
  initiator.socket.bind(rig.at(NodeId{0}).from_pe);
  rig.run(300);
  EXPECT_EQ(initiator.ended, 4u);
  const unsigned router = rig.chip->parameters().router.latency;
  // Created in the cycle after 5.5 ns, and its head leaves at once; the next one, of 2 flits, follows its tail.
  const Cycle trip = lone(2, router, 2) + lone(2, router, 1);
  const auto at = [&initiator](const std::string& what) {
    for (const std::string& line : initiator.log) {
      if (line.starts_with(what + ' ')) return std::stoull(line.substr(what.size() + 1));
    }
    ADD_FAILURE() << what;
    return 0ull;
  };
  EXPECT_EQ(at("0 BEGIN_REQ"), 0u);
  EXPECT_EQ(at("0 END_REQ"), 6u);
  EXPECT_EQ(at("1 BEGIN_REQ"), 6u);
  EXPECT_EQ(at("1 END_REQ"), 8u) << "created in 7, behind the tail of the first";
  EXPECT_EQ(at("2 END_REQ"), 10u);
  EXPECT_EQ(at("0 BEGIN_RESP"), 6 + trip + 1);
  EXPECT_EQ(at("0 END_RESP"), at("0 BEGIN_RESP") + 30);
  EXPECT_EQ(at("1 BEGIN_RESP"), at("0 END_RESP")) << "not before the first response has ended";
  EXPECT_EQ(at("2 BEGIN_RESP"), at("1 BEGIN_RESP")) << "completed at once";
  EXPECT_EQ(at("3 BEGIN_RESP"), at("2 BEGIN_RESP") + 30);
}

void expect_same_bytes(unsigned each, bool own_channels = false) {
  const auto run = [=](Schedule schedule, unsigned threads) {
    return in_child([=] { return random_transactions(each, schedule, threads, own_channels); });
  };
  const std::string expected = run(Schedule::kDomain, 1);
  EXPECT_GT(expected.size(), each * 8u);
  for (const Schedule schedule : {Schedule::kProcess, Schedule::kAlways}) {
    EXPECT_TRUE(run(schedule, 1) == expected);
  }
  for (const unsigned threads : {2u, 4u}) {
    EXPECT_TRUE(run(Schedule::kDomain, threads) == expected);
  }
}

TEST(TlmNode, random_transactions_equal_a_flat_array_on_every_schedule) {
  expect_same_bytes(300);
}

TEST(TlmNode, random_transactions_on_own_channels_equal_a_flat_array_on_every_schedule) {
  expect_same_bytes(300, true);
}

/// A hundred thousand with KINTSUGI_WHOLE; KINTSUGI_TRANSACTIONS sets another number; a million take minutes.
TEST(TlmNodeSlow, thousands_of_transactions_equal_a_flat_array_on_every_schedule) {
  const char* const wanted = std::getenv("KINTSUGI_TRANSACTIONS");
  expect_same_bytes((wanted == nullptr ? test::part_of(8'000u, 100'000u) : static_cast<unsigned>(std::stoul(wanted))) /
                    8);
}

TEST(TlmNode, bytes_that_are_not_enabled_are_left_alone_while_a_read_is_under_way) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", {NodeId{3}});
  rig.memory[0]->bytes = {1, 2, 3, 4};
  std::vector<unsigned char> data{9, 9, 9, 9};
  std::vector<unsigned char> enable{0xff, 0, 0xff, 0};
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    self.call(tlm::TLM_READ_COMMAND, 0x3000, data.data(), 4, [&](tlm_generic_payload& payload) {
      payload.set_byte_enable_ptr(enable.data());
      payload.set_byte_enable_length(4);
    });
  });
  sc_core::sc_spawn([&] {
    sc_core::wait(in_ns(5));
    data[1] = 7;
  });
  rig.run(200);
  EXPECT_EQ(data, (std::vector<unsigned char>{1, 7, 3, 9}));
}

/// Observes nothing.
struct Idle : PacketObserver {
  void created(const Packet&, Cycle) override {}
  void injected(const Packet&, Cycle) override {}
  void arrived(const Packet&, Cycle) override {}
  void delivered(const Packet&, Cycle) override {}
};

TEST(TlmNetwork, that_does_not_observe_its_chip_says_so) {
  const auto design = find_family("mesh")->build(mesh_of(2));
  const auto relation = design->routing("dimension-order", 1);
  TlmNetwork network{{}};
  Idle observer;
  Chip chip("net", {&design->network(), relation.get()}, {}, observer);
  network.attach(chip);
  EXPECT_NE(mistake_in([&] { chip.clock().run_until(5); }).find("does not observe its chip"), std::string::npos);
}

TEST(TlmNetwork, refuses_parameters_out_of_range_and_modules_that_are_put_together_wrongly) {
  const auto with = [](TlmParameters parameters) {
    return mistake_in([&] { const TlmNetwork network({}, parameters); });
  };
  EXPECT_EQ(with({.flit_bytes = 0}), "flit_bytes must be 1 to 4096, not 0");
  EXPECT_EQ(with({.header_flits = 256}), "header_flits must be 1 to 255, not 256");
  EXPECT_EQ(with({.packet_bytes = 0}), "packet_bytes must be 1 to 65536, not 0");
  EXPECT_EQ(with({.outstanding = 0}), "outstanding must be 1 to 65536, not 0");
  EXPECT_EQ(with({.serving = 0}), "serving must be 1 to 1024, not 0");
  EXPECT_EQ(with({.serving = 1025}), "serving must be 1 to 1024, not 1025");
  EXPECT_EQ(with({.flit_bytes = 1, .packet_bytes = 65536}), "flits of a packet must be 1 to 65535, not 65537");
  EXPECT_EQ(with({}), "");
  TlmRig rig("mesh", mesh_of(2), "dimension-order", {NodeId{1}});
  EXPECT_EQ(mistake_in([&] { TlmNode("again", rig.network, NodeId{1}); }), "node 1 has a module already");
  EXPECT_EQ(mistake_in([&] { rig.network.attach(*rig.chip); }), "a network of transactions belongs to one chip");
  TlmNetwork lonely{{}};
  EXPECT_EQ(mistake_in([&] { TlmNode("lonely", lonely, NodeId{0}); }),
            "attach the network of transactions to its chip before its nodes");
}

}  // namespace
}  // namespace kintsugi::test
