/// Rank 0: deals jobs to the other ranks by demand.
///
/// Begin    when all ranks have said hello, so that few jobs are spread over all, and a wrong rank is found before any
///          work
/// Demand   each rank has as many jobs at a time as Work::workers says, and gets the next one when one of them has
///          ended; among free ranks, the one with the fewest
/// Results  Work::done is called on rank 0 in the order in which jobs end. The ranks that ran them do not show in them
/// Errors   std::runtime_error names the rank and its machine: another build of the program, or it can run no job
/// Stop     a signal to stop that any rank has got stops the job
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tb/mpi/channel.hpp"
#include "tb/tool/sweep/workers.hpp"

namespace kintsugi::mpi {

/// Where signals to stop are asked for and asked; the functions of tb/tool/console/stop.hpp but in tests.
struct StopRequests {
  std::function<int()> requested;
  std::function<void(int signal)> request;
};

class Dealer {
 public:
  /// `program` is the identity of the program that all ranks must run. `idle` is called when there is nothing to do but
  /// to wait for messages.
  Dealer(Channel& channel, std::string program, StopRequests stop, std::function<void()> idle);
  /// Sends all ranks home, and waits until they have left. They stop the jobs that they still run.
  ~Dealer();
  Dealer(const Dealer&) = delete;
  Dealer& operator=(const Dealer&) = delete;

  /// Runs all jobs on the other ranks, of which there must be one. Returns whether they are done; false if the program
  /// is asked to stop.
  bool run_all(const sweep::Work& work);

 private:
  struct Rank {
    std::string host;
    unsigned jobs = 0;  ///< that it runs
  };

  bool all_ranks_are_here() const { return here_ + 1 == ranks_.size(); }
  void end_ranks();
  void deal(const sweep::Work& work);
  void take(const Message& message, const sweep::Work& work);
  void greet(int rank, const nlohmann::json& hello);
  Rank* free_rank(unsigned most);
  std::string name_of(int rank) const;

  Channel& channel_;
  std::string program_;
  StopRequests stop_;
  std::function<void()> idle_;
  std::vector<Rank> ranks_;  ///< 0 is this one
  std::size_t here_ = 0;     ///< others that have said hello
  std::size_t next_ = 0;     ///< job of the work
  std::size_t done_ = 0;
};

}  // namespace kintsugi::mpi
