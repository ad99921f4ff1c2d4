#include "tb/tool/scenario/traffic_reader.hpp"

#include <array>
#include <string>

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
    map.complain("to", " must be more than from, ", read.flow.from, ", not '", read.flow.to, "'");
  }
  map.integer("class", kClass, read.flow.priority_class, {.help = "its priority class, one of traffic.classes"});
  read.path = map.path();
  if (has_source || has_destination) flows.push_back(std::move(read));
}

/// Returns a record that is written as a list as the mapping that means the same.
Value as_mapping(const Value& list, std::span<const char* const> keys) {
  Value map{.type = Value::Type::kMap, .entries = {}, .where = list.where};
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    map.entries.push_back({keys[i], list.items[i].where, list.items[i]});
  }
  return map;
}

}  // namespace

void read_records(MapReader& map, std::string_view key, const Value& list, const RecordForm& form,
                  const std::function<void(MapReader&)>& read) {
  ReadContext& context = map.context();
  const auto is = [&form](std::string_view verb) {
    return std::string(verb) + std::string(form.name) + ", " + std::string(form.form);
  };
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const Value& item = list.items[i];
    const std::string path = map.path_of(key) + '.' + std::to_string(i);
    const bool is_short =
        item.type == Value::Type::kList && item.items.size() >= form.needed && item.items.size() <= form.keys.size();
    if (!is_short && item.type != Value::Type::kMap) {
      context.errors.add(item.where, path, is(" must be "), ", not ", describe(item));
      continue;
    }
    const Value mapping = is_short ? as_mapping(item, form.keys) : Value();
    MapReader inner(context, is_short ? mapping : item, path);
    read(inner);
    inner.report_unknown_keys();
  }
  if (list.items.empty()) {
    context.errors.add(list.where, map.path_of(key), " is empty; ", form.name, " is ", form.form);
  }
}

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
    traffic.file("flows", read.file);
  }
  traffic.real("scale", kScale, read.scale,
               {.help = "factor by which the rates of all flows are multiplied",
                .condition = "only with flows",
                .example = "0.5"});
  traffic.refuse_without("scale", "flows");
  if (value != nullptr) flows = std::move(read);
}

}  // namespace kintsugi
