#include "tb/tool/scenario/flows_reader.hpp"

#include <array>
#include <string>

#include "tb/tool/scenario/record_list.hpp"
#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

constexpr IntegerRange kCycle{0, kMaxCycles};
constexpr RealRange kScale{0, 1e6};
constexpr IntegerRange kClass{0, kTrafficClassesRange.high - 1};
constexpr std::array<const char*, 7> kParts = {"source", "destination", "rate", "flits", "from", "to", "class"};
constexpr const char* kForm =
    "[source, destination, rate], or a mapping with these keys and, if wanted, flits, from, to, class";

/// Returns the word for a key that the mapping has: files of flows take the short ones too.
const char* word_in(const MapReader& map, std::initializer_list<const char*> words) {
  for (const char* word : words) {
    if (map.value().find(word) != nullptr) return word;
  }
  return *words.begin();
}

/// The nodes of a flow are judged even if something else of it is wrong.
void read_flow(MapReader& map, std::vector<WrittenFlow>& flows) {
  WrittenFlow read;
  const char* const source = word_in(map, {"source", "src"});
  const char* const destination = word_in(map, {"destination", "dest", "dst"});
  for (const char* needed : {source, destination, "rate"}) map.require(needed, std::string(": a flow is ") + kForm);
  const bool has_source = map.node(source, read.source, {.help = "the node that sends, by name or number"});
  const bool has_destination = map.node(destination, read.destination, {.help = "the node that receives"});
  map.real("rate", {0, 1}, read.flow.rate, {.help = "flits/cycle"});
  map.integer("flits", kFlitsRange, read.flow.flits,
              {.help = "length of every packet of the flow", .otherwise = "that of traffic.flits", .example = "4"});
  map.integer("from", kCycle, read.flow.from, {.help = "its first cycle, counted from the start of the traffic"});
  if (map.integer(
          "to", kCycle, read.flow.to,
          {.help = "the cycle after its last", .otherwise = "none, the end of the traffic", .example = "2000"}) &&
      read.flow.to <= read.flow.from) {
    map.context().errors.add(map.find("to")->where, map.path_of("to") + " must be more than from, " +
                                                        std::to_string(read.flow.from) + ", not '" +
                                                        std::to_string(read.flow.to) + "'");
  }
  map.integer("class", kClass, read.flow.priority_class, {.help = "its priority class, one of traffic.classes"});
  read.path = map.path();
  if (has_source || has_destination) flows.push_back(std::move(read));
}

}  // namespace

void read_flows(MapReader& traffic, std::optional<FlowsSection>& flows) {
  traffic.say(
      "flows",
      {.help = "flows, each with a rate of its own: a list, or a file with a table or a matrix",
       .otherwise = "none",
       .type = "path of a file or list of flows",
       .condition = "not together with other keys of traffic but flits, scale, burst, multicast, reply and classes",
       .example = "[[0, 1, 0.1]]"});
  FlowsSection read;
  const Value* value = traffic.find("flows");
  if (value != nullptr && value->type == Value::Type::kList) {
    read_records(traffic, "flows", *value, {kParts, 3, "a flow", kForm},
                 [&read](MapReader& map) { read_flow(map, read.list); });
  } else if (value != nullptr) {
    std::filesystem::path file;
    if (traffic.file("flows", file)) read.file = file;
  }
  traffic.real("scale", kScale, read.scale,
               {.help = "factor by which the rates of all flows are multiplied",
                .condition = "only with flows",
                .example = "0.5"});
  if (value == nullptr && traffic.has("scale")) {
    traffic.refuse_whole("scale", traffic.path_of("scale") + " has no meaning without " + traffic.path_of("flows"));
  }
  if (value != nullptr) flows = std::move(read);
}

}  // namespace kintsugi
