#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>

#include "tb/mpi/dealer.hpp"
#include "tb/mpi/server.hpp"
#include "tb/tests/unit/mpi/ranks.hpp"

namespace kintsugi::mpi::test {
namespace {

/// Jobs that end when the test says so; a job whose argument is "refuse" cannot be started.
class HeldJobs final : public Jobs {
 public:
  void start(const Job& job) override {
    if (job.command.arguments.front() == "refuse") throw std::runtime_error("there are no more processes");
    running.push_back(job);
    most = std::max(most, running.size());
    started.push_back(job.job);
  }
  std::optional<JobEnd> next_end() override {
    if (running.empty() || to_end == 0) return std::nullopt;
    --to_end;
    const Job job = running.front();
    running.erase(running.begin());
    return JobEnd{job.job, {.status = 0, .signal = 0, .out = "result of " + job.command.arguments.front(), .err = ""}};
  }
  void stop() override {
    stopped = running.size();
    running.clear();
  }

  std::vector<Job> running;
  std::vector<std::size_t> started;
  std::size_t to_end = 0;  ///< jobs that may end
  std::size_t most = 0;    ///< that ran at a time
  std::size_t stopped = 0;
};

struct RankOfTest {
  std::unique_ptr<QueueChannel> channel;
  HeldJobs jobs;
  int signal = 0;
  std::unique_ptr<Server> server;
};

/// A dealer and its servers; whenever the dealer waits, `turn` is called.
struct Table {
  explicit Table(std::size_t others, std::string other_program = "build 1") {
    queues.resize(others + 1);
    for (std::size_t i = 0; i < others; ++i) {
      RankOfTest& each = *ranks.emplace_back(std::make_unique<RankOfTest>());
      each.channel = std::make_unique<QueueChannel>(queues, static_cast<int>(i) + 1);
      each.server = std::make_unique<Server>(*each.channel, each.jobs, other_program, "node" + std::to_string(i + 1),
                                             [&each] { return each.signal; });
    }
    dealer = std::make_unique<Dealer>(
        host, "build 1", StopRequests{[this] { return signal; }, [this](int of) { signal = of; }}, [this] { turn(); });
  }

  /// Every rank takes all that has arrived and sends one end.
  void serve_all() {
    for (auto& each : ranks) {
      each->jobs.to_end = 1;
      while (each->server->step()) {
      }
    }
  }
  sweep::Work work(std::size_t jobs, unsigned at_a_time = 1) {
    return {jobs, at_a_time,
            [](std::size_t job) {
              return sweep::Command{{"job " + std::to_string(job)}, "."};
            },
            [this](std::size_t job, const sweep::Ended& end) {
              EXPECT_TRUE(results.emplace(job, end.out).second) << job << " has ended twice";
            }};
  }
  void expect_all(std::size_t jobs) const {
    EXPECT_EQ(results.size(), jobs);
    for (const auto& [job, out] : results) EXPECT_EQ(out, "result of job " + std::to_string(job));
  }

  QueueChannel::Queues queues;
  QueueChannel host{queues, 0};
  std::vector<std::unique_ptr<RankOfTest>> ranks;
  int signal = 0;
  std::function<void()> turn = [this] { serve_all(); };
  std::map<std::size_t, std::string> results;
  std::unique_ptr<Dealer> dealer;
};

TEST(Dealing, every_job_is_run_once_whatever_the_order_of_messages) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&random](std::size_t end) { return static_cast<std::size_t>(random() % end); };
    Table table(1 + below(5));
    table.turn = [&] {
      RankOfTest& each = *table.ranks[below(table.ranks.size())];
      each.jobs.to_end = below(3);
      each.server->step();
    };
    const std::size_t jobs = below(40);
    const unsigned at_a_time = 1 + static_cast<unsigned>(below(3));
    EXPECT_TRUE(table.dealer->run_all(table.work(jobs, at_a_time)));
    table.expect_all(jobs);
    for (const auto& each : table.ranks) EXPECT_LE(each->jobs.most, at_a_time) << "seed " << seed;
  }
}

TEST(Dealing, a_slow_rank_gets_fewer_jobs) {
  int turns = 0;
  Table table(2);
  table.turn = [&] {
    for (std::size_t i = 0; i < 2; ++i) {
      table.ranks[i]->jobs.to_end = i == 0 || turns % 10 == 9 ? 1 : 0;
      while (table.ranks[i]->server->step()) {
      }
    }
    ++turns;
  };
  EXPECT_TRUE(table.dealer->run_all(table.work(55)));
  table.expect_all(55);
  EXPECT_GE(table.ranks[0]->jobs.started.size(), 48u);
  EXPECT_GE(table.ranks[1]->jobs.started.size(), 5u);
}

TEST(Dealing, few_jobs_are_spread_over_the_ranks) {
  Table table(3);
  EXPECT_TRUE(table.dealer->run_all(table.work(3, 4)));
  table.expect_all(3);
  for (const auto& each : table.ranks) EXPECT_EQ(each->jobs.started.size(), 1u);
}

TEST(Dealing, more_ranks_than_jobs_leave_some_without_one_and_all_go_home) {
  Table table(7);
  EXPECT_TRUE(table.dealer->run_all(table.work(2)));
  table.expect_all(2);
  table.dealer.reset();
  for (const auto& each : table.ranks) EXPECT_TRUE(each->server->is_over());
}

TEST(Dealing, a_second_work_is_dealt_to_the_same_ranks) {
  Table table(2);
  EXPECT_TRUE(table.dealer->run_all(table.work(5)));
  table.results.clear();
  EXPECT_TRUE(table.dealer->run_all(table.work(3)));
  table.expect_all(3);
}

std::string error_of(Table& table, const sweep::Work& work) {
  try {
    table.dealer->run_all(work);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Dealing, a_rank_with_another_build_is_refused_by_its_name_and_machine) {
  Table table(2, "build 2");
  EXPECT_EQ(error_of(table, table.work(2)),
            "rank 1 on node1 runs another program than rank 0: build 2, not build 1; install the same build on all "
            "machines");
}

TEST(Dealing, a_rank_that_can_start_no_process_ends_the_work_with_its_reason) {
  Table table(1);
  sweep::Work work = table.work(3);
  work.command = [](std::size_t) { return sweep::Command{{"refuse"}, "."}; };
  EXPECT_EQ(error_of(table, work), "rank 1 on node1: there are no more processes");
}

TEST(Dealing, an_error_in_a_result_is_thrown_on_and_the_ranks_stop_what_they_run) {
  Table table(2);
  sweep::Work work = table.work(6, 2);
  work.done = [](std::size_t, const sweep::Ended&) { throw std::runtime_error("disk full"); };
  EXPECT_EQ(error_of(table, work), "disk full");
  table.dealer.reset();
  std::size_t stopped = 0;
  for (const auto& each : table.ranks) {
    EXPECT_TRUE(each->server->is_over());
    stopped += each->jobs.stopped;
  }
  EXPECT_GT(stopped, 0u);
  EXPECT_TRUE(table.queues.front().empty()) << "rank 0 leaves no message behind, so that no rank waits for it";
}

TEST(Dealing, a_signal_to_rank_0_stops_the_work) {
  Table table(2);
  sweep::Work work = table.work(10);
  const auto take = work.done;
  work.done = [&](std::size_t job, const sweep::Ended& end) {
    take(job, end);
    if (table.results.size() == 3) table.signal = SIGTERM;
  };
  EXPECT_FALSE(table.dealer->run_all(work));
  table.expect_all(3);
  EXPECT_FALSE(table.dealer->run_all(work)) << "a work that begins after it is not begun";
}

TEST(Dealing, a_signal_to_another_rank_stops_the_whole_work) {
  Table table(2);
  table.turn = [&] {
    table.serve_all();
    if (table.results.size() >= 3) table.ranks[1]->signal = SIGINT;
  };
  EXPECT_FALSE(table.dealer->run_all(table.work(100)));
  EXPECT_EQ(table.signal, SIGINT);
  EXPECT_LT(table.results.size(), 10u);
}

TEST(Dealing, a_signal_after_the_last_result_changes_nothing) {
  Table table(1);
  sweep::Work work = table.work(2);
  const auto take = work.done;
  work.done = [&](std::size_t job, const sweep::Ended& end) {
    take(job, end);
    if (table.results.size() == 2) table.signal = SIGTERM;
  };
  EXPECT_TRUE(table.dealer->run_all(work));
}

TEST(Dealing, jobs_and_ends_may_hold_any_bytes) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  const auto sent = [](const nlohmann::json& body) { return nlohmann::json::from_cbor(nlohmann::json::to_cbor(body)); };
  const Job job = job_of(sent(to_body(3, sweep::Command{{"run", bytes}, "/tmp", bytes})));
  EXPECT_EQ(job.job, 3u);
  EXPECT_EQ(job.command.arguments, (std::vector<std::string>{"run", bytes}));
  EXPECT_EQ(job.command.directory, "/tmp");
  EXPECT_EQ(job.command.input, bytes);
  const JobEnd end = job_end_of(sent(to_body(4, sweep::Ended{1, 9, bytes, "e"})));
  EXPECT_EQ(end.job, 4u);
  EXPECT_EQ(end.end.status, 1);
  EXPECT_EQ(end.end.signal, 9);
  EXPECT_EQ(end.end.out, bytes);
  EXPECT_EQ(end.end.err, "e");
}

TEST(Dealing, a_relative_directory_is_sent_as_an_absolute_one) {
  const Job job = job_of(to_body(0, sweep::Command{{}, "traces"}));
  EXPECT_EQ(job.command.directory, std::filesystem::current_path() / "traces");
}

}  // namespace
}  // namespace kintsugi::mpi::test
