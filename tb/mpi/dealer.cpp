#include "tb/mpi/dealer.hpp"

#include <exception>
#include <stdexcept>

#include "tb/mpi/wire.hpp"

namespace kintsugi::mpi {

Dealer::Dealer(Channel& channel, std::string program, StopRequests stop, std::function<void()> idle)
    : channel_(channel),
      program_(std::move(program)),
      stop_(std::move(stop)),
      idle_(std::move(idle)),
      ranks_(static_cast<std::size_t>(channel.ranks())) {}

Dealer::~Dealer() {
  try {
    end_ranks();
  } catch (const std::exception&) {
    // the job is broken: what has started it reports that, and ends the others
  }
}

/// Results that are under way are received, for a rank cannot leave before a large one has arrived.
void Dealer::end_ranks() {
  for (int rank = 1; rank < channel_.ranks(); ++rank) channel_.send({rank, Kind::kEnd});
  for (int left = 1; left < channel_.ranks();) {
    const auto message = channel_.receive();
    if (!message) idle_();
    if (message && message->kind == Kind::kLeft) ++left;
  }
}

bool Dealer::run_all(const sweep::Work& work) {
  next_ = done_ = 0;
  if (stop_.requested() != 0) return false;
  while (done_ < work.jobs) {
    if (all_ranks_are_here()) deal(work);
    if (const auto message = channel_.receive()) {
      take(*message, work);
    } else {
      idle_();
    }
    if (done_ < work.jobs && stop_.requested() != 0) return false;
  }
  return true;
}

void Dealer::deal(const sweep::Work& work) {
  while (next_ < work.jobs) {
    Rank* const rank = free_rank(work.workers);
    if (rank == nullptr) return;
    const int number = static_cast<int>(rank - ranks_.data());
    channel_.send({number, Kind::kJob, to_body(next_, work.command(next_))});
    ++rank->jobs;
    ++next_;
  }
}

Dealer::Rank* Dealer::free_rank(unsigned most) {
  Rank* found = nullptr;
  for (std::size_t i = 1; i < ranks_.size(); ++i) {
    Rank& rank = ranks_[i];
    if (rank.jobs < most && (found == nullptr || rank.jobs < found->jobs)) found = &rank;
  }
  return found;
}

void Dealer::take(const Message& message, const sweep::Work& work) {
  switch (message.kind) {
    case Kind::kHello:
      return greet(message.rank, message.body);
    case Kind::kEnded: {
      JobEnd end = job_end_of(message.body);
      --ranks_[static_cast<std::size_t>(message.rank)].jobs;
      ++done_;
      return work.done(end.job, std::move(end.end));
    }
    case Kind::kFailed:
      throw std::runtime_error(name_of(message.rank) + ": " + message.body.get<std::string>());
    case Kind::kStopped:
      return stop_.request(message.body.get<int>());
    case Kind::kJob:
    case Kind::kEnd:
    case Kind::kLeft:
      break;
  }
  throw std::logic_error("only rank 0 deals and ends");
}

void Dealer::greet(int rank, const nlohmann::json& hello) {
  Rank& greeter = ranks_[static_cast<std::size_t>(rank)];
  greeter.host = hello.at("host").get<std::string>();
  const auto program = hello.at("program").get<std::string>();
  if (program != program_) {
    throw std::runtime_error(name_of(rank) + " runs another program than rank 0: " + program + ", not " + program_ +
                             "; install the same build on all machines");
  }
  ++here_;
}

std::string Dealer::name_of(int rank) const {
  return "rank " + std::to_string(rank) + " on " + ranks_[static_cast<std::size_t>(rank)].host;
}

}  // namespace kintsugi::mpi
