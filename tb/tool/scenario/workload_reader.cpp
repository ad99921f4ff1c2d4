#include "tb/tool/scenario/traffic_reader.hpp"

#include <array>

#include "tb/tool/scenario/parameter_reader.hpp"

namespace kintsugi {

namespace {

constexpr IntegerRange kFlitBytes{1, 65536};
constexpr IntegerRange kPacketBytes{1, std::int64_t{1} << 30};
constexpr RealRange kCyclesPerNs{0, 1'000'000};

void read_named(MapReader& map, WorkloadSection& workload) {
  NamedWorkload named;
  if (read_named_workload(map, named, Ranks::kOptional)) workload.name = named.info->name;
  workload.parameters = std::move(named.parameters);
}

void read_protocol(MapReader& map, workload::Protocol& protocol) {
  map.integer("flit_bytes", kFlitBytes, protocol.flit_bytes,
              {.help = "bytes of messages in a flit", .condition = "only with workload"});
  map.integer("packet_bytes", kPacketBytes, protocol.packet_bytes,
              {.help = "bytes of messages that a packet carries at most", .condition = "only with workload"});
  std::optional<std::uint64_t> eager_bytes;
  if (map.integer("eager_bytes", workload::kBytesRange, eager_bytes,
                  {.help = "longer messages ask the receiver before they are sent",
                   .otherwise = "none does",
                   .condition = "only with workload",
                   .example = "65536"}) &&
      eager_bytes)
    protocol.eager_bytes = *eager_bytes;
  map.real("cycles_per_ns", kCyclesPerNs, protocol.cycles_per_ns,
           {.help = "cycles in a nanosecond of a calculation", .condition = "only with workload"});
  map.flag("hardware_multicast", protocol.multicasts,
           {.help = "whether sends of one multicast leave together, as packets that routers copy",
            .condition = "only with workload"});
  const std::int64_t flits = (std::int64_t{protocol.packet_bytes} - 1) / protocol.flit_bytes + 1;
  if (flits <= kFlitsRange.high || !map.knows("flit_bytes") || !map.knows("packet_bytes")) return;
  const Value* const value = map.has("packet_bytes") ? map.find("packet_bytes") : map.find("flit_bytes");
  if (value == nullptr) return;
  map.context().errors.add(value->where, "traffic.packet_bytes: a packet of ", protocol.packet_bytes, " bytes has ",
                           flits, " flits of ", protocol.flit_bytes, " bytes; valid is at most ", kFlitsRange.high);
}

void read_place(MapReader& map, WorkloadSection& workload) {
  using Place = WorkloadSection::Place;
  const Value* const value = map.find("place");
  map.say("place",
          {.help = "the node of each rank: identity, annealed, a list of nodes, or a file with one node for each rank",
           .otherwise = "identity",
           .type = "name, list of nodes or path of a file",
           .condition = "only with workload"});
  if (value != nullptr && value->type == Value::Type::kList) {
    workload.place = Place::kList;
    map.nodes("place", workload.nodes);
  } else if (std::string name; value != nullptr && map.text("place", name) && name != "identity") {
    workload.place = name == "annealed" ? Place::kAnnealed : Place::kFile;
    if (workload.place == Place::kFile) map.file("place", workload.place_file);
  }
  map.integer("place_seed", kSeedRange, workload.place_seed,
              {.help = "seed of the search for places", .condition = "only with place: annealed"});
  const Value* const seed = map.find("place_seed");
  if (seed == nullptr || workload.place == Place::kAnnealed || !map.knows("place")) return;
  map.refuse_whole("place_seed", " has a meaning only with traffic.place: annealed");
}

constexpr auto kNeedsWorkload = std::to_array<const char*>(
    {"flit_bytes", "packet_bytes", "eager_bytes", "cycles_per_ns", "hardware_multicast", "place", "place_seed"});

}  // namespace

void read_workload(MapReader& traffic, std::optional<WorkloadSection>& workload) {
  WorkloadSection read;
  const Value* const value = traffic.find("workload");
  if (value != nullptr && value->type == Value::Type::kMap) {
    traffic.section("workload", [&read](MapReader& map) { read_named(map, read); });
  } else {
    traffic.file("workload", read.file);
  }
  traffic.say("workload",
              {.help = "the program that runs: a file of GOAL text, or the name of one that is made and its parameters",
               .otherwise = "none",
               .type = "path of a file or mapping",
               .example = "{name: allreduce, bytes: 4096}"});
  read_protocol(traffic, read.protocol);
  read_place(traffic, read);
  if (value == nullptr) {
    return traffic.refuse_each(kNeedsWorkload, " belongs to a program; give ", traffic.path_of("workload"));
  }
  workload = std::move(read);
}

}  // namespace kintsugi
