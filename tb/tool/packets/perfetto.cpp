#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <tuple>

#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/packets/report.hpp"

namespace kintsugi::packets {

namespace {

constexpr int kLinks = 1;  // processes
constexpr int kLoad = 2;
constexpr int kEvents = 3;
constexpr std::size_t kPart = std::size_t{1} << 16U;  // characters that are handed on at a time

/// How much a counter changes at a time.
struct Change {
  Cycle cycle = 0;
  int by = 0;
};

/// Writes the document event by event, as text: a tree for millions of hops would not fit into memory.
class Events {
 public:
  explicit Events(const Sink& sink) : sink_(sink) { text_.reserve(kPart + kPart / 4); }

  /// Begins an event with the part that is common to all; put() and number() go on, and end() ends it.
  Events& begin(std::string_view name_in_quotes, char phase, int process) {
    put(is_first_ ? "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" : ",\n");
    is_first_ = false;
    return put("{\"name\":").put(name_in_quotes).put(",\"ph\":\"").put({&phase, 1}).number("\",\"pid\":", process);
  }
  Events& put(std::string_view text) {
    text_ += text;
    return *this;
  }
  Events& number(std::string_view before, std::uint64_t number) {
    std::array<char, 20> digits;
    put(before);
    return put({digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr});
  }
  void end() {
    put("}");
    if (text_.size() >= kPart) hand_on();
  }
  void name_process(int process, const char* name) { name_what("\"process_name\"", process, 0, name); }
  void name_track(int process, std::size_t track, const std::string& name) {
    name_what("\"thread_name\"", process, track, name);
  }
  void add_counter(const std::string& name, std::vector<Change>& changes);
  void finish() {
    put("\n]}\n");
    hand_on();
  }

 private:
  void name_what(const char* what, int process, std::size_t track, const std::string& name) {
    begin(what, 'M', process).number(",\"tid\":", track).put(",\"args\":{\"name\":").put(to_line(name)).put("}").end();
  }
  void hand_on() {
    sink_(text_);
    text_.clear();
  }

  const Sink& sink_;
  std::string text_;
  bool is_first_ = true;
};

/// Adds the value of a counter after each cycle in which it changes. Sorts the changes.
void Events::add_counter(const std::string& name, std::vector<Change>& changes) {
  std::ranges::sort(changes, {}, &Change::cycle);
  const std::string in_quotes = to_line(name);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < changes.size();) {
    const Cycle cycle = changes[i].cycle;
    const std::uint64_t before = value;
    for (; i < changes.size() && changes[i].cycle == cycle; ++i) value += static_cast<std::uint64_t>(changes[i].by);
    if (value == before) continue;
    begin(in_quotes, 'C', kLoad).number(",\"ts\":", cycle).number(",\"args\":{\"value\":", value).put("}").end();
  }
}

class TimeLine {
 public:
  TimeLine(const Log& log, const std::vector<const Packet*>& packets, const Sink& sink)
      : log_(log), packets_(packets), events_(sink) {
    for (std::uint64_t node = 0; node < log.nodes; ++node) {
      source_names_.push_back(" of node " + to_line(log.node(node)).substr(1));
    }
  }

  void write() {
    events_.name_process(kLinks, "links");
    events_.name_process(kLoad, "load");
    events_.name_process(kEvents, "events");
    add_load();
    add_links();
    add_events();
    events_.finish();
  }

 private:
  struct Slice {
    const Packet* packet;
    const Hop* hop;
  };
  using Channels = std::map<std::tuple<Name, Name, std::uint64_t>, std::vector<Slice>>;

  /// Link by link: the slices of its channels, then its counter.
  void add_links() {
    Channels channels;
    for (const Packet* packet : packets_) {
      for (const Hop& hop : packet->route) channels[{hop.router, hop.out, hop.vc}].push_back({packet, &hop});
    }
    std::size_t track = 0;
    std::vector<Change> changes;  // of the link
    for (auto each = channels.begin(); each != channels.end();) {
      const auto [router, out, vc] = each->first;
      const std::string link = log_.names[router] + ' ' + log_.names[out];
      events_.name_track(kLinks, ++track, link + " vc " + std::to_string(vc));
      add_slices(each->second, track, changes);
      each = channels.erase(each);
      const bool is_last =
          each == channels.end() || std::get<0>(each->first) != router || std::get<1>(each->first) != out;
      if (!is_last) continue;
      events_.add_counter("channels in use: " + link, changes);
      changes.clear();
    }
  }

  void add_slices(std::vector<Slice>& slices, std::size_t track, std::vector<Change>& changes) {
    std::ranges::sort(slices, {}, [](const Slice& slice) { return slice.hop->head; });
    for (const Slice& slice : slices) {
      const Cycle head = slice.hop->head;
      const Cycle end = log_.end_of(*slice.hop);
      changes.push_back({head, 1});
      changes.push_back({end, -1});
      add_slice(*slice.packet, head, end, track);
    }
  }

  void add_slice(const Packet& packet, Cycle head, Cycle end, std::size_t track) {
    name_.assign("\"packet ").append(std::to_string(packet.number)).append(source_names_[packet.source]);
    events_.begin(name_, 'X', kLinks).put(",\"cat\":\"").put(packet.kind).number("\",\"tid\":", track);
    events_.number(",\"ts\":", head).number(",\"dur\":", end - head).number(",\"args\":{\"id\":", packet.id);
    events_.number(",\"source\":", packet.source).number(",\"number\":", packet.number);
    if (packet.destination) events_.number(",\"destination\":", *packet.destination);
    events_.number(",\"flits\":", packet.flits).put("}").end();
  }

  void add_load() {
    std::vector<Change> queued, under_way;
    for (const Packet* packet : packets_) {
      const auto ended = packet->ended();
      queued.push_back({packet->created, 1});
      if (packet->injected) {
        queued.push_back({*packet->injected, -1});
        under_way.push_back({*packet->injected, 1});
        if (ended) under_way.push_back({*ended, -1});
      } else if (ended) {
        queued.push_back({*ended, -1});
      }
    }
    events_.add_counter("packets in source queues", queued);
    events_.add_counter("packets in the network", under_way);
  }

  void add_events() {
    events_.name_track(kEvents, 1, "faults");
    events_.name_track(kEvents, 2, "reconfiguration");
    for (const FaultMark& fault : log_.faults) {
      events_.begin(to_line((fault.ends ? "end of fault: " : "fault: ") + fault.what), 'i', kEvents);
      events_.put(",\"s\":\"g\",\"tid\":1").number(",\"ts\":", fault.cycle).end();
    }
    for (const Phase& phase : log_.phases) {
      events_.begin(to_line(phase.name), 'X', kEvents)
          .put(",\"cat\":\"phase\",\"tid\":2")
          .number(",\"ts\":", phase.from);
      events_.number(",\"dur\":", phase.to - phase.from + 1).end();
    }
  }

  const Log& log_;
  const std::vector<const Packet*>& packets_;
  Events events_;
  std::vector<std::string> source_names_;  // by node: ` of node spine01"`, as a JSON text has it
  std::string name_;                       // of the present slice
};

}  // namespace

void write_perfetto(const Log& log, const std::vector<const Packet*>& packets, const Sink& sink) {
  TimeLine(log, packets, sink).write();
}

}  // namespace kintsugi::packets
