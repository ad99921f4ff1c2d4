// Callers of b_transport() that are killed or reset: their packets travel on, and nothing of theirs is touched.
#include <algorithm>

#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"

namespace kintsugi::test {
namespace {

/// An extension that marks itself when it is freed.
struct Marked final : tlm::tlm_extension<Marked> {
  explicit Marked(bool& is_alive) : alive(&is_alive) { *alive = true; }
  ~Marked() override { *alive = false; }
  tlm::tlm_extension_base* clone() const override { return new Marked(*alive); }
  void copy_from(const tlm::tlm_extension_base&) override {}
  bool* alive;
};

/// A slow target that looks at the extension of each request when it begins and when it ends.
class SlowTarget final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<SlowTarget> socket;
  SlowTarget(sc_core::sc_module_name name, const bool& extension_alive)
      : sc_module(name), socket("socket"), alive_(extension_alive) {
    socket.register_b_transport(this, &SlowTarget::b_transport);
  }
  unsigned served = 0;

 private:
  void b_transport(tlm_generic_payload& payload, sc_time&) {
    check(payload);
    sc_core::wait(in_ns(5));
    check(payload);
    std::fill_n(payload.get_data_ptr(), payload.get_data_length(), 0x77);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    ++served;
  }
  void check(const tlm_generic_payload& payload) const {
    EXPECT_EQ(payload.get_extension<Marked>() != nullptr, alive_) << "at " << sc_core::sc_time_stamp();
  }
  const bool& alive_;
};

/// An initiator without a thread of its own, at node 0, and a slow target at node 3.
struct AbandonRig {
  AbandonRig() {
    rig.initiate(NodeId{0}, [](Initiator&) {});
    rig.at(NodeId{3}).to_pe.bind(target.socket);
  }
  /// Reads 32 bytes in four pieces, with a payload and an extension that live as long as the call.
  void read() {
    const auto payload = std::make_unique<tlm_generic_payload>();
    payload->set_command(tlm::TLM_READ_COMMAND);
    payload->set_address(0x3000);
    payload->set_data_ptr(buffer.data());
    payload->set_data_length(32);
    payload->set_streaming_width(32);
    payload->set_extension(new Marked(alive));
    sc_time delay;
    rig.initiators.front()->socket->b_transport(*payload, delay);
    EXPECT_TRUE(payload->is_response_ok());
    ++ended;
  }

  bool alive = false;
  unsigned ended = 0;
  std::vector<unsigned char> buffer = std::vector<unsigned char>(32, 0xee);
  TlmRig rig{"mesh", mesh_of(2), "dimension-order", {}, {}, {.packet_bytes = 8}, {}, false, {NodeId{3}}};
  SlowTarget target{"target", alive};
};

TEST(TlmAbandoned, a_caller_that_is_killed_in_any_cycle_leaves_nothing_that_is_touched_later) {
  for (unsigned at = 0; at < 60; ++at) {
    in_child([at] {
      AbandonRig test;
      auto caller = sc_core::sc_spawn([&] { test.read(); });
      sc_core::sc_spawn([&, at] {
        sc_core::wait(in_ns(at));
        caller.kill();
        EXPECT_FALSE(test.alive);
        test.buffer.assign(32, 0xee);
      });
      test.rig.run(300);
      EXPECT_EQ(test.target.served, 4u) << "its packets travel on";
      EXPECT_EQ(test.buffer, std::vector<unsigned char>(32, 0xee));
      EXPECT_EQ(test.rig.at(NodeId{0}).pieces(), 0u);
      EXPECT_LE(test.ended, 1u);
      return std::string();
    });
  }
}

TEST(TlmAbandoned, a_caller_that_is_reset_calls_again_and_ends_once) {
  for (unsigned at = 1; at < 35; ++at) {
    in_child([at] {
      AbandonRig test;
      auto caller = sc_core::sc_spawn([&] {
        if (sc_core::sc_time_stamp() != sc_core::SC_ZERO_TIME) sc_core::wait(in_ns(100));
        test.read();
      });
      sc_core::sc_spawn([&, at] {
        sc_core::wait(in_ns(at));
        EXPECT_EQ(test.ended, 0u);
        caller.reset();
        const auto at_reset = test.buffer;
        sc_core::wait(in_ns(90));
        EXPECT_EQ(test.buffer, at_reset) << "what returns of the first call is not copied";
      });
      test.rig.run(400);
      EXPECT_EQ(test.target.served, 8u);
      EXPECT_EQ(test.ended, 1u);
      EXPECT_EQ(test.buffer, std::vector<unsigned char>(32, 0x77));
      return std::string();
    });
  }
}

TEST(TlmAbandoned, a_caller_can_have_an_asynchronous_reset) {
  AbandonRig test;
  sc_core::sc_signal<bool> reset("reset");
  sc_core::sc_spawn_options options;
  options.async_reset_signal_is(reset, true);
  unsigned calls = 0;
  sc_core::sc_spawn(
      [&] {
        ++calls;
        if (reset.read()) sc_core::wait();
        test.read();
        sc_core::wait(in_ns(1000));
      },
      "caller", &options);
  sc_core::sc_spawn([&] {
    for (const bool value : {true, false}) {
      sc_core::wait(in_ns(20));
      reset.write(value);
    }
  });
  test.rig.run(300);
  EXPECT_GE(calls, 2u);
  EXPECT_FALSE(test.alive);
  EXPECT_EQ(test.rig.at(NodeId{0}).pieces(), 0u);
}

}  // namespace
}  // namespace kintsugi::test
