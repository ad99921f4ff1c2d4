// Messages while PEs die: each is read once or lost once, whether the node moves to another PE, dies with its own, or
// the repair fails. Nothing hangs, and no schedule changes a byte.
#include <set>

#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/message/message_rig.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

struct MessageEvaluation {
  Schedule schedule = Schedule::kDomain;
  unsigned threads = 1;
  ChipParameters parameters() const {
    ChipParameters chosen;
    chosen.schedule = schedule;
    chosen.threads = threads;
    return chosen;
  }
};
const MessageEvaluation kWithOneThread[] = {{Schedule::kProcess, 1}, {Schedule::kAlways, 1}};
const MessageEvaluation kWithThreads[] = {
    {Schedule::kProcess, 1}, {Schedule::kAlways, 1}, {Schedule::kDomain, 2}, {Schedule::kDomain, 4}};

/// A stream of messages from one node to another: "+3@240" for message 3 read in cycle 240, "-4@240" for one lost.
struct MessageStream {
  MessageStream(MessageRig& rig, std::uint32_t from, std::uint32_t to, std::uint32_t count, Cycle begin)
      : out(rig.out(from, to, from)), in(rig.in(to, from)), messages(count) {
    MessageRig::thread([=, this] {
      sc_core::wait(in_cycles(static_cast<double>(begin)));
      for (; written < messages; ++written) out.write(frame_of(NodeId{from}, written));
    });
    MessageRig::thread([&rig, this] {
      while (true) {
        const Frame frame = in.read();
        check.read(frame);
        note(" +", frame, rig);
        last_read = std::max<std::int64_t>(last_read, frame.number);
        ++ends[frame.number];
      }
    });
    MessageRig::thread([&rig, this] {
      for (Frame frame; true; sc_core::wait(out.lost_event())) {
        while (out.nb_lost(frame)) {
          EXPECT_EQ(frame, frame_of(out.from(), frame.number));
          note(" -", frame, rig);
          first_lost = std::min<std::int64_t>(first_lost, frame.number);
          ++ends[frame.number];
          ++lost;
        }
      }
    });
  }
  /// Expects that each message has been read or lost, and once. `what` says in which case.
  void expect_one_end_each(const std::string& what) const {
    EXPECT_EQ(written, messages) << what;
    EXPECT_EQ(ends.size(), messages) << what << log;
    for (const auto& [number, times] : ends) EXPECT_EQ(times, 1u) << what << ", message " << number << log;
    EXPECT_EQ(check.complaint(), "") << what << log;
    EXPECT_EQ(out.open(), 0u) << what;
    EXPECT_EQ(out.lost(), lost) << what;
    EXPECT_EQ(out.written(), messages) << what;
  }

  MessageOut<Frame>& out;
  MessageIn<Frame>& in;
  std::uint32_t messages;
  std::uint32_t written = 0;
  std::uint32_t lost = 0;
  std::int64_t last_read = -1;  // numbers
  std::int64_t first_lost = messages;
  std::map<std::uint32_t, unsigned> ends;  // by number
  OrderCheck check;
  std::string log;

 private:
  void note(const char* sign, const Frame& frame, const MessageRig& rig) {
    log += sign + std::to_string(frame.number) + '@' + std::to_string(rig.cycle());
  }
};

/// On a wafer the PE of the node that writes, or of the one that reads, dies in cycle `at`. Another stream passes by.
std::string dying_end(Cycle at, bool of_the_writer, unsigned retries, unsigned credit_flits,
                      MessageEvaluation evaluation = {}) {
  MessageRig rig("srt2d", {{"n", std::int64_t{2}}}, "monotone",
                 {.depth = 3, .retries = retries, .credit_flits = credit_flits}, evaluation.parameters(), true);
  MessageStream stream(rig, 0, 5, 30, 200);
  MessageStream other(rig, 9, 12, 30, 200);
  const std::size_t node = of_the_writer ? 0 : 5;
  const SiteId site = rig.fabric->repair({}, {}).placement.site_of[node];
  rig.configure({{at, site}});
  rig.run_to_the_end(3000);
  EXPECT_NE(rig.chip->nodes().placement().site_of[node], site);
  stream.expect_one_end_each("dies in cycle " + std::to_string(at));
  other.expect_one_end_each("the other stream");
  EXPECT_EQ(other.lost, 0u) << "nothing else is lost";
  EXPECT_TRUE(retries == 0 || stream.lost == 0);
  return stream.log + other.log;
}

TEST(LostMessages, a_pe_that_dies_in_any_phase_gives_one_error_for_each_message_that_is_lost) {
  std::size_t with_losses = 0;
  for (const bool of_the_writer : {false, true}) {
    for (const unsigned credit_flits : {0u, 1u}) {
      for (Cycle at = 200; at < 290; at += part_of<Cycle>(3, 1)) {
        const std::string log = in_child([=] { return dying_end(at, of_the_writer, 0, credit_flits); });
        if (log.find('-') != std::string::npos) ++with_losses;
      }
    }
  }
  EXPECT_GT(with_losses, 20u) << "packets are dropped in many of these cycles";
}

TEST(LostMessages, that_may_be_sent_again_are_not_lost_and_stay_in_order) {
  std::size_t same = 0;
  const std::string undisturbed = in_child([] { return dying_end(2000, false, 1, 0); });
  for (const bool of_the_writer : {false, true}) {
    for (Cycle at = 200; at < 290; at += part_of<Cycle>(5, 1)) {
      const std::string log = in_child([=] { return dying_end(at, of_the_writer, 1, 1); });
      if (log == undisturbed) ++same;
    }
  }
  EXPECT_EQ(same, 0u) << "the repair takes time";
}

TEST(LostMessages, are_the_same_on_every_schedule_and_number_of_threads) {
  for (const bool of_the_writer : {false, true}) {
    for (const Cycle at : {206u, 219u, 232u, 257u}) {
      const std::string expected = in_child([=] { return dying_end(at, of_the_writer, 0, 1); });
      for (const MessageEvaluation& evaluation : kWithThreads)
        EXPECT_EQ(in_child([=] { return dying_end(at, of_the_writer, 0, 1, evaluation); }), expected) << at;
    }
  }
}

/// In a network without spares a node dies with its PE in cycle `at`; it writes and is written to.
std::string dead_node(Cycle at, unsigned retries, MessageEvaluation evaluation = {}) {
  MessageRig rig("mandala", {{"ports", std::int64_t{4}}, {"levels", std::int64_t{2}}}, "hdr",
                 {.depth = 3, .retries = retries}, evaluation.parameters());
  MessageStream of_the_dead(rig, 6, 9, 30, 0), to_the_dead(rig, 9, 6, 30, 0), of_the_living(rig, 12, 9, 30, 0);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  rig.expect_deaths(at, {SiteId{6}});
  rig.run_to_the_end(5000);
  const std::string what = "dies in cycle " + std::to_string(at);
  of_the_dead.expect_one_end_each(what);
  to_the_dead.expect_one_end_each(what);
  of_the_living.expect_one_end_each(what);
  EXPECT_GT(of_the_dead.lost, 0u) << what;
  EXPECT_GT(to_the_dead.lost, 0u) << what;
  EXPECT_EQ(of_the_living.lost, 0u) << what;
  EXPECT_LT(of_the_dead.last_read, of_the_dead.first_lost) << "the dead stay dead" << of_the_dead.log;
  return of_the_dead.log + to_the_dead.log + of_the_living.log;
}

TEST(LostMessages, of_a_node_without_a_spare_end_whenever_it_dies) {
  for (const unsigned retries : {0u, 2u}) {
    std::set<std::string> logs;
    for (Cycle at = 2; at < 100; at += part_of<Cycle>(6, 1))
      logs.insert(in_child([=] { return dead_node(at, retries); }));
    EXPECT_GT(logs.size(), 10u) << "it dies in many phases";
  }
}

TEST(LostMessages, of_a_node_without_a_spare_are_the_same_on_every_schedule) {
  for (const Cycle at : {20u, 45u, 70u}) {
    const std::string expected = in_child([=] { return dead_node(at, 1); });
    for (const MessageEvaluation& evaluation : kWithOneThread)
      EXPECT_EQ(in_child([=] { return dead_node(at, 1, evaluation); }), expected) << at;
  }
}

/// The wafer cannot be repaired after cycle `at`.
std::string unrepairable_wafer(Cycle at, MessageEvaluation evaluation = {}) {
  MessageRig rig("srt2d", {{"n", std::int64_t{2}}}, "monotone", {.depth = 3, .retries = 1, .credit_flits = 1},
                 evaluation.parameters(), true);
  std::vector<std::unique_ptr<MessageStream>> streams;
  for (const std::uint32_t from : {0u, 5u, 12u, 13u}) {
    streams.push_back(std::make_unique<MessageStream>(rig, from, (from * 3 + 7) % 16, 60, 200));
  }
  std::vector<RunTimeFault> faults;
  Defects defects;
  for (SiteId site{9}; rig.fabric->repair(defects, {}).repairable; ++site.value) {
    defects.add(site);
    faults.push_back({at, site});
  }
  rig.configure(faults);
  rig.run(4000);
  EXPECT_EQ(rig.chip->faults().controller().phase(), ReconfigurationPhase::kFailed);
  std::string log;
  for (const auto& stream : streams) {
    stream->expect_one_end_each("fails in cycle " + std::to_string(at));
    EXPECT_GT(stream->lost, 0u) << at;
    log += stream->log;
  }
  return log;
}

TEST(LostMessages, of_a_wafer_with_too_few_spares_end_whenever_the_pes_die) {
  std::set<std::string> logs;
  for (Cycle at = 195; at < 300; at += part_of<Cycle>(7, 1))
    logs.insert(in_child([=] { return unrepairable_wafer(at); }));
  EXPECT_GT(logs.size(), 10u);
}

TEST(LostMessages, of_a_wafer_with_too_few_spares_are_the_same_on_every_schedule) {
  for (const Cycle at : {203u, 250u}) {
    const std::string expected = in_child([=] { return unrepairable_wafer(at); });
    for (const MessageEvaluation& evaluation : kWithThreads)
      EXPECT_EQ(in_child([=] { return unrepairable_wafer(at, evaluation); }), expected) << at;
  }
}

}  // namespace
}  // namespace kintsugi::test
