#include "tb/tool/setup/input.hpp"

#include <algorithm>

#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi {

namespace {

/// Turns {kind: ...} into {network: {kind: ...}}.
Value as_scenario(Value network) {
  Value scenario{.type = Value::Type::kMap, .entries = {}, .where = network.where};
  scenario.entries.push_back({"network", scenario.where, std::move(network)});
  return scenario;
}

Input check(Value document, const Source& source, const Overrides& overrides, Diagnostics& errors,
            const FamilyList& list, const BeginPart& progress, const FurtherCheck& further,
            SetupFor purpose = SetupFor::kScenario) {
  if (!overrides.map.empty()) use_map(overrides.map, document, errors);
  if (!overrides.routing.empty()) use_routing(overrides.routing, document, errors);
  for (const std::string& text : overrides.settings) apply_override(text, document, errors);
  ReadScenario read = read_scenario(document, source.name, errors, list);
  Setup setup = build_setup(read, errors, purpose, progress);
  if (further) further(read.scenario, setup, errors);
  errors.raise();
  return {std::move(read.scenario), std::move(setup)};
}

/// Whether the document is the network section by itself. It may lack its kind, which an override can add. What holds a
/// mapping is a scenario, since no parameter is one: a section of it may be misspelt.
bool is_network(const Value& document) {
  if (document.type != Value::Type::kMap || document.find("network") != nullptr) return false;
  if (document.find("kind") != nullptr) return true;
  return std::ranges::none_of(document.entries, [](const Value::Entry& entry) {
    const bool of_sweep = entry.key == "base" || entry.key == "axes";
    return of_sweep || is_section(entry.key) || entry.value.type == Value::Type::kMap;
  });
}

/// Whether an override names its key from the top of a scenario: "network.n=4", "repair.planner=local".
bool names_section(const std::string& override_text) {
  return is_section(override_text.substr(0, override_text.find_first_of(".=")));
}

/// Checks what the readers of a text see to, in a scenario that is made in C++: that the parameters are those of the
/// family and have values of their types, and that the numbers of a run let something be measured.
class MadeScenarioCheck {
 public:
  MadeScenarioCheck(const Scenario& scenario, Diagnostics& errors) : scenario_(scenario), errors_(errors) {}

  void parameters(const std::string& section, const Parameters& given, std::span<const ParameterSpec> specs) {
    std::vector<std::string> names;
    for (const ParameterSpec& spec : specs) {
      names.push_back(spec.name);
      if (spec.required && !given.contains(spec.name)) say(section + '.' + spec.name + " is missing: " + spec.help);
    }
    for (const auto& [name, value] : given) {
      const auto spec = std::ranges::find(specs, name, &ParameterSpec::name);
      const std::string path = section + '.' + name;
      if (spec == specs.end()) {
        say("unknown key '" + path + "'" + suggestion(name, names));
      } else {
        this->value(path, *spec, value);
      }
    }
  }

  void run() {
    const RunSection& run = scenario_.run;
    if (!kRunCycles.contains(static_cast<std::int64_t>(run.cycles))) {
      say("run.cycles must be " + to_text(kRunCycles) + ", not " + std::to_string(run.cycles));
    } else if (run.warmup >= run.cycles) {
      say(joined("run.warmup must be less than run.cycles, ", run.cycles, ", not ", run.warmup));
    }
    if (scenario_.traffic && !kTrafficRates.contains(scenario_.traffic->rate)) {
      say("traffic.rate must be " + to_text(kTrafficRates) + ", not " + readable(scenario_.traffic->rate));
    }
  }

 private:
  void say(const std::string& message) { errors_.add({scenario_.source, 0, 0}, message); }

  void value(const std::string& path, const ParameterSpec& spec, const ParameterValue& value) {
    const auto is_wrong = [&](std::int64_t each) { return !spec.range.contains(each); };
    const auto must_be = [&](const std::string& form) {
      say(path + " must be " + form + ", not " + to_text(value) + "; it is " + spec.help);
    };
    if (!has_type(spec.type, value)) return must_be(wanted_type(spec.type));
    if (const auto* const integer = std::get_if<std::int64_t>(&value); integer != nullptr && is_wrong(*integer)) {
      must_be(to_text(spec.range));
    }
    if (const auto* const list = std::get_if<std::vector<std::int64_t>>(&value);
        list != nullptr && std::ranges::any_of(*list, is_wrong)) {
      must_be(to_text(spec.range) + " each");
    }
    const auto* const name = std::get_if<std::string>(&value);
    if (name != nullptr && std::ranges::find(spec.choices, *name) == spec.choices.end()) {
      say(path + ": unknown name '" + *name + "'" + suggestion(*name, spec.choices));
    }
  }

  const Scenario& scenario_;
  Diagnostics& errors_;
};

}  // namespace

Input load_scenario(const std::string& argument, const Overrides& overrides, const FamilyList& list,
                    const BeginPart& progress, const FurtherCheck& further) {
  Diagnostics errors;
  const Source source = open_source(argument);
  return check(parse_source(source, errors), source, overrides, errors, list, progress, further);
}

Input load_source(const Source& source, const Overrides& overrides, const FurtherCheck& further) {
  Diagnostics errors;
  return check(parse_source(source, errors), source, overrides, errors, families(), {}, further);
}

Input build_input(Scenario scenario, const FurtherCheck& further) {
  if (scenario.source.empty()) scenario.source = "<program>";
  Diagnostics errors;
  ReadScenario read{.scenario = std::move(scenario), .known_keys = {}};
  const std::string& kind = read.scenario.network.kind;
  read.family = find_family(kind);
  read.network_known = read.network_intact = read.family != nullptr;
  if (read.family == nullptr) {
    errors.add({read.scenario.source, 0, 0}, "network.kind: no network is of kind '", kind, "'",
               suggestion(kind, each_of(families(), &Family::kind)));
  }
  MadeScenarioCheck made(read.scenario, errors);
  if (read.family != nullptr) {
    made.parameters("network", read.scenario.network.parameters, read.family->parameters());
    const FabricInfo* const fabric = read.family->fabric_info();
    if (read.scenario.fabric && fabric != nullptr) {
      made.parameters("fabric", read.scenario.fabric->options, fabric->options);
    }
  }
  made.run();
  errors.raise();  // models are built from right values only
  Setup setup = build_setup(read, errors);
  if (further) further(read.scenario, setup, errors);
  errors.raise();
  return {std::move(read.scenario), std::move(setup)};
}

Input load_text(const std::string& text, const std::string& name) {
  return load_source(Source{name, text}, {});
}

Input load_network(const std::string& argument, const Overrides& overrides, SetupFor purpose, const FamilyList& list,
                   const BeginPart& progress, const FurtherCheck& further) {
  return load_network(open_source(argument), overrides, purpose, list, progress, further);
}

Input load_network(const Source& source, const Overrides& overrides, SetupFor purpose, const FamilyList& list,
                   const BeginPart& progress, const FurtherCheck& further) {
  Diagnostics errors;
  Value document = parse_source(source, errors);
  if (!is_network(document)) {
    return check(std::move(document), source, overrides, errors, list, progress, further, purpose);
  }
  std::vector<std::string> later;
  for (const std::string& text : overrides.settings) {
    if (names_section(text)) {
      later.push_back(text);
    } else {
      apply_override(text, document, errors);
    }
  }
  return check(as_scenario(std::move(document)), source, Overrides(later, overrides.map, overrides.routing), errors,
               list, progress, further, purpose);
}

}  // namespace kintsugi
