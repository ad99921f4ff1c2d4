#include "tb/tool/scenario/parameter_reader.hpp"

#include <utility>

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
    if (map.explains()) map.specify(spec.name, key_spec(spec));
  }
  return complete;
}

}  // namespace kintsugi
