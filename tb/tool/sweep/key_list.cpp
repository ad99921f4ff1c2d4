#include "tb/tool/sweep/key_list.hpp"

#include <array>

#include "tb/tool/scenario/key_texts.hpp"
#include "tb/tool/sweep/reader.hpp"

namespace kintsugi::sweep {

namespace {

/// A sweep with every section, and an axis of each form.
constexpr const char* kAllSections = "{base: {}, axes: {KEY: {}, NAME: [{set: {}}]}, plot: {}}";

constexpr std::array kSweepTexts = {
    KeyText{.path = "base", .help = "a scenario, or the name of its file", .type = "mapping or path of a file"},
    KeyText{.path = "axes", .help = "what is changed, an axis for each key; all combinations are run"},
    KeyText{.path = "axes.KEY",
            .help = "the values of a key of the scenario, such as router.vcs or traffic.rate",
            .type = "list of values, or a range {from: 0.01, to: 0.1, step: 0.01}"},
    KeyText{.path = "axes.KEY.from", .help = "the first value of the range", .type = "decimal number"},
    KeyText{.path = "axes.KEY.to", .help = "the last value of the range", .type = "decimal number"},
    KeyText{.path = "axes.KEY.step", .help = "from one value to the next, above 0", .type = "decimal number"},
    KeyText{.path = "axes.NAME", .help = "groups of keys that change together, under a name of your own"},
    KeyText{.path = "axes.NAME.name", .help = "what the group is called in tables and plots"},
    KeyText{.path = "axes.NAME.set", .help = "keys of the scenario and their values: {router.vcs: 4, run.seed: 2}"},
    KeyText{.path = "plot", .help = "what is drawn", .otherwise = "no plot"},
    KeyText{.path = "plot.title", .help = "the line above the plot", .otherwise = "Sweep"},
    KeyText{.path = "plot.x", .help = "the axis, one of numbers, that is drawn to the right"},
    KeyText{.path = "plot.y", .help = "the number of the report that is drawn upwards; kintsugi list has their paths"},
    KeyText{
        .path = "plot.panels", .help = "an axis; each of its values gets a plot of its own", .otherwise = "one plot"},
    KeyText{.path = "plot.over",
            .help = "an axis whose values are samples, such as defects.seed: quantiles of y, curves of its medians",
            .otherwise = "each run is a point of a curve"},
    KeyText{.path = "plot.x_scale", .help = "the scale of the numbers of the axis"},
    KeyText{.path = "plot.y_scale", .help = "the scale of the numbers of the report"},
    KeyText{.path = "plot.y_high",
            .help = "the upper end of the plot",
            .otherwise = "such that saturated points do not flatten the rest"},
};

}  // namespace

KeySpecs keys_of_sweep() {
  Diagnostics errors;  // the mistakes of a sweep that is empty otherwise
  KeySpecs specs;
  read_sweep(*parse_document(kAllSections, "all sections", errors), "all sections", {}, errors, &specs);
  add_texts(kSweepTexts, specs);
  return specs;
}

}  // namespace kintsugi::sweep
