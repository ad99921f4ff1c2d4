/// A team of threads that takes every step together: each does its part, and the step is over when all have done it.
///
/// The caller is one of them, number 0; the others wait between steps, awake for a moment since the next step mostly
/// comes at once, then asleep. What happens before a step is seen by all in it, what they do in it is seen after it.
/// Errors  what a worker throws is thrown again at the end of the step, that of the lowest number; the others are
///         dropped. std::system_error when the machine gives no more threads
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

  /// workers >= 1. All workers do their parts at the same time.
  ThreadTeam(unsigned workers, Part part);
  /// Not during a step.
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// The step of this cycle.
  void run_cycle(Cycle now);

 private:
  /// What one worker tells; in a cache line of its own.
  struct alignas(kCacheLine) Worker {
    std::atomic<std::uint32_t> done = 0;  // the last step it has done
    std::exception_ptr error;
  };

  void work(unsigned worker);
  void do_part(unsigned worker, Cycle now);
  void dismiss();
  void await(const std::atomic<std::uint32_t>& number, std::uint32_t wanted) const;

  Part part_;
  int spin_limit_;  // looks before it sleeps
  std::vector<Worker> workers_;
  alignas(kCacheLine) std::atomic<std::uint32_t> step_ = 0;  // to be done
  // What a worker must know to begin it comes with it, in its cache line.
  bool over_ = false;  // there are no more
  Cycle now_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace kintsugi
