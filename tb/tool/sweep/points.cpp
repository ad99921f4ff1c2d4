#include "tb/tool/sweep/points.hpp"

#include <map>

#include "models/network/metrics.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/run/instrument_checks.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/overrides.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/sweep/document.hpp"
#include "tb/tool/sweep/plottable_numbers.hpp"

namespace kintsugi::sweep {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLongestScenario = 100'000;  // as one argument of a program; Linux allows 131 071

/// Collects the mistakes of scenarios; one that many points share is reported once.
class Mistakes {
 public:
  void add(const Diagnostics& found, const std::string& point) {
    for (const Diagnostic& diagnostic : found.sorted()) {
      const auto [place, is_new] = number_.try_emplace({diagnostic.where, diagnostic.message}, list_.size());
      if (is_new) list_.push_back({diagnostic, point, 0});
      ++list_[place->second].points;
    }
  }

  void raise(std::size_t points) const {
    Diagnostics errors;
    for (const Mistake& mistake : list_) errors.add(mistake.what.where, mistake.what.message + who(mistake, points));
    errors.raise();
  }

 private:
  struct Mistake {
    Diagnostic what;
    std::string first;
    std::size_t points;
  };

  static std::string who(const Mistake& mistake, std::size_t points) {
    if (mistake.points == points) return "";
    if (mistake.points == 1) return " (" + mistake.first + ")";
    return " (" + std::to_string(mistake.points) + " points, the first is " + mistake.first + ")";
  }

  std::map<std::pair<Where, std::string>, std::size_t> number_;
  std::vector<Mistake> list_;
};

Value document_of(const Sweep& sweep, const std::vector<std::size_t>& choice, Diagnostics& errors) {
  Value document = sweep.base;
  for (std::size_t axis = 0; axis < choice.size(); ++axis) {
    for (const Setting& setting : sweep.axes[axis].values[choice[axis]].settings) {
      set_at_path(document, setting.path, setting.value, setting.where, errors);
    }
  }
  return document;
}

/// Returns the scenario without the keys on which building does not depend: scenarios with equal text are built once. A
/// packet that is expected can be one that no source sends at some rate.
std::string key_of_built(ordered_json scenario) {
  if (scenario.contains("expect")) return to_line(scenario);
  if (scenario.contains("traffic") && scenario["traffic"].is_object()) scenario["traffic"].erase("rate");
  if (scenario.contains("run") && scenario["run"].is_object()) scenario["run"].erase("seed");
  return to_line(scenario);
}

/// The result of building a scenario: the network, or the mistakes.
struct Building {
  std::shared_ptr<const Built> built;
  std::vector<Diagnostic> mistakes;
  std::string no_number = {};  ///< why its runs do not report the number of the plot; empty: they can
};

Building build(const ReadScenario& read, const std::optional<PlotSection>& plot) {
  Diagnostics errors;
  const Setup setup = build_setup(read, errors, SetupFor::kCheck);
  check_instruments(read.scenario, setup, errors);
  if (!errors.empty() || !setup.relation) return {nullptr, errors.sorted()};  // reading may have reported why
  const Network& network = setup.network();
  return {std::make_shared<Built>(Built{network.name(), setup.routing.name, network.nodes(), largest_degree(network),
                                        setup.relation->vcs()}),
          {},
          plot ? why_not_plottable(plot->y, read.scenario, setup) : ""};
}

class Checker {
 public:
  Checker(const Sweep& sweep, const PointChecks& checks) : sweep_(sweep), checks_(checks) {}

  Point check(std::size_t number) {
    Point point{number, choice_of(sweep_, number), {}, {}, {}, {}, nullptr};
    Diagnostics errors;
    const Value document = document_of(sweep_, point.choice, errors);
    const ReadScenario read = read_scenario(document, sweep_.base_source, errors);
    point.scenario = to_json(document);
    point.text = to_yaml(document);
    point.written_otherwise = written_otherwise(document);
    point.reach = read.scenario.link.reach;
    point.files = read.scenario.files;
    check_for_running(read.scenario, point.text, errors);
    if (!can_read_again(read.scenario, errors)) {
      hopeless_ = true;
      mistakes_.add(errors, name_of(sweep_, point.choice));
      return point;
    }
    const Building building = building_of(point.scenario, read, errors.empty());
    for (const Diagnostic& mistake : building.mistakes) errors.add(mistake.where, mistake.message);
    point.built = building.built;
    if (building.no_number.empty()) can_plot_ = true;
    if (why_no_plot_.empty()) why_no_plot_ = building.no_number;
    mistakes_.add(errors, name_of(sweep_, point.choice));
    return point;
  }

  /// Whether a scenario was too long, or reads a FIFO: the others are as long, and would wait for the FIFO.
  bool hopeless() const { return hopeless_; }

  /// A plot of a number that no point reports is refused if it would be drawn.
  void raise() const {
    mistakes_.raise(sweep_.points());
    if (can_plot_ || !sweep_.plot || !(checks_.files || sweep_.plot->over)) return;
    throw InputError({{sweep_.plot->where_y, "plot.y: no point reports '" + sweep_.plot->y + "': " + why_no_plot_}});
  }

 private:
  /// Builds a scenario with mistakes too, since building finds more of them; it is not shared, because the mistakes may
  /// be in the keys that are compared.
  Building building_of(const ordered_json& scenario, const ReadScenario& read, bool right) {
    if (!right) return build(read, sweep_.plot);
    const auto [found, is_new] = buildings_.try_emplace(key_of_built(scenario));
    if (is_new) found->second = build(read, sweep_.plot);
    return found->second;
  }

  void check_for_running(const Scenario& scenario, const std::string& text, Diagnostics& errors) {
    for (const FeatureSection& section : writing_sections(scenario)) {
      if (checks_.files) continue;
      errors.add(scenario.where(section.name),
                 section.name + std::string(": there is no directory for ") + section.writes + "s; add --out DIR");
    }
    if (text.size() <= kLongestScenario) return;
    hopeless_ = true;
    errors.add({scenario.source, 0, 0}, "the scenario is too long for a sweep; put long lists into files of their own");
  }

  const Sweep& sweep_;
  const PointChecks& checks_;
  std::map<std::string, Building> buildings_;
  Mistakes mistakes_;
  bool hopeless_ = false;
  bool can_plot_ = false;    // some point reports the number of the plot
  std::string why_no_plot_;  // of the first point that does not
};

}  // namespace

bool can_read_again(const Scenario& scenario, Diagnostics& errors) {
  bool last = true;
  for (const auto& [key, path] : scenario.files) {
    std::error_code none;
    if (!std::filesystem::is_fifo(path, none)) continue;
    last = false;
    errors.add(scenario.where(key),
               key + ": '" + path.string() + "' is a FIFO, and every run reads it; name a regular file");
  }
  return last;
}

std::vector<std::size_t> choice_of(const Sweep& sweep, std::size_t number) {
  std::vector<std::size_t> choice(sweep.axes.size());
  std::size_t rest = number - 1;
  for (std::size_t axis = choice.size(); axis-- > 0;) {
    const std::size_t size = sweep.axes[axis].values.size();
    choice[axis] = rest % size;
    rest /= size;
  }
  return choice;
}

std::string name_of(const Sweep& sweep, const std::vector<std::size_t>& choice) {
  std::string name;
  for (std::size_t axis = 0; axis < choice.size(); ++axis) {
    name += (axis == 0 ? "" : ", ") + sweep.axes[axis].name + '=' + sweep.axes[axis].values[choice[axis]].label;
  }
  return name;
}

std::vector<Point> points_of(const Sweep& sweep, const PointChecks& checks) {
  std::vector<Point> points;
  const std::size_t total = sweep.points();
  Checker checker(sweep, checks);
  for (std::size_t number = 1; number <= total && !checker.hopeless(); ++number) {
    points.push_back(checker.check(number));
    if (checks.progress) checks.progress(number, total);
  }
  checker.raise();
  return points;
}

}  // namespace kintsugi::sweep
