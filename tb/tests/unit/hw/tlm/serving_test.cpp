// How many requests of a node its target serves at a time, and what its node module shows.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"

namespace kintsugi::test {
namespace {

/// A memory of 20 ns that notes which addresses it begins, and how many accesses overlap.
class WideMemory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<WideMemory> socket;
  explicit WideMemory(sc_core::sc_module_name name) : sc_module(name), socket("socket") {
    socket.register_b_transport(this, &WideMemory::b_transport);
  }
  std::vector<std::uint64_t> begun;
  unsigned most = 0;

 private:
  void b_transport(tlm_generic_payload& payload, sc_time&) {
    begun.push_back(payload.get_address());
    most = std::max(most, ++now_);
    sc_core::wait(in_ns(20));
    --now_;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  unsigned now_ = 0;
};

/// A write of 32 bytes in four pieces, to a memory of 20 ns.
struct FourPieces {
  explicit FourPieces(unsigned serving)
      : rig("mesh", mesh_of(2), "dimension-order", {}, {}, {.packet_bytes = 8, .serving = serving}, {}, false,
            {NodeId{3}}) {
    rig.at(NodeId{3}).to_pe.bind(memory.socket);
    rig.initiate(NodeId{0}, [this](Initiator& self) {
      EXPECT_EQ(self.write(0x3000, bytes_of(32)), tlm::TLM_OK_RESPONSE);
      took = sc_core::sc_time_stamp();
    });
  }
  TlmRig rig;
  WideMemory memory{"memory"};
  sc_time took;
};

sc_time time_of_four_pieces(unsigned serving) {
  return sc_time::from_value(std::stoull(in_child([serving] {
    FourPieces test(serving);
    test.rig.run(300);
    EXPECT_EQ(test.memory.most, serving);
    EXPECT_EQ(test.memory.begun, (std::vector<std::uint64_t>{0, 8, 16, 24})) << "in the order of arrival";
    return std::to_string(test.took.value());
  })));
}

TEST(TlmServing, a_target_that_serves_four_requests_at_a_time_overlaps_them) {
  // The requests arrive two cycles after each other: each is two flits long.
  EXPECT_EQ(time_of_four_pieces(1) - time_of_four_pieces(4), in_ns(3 * 20 - 3 * 2));
}

/// A target and an initiator at one node: an access below 0x100 makes one at the other node, 0x100 higher.
class Relay final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Relay> target;
  tlm_utils::simple_initiator_socket<Relay> initiator;
  Relay(sc_core::sc_module_name name, TlmNode& own, std::uint64_t other)
      : sc_module(name), target("target"), initiator("initiator"), other_(other) {
    target.register_b_transport(this, &Relay::b_transport);
    initiator.bind(own.from_pe);
    own.to_pe.bind(target);
    sc_core::sc_spawn([this] {
      access(0);
      ++ended;
    });
  }
  unsigned ended = 0;

 private:
  void b_transport(tlm_generic_payload& payload, sc_time&) {
    if (payload.get_address() < 0x100) access(0x100);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  void access(std::uint64_t offset) {
    tlm_generic_payload payload;
    payload.set_address(other_ + offset);
    sc_time delay;
    initiator->b_transport(payload, delay);
    EXPECT_TRUE(payload.is_response_ok());
  }
  std::uint64_t other_;
};

/// Returns how many of two accesses end, each of which makes the target that serves it call the other target.
std::string nested_calls(unsigned serving) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", {}, {}, {.serving = serving}, {}, false, {NodeId{0}, NodeId{3}});
  Relay first("first", rig.at(NodeId{0}), 0x3000);
  Relay second("second", rig.at(NodeId{3}), 0x0000);
  rig.run(500);
  return std::to_string(first.ended + second.ended);
}

TEST(TlmServing, two_targets_that_call_each_other_need_two_places) {
  EXPECT_EQ(in_child([] { return nested_calls(1); }), "0") << "each waits for the other, as the contract says";
  EXPECT_EQ(in_child([] { return nested_calls(2); }), "2");
}

TEST(TlmServing, node_modules_show_their_pieces_and_the_requests_that_wait) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / ("tlm" + std::to_string(getpid()));
  {
    FourPieces test(1);
    sc_core::sc_trace_file* const file = sc_core::sc_create_vcd_trace_file(path.c_str());
    sc_trace(file, test.rig.at(NodeId{0}), "from");
    sc_trace(file, test.rig.at(NodeId{3}), "to");
    std::vector<std::size_t> pieces, requests;
    test.rig.chip->clock().after_each_cycle([&] {
      const auto note = [](auto& list, std::size_t value) {
        if (list.empty() || list.back() != value) list.push_back(value);
      };
      note(pieces, test.rig.at(NodeId{0}).pieces());
      note(requests, test.rig.at(NodeId{3}).requests());
    });
    test.rig.run(300);
    EXPECT_EQ(pieces, (std::vector<std::size_t>{4, 3, 2, 1, 0}));
    EXPECT_EQ(requests, (std::vector<std::size_t>{0, 1, 2, 3, 2, 1, 0}));
    sc_core::sc_close_vcd_trace_file(file);
  }
  std::ifstream trace(path.string() + ".vcd");
  std::stringstream text;
  text << trace.rdbuf();
  for (const char* probe : {"pieces", "requests"}) EXPECT_NE(text.str().find(probe), std::string::npos) << probe;
  std::filesystem::remove(path.string() + ".vcd");
}

}  // namespace
}  // namespace kintsugi::test
