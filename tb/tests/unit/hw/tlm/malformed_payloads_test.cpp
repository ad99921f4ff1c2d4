// Payloads that no target could serve: each ends at once, with the error response for what is wrong.
#include <algorithm>
#include <limits>

#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"

namespace kintsugi::test {
namespace {

TEST(TlmMalformed, a_payload_ends_at_once_with_the_error_for_what_is_wrong) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4));
  bool done = false;
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    auto data = bytes_of(8);
    for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
      EXPECT_EQ(self.call(command, 0x3000, nullptr, 8), tlm::TLM_GENERIC_ERROR_RESPONSE);
      EXPECT_EQ(self.call(command, 0x3000, data.data(), 8, [](auto& p) { p.set_streaming_width(0); }),
                tlm::TLM_BURST_ERROR_RESPONSE);
      unsigned char enable = 0xff;
      EXPECT_EQ(self.call(command, 0x3000, data.data(), 8, [&](auto& p) { p.set_byte_enable_ptr(&enable); }),
                tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    }
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
    EXPECT_EQ(rig.memory[3]->accesses, 0u);
    EXPECT_EQ(self.call(tlm::TLM_WRITE_COMMAND, 0x3000, nullptr, 0), tlm::TLM_OK_RESPONSE) << "has no bytes";
    done = true;
  });
  rig.run(100);
  EXPECT_TRUE(done);
}

TEST(TlmMalformed, the_range_after_the_last_address_is_not_at_the_first_one) {
  constexpr std::uint64_t kTop = std::numeric_limits<std::uint64_t>::max() - 0xfff;
  TlmRig rig("mesh", mesh_of(2), "dimension-order", {NodeId{0}, NodeId{3}}, {}, {}, {}, false, {}, false,
             [](AddressMap& map) { map.add(NodeId{3}, kTop, 0x1000); });
  bool done = false;
  rig.initiate(NodeId{1}, [&](Initiator& self) {
    EXPECT_EQ(self.write(kTop + 0xff8, bytes_of(9)), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(self.write(kTop + 0xfff, bytes_of(2)), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(rig.memory[0]->accesses + rig.memory[1]->accesses, 0u);
    EXPECT_EQ(self.write(kTop + 0xff8, bytes_of(8)), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(self.write(kTop + 0xfff, bytes_of(1, 99)), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(rig.memory[1]->bytes[0xfff], 99);
    auto data = bytes_of(8);
    EXPECT_EQ(
        self.call(tlm::TLM_WRITE_COMMAND, kTop + 0xffc, data.data(), 8, [](auto& p) { p.set_streaming_width(4); }),
        tlm::TLM_OK_RESPONSE)
        << "a stream touches its width only";
    done = true;
  });
  rig.run(300);
  EXPECT_TRUE(done);
}

TEST(TlmMalformed, a_debug_access_has_neither_streaming_width_nor_byte_enables) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4), {}, {.packet_bytes = 8});
  bool done = false;
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    auto data = bytes_of(24);
    unsigned char enable = 0;
    tlm_generic_payload payload;  // whose streaming width is 0
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x3000);
    payload.set_data_ptr(data.data());
    payload.set_data_length(24);
    payload.set_byte_enable_ptr(&enable);
    EXPECT_EQ(self.socket->transport_dbg(payload), 24u);
    EXPECT_TRUE(std::equal(data.begin(), data.end(), rig.memory[3]->bytes.begin()));
    payload.set_data_ptr(nullptr);
    EXPECT_EQ(self.socket->transport_dbg(payload), 0u);
    done = true;
  });
  rig.run(10);
  EXPECT_TRUE(done);
}

}  // namespace
}  // namespace kintsugi::test
