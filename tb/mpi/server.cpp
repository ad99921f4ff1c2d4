#include "tb/mpi/server.hpp"

#include <csignal>
#include <exception>
#include <stdexcept>

namespace kintsugi::mpi {

namespace {

sigset_t blocked_signals() {
  sigset_t set;
  sigprocmask(SIG_BLOCK, nullptr, &set);
  return set;
}

}  // namespace

void Processes::start(const Job& job) {
  const sweep::Command& command = job.command;
  running_.push_back(
      {job.job, sweep::Child(command.arguments, command.directory, command.input, blocked_signals(), program_)});
}

std::optional<JobEnd> Processes::next_end() {
  for (auto each = running_.begin(); each != running_.end(); ++each) {
    if (!each->child.has_ended()) continue;
    JobEnd end{each->job, each->child.take()};
    running_.erase(each);
    return end;
  }
  return std::nullopt;
}

void Processes::stop() {
  for (const Running& each : running_) each.child.send(SIGTERM);
  for (Running& each : running_) each.child.has_ended(true);
  running_.clear();
}

Server::Server(Channel& channel, Jobs& jobs, const std::string& program, const std::string& host,
               std::function<int()> stop_requested)
    : channel_(channel), jobs_(jobs), stop_requested_(std::move(stop_requested)) {
  channel_.send({0, Kind::kHello, {{"program", program}, {"host", host}}});
}

bool Server::step() {
  pass_stop_on();
  const auto message = channel_.receive();
  if (message) take(*message);
  if (is_over_ || has_failed_) return message.has_value();
  try {
    const auto end = jobs_.next_end();
    if (end) channel_.send({0, Kind::kEnded, to_body(end->job, end->end)});
    return message || end;
  } catch (const std::exception& error) {
    fail(error.what());
    return true;
  }
}

void Server::take(const Message& message) {
  switch (message.kind) {
    case Kind::kJob:
      if (has_failed_) return;
      try {
        return jobs_.start(job_of(message.body));
      } catch (const std::exception& error) {
        return fail(error.what());
      }
    case Kind::kEnd:
      is_over_ = true;
      jobs_.stop();
      return channel_.send({0, Kind::kLeft});
    case Kind::kHello:
    case Kind::kEnded:
    case Kind::kFailed:
    case Kind::kStopped:
    case Kind::kLeft:
      break;
  }
  throw std::logic_error("only rank 0 is told this");
}

void Server::fail(const std::string& why) {
  has_failed_ = true;
  channel_.send({0, Kind::kFailed, why});
}

void Server::pass_stop_on() {
  const int signal = stop_requested_();
  if (signal == 0 || stop_passed_on_) return;
  stop_passed_on_ = true;
  channel_.send({0, Kind::kStopped, signal});
}

}  // namespace kintsugi::mpi
