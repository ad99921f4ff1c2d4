#include "tb/tool/features/expect/section_cycles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "models/network/text.hpp"
#include "tb/tool/features/expect/section_range.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

namespace {

constexpr std::array<const char*, 3> kListHelp{"what must hold in a cycle, or once in a window",
                                               "what must hold in each cycle of a window",
                                               "what must hold in no cycle of a window"};

/// How a condition names its places, and what of them must have a value.
struct PlaceKind {
  const char* key;
  const char* help;
  const char* suffix;  ///< of the signal
  const char* value;   ///< the key of its value; nullptr: those of a port
  const char* value_help;
};
constexpr std::array kPlaceKinds{
    PlaceKind{"signal", "a signal as in a waveform, or a glob on signals", "", "value",
              "its number, name or range; a list of names allows each"},
    PlaceKind{"switch", "a switch, or a glob on switches: wafer.sh.g0.c0", ".state", "state",
              "its state, or a list of states"},
    PlaceKind{"site", "a site: wafer.r1.c2", ".pe.logical", "node", "the node that is placed there, or idle"},
    PlaceKind{"controller", "a controller or the configuration chain: wafer.controller, wafer.config_chain", ".phase",
              "phase", "its phase, or a list of phases"},
    PlaceKind{"buffer", "an input channel of a router: net.x1.y0.router.in_e.vc0", ".occupancy", "occupancy",
              "flits in its buffer"},
    PlaceKind{"channel", "an output channel: net.x1.y0.router.out_e.vc0, net.x1.y0.pe.out.vc0", ".credits", "credits",
              "its credits"},
    PlaceKind{"port", "a port by which flits leave a router or a PE: net.x1.y0.router.out_e, net.x1.y0.pe.out", ".kind",
              nullptr, ""},
};

struct FlitName {
  const char* name;
  std::vector<std::string> kinds;  ///< as a waveform shows them
};
const std::vector<FlitName>& flit_names() {
  static const std::vector<FlitName> names = {{"any", {"head", "body", "tail", "single"}},
                                              {"head", {"head", "single"}},
                                              {"body", {"body"}},
                                              {"tail", {"tail", "single"}},
                                              {"single", {"single"}},
                                              {"none", {"-"}}};
  return names;
}

constexpr std::size_t kLongestPlace = 256;  // bytes; every signal of the chip is compared with every glob
constexpr std::size_t kMostCycles = 1024;   // entries of a list

SignalRange signal_range(const RealRange& range) {
  const double low = std::max(0.0, std::ceil(range.low));
  const double high = std::floor(range.high);
  return {static_cast<std::uint64_t>(low), std::isinf(high) ? kNoHighEnd : static_cast<std::uint64_t>(high)};
}

bool read_signal_range(MapReader& map, const char* key, const char* help, std::optional<SignalRange>& range) {
  map.specify(key, {.type = "number or range", .help = help});
  RealRange real{0, 0};
  if (!read_written_range(map, key, real)) return false;
  range = signal_range(real);
  return true;
}

/// Reads a number, a name, a list of names or a range.
bool read_signal_value(MapReader& map, const PlaceKind& kind, SignalTest& test) {
  const Value* const value = map.find(kind.value);
  map.specify(kind.value,
              {.type = kind.suffix == std::string_view(".occupancy") || kind.suffix == std::string_view(".credits")
                           ? "number or range"
                           : "number, name, list of names or range",
               .help = kind.value_help});
  if (value == nullptr) return false;
  if (value->type == Value::Type::kList) return map.texts(kind.value, test.names);
  if (value->type == Value::Type::kMap || looks_like_number(*value)) {
    RealRange range{0, 0};
    if (!read_written_range(map, kind.value, range)) return false;
    test.range = signal_range(range);
    if (value->type == Value::Type::kScalar) test.names = {value->text};
    return true;
  }
  std::string name;
  if (!map.text(kind.value, name)) return false;
  test.names = {name};
  return true;
}

void read_flits(MapReader& map, WrittenCondition& condition) {
  const auto choices = each_of(flit_names(), [](const FlitName& name) { return std::string(name.name); });
  std::string flit = choices.front();
  map.specify("flit", {.type = "any, head, body, tail, single or none",
                       .otherwise = "any",
                       .help = "which flit leaves; a packet of one flit is a single, and head and tail too"});
  map.choice("flit", choices, flit);
  const auto chosen = std::ranges::find(flit_names(), flit, &FlitName::name);
  condition.signals.tests.push_back({".kind", chosen->kinds, {}});
  map.specify("packet", {.type = "packet", .help = "of which packet: 17 as in a waveform, or packet 7 of node 3"});
  if (const Value* const value = map.find("packet")) {
    const std::optional<std::int64_t> number = as_integer(*value);
    const auto event = number ? std::nullopt : parse_event_time(value->text);
    const auto* const packet = event ? std::get_if<WrittenPacket>(&*event) : nullptr;
    if (number && *number >= 0) {
      condition.packet = WrittenPacket{static_cast<std::uint64_t>(*number), std::nullopt, 0};
    } else if (packet != nullptr && packet->after == 0) {
      condition.packet = *packet;
    } else {
      map.complain("packet", " must be the number of a packet in a waveform, or 'packet NUMBER of node SOURCE', not ",
                   time_as_found(*value));
    }
  }
  std::optional<SignalRange> vc;
  if (read_signal_range(map, "vc", "on which virtual channel", vc)) {
    condition.signals.tests.push_back({".vc", {}, vc});
  }
}

/// Returns the kind of place that the mapping names; nullptr, and reports, if it is none or several.
const PlaceKind* read_place(MapReader& map, std::string& place) {
  std::vector<std::string> keys;
  const PlaceKind* found = nullptr;
  for (const PlaceKind& kind : kPlaceKinds) {
    keys.push_back(kind.key);
    if (map.text(kind.key, place, {.help = kind.help, .otherwise = ""}) && found == nullptr) found = &kind;
  }
  map.exclude_each_other(keys);
  const bool is_given = std::ranges::any_of(keys, [&](const std::string& key) { return map.has(key); });
  if (!is_given) {
    map.complain_of_all(" names no place; give one of ", with_commas(keys));
  } else if (found != nullptr && place.size() > kLongestPlace) {
    map.complain(found->key, ": a name of ", place.size(), " bytes is too long; valid is at most ", kLongestPlace);
  }
  return found;
}

/// A signal has a value, or must not change.
void require_value_or_stable(MapReader& map, const char* value, bool stable, bool may_be_stable) {
  if (stable && map.has(value)) {
    map.context().errors.add(map.find(value)->where, map.path(), " is stable, so that no ", value, " is expected");
  } else if (!stable && !map.has(value)) {
    map.complain_of_all(": ", value, " is missing", may_be_stable ? "; give it, or stable: true" : "");
  }
}

/// `may_be_stable`: whether the condition may do without a value.
void read_condition(MapReader& map, bool may_be_stable, WrittenCondition& condition) {
  condition.path = map.path();
  condition.where = map.value().where;
  bool stable = false;
  if (may_be_stable) map.flag("stable", stable, {.help = "instead of a value: whether it must not change"});
  const PlaceKind* const kind = read_place(map, condition.signals.places);
  for (const PlaceKind& each : kPlaceKinds) {
    if (each.value == nullptr) {
      if (kind == &each || map.explains()) read_flits(map, condition);
      continue;
    }
    if (kind != &each && !map.explains()) continue;
    SignalTest test{.suffix = each.suffix};
    const bool has_value = read_signal_value(map, each, test);
    if (kind != &each) continue;
    if (each.suffix == std::string_view(".pe.logical") && has_value && test.names.size() == 1 &&
        test.names.front() != "idle") {
      condition.node = WrittenNode{test.names.front(), map.find(each.value)->where};
      test.range.reset();
    }
    condition.signals.tests.push_back(std::move(test));
    require_value_or_stable(map, each.value, stable, may_be_stable);
  }
  if (stable && kind != nullptr && kind->value == nullptr) {
    map.complain_of_all(": a port cannot be stable; give a signal");
  }
}

void read_window(MapReader& map, ExpectedCycles& entry) {
  CycleCheck& check = entry.check;
  if (check.kind == CheckKind::kAt && map.has("cycle")) {
    for (const char* const key : {"from", "to"}) map.exclude_each_other(std::array<std::string, 2>{"cycle", key});
    entry.in_one_cycle = true;
  }
  if (check.kind == CheckKind::kAt) {
    read_time(map, "cycle",
              {.help = "the one cycle; or an event: fault 2 + 50, packet 7 of node 3, load",
               .otherwise = "",
               .type = "integer or event"},
              true, check.from, entry.from);
  }
  read_time(map, "from", {.help = "the first cycle of the window, or an event", .type = "integer or event"}, true,
            check.from, entry.from);
  if (entry.in_one_cycle) {
    check.to = check.from;
    return;
  }
  read_time(map, "to",
            {.help = "the last cycle of the window, or an event: of a packet its end",
             .otherwise = "the last of the run",
             .type = "integer or event",
             .example = "500"},
            true, check.to, entry.to);
}

/// Reads what a list adds to conditions and windows.
void read_demands(MapReader& map, ExpectedCycles& entry) {
  CycleCheck& check = entry.check;
  switch (check.kind) {
    case CheckKind::kAt:
      map.flag("some", check.some, {.help = "whether one of the places is enough"});
      read_signal_range(map, "count", "how often it holds, over all places and cycles", check.count);
      for (const auto& keys : {std::array<std::string, 2>{"some", "count"}, {"before", "count"}}) {
        map.exclude_each_other(keys);
      }
      map.section("before", [&](MapReader& inner) { read_condition(inner, false, entry.before.emplace()); });
      break;
    case CheckKind::kAlways:
      read_signal_range(map, "lasts", "it need not hold always: for how many cycles in a row it does each time",
                        check.lasts);
      map.exclude_each_other(std::array<std::string, 2>{"lasts", "stable"});
      break;
    case CheckKind::kNever:
      map.integer("more_than", {0, std::numeric_limits<std::int32_t>::max()}, check.more_than,
                  {.help = "for so many places it may hold in a cycle"});
      break;
  }
  map.section("while", [&](MapReader& inner) { read_condition(inner, false, entry.during.emplace()); });
  map.specify("while", {.type = "mapping", .help = "a condition: only cycles count in which it holds"});
  if (check.kind == CheckKind::kAt) {
    map.specify("before", {.type = "mapping", .help = "a condition that must not hold earlier"});
  }
}

void read_entry(MapReader& map, CheckKind kind, std::vector<ExpectedCycles>& cycles) {
  ExpectedCycles entry;
  entry.check.kind = kind;
  read_condition(map, kind == CheckKind::kAlways, entry.what);
  read_window(map, entry);
  read_demands(map, entry);
  cycles.push_back(std::move(entry));
}

FoundCondition find_condition(const WrittenCondition& condition, const FindNode& node) {
  FoundCondition found;
  if (condition.node) found.node = node(*condition.node, condition.path + ".node").value_or(kNoNode);
  const std::string key = condition.path + ".packet";
  found.packet = find_packet(condition.packet, condition.where, key.c_str(), node);
  return found;
}

}  // namespace

bool is_cycle_list(const std::string& key) {
  return std::ranges::find(kCheckKindNames, key) != kCheckKindNames.end();
}

void read_expected_cycles(MapReader& map, std::vector<ExpectedCycles>& cycles) {
  for (std::size_t list = 0; list < kCheckKindNames.size(); ++list) {
    const char* const key = kCheckKindNames[list];
    map.say(key, {.help = kListHelp[list], .otherwise = "nothing"});
    const Value* const value = map.find(key);
    if (value != nullptr && value->items.size() > kMostCycles) {
      map.complain(key, " has ", value->items.size(), " entries; valid is at most ", kMostCycles);
      continue;
    }
    if (map.refuse_null(key)) continue;
    map.sections(key, [&](MapReader& entry) { read_entry(entry, static_cast<CheckKind>(list), cycles); });
  }
}

void complete_expected_cycles(const Scenario& scenario, std::vector<ExpectedCycles>& cycles, Diagnostics& errors) {
  const FaultCycles faults(scenario);
  for (ExpectedCycles& entry : cycles) {
    CycleCheck& check = entry.check;
    const auto complete = [&](const EventTime& time, const char* key, Cycle& cycle) {
      const std::string path = entry.what.path + '.' + key;
      faults.complete(time, path, scenario.where(path), errors, cycle);
    };
    complete(entry.from, entry.in_one_cycle ? "cycle" : "from", check.from);
    complete(entry.to, "to", check.to);
    if (entry.in_one_cycle) check.to = check.from;
    const auto is_known = [](const EventTime& time) { return !time.packet && !time.load; };
    if (is_known(entry.from) && is_known(entry.to) && check.from > check.to) {
      scenario.complain(errors, entry.what.path + ".from", " must not be after ", entry.what.path, ".to");
    }
  }
}

FoundCycles find_expected_cycles(const ExpectedCycles& cycles, const FindNode& node) {
  FoundCycles found;
  const Where& where = cycles.what.where;
  const std::string from = cycles.what.path + (cycles.in_one_cycle ? ".cycle" : ".from"), to = cycles.what.path + ".to";
  found.from = find_packet(cycles.from.packet, where, from.c_str(), node);
  found.to = find_packet(cycles.to.packet, where, to.c_str(), node);
  found.what = find_condition(cycles.what, node);
  if (cycles.during) found.during = find_condition(*cycles.during, node);
  if (cycles.before) found.before = find_condition(*cycles.before, node);
  return found;
}

}  // namespace kintsugi
