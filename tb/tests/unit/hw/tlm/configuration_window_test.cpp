// The configuration chain behind a TLM socket: software loads, reads back, and is refused what it must not do.
#include "hw/tlm/configuration_window.hpp"

#include <algorithm>
#include <limits>

#include "hw/wave/vcd_writer.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/tlm/phased_initiator.hpp"
#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"
#include "tb/tests/unit/hw/wave/temporary_folder.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"

namespace kintsugi::test {
namespace {

using Window = ConfigurationWindow;
using Bytes = std::vector<std::uint8_t>;
constexpr auto kOk = tlm::TLM_OK_RESPONSE;
constexpr auto kForbidden = tlm::TLM_GENERIC_ERROR_RESPONSE;
constexpr std::uint32_t kActive = 3, kRefusedPhase = 4;

Bytes bytes_of_words(const std::vector<std::uint32_t>& words) {
  Bytes bytes;
  for (const std::uint32_t word : words) {
    for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  }
  return bytes;
}

std::vector<std::uint32_t> words_of(Bytes stream) {
  stream.resize((stream.size() + 3) / 4 * 4);
  std::vector<std::uint32_t> words;
  for (std::size_t at = 0; at < stream.size(); at += 4) {
    words.push_back(stream[at] | stream[at + 1] << 8U | stream[at + 2] << 16U | std::uint32_t{stream[at + 3]} << 24U);
  }
  return words;
}

/// What software does with a window whose first address is `base`.
struct Software {
  Initiator& self;
  std::uint64_t base = 0;

  std::uint32_t read(std::uint64_t offset) const { return words_of(self.read(base + offset, 4))[0]; }
  tlm::tlm_response_status write(std::uint64_t offset, std::uint32_t value) const {
    return self.write(base + offset, bytes_of_words({value}));
  }
  tlm::tlm_response_status place(const Placement& placement) const {
    std::vector<std::uint32_t> words;
    for (const NodeId node : placement.node_at) words.push_back(node.value);
    return self.write(base + read(Window::kPlacementAt), bytes_of_words(words));
  }
  /// Writes words to the register of the stream, all by one access.
  tlm::tlm_response_status stream(const std::vector<std::uint32_t>& words) const {
    Bytes bytes = bytes_of_words(words);
    return self.call(tlm::TLM_WRITE_COMMAND, base + Window::kData, bytes.data(), static_cast<unsigned>(bytes.size()),
                     [](auto& payload) { payload.set_streaming_width(4); });
  }
  void send(const Bytes& bytes) const { EXPECT_EQ(stream(words_of(bytes)), kOk); }
  /// Waits until the load has ended, and returns the status.
  std::uint32_t ended() const {
    std::uint32_t status = read(Window::kStatus);
    while ((status & Window::kLoading) != 0) status = read(Window::kStatus);
    return status;
  }
  std::uint32_t load(const Bytes& stream) const {
    EXPECT_EQ(write(Window::kControl, Window::kBegin), kOk);
    send(stream);
    return ended();
  }
  Bytes read_back() const {
    Bytes bytes = self.read(base + read(Window::kReadBackAt), 4 * read(Window::kStreamWords));
    bytes.resize(read(Window::kStreamBytes));
    return bytes;
  }
};

/// A wafer of 4 x 4 nodes with a window, and a host beside the chip.
struct WindowRig {
  explicit WindowRig(ChipParameters parameters = {}, const std::function<void(AddressMap&)>& more = {})
      : rig("srt2d", {{"n", std::int64_t{2}}}, "monotone", {NodeId{5}}, parameters, {}, in_ns(20), true, {}, false,
            more),
        window("window", *rig.chip) {}

  /// Runs a function as the host, for so many cycles, and expects that it ends.
  void host(std::function<void(Software)> function, Cycle cycles = 2'000) {
    begin_host(std::move(function));
    if (faults) rig.configure(*faults);
    rig.run(cycles);
    EXPECT_TRUE(done);
  }
  void begin_host(std::function<void(Software)> function) {
    processor = std::make_unique<Initiator>("host", [this, function = std::move(function)](Initiator& self) {
      function({self});
      done = true;
    });
    processor->socket.bind(window.socket);
  }
  Repair repair(const Defects& defects = {}) const { return rig.fabric->repair(defects, {}); }
  Bytes stream(const Repair& repair) const { return stream_of(rig.fabric->fabric(), repair.configuration); }
  SwitchStates states(const Repair& repair) const { return switch_states(rig.fabric->fabric(), repair.configuration); }
  SwitchStates in_force() const { return rig.chip->configuration().read_back(); }
  ConfigChain& chain() const { return rig.chip->configuration().chain(); }

  TlmRig rig;
  Window window;
  std::unique_ptr<Initiator> processor;
  std::optional<std::vector<RunTimeFault>> faults;  ///< so that the chip is configured before, and repairs itself
  bool done = false;
};

ChipParameters with_chain_of(unsigned bits, Schedule schedule = Schedule::kDomain, unsigned threads = 1) {
  ChipParameters parameters;
  parameters.chain_bits = bits;
  parameters.schedule = schedule;
  parameters.threads = threads;
  return parameters;
}

TEST(ConfigurationWindow, says_what_it_is_and_what_it_takes) {
  WindowRig wafer;
  wafer.host([&](Software software) {
    EXPECT_EQ(software.self.read(0, 4), (std::vector<unsigned char>{'K', 'T', 'C', 'W'}));
    EXPECT_EQ(software.read(Window::kVersion), 1u);
    EXPECT_EQ(software.read(Window::kFabricNumber), wafer.rig.fabric->fabric().number);
    EXPECT_EQ(software.read(Window::kSites), wafer.rig.chip->sites());
    EXPECT_EQ(software.read(Window::kStreamBytes), wafer.stream(wafer.repair()).size());
    EXPECT_EQ(software.read(Window::kStreamWords), (wafer.stream(wafer.repair()).size() + 3) / 4);
    EXPECT_EQ(software.read(Window::kStatus), 0u);
    EXPECT_EQ(software.read(Window::kPlacementAt), 0x2000u);
    EXPECT_EQ(software.read(0x2000), kNoNode.value);
    EXPECT_EQ(wafer.window.bytes(), 0x3000u);
    EXPECT_EQ(Window::bytes_of(wafer.rig.fabric->fabric()), 0x3000u);
  });
}

class WindowOfChain : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Widths, WindowOfChain, testing::Values(1, 7, 8, 31, 32, 33, 64));

TEST_P(WindowOfChain, loads_the_same_states_as_the_direct_call) {
  const std::string direct = in_child([] {
    TlmRig rig("srt2d", {{"n", std::int64_t{2}}}, "monotone", {}, with_chain_of(GetParam()), {}, {}, true);
    rig.configure({});
    rig.run(500);
    std::string text;
    for (const SwitchState state : rig.chip->configuration().read_back()) text += std::to_string(state) + ' ';
    return text;
  });
  WindowRig wafer(with_chain_of(GetParam()));
  const Repair whole = wafer.repair();
  wafer.host([&](Software software) {
    EXPECT_EQ(software.place(whole.placement), kOk);
    EXPECT_EQ(software.load(wafer.stream(whole)), kActive);
    EXPECT_EQ(software.read_back(), wafer.stream(whole));
    EXPECT_EQ(software.read(Window::kWords), software.read(Window::kStreamWords));
    EXPECT_EQ(software.read(Window::kAccepted), 1u);
    EXPECT_EQ(software.read(Window::kRefused), 0u);
  });
  std::string text;
  for (const SwitchState state : wafer.in_force()) text += std::to_string(state) + ' ';
  EXPECT_EQ(text, direct);
  EXPECT_EQ(wafer.rig.chip->nodes().placement(), whole.placement);
}

TEST(ConfigurationWindow, takes_a_word_in_each_cycle) {
  WindowRig wafer(with_chain_of(32));
  const Repair whole = wafer.repair();
  wafer.rig.chip->configuration().expect(whole.placement);
  wafer.host([&](Software software) {
    sc_core::wait(in_ns(10));
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kOk);
    EXPECT_EQ(sc_core::sc_time_stamp(), in_ns(11)) << "a call at the very time of cycle 10 is served in cycle 11";
    const Bytes stream = wafer.stream(whole);
    software.send(stream);
    EXPECT_EQ(sc_core::sc_time_stamp(), in_ns(11.0 + static_cast<double>((stream.size() + 3) / 4)));
    EXPECT_EQ(wafer.chain().phase(), ConfigChain::Phase::kCheck) << "it has the last word";
    sc_core::wait(in_ns(1.5));
    EXPECT_EQ(wafer.chain().phase(), ConfigChain::Phase::kActive) << "and checked in the next cycle";
  });
}

std::string log_of_load(Schedule schedule, unsigned threads) {
  WindowRig wafer(with_chain_of(8, schedule, threads));
  std::string log;
  const auto note = [&](std::uint32_t value) {
    log += std::to_string(value) + '@' + std::to_string(sc_core::sc_time_stamp().value()) + ' ';
  };
  wafer.host([&](Software software) {
    software.place(wafer.repair().placement);
    note(software.load(wafer.stream(wafer.repair())));
    const Repair other = wafer.repair(Defects{SiteId{7}});
    software.place(other.placement);
    software.write(Window::kControl, Window::kBegin);
    for (const std::uint32_t word : words_of(wafer.stream(other))) {
      software.write(Window::kData, word);
      note(software.read(Window::kStatus));
    }
    note(software.ended());
    note(software.read(Window::kWords));
  });
  return log;
}

TEST(ConfigurationWindow, answers_the_same_in_the_same_cycles_on_every_schedule) {
  const std::string log = in_child([] { return log_of_load(Schedule::kDomain, 1); });
  EXPECT_EQ(in_child([] { return log_of_load(Schedule::kProcess, 1); }), log);
  EXPECT_EQ(in_child([] { return log_of_load(Schedule::kAlways, 1); }), log);
  EXPECT_EQ(in_child([] { return log_of_load(Schedule::kDomain, 2); }), log);
}

TEST(ConfigurationWindow, refuses_a_damaged_word_and_takes_the_right_stream_after_it) {
  WindowRig wafer;
  const Repair first = wafer.repair();
  const Repair second = wafer.repair(Defects{SiteId{7}});
  wafer.host([&](Software software) {
    software.place(first.placement);
    EXPECT_EQ(software.load(wafer.stream(first)), kActive);
    Bytes damaged = wafer.stream(second);
    damaged[9] ^= 0x10;
    software.place(second.placement);
    EXPECT_EQ(software.load(damaged), kRefusedPhase | 2U << Window::kRefusalShift) << "for its checksum";
    EXPECT_EQ(wafer.in_force(), wafer.states(first));
    EXPECT_EQ(software.read_back(), wafer.stream(first));
    EXPECT_EQ(software.read(Window::kRefused), 1u);
    EXPECT_EQ(software.load(wafer.stream(second)), kActive) << "its table still counts";
    EXPECT_EQ(wafer.rig.chip->nodes().placement(), second.placement);
    EXPECT_EQ(software.load(wafer.stream(second)), kRefusedPhase | 6U << Window::kRefusalShift)
        << "without a new table the chip was not told where its nodes live";
  });
  EXPECT_EQ(wafer.in_force(), wafer.states(second));
}

TEST(ConfigurationWindow, takes_the_placement_that_the_chip_was_told) {
  WindowRig wafer;
  const Repair whole = wafer.repair();
  wafer.rig.chip->configuration().expect(whole.placement, whole.message);
  wafer.host([&](Software software) { EXPECT_EQ(software.load(wafer.stream(whole)), kActive); });
  EXPECT_EQ(wafer.rig.chip->nodes().placement(), whole.placement);
}

TEST(ConfigurationWindow, refuses_what_the_state_forbids) {
  WindowRig wafer;
  const Repair whole = wafer.repair();
  wafer.host([&](Software software) {
    const std::vector<std::uint32_t> words = words_of(wafer.stream(whole));
    EXPECT_EQ(software.write(Window::kData, 1), kForbidden) << "no stream has begun";
    EXPECT_EQ(software.write(Window::kControl, Window::kAbort), kForbidden);
    EXPECT_EQ(software.write(Window::kControl, 3), kForbidden) << "no command";
    EXPECT_EQ(software.place(whole.placement), kOk);
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kOk);
    EXPECT_EQ(software.write(Window::kData, words[0]), kOk);
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kForbidden) << "a second one while it loads";
    EXPECT_EQ(software.write(0x2000, 3), kForbidden) << "the table while it loads";
    EXPECT_EQ(software.read(Window::kWords), 1u);
    EXPECT_EQ(software.stream({words.begin() + 1, words.end()}), kOk);
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kForbidden) << "in the cycle of the check";
    EXPECT_EQ(software.write(Window::kData, 0), kForbidden) << "a word behind the last one";
    EXPECT_EQ(software.ended(), kActive) << "the first load has gone on";
    EXPECT_EQ(software.write(Window::kControl, Window::kAbort), kForbidden);
  });
  EXPECT_EQ(wafer.in_force(), wafer.states(whole));
}

TEST(ConfigurationWindow, refuses_a_begin_while_the_chain_is_loaded_by_another) {
  WindowRig wafer;
  const Repair whole = wafer.repair();
  wafer.host([&](Software software) {
    wafer.rig.chip->configuration().load(wafer.stream(whole), whole.placement);
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kForbidden);
    while ((software.read(Window::kStatus) & Window::kPhaseMask) != kActive) {
    }
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kOk);
    EXPECT_EQ(software.write(Window::kControl, Window::kAbort), kOk);
    EXPECT_EQ(software.ended(), kRefusedPhase | 1U << Window::kRefusalShift);
  });
}

TEST(ConfigurationWindow, refuses_a_begin_while_the_chip_repairs_itself) {
  WindowRig wafer;
  wafer.faults = {{200, SiteId{7}}};
  wafer.rig.initiate(NodeId{3}, [](Initiator& self) {
    sc_core::wait(in_ns(190));
    EXPECT_EQ(self.write(0x5000, bytes_of(200)), kOk);
  });
  wafer.host([&](Software software) {
    sc_core::wait(in_ns(201));
    EXPECT_EQ(wafer.rig.chip->faults().controller().phase(), ReconfigurationPhase::kDrain);
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kForbidden) << "it drains, and then loads by itself";
    sc_core::wait(in_ns(300));
    EXPECT_FALSE(wafer.rig.chip->faults().controller().busy());
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kOk);
    EXPECT_EQ(software.write(Window::kControl, Window::kAbort), kOk);
  });
}

TEST(ConfigurationWindow, gives_a_stream_up_in_every_cycle_of_it) {
  WindowRig wafer(with_chain_of(8));
  const Repair whole = wafer.repair();
  const std::vector<std::uint32_t> words = words_of(wafer.stream(whole));
  wafer.host(
      [&](Software software) {
        for (std::size_t count = 0; count < words.size(); ++count) {
          EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kOk);
          if (count != 0) {
            EXPECT_EQ(software.stream({words.begin(), words.begin() + count}), kOk);
          }
          EXPECT_EQ(software.write(Window::kControl, Window::kAbort), kOk);
          EXPECT_EQ(software.ended(), kRefusedPhase | 1U << Window::kRefusalShift) << "for its length";
        }
        EXPECT_EQ(software.read(Window::kRefused), words.size());
        software.place(whole.placement);
        EXPECT_EQ(software.load(wafer.stream(whole)), kActive);
      },
      10'000);
}

TEST(ConfigurationWindow, refuses_a_table_that_does_not_place_each_node_once) {
  WindowRig wafer;
  const Repair whole = wafer.repair();
  const SiteId home = whole.placement.site_of[0];
  const SiteId spare =
      SiteId::from(std::ranges::find(whole.placement.node_at, kNoNode) - whole.placement.node_at.begin());
  wafer.host([&](Software software) {
    const std::uint64_t table = software.read(Window::kPlacementAt);
    software.place(whole.placement);
    EXPECT_EQ(software.write(table + 4 * home.index(), 16), kForbidden) << "there are 16 nodes";
    EXPECT_EQ(software.write(table + 4 * home.index(), kNoNode.value), kOk);
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kForbidden) << "node 0 has no site";
    EXPECT_EQ(software.write(table + 4 * home.index(), 0), kOk);
    EXPECT_EQ(software.write(table + 4 * spare.index(), 0), kOk);
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kForbidden) << "node 0 has two sites";
    EXPECT_EQ(software.write(table + 4 * spare.index(), kNoNode.value), kOk);
    EXPECT_EQ(software.read(table + 4 * home.index()), 0u);
    EXPECT_EQ(software.load(wafer.stream(whole)), kActive);
    EXPECT_EQ(software.read(table + 4 * spare.index()), kNoNode.value);
  });
}

TEST(ConfigurationWindow, answers_a_wrong_access_with_the_status_for_it_and_without_effect) {
  WindowRig wafer;
  wafer.host([&](Software software) {
    auto data = bytes_of(64);
    const auto answer = [&](tlm::tlm_command command, std::uint64_t address, unsigned length,
                            const std::function<void(tlm_generic_payload&)>& also = {}) {
      return software.self.call(command, address, data.data(), length, also);
    };
    for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
      EXPECT_EQ(answer(command, 0x02, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "no multiple of 4";
      EXPECT_EQ(answer(command, 0x38, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "behind the registers";
      EXPECT_EQ(answer(command, 0x34, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "reaches behind them";
      EXPECT_EQ(answer(command, 0x2ffc, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
      EXPECT_EQ(answer(command, 0x3000, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
      EXPECT_EQ(answer(command, std::numeric_limits<std::uint64_t>::max() - 3, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
      EXPECT_EQ(answer(command, 0x28, 3), tlm::TLM_BURST_ERROR_RESPONSE);
      EXPECT_EQ(answer(command, 0x28, 8, [](auto& p) { p.set_streaming_width(2); }), tlm::TLM_BURST_ERROR_RESPONSE);
      EXPECT_EQ(answer(command, 0x28, 8, [](auto& p) { p.set_streaming_width(0); }), tlm::TLM_BURST_ERROR_RESPONSE);
      EXPECT_EQ(software.self.call(command, 0x28, nullptr, 4), tlm::TLM_GENERIC_ERROR_RESPONSE);
      EXPECT_EQ(software.self.call(command, 0x28, nullptr, 0), kOk) << "has no bytes";
    }
    EXPECT_EQ(answer(tlm::TLM_IGNORE_COMMAND, Window::kControl, 4), kOk);
    EXPECT_EQ(answer(tlm::TLM_READ_COMMAND, Window::kData, 4), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(answer(tlm::TLM_READ_COMMAND, Window::kControl, 8), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(answer(tlm::TLM_WRITE_COMMAND, Window::kStatus, 4), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(answer(tlm::TLM_WRITE_COMMAND, 0x1000, 4), tlm::TLM_COMMAND_ERROR_RESPONSE) << "the states in force";
    std::array<unsigned char, 4> enable{0xff, 0xff, 0, 0xff};
    const auto partly = [&](auto& p) {
      p.set_byte_enable_ptr(enable.data());
      p.set_byte_enable_length(4);
    };
    EXPECT_EQ(answer(tlm::TLM_WRITE_COMMAND, Window::kControl, 4, partly), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME) << "each at once";
    EXPECT_EQ(answer(tlm::TLM_READ_COMMAND, Window::kId, 8, partly), kOk);
    EXPECT_EQ((std::vector<unsigned char>{data.begin(), data.begin() + 8}),
              (std::vector<unsigned char>{'K', 'T', bytes_of(3)[2], 'W', 1, 0, bytes_of(7)[6], 0}));
    enable[2] = 0xff;
    data[0] = 1, data[1] = data[2] = data[3] = 0;
    EXPECT_EQ(answer(tlm::TLM_WRITE_COMMAND, Window::kControl, 4, partly), kOk) << "all enabled";
    EXPECT_EQ(software.read(Window::kStatus), 1 | Window::kLoading);
    software.write(Window::kControl, Window::kAbort);
  });
}

TEST(ConfigurationWindow, is_read_by_debug_accesses_without_time_and_effect) {
  WindowRig wafer;
  wafer.faults.emplace();
  wafer.host([&](Software software) {
    sc_core::wait(in_ns(100));
    const sc_time begun = sc_core::sc_time_stamp();
    std::vector<unsigned char> data(0x4000);
    tlm_generic_payload payload;
    payload.set_data_ptr(data.data());
    payload.set_read();
    payload.set_address(0x1001);
    payload.set_data_length(0x4000);
    const Bytes stream = wafer.stream(wafer.repair());
    EXPECT_EQ(software.self.socket->transport_dbg(payload), (stream.size() + 3) / 4 * 4 - 1);
    EXPECT_TRUE(std::equal(stream.begin() + 1, stream.end(), data.begin()));
    payload.set_address(Window::kControl);
    EXPECT_EQ(software.self.socket->transport_dbg(payload), Window::kRefused + 4 - Window::kControl);
    payload.set_address(std::numeric_limits<std::uint64_t>::max() - 3);
    EXPECT_EQ(software.self.socket->transport_dbg(payload), 0u);
    payload.set_address(Window::kControl);
    payload.set_write();
    data[0] = Window::kBegin;
    payload.set_data_length(4);
    EXPECT_EQ(software.self.socket->transport_dbg(payload), 0u);
    EXPECT_EQ(sc_core::sc_time_stamp(), begun);
    EXPECT_EQ(wafer.window.state(), Window::State::kIdle);
    tlm::tlm_dmi direct;
    EXPECT_FALSE(software.self.socket->get_direct_mem_ptr(payload, direct));
  });
}

TEST(ConfigurationWindow, forgets_an_access_whose_thread_is_killed) {
  WindowRig wafer(with_chain_of(1));
  wafer.host([&](Software software) {
    EXPECT_EQ(software.write(Window::kControl, Window::kBegin), kOk);
    EXPECT_EQ(software.write(Window::kData, 5), kOk);
    sc_core::sc_process_handle other = sc_core::sc_spawn([&] { software.write(Window::kData, 6); });
    sc_core::wait(in_ns(5));
    EXPECT_EQ(wafer.window.accesses(), 1u) << "it waits for the chain";
    other.kill();
    EXPECT_EQ(wafer.window.accesses(), 0u);
    EXPECT_EQ(software.read(Window::kWords), 1u);
    EXPECT_EQ(software.write(Window::kControl, Window::kAbort), kOk);
  });
}

/// An initiator of the base protocol, for one access.
class PhasedHost final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<PhasedHost> socket;
  explicit PhasedHost(sc_core::sc_module_name name) : sc_module(name), socket("socket") {
    socket.register_nb_transport_bw(this, &PhasedHost::nb_transport_bw);
    sc_core::sc_spawn(
        [this] {
          tlm_generic_payload payload;
          payload.set_read();
          payload.set_data_ptr(data.data());
          payload.set_data_length(4);
          payload.set_streaming_width(4);
          tlm::tlm_phase phase = tlm::BEGIN_REQ;
          sc_time delay;
          if (socket->nb_transport_fw(payload, phase, delay) != tlm::TLM_COMPLETED) sc_core::wait(has_ended);
          status = payload.get_response_status();
        },
        "thread");
  }
  std::array<unsigned char, 4> data{};
  tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;

 private:
  tlm::tlm_sync_enum nb_transport_bw(tlm_generic_payload&, tlm::tlm_phase& phase, sc_time&) {
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    has_ended.notify();
    return tlm::TLM_COMPLETED;
  }
  sc_core::sc_event has_ended;
};

TEST(ConfigurationWindow, answers_an_initiator_of_the_base_protocol) {
  WindowRig wafer;
  PhasedHost phased("phased");
  phased.socket.bind(wafer.window.socket);
  wafer.rig.run(100);
  EXPECT_EQ(phased.status, kOk);
  EXPECT_EQ(phased.data, (std::array<unsigned char, 4>{'K', 'T', 'C', 'W'}));
}

std::uint32_t status_without_time(Initiator& from, std::uint64_t base) {
  Bytes data(4);
  tlm_generic_payload payload;
  payload.set_read();
  payload.set_address(base + Window::kStatus);
  payload.set_data_ptr(data.data());
  payload.set_data_length(4);
  EXPECT_EQ(from.socket->transport_dbg(payload), 4u);
  return words_of(data)[0];
}

/// A processor at node 0 moves nodes through a window at node 2, while node 3 writes and reads at node 5.
TEST(ConfigurationWindow, is_loaded_through_the_network_that_it_changes) {
  constexpr std::uint64_t kBase = 0x10'0000;
  WindowRig wafer({}, [](AddressMap& map) { map.add(NodeId{2}, kBase, 0x3000); });
  wafer.rig.at(NodeId{2}).to_pe.bind(wafer.window.socket);
  const Repair first = wafer.repair();
  const Repair second = wafer.repair(Defects{std::min(first.placement.site_of[2], first.placement.site_of[5]),
                                             std::max(first.placement.site_of[2], first.placement.site_of[5])});
  unsigned loads = 0, accesses = 0;
  bool drained = false;
  const auto goes_on = [&] { return loads < 3; };
  wafer.rig.initiate(NodeId{0}, [&](Initiator& self) {
    const Software software{self, kBase};
    sc_core::wait(in_ns(200));
    for (const Repair* const each : {&second, &first, &second}) {
      EXPECT_EQ(software.place(each->placement), kOk);
      EXPECT_EQ(software.load(wafer.stream(*each)), kActive);
      EXPECT_EQ(wafer.rig.chip->nodes().placement(), each->placement);
      EXPECT_EQ(software.read_back(), wafer.stream(*each));
      ++loads;
    }
  });
  wafer.rig.initiate(NodeId{3}, [&](Initiator& self) {
    sc_core::wait(in_ns(200));
    for (; goes_on(); ++accesses) {
      const auto bytes = bytes_of(16, static_cast<unsigned char>(accesses));
      EXPECT_EQ(self.write(0x5000 + 16 * (accesses % 200), bytes), kOk);
      EXPECT_EQ(self.read(0x5000 + 16 * (accesses % 200), 16), bytes);
    }
  });
  sc_core::sc_spawn([&] {
    for (; goes_on(); sc_core::wait(in_ns(1)))
      drained = drained || (status_without_time(*wafer.rig.initiators[0], kBase) & Window::kQuiescing) != 0;
  });
  wafer.rig.configure({});
  wafer.rig.run(10'000);
  EXPECT_EQ(loads, 3u);
  EXPECT_GT(accesses, 5u);
  EXPECT_TRUE(drained) << "packets were under way when the last word came";
}

TEST(ConfigurationWindow, of_a_directly_wired_chip_is_a_mistake) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", {});
  EXPECT_NE(mistake_in([&] {
              const Window window("window", *rig.chip);
            }).find("a directly wired network has no configuration chain"),
            std::string::npos);
}

TEST(ConfigurationWindow, shows_its_state_and_words) {
  const TemporaryFolder out;
  in_child([&] {
    WindowRig wafer;
    wafer.rig.chip->configuration().expect(wafer.repair().placement);
    wave::VcdWriter file({.path = out / "window.vcd"});
    sc_trace(&file, wafer.window, "window");
    wafer.host([&](Software software) { EXPECT_EQ(software.load(wafer.stream(wafer.repair())), kActive); });
    file.close();
    return std::string();
  });
  const VcdDump dump = VcdReader(out / "window.vcd").read();
  std::vector<std::string> states;
  for (const auto& [time, value] : dump.variables.at("window.state").changes) states.push_back(value);
  EXPECT_EQ(states, (std::vector<std::string>{"idle", "words", "end", "idle"}));
  EXPECT_EQ(dump.variables.at("window.words").changes.size(), 1u + 7);
  EXPECT_GE(dump.variables.at("window.accesses").changes.size(), 2u);
}

}  // namespace
}  // namespace kintsugi::test
