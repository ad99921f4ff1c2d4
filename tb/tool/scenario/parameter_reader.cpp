#include "tb/tool/scenario/parameter_reader.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "models/network/nearest.hpp"
#include "tb/tool/console/files.hpp"

namespace kintsugi {

namespace {

template <class T, class Read>
bool read_as(ParameterValue& into, Read read) {
  T value{};
  if (!read(value)) return false;
  into = std::move(value);
  return true;
}

/// Reads a parameter that is an integer or one of some names, by its form.
bool read_integer_or_name(MapReader& map, const ParameterSpec& spec, ParameterValue& into) {
  const Value* value = map.find(spec.name);
  if (value != nullptr && as_integer(*value)) {
    return read_as<std::int64_t>(into,
                                 [&](auto& number) { return map.integer(spec.name, spec.range, number, spec.help); });
  }
  return read_as<std::string>(into,
                              [&](auto& name) { return map.choice(spec.name, spec.choices, name, spec.numbers); });
}

/// Reads the text of the file that a key names.
bool read_parameter_file(MapReader& map, const std::string& key, const FileLimit& limit, ParameterValue& into) {
  std::filesystem::path path;
  if (!map.file(key, path)) return false;
  FileText file = read_file(path, limit);
  if (!file.text) {
    map.context().errors.add(map.find(key)->where, "cannot read ", path.string(), ": ", file.error);
    return false;
  }
  into = ParameterFile{path.string(), std::move(*file.text)};
  return true;
}

/// Reads a parameter that is one of some names or a file, by its form.
bool read_name_or_file(MapReader& map, const ParameterSpec& spec, ParameterValue& into) {
  const Value* value = map.find(spec.name);
  if (value != nullptr && value->type == Value::Type::kMap) {
    bool right = false;
    map.section(spec.name, [&](MapReader& inner) {
      inner.require("file");
      inner.say("file", {.help = "a file with the upper ranks of each class"});
      right = read_parameter_file(inner, "file", kParameterFileLimit, into);
    });
    return right;
  }
  return read_as<std::string>(into,
                              [&](auto& name) { return map.choice(spec.name, spec.choices, name, "{file: PATH}"); });
}

bool read_nodes(MapReader& map, const ParameterSpec& spec, ParameterValue& into) {
  std::vector<WrittenNode> nodes;
  if (!map.nodes(spec.name, nodes)) return false;
  NodeWords words;
  for (WrittenNode& node : nodes) words.push_back(std::move(node.word));
  into = std::move(words);
  return true;
}

bool read_parameter(MapReader& map, const ParameterSpec& spec, ParameterValue& into) {
  switch (spec.type) {
    case ParameterSpec::Type::kInteger:
      return read_as<std::int64_t>(into,
                                   [&](auto& value) { return map.integer(spec.name, spec.range, value, spec.help); });
    case ParameterSpec::Type::kName:
      return read_as<std::string>(into, [&](auto& value) { return map.choice(spec.name, spec.choices, value); });
    case ParameterSpec::Type::kIntegers:
      return read_as<std::vector<std::int64_t>>(
          into, [&](auto& value) { return map.integers(spec.name, spec.range, value, spec.help); });
    case ParameterSpec::Type::kIntegerOrName:
      return read_integer_or_name(map, spec, into);
    case ParameterSpec::Type::kNameOrFile:
      return read_name_or_file(map, spec, into);
    case ParameterSpec::Type::kFile:
      return read_parameter_file(map, spec.name, kGraphLimit, into);
    case ParameterSpec::Type::kNodes:
      return read_nodes(map, spec, into);
  }
  return false;
}

}  // namespace

bool read_parameters(MapReader& map, std::span<const ParameterSpec> specs, Parameters& parameters) {
  bool complete = true;
  for (const ParameterSpec& spec : specs) {
    ParameterValue value;
    if (spec.required) map.require(spec.name, ": " + spec.help);
    if (read_parameter(map, spec, value)) {
      parameters.emplace(spec.name, std::move(value));
    } else if (spec.required) {
      complete = false;
    }
    map.specify(spec.name, key_spec(spec));
  }
  return complete;
}

namespace {

std::vector<Term> workload_terms() {
  return each_of(workload::workloads(), [](const workload::WorkloadInfo& info) {
    return Term{info.name, info.summary};
  });
}

/// A parameter of several programs, with what each of them says of it.
struct SharedParameter {
  struct Meaning {
    std::string help;
    std::string names;  ///< of the programs: "allreduce, fft"
  };
  KeySpec key;  ///< of the first program, with the choices of all, and the default if it is that of all
  std::string names;
  std::vector<Meaning> meanings;
};

void append_name(std::string& names, const std::string& name) {
  names += (names.empty() ? "" : ", ") + name;
}

void add_parameter(SharedParameter& shared, const ParameterSpec& spec, const std::string& program) {
  append_name(shared.names, program);
  if (key_spec(spec).otherwise != shared.key.otherwise) shared.key.otherwise.clear();
  add_new(terms_of(spec.choices), shared.key.choices);
  auto meaning = std::ranges::find(shared.meanings, spec.help, &SharedParameter::Meaning::help);
  if (meaning == shared.meanings.end()) meaning = shared.meanings.insert(meaning, {spec.help, ""});
  append_name(meaning->names, program);
}

/// Returns what ends all the texts, from a comma on: their range and default.
std::string common_end(const std::vector<SharedParameter::Meaning>& meanings) {
  const std::string& first = meanings.front().help;
  for (std::size_t comma = first.find(','); comma != std::string::npos; comma = first.find(',', comma + 1)) {
    const std::string end = first.substr(comma);
    if (std::ranges::all_of(meanings, [&](const auto& each) { return each.help.ends_with(end); })) return end;
  }
  return "";
}

/// Says with which programs a parameter goes, and which of its meanings is whose.
KeySpec explained(SharedParameter shared) {
  shared.key.required = false;
  if (shared.meanings.size() == 1) {
    shared.key.condition = "only with " + shared.names;
    return shared.key;
  }
  const std::string end = common_end(shared.meanings);
  shared.key.help.clear();
  for (const SharedParameter::Meaning& each : shared.meanings) {
    shared.key.help +=
        (shared.key.help.empty() ? "" : "; ") + each.names + ": " + each.help.substr(0, each.help.size() - end.size());
  }
  shared.key.help += end;
  return shared.key;
}

/// Says what the parameters of all programs are, those of several programs once.
void explain_parameters(MapReader& map) {
  std::vector<std::string> order;
  std::map<std::string, SharedParameter> parameters;
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    for (const ParameterSpec& spec : info.parameters) {
      const auto [found, is_new] = parameters.try_emplace(spec.name);
      if (is_new) {
        order.push_back(spec.name);
        found->second.key = key_spec(spec);
      }
      add_parameter(found->second, spec, info.name);
    }
  }
  for (const std::string& name : order) {
    map.find(name);
    map.specify(name, explained(std::move(parameters.at(name))));
  }
}

std::vector<ParameterSpec> parameters_of(const workload::WorkloadInfo& info, Ranks ranks) {
  std::vector<ParameterSpec> specs = info.parameters;
  for (ParameterSpec& spec : specs) {
    if (spec.name == "ranks" && ranks == Ranks::kOptional) spec.required = false;
  }
  return specs;
}

}  // namespace

bool read_named_workload(MapReader& map, NamedWorkload& into, Ranks ranks) {
  const std::size_t errors_before = map.context().errors.size();
  const std::vector<Term> names = workload_terms();
  std::string name;
  map.require("name", suggestion("", names_of(names)));
  const bool right = map.choice("name", names, name, {.help = "the program that is made"});
  if (map.explains()) {
    explain_parameters(map);
    if (ranks == Ranks::kOptional) map.say("ranks", {.otherwise = "the live nodes"});
    return false;
  }
  if (!right) {
    for (const Value::Entry& entry : map.value().entries) map.find(entry.key);
    return false;
  }
  into.info = workload::find_workload(name);
  read_parameters(map, parameters_of(*into.info, ranks), into.parameters);
  return map.context().errors.size() == errors_before;
}

}  // namespace kintsugi
