#include "tb/tool/yield/request.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "models/network/limits.hpp"
#include "models/network/nearest.hpp"
#include "models/network/number_in.hpp"
#include "models/network/text.hpp"
#include "models/repair/subsets.hpp"
#include "tb/tool/scenario/vocabulary.hpp"
#include "tb/tool/setup/defect_sites.hpp"

namespace kintsugi::yield {

namespace {

constexpr std::size_t kDefaultLast = 32;              // defective PEs
constexpr std::uint64_t kMostMaps = 100'000'000'000;  // of one number of defective PEs: days

Where option(const std::string& name) {
  return {name, 0, 0};
}

/// For the name of a curve: "2 tracks", "mode ring".
std::string describe(const std::string& name, const ParameterValue& value, const FabricInfo& fabric) {
  const auto spec = std::ranges::find(fabric.options, name, &ParameterSpec::name);
  const auto* number = std::get_if<std::int64_t>(&value);
  if (number == nullptr || spec == fabric.options.end() || spec->unit.empty())
    return name + ' ' + kintsugi::to_text(value);
  return counted(static_cast<std::uint64_t>(*number), spec->unit);
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
    check_cluster();
    check_chain();
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
    const std::vector<Parameters> variants = wanted_variants();
    if (!errors_.empty()) return;
    std::vector<const ReconfigurableFabric*> fabrics;
    for (const Parameters& variant : variants) {
      fabrics.push_back(add_fabric(variant));
      if (fabrics.back() == nullptr) return;
      if (!has_same_sites(*fabrics.back(), *fabrics.front())) {
        errors_.add(several_valued(),
                    "its values give fabrics with other PEs, which cannot be judged on the same maps; "
                    "study each value by itself");
        return;
      }
      for (RepairOptions options : wanted_options()) {
        const Term* planner = find_term(fabrics.back()->info().planners, options.planner);
        if (planner != nullptr) options.planner = planner->name;  // it can be an old name
        if (can_plan(*fabrics.back(), options)) add_curve(*fabrics.back(), variant, options);
      }
    }
    if (wanted().compare && errors_.empty()) add_comparison(*fabrics.front());
    if (wanted().bounds) add_bounds(*fabrics.front());
  }

  /// A map is a set of numbers of sites.
  static bool has_same_sites(const ReconfigurableFabric& a, const ReconfigurableFabric& b) {
    return std::ranges::equal(a.fabric().sites, b.fabric().sites, {}, &Site::name, &Site::name);
  }

  /// Returns the last option that has several values.
  Where several_valued() const {
    Where where;
    for (const auto& [name, texts] : wanted().fabric_options) {
      if (texts.size() > 1) where = option("--" + name);
    }
    return where;
  }

  /// Every combination of the values that the options ask for; one without any when they ask for none.
  std::vector<Parameters> wanted_variants() {
    std::vector<Parameters> variants(1);
    for (const auto& [name, texts] : wanted().fabric_options) {
      std::vector<Parameters> more;
      for (const Parameters& variant : variants) {
        for (const std::string& text : texts) {
          more.push_back(variant);
          if (auto value = value_of(name, text)) more.back().emplace(name, std::move(*value));
        }
      }
      if (!texts.empty()) variants = std::move(more);
    }
    return variants;
  }

  /// The value that a text is for an option of this fabric; nothing, and an error, when it is none.
  std::optional<ParameterValue> value_of(const std::string& name, const std::string& text) {
    const FabricInfo* fabric = input_.setup.family->fabric_info();
    if (fabric == nullptr) return std::nullopt;  // add_fabric() says so
    const auto spec = std::ranges::find(fabric->options, name, &ParameterSpec::name);
    if (spec == fabric->options.end()) {
      const std::string message = "the fabric of a network of kind " + input_.setup.family->kind() +
                                  " has no option '" + name + "'; leave it out";
      if (refused_.insert(name).second) errors_.add(option("--" + name), message);
      return std::nullopt;
    }
    if (spec->type == ParameterSpec::Type::kInteger) {
      if (const auto value = number_in<std::size_t>(text))
        return static_cast<std::int64_t>(*value);  // the fabric checks the range
    } else if (std::ranges::find(spec->choices, text) != spec->choices.end()) {
      return text;
    }
    errors_.add(option("--" + name), "'" + text + "' is no value of this option: " + spec->help);
    return std::nullopt;
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

  std::unique_ptr<ReconfigurableFabric> build_fabric(const Parameters& variant) const {
    Parameters options = variant;
    options.merge(Parameters(input_.scenario.fabric_or_default().options));
    return request_.design->fabric(options);
  }

  /// Returns nullptr if there is none; the mistake is then reported.
  const ReconfigurableFabric* add_fabric(const Parameters& variant) {
    try {
      auto fabric = build_fabric(variant);
      if (!fabric) {
        errors_.add(input_.scenario.where("network.kind"), "a network of kind " + input_.scenario.network.kind +
                                                               " has no fabric with spare PEs that could be repaired");
        return nullptr;
      }
      request_.fabrics.push_back(std::move(fabric));
      return request_.fabrics.back().get();
    } catch (const ParameterError& error) {
      errors_.add(place_of_option(error.parameter(), variant), error.what());
      return nullptr;
    }
  }

  /// Where a wrong parameter was given: by an option of the command, or in the scenario.
  Where place_of_option(const std::string& parameter, const Parameters& variant) const {
    const std::string name = parameter.substr(parameter.find('.') + 1);
    const bool is_option = parameter.starts_with("fabric.") && variant.contains(name);
    return is_option ? option("--" + name) : input_.scenario.where(parameter);
  }

  void add_curve(const ReconfigurableFabric& fabric, const Parameters& variant, const RepairOptions& options) {
    std::string name = options.planner;
    if (options.rule != RepairOptions{}.rule) name += ", " + options.rule;
    if (options.objective != RepairOptions{}.objective) name += ", " + options.objective;
    if (options.longest != RepairOptions{}.longest) name += ' ' + std::to_string(options.longest);
    for (const auto& [key, value] : variant) name += ", " + describe(key, value, fabric.info());
    const auto same = [&name](const Curve& curve) { return curve.name == name; };
    if (std::ranges::any_of(request_.curves, same)) return;
    request_.curves.push_back({name, &fabric, variant, options, {}, {}});
  }

  /// Reports why, if it cannot.
  bool can_plan(const ReconfigurableFabric& fabric, const RepairOptions& options) {
    const FabricInfo& names = fabric.info();
    const Where planner = place_of("repair.planner", wanted().planners.empty() ? nullptr : "--planner");
    const Where rule = place_of("repair.rule", wanted().strict ? "--strict" : nullptr);
    const bool planner_known = is_one_of(planner, options.planner, names.planners);
    const bool rule_known = is_one_of(rule, options.rule, names.rules);
    const bool objective_known = is_one_of(place_of("repair.objective"), options.objective, names.objectives);
    const bool known = planner_known && rule_known && objective_known;
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

  bool is_one_of(const Where& where, const std::string& name, const std::vector<Term>& valid) {
    if (std::ranges::find(valid, name, &Term::name) != valid.end()) return true;
    errors_.add(where, "this fabric does not know '" + name + "'" + suggestion(name, names_of(valid)));
    return false;
  }

  /// Adds the curves of --compare: every rule, every other value of the options with few values, and every planner that
  /// are compatible with the rest of the request. A planner whose search has a limit takes too long for so many maps.
  void add_comparison(const ReconfigurableFabric& fabric) {
    const Curve first = request_.curves.front();
    const FabricInfo& known = fabric.info();
    RepairOptions options = first.options;
    for (const Term& rule : known.rules) {
      options.rule = rule.name;
      if (!refusal(fabric, options)) add_curve(fabric, first.fabric_options, options);
    }
    for (const ParameterSpec& spec : known.options) {
      if (spec.decides_repair) add_other_values(spec, first);
    }
    options = first.options;
    for (const Term& planner : known.planners) {
      options.planner = planner.name;
      if (fabric.is_limited(options)) continue;
      if (!refusal(fabric, options)) add_curve(fabric, first.fabric_options, options);
    }
  }

  void add_other_values(const ParameterSpec& spec, const Curve& first) {
    for (const ParameterValue& value : few_values(spec)) {
      if (value == own_value(spec, first)) continue;
      Parameters variant = first.fabric_options;
      variant.insert_or_assign(spec.name, value);
      try {
        auto fabric = build_fabric(variant);
        if (!has_same_sites(*fabric, *first.fabric)) continue;
        request_.fabrics.push_back(std::move(fabric));
        add_curve(*request_.fabrics.back(), variant, first.options);
      } catch (const ParameterError&) {
        continue;  // this network has no such fabric to compare with
      }
    }
  }

  /// Returns the value that the fabric of the first curve has; nullopt if it depends on the network.
  std::optional<ParameterValue> own_value(const ParameterSpec& spec, const Curve& first) const {
    const Parameters scenario = input_.scenario.fabric_or_default().options;
    for (const Parameters* given : {&first.fabric_options, &scenario}) {
      if (const auto found = given->find(spec.name); found != given->end()) return found->second;
    }
    return spec.otherwise;
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
    request_.sites = all_sites(fabric.fabric().sites.size());
  }

  void find_range() {
    const std::string& text = wanted().faults;
    if (text.empty()) {
      choose_range();
      return;
    }
    const std::size_t colon = text.find(':');
    const auto first = number_in<std::size_t>(text.substr(0, colon));
    const auto last = colon == std::string::npos ? first : number_in<std::size_t>(text.substr(colon + 1));
    if (!first || !last) {
      errors_.add(option("--faults"),
                  "'" + text + "' is not a number of defective PEs or a range A:B of them; valid: " +
                      kintsugi::to_text(IntegerRange{0, static_cast<std::int64_t>(request_.sites.size())}));
    } else if (*first > *last) {
      errors_.add(option("--faults"), "'", text, "' is out of order; did you mean ", *last, ":", *first, "?");
    } else if (*last > request_.sites.size()) {
      errors_.add(option("--faults"), std::to_string(*last) + " defective PEs are more than the " +
                                          std::to_string(request_.sites.size()) + " PEs that can be defective");
    } else {
      request_.first = *first;
      request_.last = *last;
    }
  }

  /// Returns the default largest number of defective PEs: no fabric repairs more core PEs than it has spares.
  void choose_range() {
    if (wanted().exhaustive) {
      errors_.add(option("--exhaustive"), "of how many defective PEs? Add --faults A:B");
      return;
    }
    const std::size_t spares = request_.fabrics.front()->fabric().sites.size() - request_.design->network().nodes();
    request_.first = 0;
    request_.last = std::min({spares, kDefaultLast, request_.sites.size()});
  }

  void check_cluster() {
    if (!wanted().cluster) return;
    if (!wanted().pe_defects.empty()) {
      errors_.add(option("--pe-defect"),
                  "the yield of arrays is that of independent defects; leave --cluster out, or add --rivals, which "
                  "draws the defects of whole dies");
    }
    if (request_.last > 0 && request_.last == request_.sites.size()) {
      errors_.add(option("--faults"), "with --cluster, a mean number of defective PEs is below the " +
                                          std::to_string(request_.sites.size()) + " PEs that can be defective");
    }
    try {
      const Places places = places_of(*request_.fabrics.front());
      request_.field_of = density_at(places, 0, *wanted().cluster, wanted().field).field_of;
    } catch (const std::invalid_argument& error) {
      errors_.add(option("--field"), error.what());
    }
  }

  void check_chain() {
    if (!wanted().chain_defect || !request_.fabrics.front()->segments().empty()) return;
    errors_.add(option("--chain-defect"), "this fabric does not say what the segments of its chain are; leave it out");
  }

  const Input& input_;
  YieldRequest request_;
  Diagnostics errors_;
  std::set<std::string> refused_;  // options that the fabric does not have
};

}  // namespace

bool Curve::is_limited() const {
  return !bound && fabric->is_limited(options);
}

std::vector<ParameterSpec> compared_options(const FamilyList& list) {
  std::vector<ParameterSpec> compared;
  for (const ParameterSpec& spec : fabric_vocabulary(nullptr, list).options) {
    if (!few_values(spec).empty()) compared.push_back(spec);
  }
  return compared;
}

void require_countable(const char* name, std::size_t sites, std::size_t first, std::size_t last,
                       const std::string& remedy) {
  if (last > sites) {
    throw InputError({{option(name), std::to_string(last) + " defective PEs are more than the " +
                                         std::to_string(sites) + " PEs there are"}});
  }
  for (std::size_t faults = first; faults <= last; ++faults) {
    const auto maps = subset_count(static_cast<std::uint32_t>(sites), static_cast<std::uint32_t>(faults));
    if (maps && *maps <= kMostMaps) continue;
    throw InputError({{option(name), std::to_string(faults) + " defective PEs of " + std::to_string(sites) + " make " +
                                         (maps ? std::to_string(*maps) : "more than 2^63") +
                                         " maps, which take too long; " + remedy}});
  }
}

YieldRequest make_request(const Input& input, const YieldOptions& options) {
  return Maker(input, options).make();
}

}  // namespace kintsugi::yield
