// Transactions while PEs die: nothing hangs, whether the node moves to another PE, dies with its own, or the repair
// fails. And no schedule changes a byte.
#include <algorithm>
#include <set>

#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

/// What an initiator notes of each access: "+240" for one that was good and ended at 240 ns, "-240" for an error.
std::string note_of(tlm::tlm_response_status status) {
  EXPECT_TRUE(status == tlm::TLM_OK_RESPONSE || status == tlm::TLM_GENERIC_ERROR_RESPONSE) << status;
  return (status == tlm::TLM_OK_RESPONSE ? " +" : " -") + std::to_string(sc_core::sc_time_stamp().value() / 1000);
}

struct Evaluation {
  Schedule schedule = Schedule::kDomain;
  unsigned threads = 1;
};
ChipParameters parameters_of(Evaluation evaluation) {
  ChipParameters parameters;
  parameters.schedule = evaluation.schedule;
  parameters.threads = evaluation.threads;
  return parameters;
}
const std::vector<Evaluation> kOtherEvaluations{
    {Schedule::kProcess, 1}, {Schedule::kAlways, 1}, {Schedule::kDomain, 2}, {Schedule::kDomain, 4}};

/// Runs a function of the cycle and the evaluation, and expects the same text of all evaluations.
template <class Run>
void expect_same_on_every_schedule(Run run, const std::vector<Cycle>& cycles) {
  for (const Cycle at : cycles) {
    const std::string expected = in_child([=] { return run(at, Evaluation{}); });
    for (const Evaluation evaluation : kOtherEvaluations) {
      EXPECT_EQ(in_child([=] { return run(at, evaluation); }), expected)
          << "cycle " << at << ", schedule " << static_cast<int>(evaluation.schedule) << ", threads "
          << evaluation.threads;
    }
  }
}

/// The PE of the memory dies in cycle `at`, while an initiator makes one access after the other.
std::string dying_memory(Cycle at, unsigned retries, bool of_the_initiator, Evaluation evaluation = {}) {
  TlmRig rig("srt2d", {{"n", std::int64_t{2}}}, "monotone", {NodeId{5}}, parameters_of(evaluation),
             {.retries = retries}, in_ns(20), true);
  std::string log;
  unsigned moved = 0;
  const NodeId dies{of_the_initiator ? 0u : 5u};
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    sc_core::wait(in_ns(200));
    for (unsigned i = 0; i < 12; ++i) log += note_of(self.write(0x5000 + 8 * i, bytes_of(8)));
  });
  const SiteId site = rig.fabric->repair({}, {}).placement.site_of[dies.value];
  rig.configure({{at, site}});
  sc_core::sc_spawn([&] {
    sc_core::wait(rig.at(dies).moved());
    ++moved;
  });
  rig.run(3000);
  EXPECT_EQ(moved, 1u);
  EXPECT_NE(rig.chip->nodes().placement().site_of[dies.value], site);
  EXPECT_EQ(std::ranges::count(log, ' '), 12) << "nothing hangs";
  return log;
}

TEST(TlmDyingNodes, a_pe_that_dies_in_any_phase_costs_at_most_one_error_response) {
  unsigned errors = 0;
  for (const bool of_the_initiator : {false, true}) {
    for (Cycle at = 200; at < 290; at += test::part_of<Cycle>(2, 1)) {
      const std::string log = in_child([&] { return dying_memory(at, 0, of_the_initiator); });
      const auto failed = std::ranges::count(log, '-');
      EXPECT_LE(failed, 1) << log << " dies in cycle " << at;
      errors += static_cast<unsigned>(failed);
    }
  }
  EXPECT_GT(errors, 10u) << "packets are dropped at most of these cycles";
}

TEST(TlmDyingNodes, a_piece_that_is_dropped_with_a_pe_is_sent_again) {
  unsigned errors = 0;
  for (Cycle at = 200; at < 290; at += 5) {
    errors += static_cast<unsigned>(std::ranges::count(in_child([&] { return dying_memory(at, 1, false); }), '-'));
  }
  EXPECT_EQ(errors, 0u);
}

/// The PE of an initiator that reads dies in cycle `at`. Returns how often the memory was read.
unsigned reads_of_dying_initiator(Cycle at) {
  TlmRig rig("srt2d", {{"n", std::int64_t{2}}}, "monotone", {NodeId{5}}, {}, {.retries = 1}, in_ns(20), true);
  for (std::size_t i = 0; i < 0x100; ++i) rig.memory[0]->bytes[i] = static_cast<unsigned char>(i);
  rig.initiate(NodeId{0}, [&](Initiator& self) {
    sc_core::wait(in_ns(200));
    for (unsigned i = 0; i < 12; ++i) {
      EXPECT_EQ(self.read(0x5000 + 8 * i, 1), std::vector<unsigned char>{static_cast<unsigned char>(8 * i)});
    }
  });
  rig.configure({{at, rig.fabric->repair({}, {}).placement.site_of[0]}});
  rig.run(3000);
  return rig.memory[0]->accesses;
}

TEST(TlmDyingNodes, a_repeated_request_reads_the_same_place_again) {
  unsigned repeated = 0;
  for (Cycle at = 200; at < 290; at += 2) {
    const std::string accesses = in_child([&] { return std::to_string(reads_of_dying_initiator(at)); });
    if (accesses != "12") ++repeated;
  }
  EXPECT_GT(repeated, 5u) << "responses are dropped";
}

TEST(TlmDyingNodes, the_death_of_a_pe_is_the_same_on_every_schedule) {
  for (const bool of_the_initiator : {false, true}) {
    expect_same_on_every_schedule(
        [=](Cycle at, Evaluation evaluation) { return dying_memory(at, 0, of_the_initiator, evaluation); },
        {200, 213, 226, 239, 252, 265, 278});
  }
}

const NodeId kDies{6}, kLives{9}, kOther{12};

/// What happens at node kDies when it dies with its PE in cycle `at`: it has a memory and an initiator, whose accesses
/// are cut into pieces of which two are under way at a time.
std::string dying_node(Cycle at, unsigned retries, Evaluation evaluation = {}) {
  TlmRig rig("mandala", {{"ports", std::int64_t{4}}, {"levels", std::int64_t{2}}}, "hdr", {kDies, kLives, kOther},
             parameters_of(evaluation), {.packet_bytes = 8, .outstanding = 2, .retries = retries}, in_ns(20));
  std::string of_the_dead, to_the_dead, of_the_living;
  const auto access = [](Initiator& self, NodeId to, std::string& log) {
    for (unsigned i = 0; i < 12; ++i)
      log += note_of(self.write(to.value * TlmRig::kMemoryBytes + 40 * i, bytes_of(40)));
  };
  rig.initiate(kDies, [&](Initiator& self) { access(self, kLives, of_the_dead); });
  rig.initiate(kLives, [&](Initiator& self) {
    access(self, kDies, to_the_dead);
    access(self, kOther, of_the_living);
  });
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  rig.expect_deaths(at, {SiteId{kDies.value}});
  rig.run(10'000);
  EXPECT_EQ(rig.chip->faults().controller().phase(), ReconfigurationPhase::kIdle);
  for (const std::string* log : {&of_the_dead, &to_the_dead, &of_the_living}) {
    EXPECT_EQ(std::ranges::count(*log, ' '), 12) << "nothing hangs: " << *log << ", dies in cycle " << at;
  }
  for (const std::string* log : {&of_the_dead, &to_the_dead}) {
    const std::size_t first = log->find('-');
    EXPECT_NE(first, std::string::npos);
    EXPECT_EQ(log->find('+', first), std::string::npos) << "the dead stay dead: " << *log;
  }
  EXPECT_EQ(std::ranges::count(of_the_living, '+'), 12) << "the initiator has all its pieces again";
  EXPECT_LE(rig.memory[1]->accesses, 12u * 5u) << "no piece is served twice";
  return of_the_dead + to_the_dead + of_the_living;
}

TEST(TlmDyingNodes, a_node_without_a_spare_ends_all_its_transactions_whenever_it_dies) {
  for (const unsigned retries : {0u, 2u}) {
    std::set<std::string> logs;
    for (Cycle at = 2; at < 180; at += 3) logs.insert(in_child([=] { return dying_node(at, retries); }));
    EXPECT_GT(logs.size(), 20u) << "it dies in many phases";
  }
}

TEST(TlmDyingNodes, a_node_that_dies_without_a_spare_does_so_on_every_schedule) {
  std::vector<Evaluation> evaluations{{Schedule::kProcess, 1},
                                      {Schedule::kAlways, 1}};  // such a chip has a single thread
  for (const Cycle at : {20u, 57u, 94u, 131u}) {
    const std::string expected = in_child([=] { return dying_node(at, 1); });
    for (const Evaluation evaluation : evaluations)
      EXPECT_EQ(in_child([=] { return dying_node(at, 1, evaluation); }), expected) << at;
  }
}

TEST(TlmDyingNodes, later_requests_of_a_dead_node_end_in_the_cycle_after_the_call_or_behind_its_delay) {
  TlmRig rig("mandala", {{"ports", std::int64_t{4}}, {"levels", std::int64_t{2}}}, "hdr", {kLives});
  bool done = false;
  rig.initiate(kDies, [&](Initiator& self) {
    sc_core::wait(in_ns(500));
    for (unsigned i = 1; i <= 3; ++i)
      EXPECT_EQ(note_of(self.write(0x9000, bytes_of(8))), " -" + std::to_string(500 + i));
    sc_core::wait(in_ns(0.5));
    EXPECT_EQ(note_of(self.write(0x9000, bytes_of(300))), " -504") << "several pieces";
    done = true;
  });
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  rig.expect_deaths(30, {SiteId{kDies.value}});
  rig.run(1000);
  EXPECT_TRUE(done);
  EXPECT_EQ(rig.memory[0]->accesses, 0u);
}

TEST(TlmDyingNodes, a_node_whose_pe_is_defective_from_the_beginning_ends_its_requests) {
  TlmRig rig("mandala", {{"ports", std::int64_t{4}}, {"levels", std::int64_t{2}}}, "hdr", {kLives});
  std::string log;
  rig.initiate(kDies, [&](Initiator& self) {
    for (unsigned i = 0; i < 3; ++i) log += note_of(self.write(0x9000, bytes_of(8)));
  });
  Defects dead;
  dead.add(SiteId{kDies.value});
  rig.plan.fault_aware->know(dead);
  rig.chip->faults().apply_defects(dead);
  rig.run(100);
  EXPECT_EQ(log, " -1 -2 -3");
}

/// The wafer cannot be repaired after cycle `at`. Another PE dies later, with packets that wait in it for good.
std::string failing_wafer(Cycle at, Evaluation evaluation = {}) {
  TlmRig rig("srt2d", {{"n", std::int64_t{2}}}, "monotone", {NodeId{5}, NodeId{9}}, parameters_of(evaluation),
             {.packet_bytes = 8, .outstanding = 2, .retries = 1}, in_ns(20), true);
  std::vector<std::string> logs(3);
  for (const std::uint32_t i : {0u, 1u, 2u}) {
    rig.initiate(NodeId{i * 5}, [&logs, i](Initiator& self) {
      sc_core::wait(in_ns(200));
      for (unsigned n = 0; n < 12; ++n) logs[i] += note_of(self.write(i == 1 ? 0x9000 : 0x5000, bytes_of(40)));
      for (unsigned n = 0; n < 40; ++n) sc_core::wait(in_ns(10)), logs[i] += note_of(self.write(0x9000, bytes_of(8)));
    });
  }
  std::string of_each_cycle;
  rig.initiate(NodeId{12}, [&](Initiator& self) {
    for (sc_core::wait(in_ns(200)); sc_core::sc_time_stamp() < in_ns(500); sc_core::wait(in_ns(1))) {
      sc_core::sc_spawn([&] { of_each_cycle += note_of(self.write(0x9000, bytes_of(8))); });
    }
  });
  std::vector<RunTimeFault> faults;
  Defects defects;
  for (SiteId site{9}; rig.fabric->repair(defects, {}).repairable; ++site.value) {
    defects.add(site);
    faults.push_back({at, site});
  }
  const SiteId of_node_0 = rig.fabric->repair({}, {}).placement.site_of[0];
  EXPECT_EQ(std::ranges::count(defects.sites, of_node_0), 0);
  faults.push_back({2000, of_node_0});
  rig.configure(faults);
  rig.chip->clock().run_until(2200);
  EXPECT_EQ(rig.chip->faults().controller().phase(), ReconfigurationPhase::kFailed);
  for (const std::string& log : logs) EXPECT_EQ(std::ranges::count(log, ' '), 52) << "nothing hangs: " << log;
  for (const std::string& log : logs) EXPECT_TRUE(log[log.rfind(' ') + 1] == '-') << log;
  EXPECT_EQ(std::ranges::count(of_each_cycle, ' '), 300) << of_each_cycle;
  return logs[0] + logs[1] + logs[2] + of_each_cycle;
}

TEST(TlmDyingNodes, a_wafer_with_too_few_spares_ends_all_transactions_whenever_the_pes_die) {
  std::set<std::string> logs;
  for (Cycle at = 195; at < 300; at += 3) logs.insert(in_child([=] { return failing_wafer(at); }));
  EXPECT_GT(logs.size(), 10u);
}

TEST(TlmDyingNodes, a_wafer_with_too_few_spares_does_so_on_every_schedule) {
  expect_same_on_every_schedule([](Cycle at, Evaluation evaluation) { return failing_wafer(at, evaluation); },
                                {200, 231, 262});
}

}  // namespace
}  // namespace kintsugi::test
