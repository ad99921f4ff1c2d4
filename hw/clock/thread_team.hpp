/// A thread team that runs every cycle together: each worker does its part, and run_cycle() returns when all are done.
///
/// The caller is worker 0. Between cycles the others spin for a moment, since the next cycle mostly comes at once, and
/// then sleep. All workers see every write before the cycle; the caller sees their writes after it.
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
  /// The results of one worker, in its own cache line.
  struct alignas(kCacheLine) Worker {
    std::atomic<std::uint32_t> done = 0;  // the last step that it has finished
    std::exception_ptr error;
  };

  void work(unsigned worker);
  void do_part(unsigned worker, Cycle now);
  void dismiss();
  void await(const std::atomic<std::uint32_t>& number, std::uint32_t wanted) const;

  Part part_;
  int spin_limit_;  // polls before it sleeps
  std::vector<Worker> workers_;
  alignas(kCacheLine) std::atomic<std::uint32_t> step_ = 0;  // the step to run; a step is one cycle
  // In the cache line of step_, so that a worker gets them with it.
  bool over_ = false;  // ends the workers
  Cycle now_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace kintsugi
