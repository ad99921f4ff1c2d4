#include "models/workload/validation.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "models/network/text.hpp"
#include "models/workload/untimed_run.hpp"

namespace kintsugi::workload {

namespace {

constexpr std::size_t kMostNamed = 8;  // operations of a circle that a message names

struct Ends {
  std::vector<OpId> sends;
  std::vector<OpId> receives;
};

class Checker {
 public:
  Checker(const Program& program, const Protocol& protocol, const Channels& channels)
      : program_(program), protocol_(protocol), channels_(channels), ends_(channels.size()), wild_(program.ranks()) {
    for (std::size_t i = 0; i < program.size(); ++i) {
      const OpId op = OpId::from(i);
      const Operation& operation = program[op];
      if (operation.kind == OpKind::kCalc) {
        check_calc(op);
      } else if (operation.is_wild()) {
        wild_[program.rank_of(op).index()].push_back(op);
        has_wild_ = true;
      } else {
        Ends& ends = ends_[channels.of(op)];
        (operation.kind == OpKind::kSend ? ends.sends : ends.receives).push_back(op);
      }
    }
  }

  Findings run(std::size_t most) {
    std::vector<std::vector<OpId>> left(program_.ranks());  // messages to each rank that only wild receives can take
    for (Ends& ends : ends_) check_channel(ends, left);
    for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) check_wild(RankId{rank}, left[rank]);
    check_order();
    std::ranges::stable_sort(found_, {}, &Finding::op);
    Findings findings;
    findings.more = found_.size() - std::min(found_.size(), most);
    found_.resize(found_.size() - findings.more);
    findings.list = std::move(found_);
    return findings;
  }

 private:
  void complain(OpId op, std::string message) { found_.push_back({op, std::move(message)}); }

  void check_calc(OpId op) {
    const std::uint64_t nanoseconds = program_[op].size;
    if (protocol_.fits(nanoseconds)) return;
    complain(op, "takes " + readable(static_cast<std::int64_t>(nanoseconds)) + " ns, at " +
                     readable(protocol_.cycles_per_ns) + " cycles in each more than " + readable(kMaxCycles) +
                     " cycles; take fewer nanoseconds, or fewer cycles_per_ns");
  }

  std::string message_of(OpId op) const {
    const Operation& operation = program_[op];
    const bool sends = operation.kind == OpKind::kSend;
    const RankId from = sends ? program_.rank_of(op) : operation.peer;
    const RankId to = sends ? operation.peer : program_.rank_of(op);
    return "from rank " + std::to_string(from.value) + " to rank " + std::to_string(to.value) + " with tag " +
           std::to_string(operation.tag);
  }

  /// Compares the two ends of a channel. Adds the messages that its receives leave over.
  void check_channel(Ends& ends, std::vector<std::vector<OpId>>& left) {
    const std::size_t pairs = std::min(ends.sends.size(), ends.receives.size());
    for (std::size_t i = pairs; i < ends.receives.size(); ++i) {
      complain(ends.receives[i], "has no message: " + message_of(ends.receives[i]) + " there are " +
                                     counted(ends.receives.size(), "recv") + " and " +
                                     counted(ends.sends.size(), "send") + "; add a send or leave out this recv");
    }
    if (ends.sends.size() > pairs) {
      const RankId to = program_[ends.sends.front()].peer;
      if (wild_[to.index()].empty()) {
        for (std::size_t i = pairs; i < ends.sends.size(); ++i) complain_of_send(ends.sends[i], ends);
      } else {
        left[to.index()].insert(left[to.index()].end(), ends.sends.begin() + static_cast<std::ptrdiff_t>(pairs),
                                ends.sends.end());
      }
    } else {
      check_sizes(ends);
    }
  }

  void complain_of_send(OpId op, const Ends& ends) {
    complain(op, "has no receive: " + message_of(op) + " there are " + counted(ends.sends.size(), "send") + " and " +
                     counted(ends.receives.size(), "recv") + "; add a recv or leave out this send");
  }

  /// The longest message needs the longest receive, and so on.
  void check_sizes(Ends& ends) {
    const auto longer = [&](OpId a, OpId b) { return program_[a].size > program_[b].size; };
    std::ranges::stable_sort(ends.sends, longer);
    std::ranges::stable_sort(ends.receives, longer);
    for (std::size_t i = 0; i < ends.sends.size(); ++i) {
      const std::uint64_t bytes = program_[ends.sends[i]].size;
      const std::uint64_t room = program_[ends.receives[i]].size;
      if (bytes <= room) continue;
      complain(ends.receives[i], "is too short: " + program_.name(ends.sends[i]) + " sends " + counted(bytes, "byte") +
                                     ", and the recv takes " + std::to_string(room) + "; make it longer");
      return;
    }
  }

  void check_wild(RankId rank, const std::vector<OpId>& messages) {
    const std::vector<OpId>& receives = wild_[rank.index()];
    for (const OpId send : messages) {
      if (std::ranges::any_of(receives, [&](OpId recv) { return accepts(recv, send); })) continue;
      return complain(send, "has no receive: no recv of rank " + std::to_string(rank.value) + " takes a message " +
                                message_of(send) + " beside those that others need; add a recv or leave out this send");
    }
    if (messages.size() > receives.size()) {
      complain(messages[receives.size()], "has no receive: rank " + std::to_string(rank.value) + " has " +
                                              counted(receives.size(), "recv") + " from -1 or with tag -1 for " +
                                              counted(messages.size(), "message") + "; add a recv");
    } else if (messages.size() < receives.size()) {
      complain(receives[messages.size()], "has no message: rank " + std::to_string(rank.value) + " has " +
                                              counted(receives.size(), "recv") + " from -1 or with tag -1 for " +
                                              counted(messages.size(), "message") +
                                              "; add a send or leave out this recv");
    } else {
      check_shares(
          receives, messages, [](const Operation& each) { return each.tag; }, kAnyTag, "with this tag");
      check_shares(
          receives, messages, [&](const Operation& each) { return each.peer.value; }, kAnyRank.value, "from this rank");
    }
  }

  bool accepts(OpId recv, OpId send) const {
    const Operation& wanted = program_[recv];
    return (wanted.peer == kAnyRank || wanted.peer == program_.rank_of(send)) &&
           (wanted.tag == kAnyTag || wanted.tag == program_[send].tag);
  }

  /// Receives for one tag (or source) must not be more than the messages of that tag (or source).
  template <class Share>
  void check_shares(std::span<const OpId> receives, std::span<const OpId> messages, Share share, std::uint32_t any,
                    const std::string& which) {
    std::map<std::uint32_t, std::size_t> there;
    for (const OpId send : messages) {
      Operation as_seen = program_[send];
      as_seen.peer = program_.rank_of(send);
      ++there[share(as_seen)];
    }
    for (const OpId recv : receives) {
      const std::uint32_t wanted = share(program_[recv]);
      if (wanted == any || there[wanted]-- > 0) continue;
      return complain(recv,
                      "has no message: more recvs than messages " + which + "; add a send or leave out this recv");
    }
  }

  void check_order() {
    const UntimedRun alone(program_, channels_, protocol_, UntimedRun::Messages::kIgnored);
    if (!alone.has_ended()) {
      const std::vector<OpId> circle = alone.circle();
      return complain(circle.front(), "requires itself: " + chain(circle, " requires ") + "; leave one out");
    }
    if (has_wild_ || !found_.empty()) return;
    const UntimedRun all(program_, channels_, protocol_, UntimedRun::Messages::kMatched);
    if (all.has_ended() || all.is_ambiguous()) return;
    const std::vector<OpId> circle = all.circle();
    complain(circle.front(), "never ends: " + chain(circle, " waits for ") + "; change the order of one of them");
  }

  std::string chain(const std::vector<OpId>& circle, const std::string& verb) const {
    std::string text = program_.name(circle.front());
    for (std::size_t i = 1; i < std::min(circle.size(), kMostNamed); ++i) text += verb + program_.name(circle[i]);
    if (circle.size() > kMostNamed) text += verb + "... " + std::to_string(circle.size() - kMostNamed) + " more";
    return text + verb + "the first";
  }

  const Program& program_;
  const Protocol& protocol_;
  const Channels& channels_;
  std::vector<Ends> ends_;               // of each channel
  std::vector<std::vector<OpId>> wild_;  // receives of each rank
  bool has_wild_ = false;
  std::vector<Finding> found_;
};

}  // namespace

Findings check(const Program& program, const Protocol& protocol, std::size_t most) {
  const Channels channels(program);
  return Checker(program, protocol, channels).run(most);
}

}  // namespace kintsugi::workload
