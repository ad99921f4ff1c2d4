#include "tb/tool/sweep/reader.hpp"

#include <filesystem>

#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/overrides.hpp"
#include "tb/tool/scenario/source.hpp"
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
  map.say("base", {.help = "a scenario, or the name of its file", .type = "mapping or path of a file"});
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

void read_scale(MapReader& map, const char* key, const KeyText& text, bool& logarithmic) {
  map.say(key, text);
  const std::vector<std::string> scales = {"linear", "log"};
  std::string scale = logarithmic ? "log" : "linear";
  if (map.choice(key, scales, scale)) logarithmic = scale == "log";
}

void read_plot(MapReader& map, PlotSection& plot) {
  constexpr RealRange kPositive{1e-9, 1e12};
  map.text("title", plot.title, {.help = "the line above the plot", .otherwise = "Sweep"});
  map.text("x", *plot.x, {.help = "the axis, one of numbers, that is drawn to the right"});
  map.text("y", plot.y, {.help = "the number of the report that is drawn upwards; kintsugi list has their paths"});
  map.text("panels", plot.panels,
           {.help = "an axis; each of its values gets a plot of its own", .otherwise = "one plot"});
  map.text("over", plot.over,
           {.help = "an axis whose values are samples, such as defects.seed: quantiles of y, curves of its medians",
            .otherwise = "each run is a point of a curve"});
  read_scale(map, "x_scale", {.help = "the scale of the numbers of the axis"}, plot.log_x);
  read_scale(map, "y_scale", {.help = "the scale of the numbers of the report"}, plot.log_y);
  map.real("y_high", kPositive, plot.y_high,
           {.help = "the upper end of the plot", .otherwise = "such that saturated points do not flatten the rest"});
}

std::vector<std::string> names_of_axes(const Sweep& sweep) {
  return each_of(sweep.axes, &Axis::name);
}

/// Checks the axes and report numbers that a plot names; the axes are read by now.
class PlotCheck {
 public:
  PlotCheck(MapReader& map, Sweep& sweep) : map_(map), sweep_(sweep), plot_(*sweep.plot), section_(*map.find("plot")) {}

  void check() {
    leave_out_x();
    check_texts();
    plot_.where_y = where("y");
    if (!is_plottable(plot_.y)) refuse("y", "no report has a number '" + plot_.y + "'" + plottable_like(plot_.y));
    if (plot_.x && is_axis("x", *plot_.x)) check_numbers();
    if (plot_.panels && is_axis("panels", *plot_.panels) && plot_.panels == plot_.x) {
      errors().add(where("panels"), "plot.panels and plot.x are the same axis");
    }
    if (plot_.over && is_axis("over", *plot_.over)) check_over();
  }

 private:
  /// What stands in the plot; names of groups have been checked.
  void check_texts() {
    require_one_line("plot.title:", plot_.title, where("title"), errors());
    for (const Axis& axis : sweep_.axes) {
      if (axis.of_groups) continue;
      for (const AxisValue& value : axis.values) {
        require_one_line("axes." + axis.name + ": the value", value.label, value.where, errors());
      }
    }
  }

  Diagnostics& errors() { return map_.context().errors; }
  bool is_given(const std::string& key) const { return map_.context().positions.contains("plot." + key); }
  Where where(const std::string& key) const {
    return is_given(key) ? map_.context().positions.find("plot." + key)->second : section_.where;
  }
  void refuse(const std::string& key, const std::string& message) {
    errors().add(where(key), "plot." + key + ": " + message);
  }

  bool is_axis(const std::string& key, const std::string& name) {
    if (sweep_.axis_named(name)) return true;
    refuse(key, "there is no axis '" + name + "'" + suggestion(name, names_of_axes(sweep_)));
    return false;
  }

  /// Quantiles need no curves: if the sweep does not name an x axis and the usual one cannot be it, there is none.
  void leave_out_x() {
    if (!plot_.over || is_given("x")) return;
    const auto axis = sweep_.axis_named(*plot_.x);
    if (!axis || !numbers_of(sweep_.axes[*axis]) || plot_.over == plot_.x || plot_.panels == plot_.x) plot_.x.reset();
  }

  void check_numbers() {
    const auto numbers = numbers_of(sweep_.axes[*sweep_.axis_named(*plot_.x)]);
    if (!numbers) refuse("x", "the values of axis '" + *plot_.x + "' are not all numbers");
    for (const double number : numbers.value_or(std::vector<double>{})) {
      if (plot_.log_x && number <= 0) refuse("x_scale", "log needs values above 0");
    }
  }

  /// Along x a curve goes, and panels divide the curves: neither can be what a point of a curve sums up.
  void check_over() {
    const auto same = [this](const char* key) {
      errors().add(where("over"),
                   std::string("plot.over and plot.") + key +
                       " are the same axis: name one for plot.over that is neither plot.x nor plot.panels");
    };
    if (plot_.over == plot_.x) same("x");
    if (plot_.over == plot_.panels) same("panels");
  }

  MapReader& map_;
  Sweep& sweep_;
  PlotSection& plot_;
  const Value& section_;
};

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
  root.say("axes", {.help = "what is changed, an axis for each key; all combinations are run"});
  root.require("axes", ": {router.vcs: [2, 4], traffic.rate: {from: 0.01, to: 0.1, step: 0.01}}");
  root.section("axes", [&](MapReader& map) { sweep.axes = read_axes(map); });
  root.say("plot", {.help = "what is drawn", .otherwise = "no plot"});
  root.section("plot", [&](MapReader& map) { read_plot(map, sweep.plot.emplace()); });
  if (sweep.plot) PlotCheck(root, sweep).check();
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

KeySpecs keys_of_sweep() {
  // a sweep with every section, and an axis of each form
  constexpr const char* kAllSections = "{base: {}, axes: {KEY: {}, NAME: [{set: {}}]}, plot: {}}";
  Diagnostics errors;  // the mistakes of a sweep that is empty otherwise
  KeySpecs specs;
  read_sweep(*parse_document(kAllSections, "all sections", errors), "all sections", {}, errors, &specs);
  take_what_is_said(specs);
  return specs;
}

}  // namespace kintsugi::sweep
