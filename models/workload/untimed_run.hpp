/// Executes a program without time, and says which operations wait for each other at the end.
///
/// Order     any: what can happen happens. A send has started when it is issued, an eager one has ended then; a message
///           is there for its receive when it is issued. In another order a receive may get another message. That can
///           change what is left over only where a channel has given messages to some of its receives and not to others
/// Messages  without them (kIgnored) every receive and send ends when it is ready: what is left requires itself
#pragma once

#include <vector>

#include "models/workload/matching.hpp"
#include "models/workload/protocol.hpp"

namespace kintsugi::workload {

class UntimedRun {
 public:
  enum class Messages { kIgnored, kMatched };
  UntimedRun(const Program& program, const Channels& channels, const Protocol& protocol, Messages messages);

  bool has_ended() const { return left_ == 0; }
  /// Returns whether another order may have had another outcome.
  bool is_ambiguous() const;
  /// Returns operations of which each waits for the next one, and the last one for the first; empty if one waits for a
  /// message that is never sent.
  std::vector<OpId> circle() const;

 private:
  /// The operations of one kind that are there, in the order in which they came; the first `taken` have a partner.
  struct Line {
    std::vector<OpId> list;
    std::size_t taken = 0;
    std::size_t waiting() const { return list.size() - taken; }
  };
  struct Waiting {
    Line sends;
    Line receives;
  };
  void release(OpId op, bool on_start);
  void end(OpId op);
  void take_up(OpId op);
  void match(Waiting& waiting);
  std::vector<OpId> waits_for() const;

  const Program* program_;
  const Channels* channels_;
  const Protocol* protocol_;
  Messages messages_;
  std::vector<Waiting> waiting_;  // of each channel
  std::vector<std::uint32_t> missing_;
  std::vector<char> started_;
  std::vector<char> ended_;
  std::vector<OpId> ready_;
  std::size_t left_;
};

}  // namespace kintsugi::workload
