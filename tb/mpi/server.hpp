/// The other ranks: run the jobs that rank 0 deals, and send back how they ended.
#pragma once

#include <filesystem>
#include <functional>
#include <list>
#include <optional>
#include <string>

#include "tb/mpi/channel.hpp"
#include "tb/mpi/wire.hpp"
#include "tb/tool/sweep/workers.hpp"

namespace kintsugi::mpi {

/// The jobs that a rank runs.
class Jobs {
 public:
  virtual ~Jobs() = default;
  /// Throws if it cannot be started.
  virtual void start(const Job& job) = 0;
  /// Returns a job that has ended, each once; nullopt if there is none.
  virtual std::optional<JobEnd> next_end() = 0;
  /// Asks those that still run to stop, and waits until they have ended.
  virtual void stop() = 0;
};

/// Jobs that are processes. Those that still run are killed with this object.
class Processes final : public Jobs {
 public:
  /// `program` is the file that they run.
  explicit Processes(std::filesystem::path program) : program_(std::move(program)) {}
  void start(const Job& job) override;
  std::optional<JobEnd> next_end() override;
  void stop() override;

 private:
  struct Running {
    std::size_t job;
    sweep::Child child;
  };

  std::filesystem::path program_;
  std::list<Running> running_;
};

class Server {
 public:
  /// Says hello to rank 0. `stop_requested` returns the signal that asks this rank to stop, or 0.
  Server(Channel& channel, Jobs& jobs, const std::string& program, const std::string& host,
         std::function<int()> stop_requested);

  /// Takes what has arrived and sends what has ended. Returns whether there was anything.
  bool step();
  /// Whether rank 0 has sent this rank home.
  bool is_over() const { return is_over_; }

 private:
  void take(const Message& message);
  void fail(const std::string& why);
  void pass_stop_on();

  Channel& channel_;
  Jobs& jobs_;
  std::function<int()> stop_requested_;
  bool is_over_ = false;
  bool has_failed_ = false;
  bool stop_passed_on_ = false;
};

}  // namespace kintsugi::mpi
