/// Measures each class of `traffic.classes` by itself. The routing state of a packet says its class
/// (models/routing/message_classes.hpp).
///
/// Window     packets are created from the start of the traffic until run.cycles, so those of the window are those
///            created at or after run.warmup
/// Memory     a histogram of latencies for each class and thread, which grows with the longest latency
#include <deque>
#include <vector>

#include "hw/link/packet_table.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/latency_rows.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

struct ClassCounts {
  std::uint64_t created = 0;    ///< packets of the whole run
  std::uint64_t delivered = 0;  ///< of them
  std::uint64_t offered = 0;    ///< flits of packets created in the window
  std::uint64_t accepted = 0;   ///< flits that have arrived in the window
  Histogram latencies;          ///< of packets created in the window and delivered

  ClassCounts& operator+=(const ClassCounts& other) {
    using Counts = ClassCounts;
    return add_members(*this, other, &Counts::created, &Counts::delivered, &Counts::offered, &Counts::accepted,
                       &Counts::latencies);
  }
};

/// The packets of one thread.
class ClassWatcher final : public PacketWatcher {
 public:
  ClassWatcher(std::size_t classes, Cycle window_begin, Cycle window_end)
      : counts(classes), begin_(window_begin), end_(window_end) {}

  void created(const Packet& packet, Cycle now) override {
    ClassCounts& own = counts_of(packet);
    ++own.created;
    if (now >= begin_) own.offered += packet.flits;
  }
  void arrived(const Packet& packet, Cycle now) override {
    if (now >= begin_ && now < end_) ++counts_of(packet).accepted;
  }
  void delivered(const Packet& packet, Cycle now) override {
    ClassCounts& own = counts_of(packet);
    ++own.delivered;
    if (packet.created >= begin_) own.latencies.add(now - packet.created);
  }

  std::vector<ClassCounts> counts;

 private:
  ClassCounts& counts_of(const Packet& packet) { return counts[packet.state % counts.size()]; }

  Cycle begin_;
  Cycle end_;
};

class ClassMeter final : public Instrument {
 public:
  explicit ClassMeter(const TrafficBegin& begin)
      : classes_(*begin.setup.traffic->classes),
        nodes_(begin.setup.network().pes()),
        warmup_(begin.scenario.run.warmup),
        cycles_(begin.scenario.run.cycles) {}

  PacketObserver* packets(unsigned /*thread*/) override {
    return &watchers_.emplace_back(classes_.count, warmup_, cycles_);
  }
  void finish(const RunResult& result) override {
    window_ = result.has_window() ? result.window_end - result.window_begin : 0;
    counts_.resize(classes_.count);
    for (const ClassWatcher& watcher : watchers_) {
      for (std::size_t number = 0; number < counts_.size(); ++number) counts_[number] += watcher.counts[number];
    }
  }
  using Instrument::report;
  void report(TextTable& table, const ReportNumbers& /*numbers*/) const override {
    table.add({"classes", std::to_string(classes_.count) +
                              (classes_.strict ? ", strict: class 0 goes first" : ", which take turns")});
    for (std::size_t number = 0; number < counts_.size(); ++number) table.add({"", class_text(number)});
  }

  const PriorityClasses& classes() const { return classes_; }
  const ClassCounts& first() const { return counts_.front(); }
  const ClassCounts& last() const { return counts_.back(); }
  /// Returns flits/node/cycle in the window.
  double rate(std::uint64_t flits) const {
    return window_ == 0 ? 0 : static_cast<double>(flits) / static_cast<double>(window_) / static_cast<double>(nodes_);
  }
  /// Returns a list of all classes.
  ordered_json list() const {
    ordered_json list = ordered_json::array();
    for (const ClassCounts& counts : counts_) {
      const Histogram& latencies = counts.latencies;
      list.push_back({{"class", list.size()},
                      {"packets", counts.created},
                      {"delivered", counts.delivered},
                      {"offered", rate(counts.offered)},
                      {"accepted", rate(counts.accepted)},
                      {"latency", nullptr}});
      if (latencies.total() == 0) continue;
      list.back()["latency"] = {{"mean", latencies.mean()},
                                {"p95", latencies.percentile(95)},
                                {"p99", latencies.percentile(99)},
                                {"max", latencies.max()}};
    }
    return list;
  }

 private:
  std::string class_text(std::size_t number) const {
    const ClassCounts& counts = counts_[number];
    return std::to_string(number) + ": offered " + fixed(rate(counts.offered), 5) + ", accepted " +
           fixed(rate(counts.accepted), 5) + " flits/node/cycle; latency " + latency_text(counts.latencies);
  }

  const PriorityClasses& classes_;
  std::size_t nodes_;  // with a PE
  Cycle warmup_;
  Cycle cycles_;
  Cycle window_ = 0;                   // its cycles
  std::deque<ClassWatcher> watchers_;  // by thread
  std::vector<ClassCounts> counts_;
};

std::string classes_needed(const Scenario& scenario, const Setup&) {
  return need::unless(scenario.traffic && scenario.traffic->classes,
                      "packets have no priority classes; give traffic.classes");
}

RunRows class_numbers() {
  ReportRows<ClassMeter> rows;
  rows.number("count", "classes", "of `traffic.classes`; only with this key, as all numbers of `classes`",
              [](const ClassMeter& meter) { return meter.classes().count; });
  const auto add = [&rows](const std::string& path, const ClassCounts& (ClassMeter::*which)() const,
                           const std::string& of) {
    rows.number(path + ".accepted", "flits/node/cycle", "flits of " + of + " that have arrived in the window",
                [which](const ClassMeter& meter) { return meter.rate((meter.*which)().accepted); })
        .include(path, latency_rows("mean latency, from creation to tail, of packets of " + of),
                 [which](const ClassMeter& meter) { return if_measured((meter.*which)().latencies); });
  };
  add("first", &ClassMeter::first, "class 0");
  add("last", &ClassMeter::last, "the class with the highest number");
  rows.other("arbitration", [](const ClassMeter& meter) { return meter.classes().strict ? "strict" : "round_robin"; })
      .other("list", &ClassMeter::list);
  return RunRows().include("classes", rows, meter_of<ClassMeter>, {need::traffic, classes_needed});
}

}  // namespace

extern const InstrumentInfo kClassMeter;
const InstrumentInfo kClassMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.traffic && wishes.scenario.traffic->classes; },
    .make = make_instrument<ClassMeter>,
    .numbers = class_numbers,
};

}  // namespace kintsugi
