// The phases of nb_transport: their order and times, memory managers, calls from inside, and mistakes of initiators.
#include <algorithm>
#include <sstream>

#include "models/random/random.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/tlm/phased_initiator.hpp"

namespace kintsugi::test {
namespace {

using Access = PhasedInitiator::Access;

/// Counts the payloads that come back; they stay with the initiator.
struct CountingManager final : tlm::tlm_mm_interface {
  void free(tlm_generic_payload* payload) override {
    payload->reset();
    ++freed;
  }
  unsigned freed = 0;
};

TEST(NbTransport, a_memory_manager_gets_every_payload_back_once) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4), {}, {.packet_bytes = 8});
  CountingManager manager;
  PhasedInitiator initiator("phased", rig.at(NodeId{0}), [&](PhasedInitiator& self) {
    for (unsigned i = 0; i < 6; ++i) {
      Access& access = self.prepare_write(0x3000 + 32 * i, 20);
      access.payload.set_mm(&manager);
      access.payload.acquire();
      if (i == 5) access.payload.set_address(0x9000);  // in a hole
      const auto result = self.begin(access);
      EXPECT_EQ(result, i == 5 ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED);
      EXPECT_EQ(access.payload.get_ref_count(), i == 5 ? 1 : 2);
      if (i == 5) access.payload.release();
      sc_core::wait(in_ns(50));
    }
  });
  initiator.respond = [&](Access& access, tlm::tlm_phase& phase) {
    EXPECT_EQ(access.payload.get_ref_count(), 2);
    access.payload.release();
    if (access.number % 3 == 0) return tlm::TLM_COMPLETED;
    phase = tlm::END_RESP;
    if (access.number % 3 == 1) return tlm::TLM_UPDATED;
    sc_core::sc_spawn([&] {
      sc_core::wait(in_ns(5));
      EXPECT_EQ(access.payload.get_ref_count(), 1);
      EXPECT_EQ(initiator.end(access), tlm::TLM_COMPLETED);
    });
    return tlm::TLM_ACCEPTED;
  };
  rig.run(500);
  EXPECT_EQ(initiator.ended, 5u);
  EXPECT_EQ(manager.freed, 6u);
  for (const Access& access : initiator.accesses) EXPECT_EQ(access.payload.get_ref_count(), 0);
}

TEST(NbTransport, the_request_ends_when_the_last_of_its_pieces_has_left) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4), {}, {.packet_bytes = 8});
  PhasedInitiator initiator("phased", rig.at(NodeId{0}),
                            [](PhasedInitiator& self) { self.begin_and_wait(self.prepare_write(0x3000, 32)); });
  rig.run(200);
  EXPECT_EQ(initiator.at("0 END_REQ"), 7u) << "the four heads of two flits each leave in cycles 1, 3, 5 and 7";
  initiator.expect_base_protocol();
}

TEST(NbTransport, a_transaction_that_no_packet_can_carry_is_completed_at_once) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4));
  PhasedInitiator initiator("phased", rig.at(NodeId{0}), [](PhasedInitiator& self) {
    Access& hole = self.prepare_write(0x9000, 8);
    EXPECT_EQ(self.begin(hole), tlm::TLM_COMPLETED);
    EXPECT_EQ(hole.payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    self.log.clear();
    EXPECT_EQ(self.begin(self.prepare_write(0x3000, 8)), tlm::TLM_ACCEPTED) << "no request phase is open";
  });
  rig.run(200);
  EXPECT_EQ(initiator.ended, 1u);
  initiator.expect_base_protocol();
}

/// Begins two writes, the second as soon as it may. Returns the times of the two responses.
std::string times_of_responses(tlm::tlm_sync_enum result) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4));
  PhasedInitiator initiator("phased", rig.at(NodeId{0}), [](PhasedInitiator& self) {
    for (unsigned i = 0; i < 2; ++i) self.begin_and_wait(self.prepare_write(0x3000, 8));
  });
  initiator.respond = [&](Access& access, tlm::tlm_phase& phase) {
    EXPECT_TRUE(access.payload.is_response_ok());
    if (result == tlm::TLM_UPDATED) phase = tlm::END_RESP;
    if (result == tlm::TLM_ACCEPTED) initiator.end(access);
    return result;
  };
  rig.run(200);
  EXPECT_EQ(initiator.ended, 2u);
  initiator.expect_base_protocol();
  return std::to_string(initiator.at("0 BEGIN_RESP")) + ' ' + std::to_string(initiator.at("1 BEGIN_RESP"));
}

TEST(NbTransport, a_response_ends_by_any_result_and_by_a_call_from_inside) {
  const std::string completed = in_child([] { return times_of_responses(tlm::TLM_COMPLETED); });
  EXPECT_EQ(in_child([] { return times_of_responses(tlm::TLM_UPDATED); }), completed);
  EXPECT_EQ(in_child([] { return times_of_responses(tlm::TLM_ACCEPTED); }), completed);
}

TEST(NbTransport, other_requests_begin_from_inside_a_response) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4), {}, {.packet_bytes = 8});
  PhasedInitiator initiator("phased", rig.at(NodeId{0}),
                            [](PhasedInitiator& self) { self.begin(self.prepare_write(0x1000, 24)); });
  initiator.respond = [&](Access& access, tlm::tlm_phase&) {
    const std::size_t number = access.number;
    const bool ends_first = number % 2 == 0;
    if (ends_first) initiator.end(access);
    if (number < 10) initiator.begin(initiator.prepare_write(number % 3 * 0x1000, 8 * (1 + number % 4)));
    if (!ends_first) initiator.end(initiator.accesses[number]);
    return tlm::TLM_ACCEPTED;
  };
  rig.run(1000);
  EXPECT_EQ(initiator.ended, 11u);
  initiator.expect_base_protocol();
}

TEST(NbTransport, responses_that_wait_follow_a_call_from_inside_one_by_one) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4));
  PhasedInitiator initiator("phased", rig.at(NodeId{0}), [](PhasedInitiator& self) {
    for (unsigned i = 0; i < 6; ++i) self.begin_and_wait(self.prepare_write(0x3000, 8));
    sc_core::wait(in_ns(100));
    self.end(self.accesses[0]);
    EXPECT_EQ(self.ended, 1u) << "the next one comes behind this call";
  });
  initiator.respond = [&](Access& access, tlm::tlm_phase&) {
    if (access.number == 0) return tlm::TLM_ACCEPTED;
    initiator.end(access);
    EXPECT_EQ(initiator.ended, access.number + 1) << "none begins inside another";
    return tlm::TLM_ACCEPTED;
  };
  rig.run(400);
  EXPECT_EQ(initiator.ended, 6u);
  for (unsigned i = 1; i < 6; ++i) {
    EXPECT_EQ(initiator.at(std::to_string(i) + " BEGIN_RESP"), initiator.at("0 END_RESP"));
  }
  initiator.expect_base_protocol();
}

/// A PE dies in cycle `at`, while an initiator begins each write as soon as it may. Returns "<errors> <requests that
/// BEGIN_RESP has ended>".
std::string dying_pe(Cycle at, unsigned retries, NodeId dies) {
  TlmRig rig("srt2d", {{"n", std::int64_t{2}}}, "monotone", {NodeId{5}}, {}, {.packet_bytes = 8, .retries = retries},
             in_ns(5), true);
  unsigned errors = 0;
  PhasedInitiator initiator("phased", rig.at(NodeId{0}), [](PhasedInitiator& self) {
    sc_core::wait(in_ns(200));
    for (unsigned i = 0; i < 12; ++i) self.begin_and_wait(self.prepare_write(0x5000 + 32 * i, 32));
  });
  initiator.respond = [&](Access& access, tlm::tlm_phase&) {
    if (access.payload.is_response_error()) ++errors;
    return tlm::TLM_COMPLETED;
  };
  rig.configure({{at, rig.fabric->repair({}, {}).placement.site_of[dies.value]}});
  rig.run(3000);
  EXPECT_EQ(initiator.ended, 12u) << "each access ends once";
  EXPECT_EQ(rig.at(NodeId{0}).pieces(), 0u);
  initiator.expect_base_protocol();
  return std::to_string(errors) + ' ' + std::to_string(12 - initiator.count("END_REQ"));
}

TEST(NbTransport, phases_keep_their_order_when_a_pe_dies_in_any_cycle) {
  unsigned errors = 0, without_end = 0;
  for (const NodeId dies : {NodeId{0}, NodeId{5}}) {
    for (Cycle at = 200; at < 300; at += 3) {
      std::istringstream counts(in_child([&] { return dying_pe(at, 0, dies); }));
      unsigned failed = 0, open = 0;
      counts >> failed >> open;
      errors += failed;
      without_end += open;
      EXPECT_EQ(in_child([&] { return dying_pe(at, 1, dies); }), "0 0") << "sent again";
    }
  }
  EXPECT_GT(errors, 20u);
  EXPECT_GT(without_end, 0u) << "no request packet that is dropped in the source queue leaves it";
}

/// Returns the message of the report that a call throws; empty if it throws none.
std::string report_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const sc_core::sc_report& report) {
    EXPECT_EQ(report.get_severity(), sc_core::SC_ERROR);
    EXPECT_STREQ(report.get_msg_type(), kMistakeReport);
    return report.get_msg();
  }
  return "";
}

TEST(NbTransport, mistakes_of_an_initiator_are_reported_and_change_nothing) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4), {}, {.packet_bytes = 8});
  bool done = false;
  PhasedInitiator initiator("phased", rig.at(NodeId{0}), [&](PhasedInitiator& self) {
    Access& first = self.prepare_write(0x3000, 32);
    Access& second = self.prepare_write(0x1000, 8);
    self.begin(first);
    EXPECT_EQ(report_of([&] { self.begin(first); }),
              "node0: BEGIN_REQ of a payload that is under way; begin it again when its response has ended");
    EXPECT_EQ(report_of([&] { self.begin(second); }),
              "node0: BEGIN_REQ before END_REQ or BEGIN_RESP of the previous request; wait for one of them");
    EXPECT_EQ(report_of([&] { self.end(first); }),
              "node0: END_RESP of a payload that is not in its response phase; wait for its BEGIN_RESP");
    sc_core::wait(in_ns(200));
    EXPECT_EQ(self.ended, 1u);
    done = true;
  });
  rig.run(300);
  EXPECT_TRUE(done);
  EXPECT_EQ(rig.memory[3]->accesses, 4u);
  EXPECT_EQ(rig.memory[1]->accesses, 0u);
}

TEST(NbTransport, mistakes_that_a_handler_passes_over_change_nothing_either) {
  TlmRig rig("mesh", mesh_of(2), "dimension-order", all_nodes(4), {}, {.packet_bytes = 8});
  sc_core::sc_report_handler::set_actions(kMistakeReport, sc_core::SC_ERROR, sc_core::SC_DO_NOTHING);
  CountingManager manager;
  PhasedInitiator initiator("phased", rig.at(NodeId{0}), [&](PhasedInitiator& self) {
    Access& first = self.prepare_write(0x3000, 32);
    Access& second = self.prepare_write(0x1000, 8);
    first.payload.set_mm(&manager);
    first.payload.acquire();
    self.begin(first);
    EXPECT_EQ(self.begin(first), tlm::TLM_ACCEPTED) << "it is still under way";
    EXPECT_EQ(first.payload.get_ref_count(), 2);
    EXPECT_EQ(self.begin(second), tlm::TLM_COMPLETED);
    EXPECT_EQ(second.payload.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(self.end(first), tlm::TLM_COMPLETED);
    sc_core::wait(in_ns(200));
    EXPECT_EQ(self.end(first), tlm::TLM_COMPLETED) << "its response has ended";
    EXPECT_EQ(first.payload.get_ref_count(), 1);
    first.payload.release();
  });
  rig.run(300);
  EXPECT_EQ(initiator.ended, 1u);
  EXPECT_EQ(manager.freed, 1u);
  EXPECT_EQ(rig.memory[3]->accesses, 4u);
  EXPECT_EQ(rig.memory[1]->accesses, 0u);
}

/// Random writes and reads, each in a place of its own; the response ends in every possible way.
class RandomPhases {
 public:
  RandomPhases(TlmRig& rig, std::uint32_t number, unsigned each, std::ostringstream& log)
      : random_(11, number),
        initiator_(("phased" + std::to_string(number)).c_str(), rig.at(NodeId{number * 2}),
                   [this, &rig, number, each](PhasedInitiator&) { begin_all(rig, number, each); }),
        log_(&log) {
    initiator_.respond = [this](Access& access, tlm::tlm_phase& phase) { return respond(access, phase); };
  }
  void check(unsigned each) const {
    EXPECT_EQ(initiator_.ended, each);
    initiator_.expect_base_protocol();
  }

 private:
  void begin_all(TlmRig& rig, std::uint32_t number, unsigned each) {
    for (unsigned n = 0; n < each; ++n) {
      const bool writes = random_.below(2) == 0;
      const std::uint64_t offset = number * 512 + n * 8;
      const std::uint64_t memory = random_.below(4);
      auto bytes = bytes_of(8, static_cast<unsigned char>(n));
      if (!writes) std::ranges::copy(bytes, rig.memory[memory]->bytes.begin() + static_cast<std::ptrdiff_t>(offset));
      if (!writes) bytes.assign(8, 0xee);
      initiator_.begin_and_wait(initiator_.prepare(writes ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND,
                                                   5 * memory * TlmRig::kMemoryBytes + offset, bytes));
      if (random_.below(3) == 0) sc_core::wait(in_ns(static_cast<double>(random_.below(300)) / 10));
    }
  }
  tlm::tlm_sync_enum respond(Access& access, tlm::tlm_phase& phase) {
    EXPECT_TRUE(access.payload.is_response_ok());
    EXPECT_EQ(access.data, bytes_of(8, static_cast<unsigned char>(access.number)));
    *log_ << initiator_.name() << ' ' << access.number << ' ' << sc_core::sc_time_stamp().value() << '\n';
    phase = tlm::END_RESP;
    switch (random_.below(4)) {
      case 0:
        return tlm::TLM_COMPLETED;
      case 1:
        return tlm::TLM_UPDATED;
      case 2:
        initiator_.end(access);
        return tlm::TLM_ACCEPTED;
      default:
        break;
    }
    const double later = static_cast<double>(random_.below(200)) / 10;
    sc_core::sc_spawn([this, &access, later] {
      sc_core::wait(in_ns(later));
      initiator_.end(access);
    });
    return tlm::TLM_ACCEPTED;
  }
  RandomStream random_;
  PhasedInitiator initiator_;
  std::ostringstream* log_;
};

std::string random_phases(Schedule schedule, unsigned threads) {
  constexpr unsigned kEach = 60;
  ChipParameters parameters;
  parameters.schedule = schedule;
  parameters.threads = threads;
  TlmRig rig("mesh", mesh_of(4), "dimension-order", {NodeId{0}, NodeId{5}, NodeId{10}, NodeId{15}}, parameters,
             {.packet_bytes = 4, .outstanding = 3, .serving = 2}, in_ns(3.5));
  std::ostringstream log;
  std::deque<RandomPhases> initiators;
  for (std::uint32_t i = 0; i < 8; ++i) initiators.emplace_back(rig, i, kEach, log);
  rig.run(30'000);
  for (const RandomPhases& each : initiators) each.check(kEach);
  return log.str();
}

TEST(NbTransport, random_phases_are_the_same_on_every_schedule) {
  const std::string expected = in_child([] { return random_phases(Schedule::kDomain, 1); });
  EXPECT_EQ(std::ranges::count(expected, '\n'), 8 * 60);
  for (const Schedule schedule : {Schedule::kProcess, Schedule::kAlways}) {
    EXPECT_TRUE(in_child([=] { return random_phases(schedule, 1); }) == expected);
  }
  for (const unsigned threads : {2u, 4u}) {
    EXPECT_TRUE(in_child([=] { return random_phases(Schedule::kDomain, threads); }) == expected);
  }
}

}  // namespace
}  // namespace kintsugi::test
