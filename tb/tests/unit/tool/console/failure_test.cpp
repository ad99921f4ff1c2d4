#include "tb/tool/console/failure.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <functional>
#include <new>
#include <system_error>

#include "hw/clock/clock_domain.hpp"

namespace kintsugi {
namespace {

Failure failure_of(const std::function<void()>& action) {
  try {
    action();
  } catch (...) {
    return current_failure();
  }
  return {};
}

template <class Exception>
Failure failure_with(const Exception& exception) {
  return failure_of([&] { throw exception; });
}

std::string message_of(const Failure& failure) {
  return failure.diagnostics.size() == 1 ? describe(failure.diagnostics.front()) : "not one message";
}

TEST(Failure, a_wrong_input_keeps_its_messages_and_places) {
  const Failure failure = failure_with(InputError({{{"a.yaml", 2, 3}, "wrong"}, {{"a.yaml", 4, 1}, "too"}}));
  EXPECT_FALSE(failure.of_model);
  ASSERT_EQ(failure.diagnostics.size(), 2u);
  EXPECT_EQ(describe(failure.diagnostics[1]), "a.yaml:4:1: too");
}

TEST(Failure, a_mistake_of_the_model_says_that_it_is_one) {
  const Failure failure = failure_with(std::logic_error("r3: a flit arrives at a full buffer"));
  EXPECT_TRUE(failure.of_model);
  EXPECT_EQ(message_of(failure),
            "kintsugi: a mistake of the model, not of the input: r3: a flit arrives at a full buffer");
  EXPECT_TRUE(failure_with(std::out_of_range("no such state")).of_model);
}

TEST(Failure, an_invalid_argument_is_no_mistake_of_the_model) {
  const Failure failure = failure_with(std::invalid_argument("buffer: 1 to 64 flits"));
  EXPECT_FALSE(failure.of_model);
  EXPECT_EQ(message_of(failure), "kintsugi: buffer: 1 to 64 flits");
}

TEST(Failure, the_machine_is_not_the_model) {
  const Failure disk = failure_with(std::system_error(ENOSPC, std::generic_category(), "cannot write 'a'"));
  EXPECT_FALSE(disk.of_model);
  EXPECT_EQ(message_of(disk), "kintsugi: cannot write 'a': No space left on device");
  const Failure folder = failure_of([] { std::filesystem::directory_iterator("/none/such"); });
  EXPECT_FALSE(folder.of_model);
  EXPECT_EQ(message_of(folder), "kintsugi: cannot read or write /none/such: No such file or directory");
  EXPECT_FALSE(failure_with(std::bad_alloc()).of_model);
  EXPECT_EQ(message_of(failure_with(std::bad_alloc())), "kintsugi: out of memory");
}

/// A module that throws in its first cycle, 0 or the one given.
template <class Exception>
class Faulty final : public Clocked {
 public:
  Faulty(ClockDomain& clock, Exception exception, Cycle at = 0)
      : index(clock.add(*this)), exception_(std::move(exception)) {
    clock.set_alarm(index, at);
  }
  void evaluate(Cycle) override { throw exception_; }
  const ModuleIndex index;

 private:
  Exception exception_;
};

template <class Exception>
Failure failure_in_cycle(const Exception& exception) {
  return failure_of([&] {
    ClockDomain clock("clock", Schedule::kDomain);
    const Faulty<Exception> module(clock, exception);
    clock.run_until(1);
  });
}

TEST(Failure, is_told_through_the_kernel) {
  const Failure failure = failure_in_cycle(std::logic_error("n3.pe: a flit at the wrong node"));
  EXPECT_TRUE(failure.of_model);
  EXPECT_EQ(message_of(failure), "kintsugi: a mistake of the model, not of the input: n3.pe: a flit at the wrong node");
}

/// A module without work, active in cycle 0.
struct Idle final : Clocked {
  explicit Idle(ClockDomain& clock) { clock.set_alarm(clock.add(*this), 0); }
  void evaluate(Cycle) override {}
};

TEST(Failure, of_a_thread_is_told_through_the_kernel) {
  const Failure failure = failure_of([] {
    ClockDomain clock("clock", Schedule::kDomain, 2);
    std::deque<Idle> before;
    for (int i = 0; i < 200; ++i) before.emplace_back(clock);
    // In cycle 1, since after a cycle with so many active modules all threads evaluate.
    const Faulty<std::logic_error> module(clock, std::logic_error("n3.pe: a flit at the wrong node"), 1);
    EXPECT_EQ(clock.thread_of(module.index), 1u);
    clock.run_until(2);
  });
  EXPECT_TRUE(failure.of_model);
  EXPECT_EQ(message_of(failure), "kintsugi: a mistake of the model, not of the input: n3.pe: a flit at the wrong node");
}

TEST(Failure, of_memory_is_told_through_the_kernel) {
  const Failure failure = failure_in_cycle(std::bad_alloc());
  EXPECT_FALSE(failure.of_model);
  EXPECT_EQ(message_of(failure), "kintsugi: out of memory");
}

TEST(Failure, no_more_threads_or_processes_come_with_a_remedy) {
  const std::string message =
      message_of(failure_with(std::system_error(EAGAIN, std::generic_category(), "cannot start a process for a run")));
  EXPECT_TRUE(
      message.starts_with("kintsugi: cannot start a process for a run: Resource temporarily unavailable; the "
                          "system starts no more threads or processes: ask for fewer (--threads, --jobs)"))
      << message;
  EXPECT_NE(message.find("ulimit -u"), std::string::npos);
  EXPECT_EQ(message_of(failure_with(std::system_error(ENOENT, std::generic_category(), "a"))),
            "kintsugi: a: No such file or directory")
      << "another error has another remedy";
}

}  // namespace
}  // namespace kintsugi
