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
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/run/statistics.hpp"

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
    created += other.created;
    delivered += other.delivered;
    offered += other.offered;
    accepted += other.accepted;
    latencies += other.latencies;
    return *this;
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
  void report(ordered_json& json, const ReportNumbers& numbers) const override;
  void report(TextTable& table, const ReportNumbers& numbers) const override;

  const PriorityClasses& classes() const { return classes_; }
  const ClassCounts& first() const { return counts_.front(); }
  const ClassCounts& last() const { return counts_.back(); }
  /// Returns flits/node/cycle in the window.
  double rate(std::uint64_t flits) const {
    return window_ == 0 ? 0 : static_cast<double>(flits) / static_cast<double>(window_) / static_cast<double>(nodes_);
  }

 private:
  ordered_json class_json(std::size_t number) const;
  std::string class_text(std::size_t number) const;

  const PriorityClasses& classes_;
  std::size_t nodes_;  // with a PE
  Cycle warmup_;
  Cycle cycles_;
  Cycle window_ = 0;                   // its cycles
  std::deque<ClassWatcher> watchers_;  // by thread
  std::vector<ClassCounts> counts_;
};

ordered_json ClassMeter::class_json(std::size_t number) const {
  const ClassCounts& counts = counts_[number];
  ordered_json json = {{"class", number},
                       {"packets", counts.created},
                       {"delivered", counts.delivered},
                       {"offered", rate(counts.offered)},
                       {"accepted", rate(counts.accepted)},
                       {"latency", nullptr}};
  if (counts.latencies.total() == 0) return json;
  json["latency"] = {{"mean", counts.latencies.mean()},
                     {"p95", counts.latencies.percentile(95)},
                     {"p99", counts.latencies.percentile(99)},
                     {"max", counts.latencies.max()}};
  return json;
}

std::string ClassMeter::class_text(std::size_t number) const {
  const ClassCounts& counts = counts_[number];
  const std::string text = std::to_string(number) + ": offered " + fixed(rate(counts.offered), 5) + ", accepted " +
                           fixed(rate(counts.accepted), 5) + " flits/node/cycle; latency ";
  if (counts.latencies.total() == 0) return text + "none measured";
  return text + "mean " + fixed(counts.latencies.mean(), 2) + ", 95 % within " +
         std::to_string(counts.latencies.percentile(95)) + ", at most " + std::to_string(counts.latencies.max()) +
         " cycles";
}

void ClassMeter::report(ordered_json& json, const ReportNumbers& numbers) const {
  json["classes"] = numbers.section("classes");
  json["classes"]["arbitration"] = classes_.strict ? "strict" : "round_robin";
  json["classes"]["list"] = ordered_json::array();
  for (std::size_t number = 0; number < counts_.size(); ++number) {
    json["classes"]["list"].push_back(class_json(number));
  }
}

void ClassMeter::report(TextTable& table, const ReportNumbers& /*numbers*/) const {
  table.add({"classes", std::to_string(classes_.count) +
                            (classes_.strict ? ", strict: class 0 goes first" : ", which take turns")});
  for (std::size_t number = 0; number < counts_.size(); ++number) table.add({"", class_text(number)});
}

const ClassMeter* classes_of(const RunResult& result) {
  return result.find<ClassMeter>();
}

std::string classes_needed(const Scenario& scenario, const Setup&) {
  return need::unless(scenario.traffic && scenario.traffic->classes,
                      "packets have no priority classes; give traffic.classes");
}

/// Returns what takes a number of the latencies of a class, or nothing where none was measured.
template <class Take>
auto latency_of(const ClassCounts& (ClassMeter::*which)() const, Take take) {
  return [which, take](const ClassMeter& meter) -> ordered_json {
    const Histogram& latencies = (meter.*which)().latencies;
    return latencies.total() == 0 ? ordered_json() : ordered_json(take(latencies));
  };
}

std::vector<ReportNumber> class_numbers() {
  std::vector<ReportNumber> rows;
  SectionOf section(rows, "classes", classes_of, {need::traffic, classes_needed});
  section.add("count", "classes", "of `traffic.classes`; only with this key, as all numbers of `classes`",
              [](const ClassMeter& meter) { return meter.classes().count; });
  const auto add = [&](const std::string& path, const ClassCounts& (ClassMeter::*which)() const,
                       const std::string& of) {
    section
        .add(path + ".accepted", "flits/node/cycle", "flits of " + of + " that have arrived in the window",
             [which](const ClassMeter& meter) { return meter.rate((meter.*which)().accepted); })
        .add(path + ".mean", "cycles", "mean latency, from creation to tail, of packets of " + of,
             latency_of(which, [](const Histogram& latencies) { return latencies.mean(); }))
        .add(path + ".p95", "cycles", "its 95th percentile",
             latency_of(which, [](const Histogram& latencies) { return latencies.percentile(95); }))
        .add(path + ".max", "cycles", "its maximum",
             latency_of(which, [](const Histogram& latencies) { return latencies.max(); }));
  };
  add("first", &ClassMeter::first, "class 0");
  add("last", &ClassMeter::last, "the class with the highest number");
  return rows;
}

}  // namespace

extern const InstrumentInfo kClassMeter;
const InstrumentInfo kClassMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.traffic && wishes.scenario.traffic->classes; },
    .make = make_instrument<ClassMeter>,
    .numbers = class_numbers,
};

}  // namespace kintsugi
