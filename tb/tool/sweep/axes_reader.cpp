#include "tb/tool/sweep/reader.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "models/network/number_in.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/scenario/overrides.hpp"
#include "tb/tool/sweep/decimal.hpp"
#include "tb/tool/sweep/document.hpp"

namespace kintsugi::sweep {

std::optional<std::vector<double>> numbers_of(const Axis& axis) {
  std::vector<double> numbers;
  for (const AxisValue& value : axis.values) {
    const auto number = number_in<double>(value.label);
    if (axis.of_groups || !number || !std::isfinite(*number)) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

void require_one_line(const std::string& what, std::string_view text, const Where& where, Diagnostics& errors) {
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(1)) {
    if (!begins_with_control(rest)) continue;
    return errors.add(where, what + " '" + std::string(text) + "' has a control character; write one line of text");
  }
}

namespace {

const std::string kForms =
    "must be a list of values ([2, 4]), a range ({from: 0.01, to: 0.1, step: 0.01}) or a list of groups "
    "([{name: ..., set: {...}}])";

/// A key with an empty part is an error; its setting then has no path.
Setting setting_of(const Value::Entry& entry, Diagnostics& errors) {
  Setting setting{split_path(entry.key), entry.value, entry.where};
  if (setting.path.empty()) {
    errors.add(entry.where, "'" + entry.key + "' is not the path of a key, such as router.vcs");
  }
  return setting;
}

std::optional<Decimal> read_decimal(MapReader& range, const char* key, std::string_view help) {
  range.say(key, {.help = help, .type = "decimal number"});
  range.require(key);
  const Value* value = range.find(key);
  if (value == nullptr) return std::nullopt;
  const bool plain = value->type == Value::Type::kScalar && !value->quoted;
  auto number = plain ? parse_decimal(value->text) : std::nullopt;
  if (!number) {
    range.context().errors.add(
        value->where, range.path_of(key) + " must be a decimal number of at most 15 digits, not " + describe(*value));
  }
  return number;
}

/// Says what is wrong with a range that has no numbers, or too many.
std::string mistake_in(const DecimalRange& range) {
  if (!range.is_countable()) return " has too many digits: give from, to and step with fewer places";
  return range.size() == 0 ? " is empty: step must be above 0, and to not below from" : " has more than 100000 values";
}

/// Returns the numbers of {from, to, step}; none if it has a mistake.
std::vector<std::string> read_range(MapReader& map) {
  const auto from = read_decimal(map, "from", "the first value of the range");
  const auto to = read_decimal(map, "to", "the last value of the range");
  const auto step = read_decimal(map, "step", "from one value to the next, above 0");
  if (!from || !to || !step) return {};
  const DecimalRange range{*from, *to, *step};
  const std::uint64_t size = range.size();
  if (size >= 1 && size <= kMostPoints) return range.texts();
  const std::string path = map.path_of("");
  map.context().errors.add(map.value().where, path.substr(0, path.size() - 1) + mistake_in(range));
  return {};
}

void read_values(const Value::Entry& entry, std::vector<Value> values, Axis& axis, Diagnostics& errors) {
  const Setting pattern = setting_of(entry, errors);
  for (Value& value : values) {
    std::string label = to_flow(value);
    const Where where = value.where;
    axis.values.push_back({std::move(label), {{pattern.path, std::move(value), pattern.where}}, where});
  }
}

bool is_group(const Value& value) {
  return value.type == Value::Type::kMap &&
         std::ranges::find(value.entries, "set", &Value::Entry::key) != value.entries.end();
}

void read_group(MapReader& group, Axis& axis) {
  AxisValue& value = axis.values.emplace_back();
  group.require("name", ": what this group is called in tables and plots");
  group.say("set", {.help = "keys of the scenario and their values: {router.vcs: 4, run.seed: 2}"});
  group.require("set", ": {router.routing: rsim, router.vcs: 4}");
  if (group.text("name", value.label, {.help = "what the group is called in tables and plots"})) {
    value.where = group.find("name")->where;
    require_one_line("the name of a group", value.label, value.where, group.context().errors);
  }
  group.section("set", [&value](MapReader& set) {
    for (const Value::Entry& entry : set.value().entries) {
      set.find(entry.key);
      value.settings.push_back(setting_of(entry, set.context().errors));
    }
  });
}

/// Returns the same text for equal values: a number is normalised, so that 0.20 equals 0.2.
std::string essence_of(const Axis& axis, const AxisValue& value) {
  if (axis.of_groups) return value.label;
  const Value& written = value.settings.front().value;
  const bool plain = written.type == Value::Type::kScalar && !written.quoted;
  const auto number = plain ? parse_decimal(written.text) : std::nullopt;
  return number ? to_text(*number) : value.label;
}

void refuse_equal_values(const Axis& axis, const Value& values, Diagnostics& errors) {
  std::map<std::string, std::string> earlier;
  for (const AxisValue& value : axis.values) {
    if (value.label.empty()) continue;
    const auto [first, is_new] = earlier.try_emplace(essence_of(axis, value), value.label);
    if (is_new) continue;
    const std::string as = first->second == value.label ? "" : ", the first time as '" + first->second + "'";
    errors.add(values.where, "axes." + axis.name + ": '" + value.label + "' comes twice" + as);
  }
}

Axis read_axis(MapReader& map, const Value::Entry& entry) {
  Diagnostics& errors = map.context().errors;
  const Value& value = entry.value;
  Axis axis{entry.key, entry.where, false, {}};
  if (value.type == Value::Type::kMap) {
    map.say(entry.key, {.help = "the values of a key of the scenario, such as router.vcs or traffic.rate",
                        .type = "list of values, or a range {from: 0.01, to: 0.1, step: 0.01}"});
    std::vector<Value> numbers;
    map.section(entry.key, [&](MapReader& range) {
      for (std::string& text : read_range(range)) {
        numbers.push_back(
            {.type = Value::Type::kScalar, .text = std::move(text), .items = {}, .entries = {}, .where = value.where});
      }
    });
    read_values(entry, std::move(numbers), axis, errors);
  } else if (value.type != Value::Type::kList || value.items.empty()) {
    errors.add(value.where, map.path_of(entry.key) + ' ' + kForms + ", not " +
                                (value.type == Value::Type::kList ? "an empty list" : describe(value)));
  } else if (std::ranges::any_of(value.items, is_group)) {
    map.say(entry.key, {.help = "groups of keys that change together, under a name of your own"});
    axis.of_groups = true;
    require_one_line("the name of an axis", axis.name, axis.where, errors);
    map.sections(entry.key, [&axis](MapReader& group) { read_group(group, axis); });
  } else {
    read_values(entry, value.items, axis, errors);
  }
  refuse_equal_values(axis, value, errors);
  return axis;
}

bool begins_with(const std::vector<std::string>& path, const std::vector<std::string>& start) {
  return path.size() >= start.size() && std::equal(start.begin(), start.end(), path.begin());
}

/// Refuses a key that is set after a key inside it, or twice: the later value would undo the earlier one.
class Undoing {
 public:
  explicit Undoing(Diagnostics& errors) : errors_(errors) {}

  void check(const Axis& axis) {
    Earlier of_axis;
    for (const AxisValue& value : axis.values) {
      Earlier of_value;
      for (const Setting& setting : value.settings) {
        refuse(setting, earlier_);
        refuse(setting, of_value);
        of_value.try_emplace(setting.path, setting.where);
      }
      of_axis.merge(of_value);
      if (!axis.of_groups) break;  // they all set the same key
    }
    earlier_.merge(of_axis);
  }

 private:
  /// Where each path is set first. The paths inside another one follow it in the order of the map.
  using Earlier = std::map<std::vector<std::string>, Where>;

  void refuse(const Setting& setting, const Earlier& earlier) {
    if (setting.path.empty()) return;
    const auto other = earlier.lower_bound(setting.path);
    if (other == earlier.end() || !begins_with(other->first, setting.path)) return;
    errors_.add(setting.where, "this undoes what is set in line " + std::to_string(other->second.line) +
                                   ": put what is set as a whole before what is set inside it, and each key once");
  }

  Diagnostics& errors_;
  Earlier earlier_;
};

/// Refuses axes whose product is too large; stops before it overflows.
void refuse_too_many(const std::vector<Axis>& axes, const MapReader& map) {
  std::size_t product = 1;
  for (const Axis& axis : axes) {
    product *= std::max<std::size_t>(axis.values.size(), 1);
    if (product <= kMostPoints) continue;
    return map.context().errors.add(map.value().where, "axes: the sweep has more than 100000 points");
  }
}

std::size_t most_settings(const Axis& axis) {
  std::size_t most = 0;
  for (const AxisValue& value : axis.values) most = std::max(most, value.settings.size());
  return most;
}

/// Refuses axes that together set more keys of one scenario than are searched in reasonable time.
void refuse_too_many_settings(const std::vector<Axis>& axes, Diagnostics& errors) {
  std::size_t settings = 0;
  for (const Axis& axis : axes) {
    settings += most_settings(axis);
    if (settings <= kMostSettings) continue;
    return errors.add(axis.where, "axes: up to this axis the sweep sets " + counted(settings, "key") +
                                      " of one scenario; valid is at most " + std::to_string(kMostSettings));
  }
}

}  // namespace

std::vector<Axis> read_axes(MapReader& map) {
  std::vector<Axis> axes;
  const std::vector<Value::Entry>& entries = map.value().entries;
  for (const Value::Entry& entry : entries) {
    const bool first = map.find(entry.key) == &entry.value;  // a key that is given twice has been reported
    if (first && axes.size() < kMostAxes) axes.push_back(read_axis(map, entry));
  }
  if (entries.size() > kMostAxes) {
    map.context().errors.add(
        entries[kMostAxes].where,
        "axes: " + std::to_string(entries.size()) + " are too many; valid is at most " + std::to_string(kMostAxes));
  }
  if (axes.empty()) map.context().errors.add(map.value().where, "axes: at least one axis is needed");
  refuse_too_many_settings(axes, map.context().errors);
  Undoing undoing(map.context().errors);
  for (const Axis& axis : axes) undoing.check(axis);
  refuse_too_many(axes, map);
  return axes;
}

}  // namespace kintsugi::sweep
