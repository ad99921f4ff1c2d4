/// A thread team that runs every cycle together: each worker does its part, and run_cycle() returns when all are done.
///
/// The caller is worker 0. Between cycles the others spin for a moment, since the next cycle mostly comes at once, and
/// then sleep in the kernel. A worker does not spin while the awaited worker was last seen on the same core: it would
/// take its time. With fewer cores than workers no worker spins. All workers see every write before the cycle; the
/// caller sees their writes after it.
///
/// Cores   the kernel may wake a worker on the core of the caller and leave it there, since the two are then hardly
///         ever ready at the same time: they take turns on one core, beside an idle one. So a worker that had to sleep
///         and finds itself on the core of another moves to a core of no worker, and may use all its cores again at
///         once. The caller is never moved. If the kernel brings a worker back, it sleeps there twice as often as the
///         last time until it moves again, and half as often after a sleep on a core of its own
/// Errors  an exception of a worker is rethrown at the end of the cycle: that of the lowest number, the others are
///         dropped. std::system_error when the system has no more threads
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "hw/clock/memory.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// Returns the number of cores that this process may use, at least 1: its affinity counts, not the machine.
unsigned allowed_cores();

class ThreadTeam {
 public:
  using Part = std::function<void(unsigned worker, Cycle now)>;

  /// Starts the team; workers >= 1.
  ThreadTeam(unsigned workers, Part part);
  /// Ends the threads. Do not call it during a cycle.
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// Runs the parts of all workers for this cycle.
  void run_cycle(Cycle now);

 private:
  /// A number that threads wait for. std::atomic::wait is no use: it yields the core before it sleeps, to any program.
  class Awaited {
   public:
    std::uint32_t value() const { return value_.load(std::memory_order_relaxed); }
    /// Sets the number, and wakes the threads that sleep until it changes.
    void set(std::uint32_t value);
    /// Returns whether the number is the wanted one, after at most so many polls.
    bool poll(std::uint32_t wanted, int polls) const;
    /// Sleeps until the number is the wanted one.
    void sleep(std::uint32_t wanted);

   private:
    std::atomic<std::uint32_t> value_ = 0;
    std::atomic<std::uint32_t> sleepers_ = 0;
  };
  /// What one worker tells the others, in its own cache line.
  struct alignas(kCacheLine) Worker {
    Awaited done;                 // the last step that it has finished
    std::atomic<int> core = -1;   // on which it began its last part
    unsigned sleeps_to_move = 1;  // sleeps on the core of another worker until it moves
    unsigned next_sleeps = 1;     // the same after the next move
    std::exception_ptr error;
  };

  void work(unsigned worker);
  void do_part(unsigned worker, Cycle now);
  void dismiss();
  bool await(Awaited& number, std::uint32_t wanted, unsigned own, unsigned awaited);
  void leave_shared_core(unsigned worker);
  bool is_shared(int core, unsigned worker) const;

  Part part_;
  int spin_limit_;  // polls at most before a worker sleeps
  std::vector<Worker> workers_;
  alignas(kCacheLine) Awaited step_;  // the step to run; a step is one cycle
  // In the cache line of step_, so that a worker gets them with it.
  bool over_ = false;  // ends the workers
  Cycle now_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace kintsugi
