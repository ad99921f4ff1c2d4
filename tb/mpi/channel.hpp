/// What the ranks of a job say to each other.
///
/// Rank 0 deals, the others serve. Every message goes from rank 0 to another rank or back:
///
/// Hello    to rank 0, first     {program, host}: identity of the program that the rank runs, name of its machine
/// Job      from rank 0          {job, arguments, directory, input}: run the program so
/// Ended    to rank 0            {job, status, signal, out, err}: how a job ended; the rank is free for another one
/// Failed   to rank 0            why the rank can run no job; it serves no more
/// Stopped  to rank 0            the POSIX signal that asks the rank to stop, and with it the whole job
/// End      from rank 0, last    stop what still runs, and leave
/// Left     to rank 0, last      all that was sent to rank 0 has come before it
///
/// Texts may hold any bytes.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace kintsugi::mpi {

enum class Kind : int { kHello, kJob, kEnded, kFailed, kStopped, kEnd, kLeft };

struct Message {
  int rank = 0;  ///< to which it goes, or from which it comes
  Kind kind = Kind::kHello;
  nlohmann::json body = {};
};

class Channel {
 public:
  virtual ~Channel() = default;
  virtual int rank() const = 0;
  virtual int ranks() const = 0;
  /// Sends, and does not wait for the receiver. Messages between two ranks arrive in their order.
  virtual void send(const Message& message) = 0;
  /// Returns the next message, or nullopt if none has arrived.
  virtual std::optional<Message> receive() = 0;
};

}  // namespace kintsugi::mpi
