/// Measures requests and their replies, with `traffic.reply`.
///
/// Round trip  from the creation of a request to the tail of its reply
/// Window      requests created in it, as long as their replies arrive before the run is over
/// Memory      three histograms for each thread, which grow with the longest latency
#include <deque>

#include "hw/link/packet_table.hpp"
#include "models/traffic/replies.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/latency_rows.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

struct ReplyCounts {
  std::uint64_t created = 0;    ///< requests, in the whole run
  std::uint64_t requests = 0;   ///< delivered, in the whole run
  std::uint64_t replies = 0;    ///< delivered, in the whole run
  Histogram request_latencies;  ///< of those of the window, as the next two
  Histogram reply_latencies;
  Histogram round_trips;

  /// Returns the requests of which no reply has arrived.
  std::uint64_t unanswered() const { return created - replies; }
  ReplyCounts& operator+=(const ReplyCounts& other) {
    using Counts = ReplyCounts;
    return add_members(*this, other, &Counts::created, &Counts::requests, &Counts::replies, &Counts::request_latencies,
                       &Counts::reply_latencies, &Counts::round_trips);
  }
};

/// The packets of one thread.
class ReplyWatcher final : public PacketWatcher {
 public:
  ReplyWatcher(Cycle window_begin, Cycle window_end) : begin_(window_begin), end_(window_end) {}

  void created(const Packet& packet, Cycle /*now*/) override {
    if (has_one_destination(packet.kind) && !ReplyTraffic::is_reply(note_of(packet))) ++counts.created;
  }
  void delivered(const Packet& packet, Cycle now) override {
    if (!has_one_destination(packet.kind)) return;
    const std::uint32_t note = note_of(packet);
    if (!ReplyTraffic::is_reply(note)) {
      ++counts.requests;
      if (is_measured(packet.created)) counts.request_latencies.add(now - packet.created);
      return;
    }
    ++counts.replies;
    const Cycle trip = ReplyTraffic::round_trip(note, now);
    if (!is_measured(now - trip)) return;
    counts.reply_latencies.add(now - packet.created);
    counts.round_trips.add(trip);
  }

  ReplyCounts counts;

 private:
  bool is_measured(Cycle created) const { return created >= begin_ && created < end_; }

  Cycle begin_;
  Cycle end_;
};

class ReplyMeter final : public Instrument {
 public:
  explicit ReplyMeter(const TrafficBegin& begin) : begin_(begin.scenario.run.warmup), end_(begin.window_end) {}

  PacketObserver* packets(unsigned /*thread*/) override { return &watchers_.emplace_back(begin_, end_); }
  void finish(const RunResult& /*result*/) override {
    for (const ReplyWatcher& watcher : watchers_) counts_ += watcher.counts;
  }
  using Instrument::report;
  void report(TextTable& table, const ReportNumbers& /*numbers*/) const override {
    const std::uint64_t unanswered = counts_.unanswered();
    table.add({"replies", std::to_string(counts_.replies) + " to " + counted(counts_.requests, "request") +
                              (unanswered == 0 ? "" : "; no reply has arrived to " + std::to_string(unanswered))});
    table.add({"round trip", latency_text(counts_.round_trips)});
    table.add({"", "requests: " + latency_text(counts_.request_latencies)});
    table.add({"", "replies: " + latency_text(counts_.reply_latencies)});
  }

  const ReplyCounts& counts() const { return counts_; }

 private:
  Cycle begin_;
  Cycle end_;
  std::deque<ReplyWatcher> watchers_;  // by thread
  ReplyCounts counts_;
};

std::string replies_needed(const Scenario& scenario, const Setup&) {
  return need::unless(scenario.traffic && scenario.traffic->reply, "packets have no replies; give traffic.reply");
}

RunRows reply_numbers() {
  ReportRows<ReplyCounts> rows;
  rows.number("requests", "packets",
              "requests that have arrived, in the whole run; only with `traffic.reply`, as all numbers of `replies`",
              &ReplyCounts::requests)
      .number("answered", "packets", "replies that have arrived, in the whole run", &ReplyCounts::replies)
      .number(
          "unanswered", "packets",
          "requests that were created, in the whole run, and to which no reply has arrived: the request or its reply "
          "was lost, or the run ended before",
          &ReplyCounts::unanswered);
  const auto add = [&rows](const char* path, Histogram ReplyCounts::*histogram, const std::string& what) {
    rows.include(
        path, latency_rows(what + "; of requests created in the window"),
        [histogram](const ReplyCounts& counts) { return if_measured(counts.*histogram); }, {}, IfNone::kNull);
  };
  add("round_trip", &ReplyCounts::round_trips, "from the creation of a request to the tail of its reply");
  add("request_latency", &ReplyCounts::request_latencies, "from the creation of a request to its tail");
  add("reply_latency", &ReplyCounts::reply_latencies, "from the creation of a reply to its tail");
  const auto counts = [](const ReportedRun& run) {
    const auto* const meter = run.result.find<ReplyMeter>();
    return meter == nullptr ? nullptr : &meter->counts();
  };
  return RunRows().include("replies", rows, counts, {need::traffic, replies_needed});
}

}  // namespace

extern const InstrumentInfo kReplyMeter;
const InstrumentInfo kReplyMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.traffic && wishes.scenario.traffic->reply; },
    .make = make_instrument<ReplyMeter>,
    .numbers = reply_numbers,
};

}  // namespace kintsugi
