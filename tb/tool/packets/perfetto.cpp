#include "tb/tool/packets/perfetto.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

namespace kintsugi::packets {

namespace {

using nlohmann::ordered_json;

constexpr int kLinks = 1;  // processes
constexpr int kLoad = 2;
constexpr int kEvents = 3;

/// A link by the router and port that it leaves.
using Link = std::pair<Name, Name>;

/// How much a counter changes at a time.
struct Change {
  Cycle cycle = 0;
  int by = 0;
};

/// Writes the document event by event: one for millions of hops would not fit into memory as a tree.
class Events {
 public:
  void add(const ordered_json& event) {
    text_ += text_.empty() ? "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" : ",\n";
    text_ += event.dump();
  }
  void name_process(int process, const char* name) {
    add({{"name", "process_name"}, {"ph", "M"}, {"pid", process}, {"tid", 0}, {"args", {{"name", name}}}});
  }
  void name_track(int process, std::size_t track, const std::string& name) {
    add({{"name", "thread_name"}, {"ph", "M"}, {"pid", process}, {"tid", track}, {"args", {{"name", name}}}});
  }
  void add_counter(const std::string& name, std::vector<Change> changes);
  std::string finish() { return std::move(text_) + "\n]}\n"; }

 private:
  std::string text_;
};

/// Adds the value of a counter after each cycle in which it changes.
void Events::add_counter(const std::string& name, std::vector<Change> changes) {
  std::ranges::sort(changes, {}, &Change::cycle);
  std::int64_t value = 0;
  for (std::size_t i = 0; i < changes.size();) {
    const Cycle cycle = changes[i].cycle;
    const std::int64_t before = value;
    for (; i < changes.size() && changes[i].cycle == cycle; ++i) value += changes[i].by;
    if (value == before) continue;
    add({{"name", name}, {"ph", "C"}, {"pid", kLoad}, {"ts", cycle}, {"args", {{"value", value}}}});
  }
}

class TimeLine {
 public:
  TimeLine(const Log& log, const std::vector<const Packet*>& packets) : log_(log), packets_(packets) {}

  std::string write() {
    events_.name_process(kLinks, "links");
    events_.name_process(kLoad, "load");
    events_.name_process(kEvents, "events");
    add_slices();
    add_load();
    add_events();
    return events_.finish();
  }

 private:
  struct Slice {
    const Packet* packet;
    const Hop* hop;
  };
  /// The cycle after the last one of a hop.
  Cycle end_of(const Hop& hop) const { return std::max(hop.tail ? *hop.tail : log_.cycles, hop.head) + 1; }
  std::string name_of(Link link) const { return log_.names[link.first] + ' ' + log_.names[link.second]; }

  void add_slices() {
    std::map<std::tuple<Name, Name, std::uint64_t>, std::vector<Slice>> channels;
    for (const Packet* packet : packets_) {
      for (const Hop& hop : packet->route) channels[{hop.router, hop.out, hop.vc}].push_back({packet, &hop});
    }
    std::size_t track = 0;
    for (auto& [channel, slices] : channels) {
      const auto& [router, out, vc] = channel;
      events_.name_track(kLinks, ++track, name_of({router, out}) + " vc " + std::to_string(vc));
      std::ranges::sort(slices, {}, [](const Slice& slice) { return slice.hop->head; });
      for (const Slice& slice : slices) add_slice(slice, track);
    }
  }

  void add_slice(const Slice& slice, std::size_t track) {
    const auto& [packet, hop] = slice;
    ordered_json args = {{"id", packet->id}, {"source", packet->source}, {"number", packet->number}};
    if (packet->destination) args["destination"] = *packet->destination;
    args["flits"] = packet->flits;
    events_.add({{"name", "packet " + std::to_string(packet->number) + " of node " + std::to_string(packet->source)},
                 {"cat", packet->kind},
                 {"ph", "X"},
                 {"pid", kLinks},
                 {"tid", track},
                 {"ts", hop->head},
                 {"dur", end_of(*hop) - hop->head},
                 {"args", std::move(args)}});
  }

  void add_load() {
    std::vector<Change> queued, under_way;
    std::map<Link, std::vector<Change>> links;
    for (const Packet* packet : packets_) {
      const auto ended = packet->lost ? std::optional(packet->lost->cycle) : packet->delivered;
      queued.push_back({packet->created, 1});
      if (packet->injected) {
        queued.push_back({*packet->injected, -1});
        under_way.push_back({*packet->injected, 1});
        if (ended) under_way.push_back({*ended, -1});
      } else if (ended) {
        queued.push_back({*ended, -1});
      }
      for (const Hop& hop : packet->route) {
        links[{hop.router, hop.out}].push_back({hop.head, 1});
        links[{hop.router, hop.out}].push_back({end_of(hop), -1});
      }
    }
    events_.add_counter("packets in source queues", std::move(queued));
    events_.add_counter("packets in the network", std::move(under_way));
    for (auto& [link, changes] : links) events_.add_counter("channels in use: " + name_of(link), std::move(changes));
  }

  void add_events() {
    events_.name_track(kEvents, 1, "faults");
    events_.name_track(kEvents, 2, "reconfiguration");
    for (const FaultMark& fault : log_.faults) {
      events_.add({{"name", (fault.ends ? "end of fault: " : "fault: ") + fault.what},
                   {"ph", "i"},
                   {"s", "g"},
                   {"pid", kEvents},
                   {"tid", 1},
                   {"ts", fault.cycle}});
    }
    for (const Phase& phase : log_.phases) {
      events_.add({{"name", phase.name},
                   {"cat", "phase"},
                   {"ph", "X"},
                   {"pid", kEvents},
                   {"tid", 2},
                   {"ts", phase.from},
                   {"dur", phase.to - phase.from + 1}});
    }
  }

  const Log& log_;
  const std::vector<const Packet*>& packets_;
  Events events_;
};

}  // namespace

std::string to_perfetto(const Log& log, const std::vector<const Packet*>& packets) {
  return TimeLine(log, packets).write();
}

}  // namespace kintsugi::packets
