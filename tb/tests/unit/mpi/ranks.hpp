/// The ranks of a job in one process: messages lie in queues until they are received.
#pragma once

#include <deque>
#include <vector>

#include "tb/mpi/channel.hpp"

namespace kintsugi::mpi::test {

class QueueChannel final : public Channel {
 public:
  using Queues = std::vector<std::deque<Message>>;  ///< by receiver

  QueueChannel(Queues& queues, int rank) : queues_(queues), rank_(rank) {}
  int rank() const override { return rank_; }
  int ranks() const override { return static_cast<int>(queues_.size()); }
  void send(const Message& message) override {
    queues_[static_cast<std::size_t>(message.rank)].push_back({rank_, message.kind, message.body});
  }
  std::optional<Message> receive() override {
    auto& queue = queues_[static_cast<std::size_t>(rank_)];
    if (queue.empty()) return std::nullopt;
    Message message = queue.front();
    queue.pop_front();
    return message;
  }

 private:
  Queues& queues_;
  int rank_;
};

}  // namespace kintsugi::mpi::test
