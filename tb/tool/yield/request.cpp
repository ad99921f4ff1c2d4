#include "tb/tool/yield/request.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "models/network/text.hpp"
#include "models/repair/subsets.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/scenario/nearest.hpp"

namespace kintsugi::yield {

namespace {

constexpr std::size_t kDefaultLast = 32;              // faults
constexpr std::uint64_t kMostMaps = 100'000'000'000;  // of one number of faults: days
constexpr unsigned kComparedTracks[] = {1, 2};

Where option(const char* name) {
  return {name, 0, 0};
}

std::string range_text(std::size_t first, std::size_t last) {
  return std::to_string(first) + ':' + std::to_string(last);
}

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class Maker {
 public:
  Maker(const Input& input, const YieldOptions& options) : input_(input) {
    request_.scenario = &input.scenario;
    request_.design = input.setup.design.get();
    request_.options = options;
  }

  YieldRequest make() {
    find_curves();
    errors_.raise();
    find_sites();
    find_range();
    errors_.raise();
    if (wanted().exhaustive) {
      require_countable("--exhaustive", request_.sites.size(), request_.first, request_.last,
                        "take fewer, or a sample: --maps M");
    }
    return std::move(request_);
  }

 private:
  const YieldOptions& wanted() const { return request_.options; }

  // --- Curves -------------------------------------------------------------------------------------------------------

  void find_curves() {
    const std::vector<unsigned>& tracks = wanted().tracks;
    std::vector<const ReconfigurableFabric*> fabrics;
    for (std::size_t i = 0; i < std::max<std::size_t>(1, tracks.size()); ++i) {
      fabrics.push_back(add_fabric(tracks.empty() ? std::nullopt : std::optional(tracks[i])));
      if (fabrics.back() == nullptr) return;
      for (const RepairOptions& options : wanted_options()) {
        if (can_plan(*fabrics[i], options)) add_curve(*fabrics[i], tracks_of(i), options);
      }
    }
    if (wanted().compare && errors_.empty()) add_comparison(*fabrics.front());
    if (wanted().bounds) add_bounds(*fabrics.front());
  }

  std::optional<unsigned> tracks_of(std::size_t index) const {
    return wanted().tracks.empty() ? std::nullopt : std::optional(wanted().tracks[index]);
  }

  std::vector<RepairOptions> wanted_options() const {
    RepairOptions options = input_.scenario.repair;
    options.explain = false;
    if (wanted().strict) options.rule = "strict";
    std::vector<RepairOptions> all;
    for (const std::string& planner : wanted().planners) {
      options.planner = planner;
      all.push_back(options);
    }
    if (all.empty()) all.push_back(options);
    return all;
  }

  std::unique_ptr<ReconfigurableFabric> build_fabric(std::optional<unsigned> tracks) const {
    FabricOptions options = input_.scenario.fabric_or_default().options;
    if (tracks) options.tracks = tracks;
    return request_.design->fabric(options);
  }

  /// Returns nullptr if there is none; the mistake is then reported.
  const ReconfigurableFabric* add_fabric(std::optional<unsigned> tracks) {
    try {
      auto fabric = build_fabric(tracks);
      if (!fabric) {
        errors_.add(input_.scenario.where("network.kind"), "a network of kind " + input_.scenario.network.kind +
                                                               " has no fabric with spare PEs that could be repaired");
        return nullptr;
      }
      request_.fabrics.push_back(std::move(fabric));
      return request_.fabrics.back().get();
    } catch (const ParameterError& error) {
      const bool by_option = tracks && error.parameter() == "fabric.tracks";
      errors_.add(by_option ? option("--tracks") : input_.scenario.where(error.parameter()), error.what());
      return nullptr;
    }
  }

  void add_curve(const ReconfigurableFabric& fabric, std::optional<unsigned> tracks, const RepairOptions& options) {
    std::string name = options.planner;
    if (options.rule != RepairOptions{}.rule) name += ", " + options.rule;
    if (options.objective != RepairOptions{}.objective) name += ", " + options.objective;
    if (tracks) name += ", " + counted(*tracks, "track");
    const auto same = [&name](const Curve& curve) { return curve.name == name; };
    if (std::ranges::any_of(request_.curves, same)) return;
    request_.curves.push_back({name, &fabric, tracks, options, {}, {}});
  }

  /// Reports why, if it cannot.
  bool can_plan(const ReconfigurableFabric& fabric, const RepairOptions& options) {
    const RepairNames names = fabric.known_names();
    const Where planner = place_of("repair.planner", wanted().planners.empty() ? nullptr : "--planner");
    const Where rule = place_of("repair.rule", wanted().strict ? "--strict" : nullptr);
    const bool known = is_one_of(planner, options.planner, names.planners) &
                       is_one_of(rule, options.rule, names.rules) &
                       is_one_of(place_of("repair.objective"), options.objective, names.objectives);
    const auto why = known ? refusal(fabric, options) : std::nullopt;
    if (why) errors_.add(planner, *why);
    return known && !why;
  }

  /// Returns the option if it was given, else the key of the scenario.
  Where place_of(const char* key, const char* given = nullptr) const {
    return given != nullptr ? option(given) : input_.scenario.where(key);
  }

  /// Returns why the names are incompatible, or nullopt.
  static std::optional<std::string> refusal(const ReconfigurableFabric& fabric, const RepairOptions& options) {
    try {
      fabric.tester(options);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return std::nullopt;
  }

  bool is_one_of(const Where& where, const std::string& name, const std::vector<std::string_view>& valid) {
    if (std::ranges::find(valid, name) != valid.end()) return true;
    const std::vector<std::string> names(valid.begin(), valid.end());
    errors_.add(where, "this fabric does not know '" + name + "'" + suggestion(name, names));
    return false;
  }

  /// Adds the curves of --compare: every rule, the other number of tracks and every planner that are compatible with
  /// the rest of the request.
  void add_comparison(const ReconfigurableFabric& fabric) {
    const Curve first = request_.curves.front();
    const RepairNames names = fabric.known_names();
    RepairOptions options = first.options;
    for (const std::string_view rule : names.rules) {
      options.rule = rule;
      if (!refusal(fabric, options)) add_curve(fabric, first.tracks, options);
    }
    for (const unsigned tracks : kComparedTracks) add_other_tracks(tracks, first);
    options = first.options;
    for (const std::string_view planner : names.planners) {
      options.planner = planner;
      if (!refusal(fabric, options)) add_curve(fabric, first.tracks, options);
    }
  }

  /// Adds the other number of tracks; a fabric without tracks has none to compare.
  void add_other_tracks(unsigned tracks, const Curve& first) {
    const unsigned own = first.tracks.value_or(input_.scenario.fabric_or_default().options.tracks.value_or(1));
    if (tracks == own) return;
    try {
      request_.fabrics.push_back(build_fabric(tracks));
      add_curve(*request_.fabrics.back(), tracks, first.options);
    } catch (const ParameterError&) {
      return;
    }
  }

  void add_bounds(const ReconfigurableFabric& fabric) {
    const std::vector<RepairBound> bounds = fabric.bounds();
    if (bounds.empty()) errors_.add(option("--bounds"), "this fabric has no bounds to compare with; leave it out");
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      request_.curves.push_back({bounds[i].summary, &fabric, {}, {}, i, bounds[i].name});
    }
  }

  // --- Maps ---------------------------------------------------------------------------------------------------------

  void find_sites() {
    const ReconfigurableFabric& fabric = *request_.fabrics.front();
    if (wanted().core_only) {
      request_.sites = fabric.repair({}, {}).placement.site_of;
      std::ranges::sort(request_.sites);
      return;
    }
    request_.sites = all_sites(fabric.fabric());
  }

  void find_range() {
    const std::string& text = wanted().faults;
    if (text.empty()) {
      choose_range();
      return;
    }
    const std::size_t colon = text.find(':');
    const auto first = number(text.substr(0, colon));
    const auto last = colon == std::string::npos ? first : number(text.substr(colon + 1));
    if (!first || !last) {
      errors_.add(option("--faults"), "'" + text + "' is not a number of faults or a range A:B of them");
    } else if (*first > *last) {
      errors_.add(option("--faults"),
                  "'" + text + "' is out of order; did you mean " + range_text(*last, *first) + "?");
    } else if (*last > request_.sites.size()) {
      errors_.add(option("--faults"), std::to_string(*last) + " faults are more than the " +
                                          std::to_string(request_.sites.size()) + " PEs that can have one");
    } else {
      request_.first = *first;
      request_.last = *last;
    }
  }

  /// Returns the default largest number of faults: no fabric repairs more faults of core PEs than it has spares.
  void choose_range() {
    if (wanted().exhaustive) {
      errors_.add(option("--exhaustive"), "of how many faults? Add --faults A:B");
      return;
    }
    const std::size_t spares = request_.fabrics.front()->fabric().sites.size() - request_.design->network().nodes();
    request_.first = 0;
    request_.last = std::min({spares, kDefaultLast, request_.sites.size()});
  }

  const Input& input_;
  YieldRequest request_;
  Diagnostics errors_;
};

}  // namespace

std::vector<SiteId> all_sites(const Fabric& fabric) {
  std::vector<SiteId> sites;
  for (std::uint32_t site = 0; site < fabric.sites.size(); ++site) sites.push_back(SiteId{site});
  return sites;
}

void require_countable(const char* name, std::size_t sites, std::size_t first, std::size_t last,
                       const std::string& remedy) {
  if (last > sites) {
    throw InputError({{option(name), std::to_string(last) + " faults are more than the " + std::to_string(sites) +
                                         " PEs there are"}});
  }
  for (std::size_t faults = first; faults <= last; ++faults) {
    const auto maps = subset_count(static_cast<std::uint32_t>(sites), static_cast<std::uint32_t>(faults));
    if (maps && *maps <= kMostMaps) continue;
    throw InputError({{option(name), std::to_string(faults) + " faults of " + std::to_string(sites) + " PEs make " +
                                         (maps ? std::to_string(*maps) : "more than 2^63") +
                                         " maps, which take too long; " + remedy}});
  }
}

YieldRequest make_request(const Input& input, const YieldOptions& options) {
  return Maker(input, options).make();
}

}  // namespace kintsugi::yield
