#include "tb/tool/sweep/reader.hpp"

#include <algorithm>
#include <filesystem>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/nearest.hpp"
#include "tb/tool/scenario/overrides.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/sweep/axes_reader.hpp"
#include "tb/tool/sweep/plottable_numbers.hpp"

namespace kintsugi::sweep {

namespace {

/// Reads the file that `base` names, relative to the file of the sweep.
void read_base_file(const Value& name, Sweep& sweep, Diagnostics& errors) {
  const std::filesystem::path path = std::filesystem::path(sweep.source).parent_path() / name.text;
  sweep.base_source = path.string();
  try {
    sweep.base = parse_source(open_source(path.string()), errors);
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) errors.add(name.where, describe(diagnostic));
  }
}

void read_base(MapReader& map, Sweep& sweep) {
  Diagnostics& errors = map.context().errors;
  map.require("base", ": a scenario, or the name of its file");
  const Value* base = map.find("base");
  if (base == nullptr) return;
  if (base->type == Value::Type::kMap) {
    sweep.base_source = sweep.source;
    sweep.base = *base;
  } else if (base->type == Value::Type::kScalar && base->text.empty()) {
    errors.add(base->where, "base must not be empty: give a scenario ({network: ...}) or the name of its file");
  } else if (base->type == Value::Type::kScalar) {
    read_base_file(*base, sweep, errors);
  } else {
    errors.add(base->where, "base must be a scenario ({network: ...}) or the name of its file, not " + describe(*base));
  }
}

void read_scale(MapReader& map, const char* key, bool& logarithmic) {
  const std::vector<std::string> scales = {"linear", "log"};
  std::string scale = logarithmic ? "log" : "linear";
  if (map.choice(key, scales, scale)) logarithmic = scale == "log";
}

void read_plot(MapReader& map, PlotSection& plot) {
  constexpr RealRange kPositive{1e-9, 1e12};
  map.text("title", plot.title);
  map.text("x", plot.x);
  map.text("y", plot.y);
  map.text("panels", plot.panels);
  read_scale(map, "x_scale", plot.log_x);
  read_scale(map, "y_scale", plot.log_y);
  map.real("y_high", kPositive, plot.y_high);
}

std::vector<std::string> names_of_axes(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const Axis& axis : sweep.axes) names.push_back(axis.name);
  return names;
}

/// Checks the axes and report numbers that the plot names; the axes are read by now.
void check_plot(MapReader& map, const Sweep& sweep) {
  if (!sweep.plot) return;
  const PlotSection& plot = *sweep.plot;
  const Value& section = *map.find("plot");
  Diagnostics& errors = map.context().errors;
  const auto where = [&map, &section](const std::string& key) {
    const auto found = map.context().positions.find("plot." + key);
    return found == map.context().positions.end() ? section.where : found->second;
  };
  const auto check_name = [&](const std::string& key, const std::string& name) {
    if (sweep.axis_named(name)) return true;
    errors.add(where(key),
               "plot." + key + ": there is no axis '" + name + "'" + suggestion(name, names_of_axes(sweep)));
    return false;
  };
  if (std::ranges::find(plottable_numbers(), plot.y) == plottable_numbers().end()) {
    errors.add(where("y"), "plot.y: no report has a number '" + plot.y + "'" + suggestion(plot.y, plottable_numbers()));
  }
  if (check_name("x", plot.x)) {
    const auto numbers = numbers_of(sweep.axes[*sweep.axis_named(plot.x)]);
    if (!numbers) errors.add(where("x"), "plot.x: the values of axis '" + plot.x + "' are not all numbers");
    for (const double number : numbers.value_or(std::vector<double>{})) {
      if (plot.log_x && number <= 0) errors.add(where("x_scale"), "plot.x_scale: log needs values above 0");
    }
  }
  if (!plot.panels || !check_name("panels", *plot.panels)) return;
  if (*plot.panels == plot.x) errors.add(where("panels"), "plot.panels and plot.x are the same axis");
}

bool is_scenario(const Value& document) {
  const auto has = [&document](std::string_view key) { return document.find(key) != nullptr; };
  return (has("network") || has("kind")) && !has("base") && !has("axes");
}

/// Returns what to do with a document that a sweep has under base.
std::string under_base(const Value& document) {
  if (document.find("network") != nullptr) {
    return "this is a scenario; a sweep has it under base: {base: {network: ...}, axes: {...}}";
  }
  return "this is a network; a sweep has it under base: {base: {network: {kind: ...}}, axes: {...}}";
}

Sweep read(const Value& document, const std::string& source, Diagnostics& errors, KeySpecs* specs) {
  Sweep sweep;
  sweep.source = source;
  if (document.type != Value::Type::kMap) {
    errors.add(document.where, "a sweep is a mapping ({base: ..., axes: ...}), not " + describe(document));
    return sweep;
  }
  if (is_scenario(document)) {
    errors.add(document.where, under_base(document));
    return sweep;
  }
  std::map<std::string, Where, std::less<>> positions;
  ReadContext context{.errors = errors, .positions = positions, .specs = specs, .help = "kintsugi help"};
  MapReader root(context, document, "");
  read_base(root, sweep);
  root.require("axes", ": {router.vcs: [2, 4], traffic.rate: {from: 0.01, to: 0.1, step: 0.01}}");
  root.section("axes", [&](MapReader& map) { sweep.axes = read_axes(map); });
  root.section("plot", [&](MapReader& map) { read_plot(map, sweep.plot.emplace()); });
  check_plot(root, sweep);
  root.report_unknown_keys();
  return sweep;
}

}  // namespace

Sweep read_sweep(const Value& document, const std::string& source, std::span<const std::string> overrides,
                 Diagnostics& errors, KeySpecs* specs) {
  Sweep sweep = read(document, source, errors, specs);
  if (sweep.base.type == Value::Type::kMap) {
    for (const std::string& text : overrides) apply_override(text, sweep.base, errors);
  }
  return sweep;
}

Sweep load_sweep(const std::string& argument, std::span<const std::string> overrides) {
  Diagnostics errors;
  const Source source = open_source(argument);
  Sweep sweep = read_sweep(parse_source(source, errors), source.name, overrides, errors);
  errors.raise();
  return sweep;
}

}  // namespace kintsugi::sweep
