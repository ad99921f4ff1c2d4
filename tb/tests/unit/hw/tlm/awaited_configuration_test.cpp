// Transactions that wait for a configuration that no call loads are named when the simulation ends, and only these.
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/kept_reports.hpp"
#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"

namespace kintsugi::test {
namespace {

using Reports = std::vector<std::string>;

const std::string kTwoWait =
    "warning /kintsugi/configuration: node3: 2 requests wait for a configuration of the chip, and none has come into "
    "force: call ChipConfiguration::load(), and see ConfigChain::error() if the stream was refused";

/// A wafer on which node 3 reads 16 bytes in two packets, and node 7 nothing.
struct ReadingWafer {
  ReadingWafer() {
    rig.initiate(NodeId{3}, [this](Initiator& self) {
      self.read(0x5000, 16);
      has_read = true;
    });
    rig.initiate(NodeId{7}, [](Initiator&) {});
  }
  void run() const { rig.chip->clock().run_until(rig.chip->clock().next() + 500); }

  bool has_read = false;
  TlmRig rig{"srt2d", {{"n", std::int64_t{2}}}, "monotone", {NodeId{5}}, {}, {.packet_bytes = 8}, {}, true};
};

TEST(TlmConfiguration, that_is_not_loaded_is_named_with_the_requests_that_wait) {
  for (const bool stops : {true, false}) {
    in_child([stops] {
      const KeptReports kept;
      {
        ReadingWafer wafer;
        wafer.run();
        EXPECT_EQ(kept.reports(), Reports{});
        if (stops) sc_core::sc_stop();
        EXPECT_EQ(kept.reports(), stops ? Reports{kTwoWait} : Reports{});
      }
      EXPECT_EQ(kept.reports(), Reports{kTwoWait}) << "once, without sc_stop() by the destructor";
      return std::string();
    });
  }
}

TEST(TlmConfiguration, that_is_refused_leaves_requests_waiting_too) {
  in_child([] {
    const KeptReports kept;
    {
      ReadingWafer wafer;
      sc_core::sc_start(sc_core::SC_ZERO_TIME);
      const Repair whole = wafer.rig.fabric->repair({}, {});
      std::vector<std::uint8_t> stream = stream_of(wafer.rig.fabric->fabric(), whole.configuration);
      stream[3] ^= 1;
      wafer.rig.chip->configuration().load(stream, whole.placement);
      wafer.run();
    }
    EXPECT_EQ(kept.reports(), Reports{kTwoWait});
    return std::string();
  });
}

TEST(TlmConfiguration, that_comes_late_is_no_warning) {
  in_child([] {
    const KeptReports kept;
    {
      ReadingWafer wafer;
      wafer.run();
      wafer.rig.configure({});
      wafer.run();
      EXPECT_TRUE(wafer.has_read);
      sc_core::sc_stop();
    }
    EXPECT_EQ(kept.reports(), Reports{});
    return std::string();
  });
}

/// A report that its actions make an exception must not leave a destructor.
TEST(TlmConfiguration, warnings_that_throw_leave_no_destructor) {
  in_child([] {
    const KeptReports kept;
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
    {
      ReadingWafer wafer;
      wafer.run();
    }
    EXPECT_EQ(kept.reports(), Reports{kTwoWait});
    return std::string();
  });
}

TEST(TlmConfiguration, is_not_awaited_in_a_directly_wired_network) {
  in_child([] {
    const KeptReports kept;
    {
      TlmRig rig("mesh", mesh_of(2), "dimension-order", {NodeId{3}}, {}, {}, in_ns(1000));
      rig.initiate(NodeId{0}, [](Initiator& self) { self.read(0x3000, 4); });
      rig.chip->clock().run_until(50);
      sc_core::sc_stop();
    }
    EXPECT_EQ(kept.reports(), Reports{}) << "a request under way waits for no configuration";
    return std::string();
  });
}

}  // namespace
}  // namespace kintsugi::test
