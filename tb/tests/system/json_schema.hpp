/// Judges a JSON document by a JSON Schema: the keywords that the schemas of this project use, and no others.
///
/// Keywords  $ref to #/$defs, oneOf, type, const, enum, minimum, maximum, required, properties,
///           additionalProperties: false, items, prefixItems, minItems, maxItems; an unknown keyword throws
///           std::logic_error, so that none is passed over
/// Source    JSON Schema, draft 2020-12
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>

namespace kintsugi::test {

class JsonSchema {
 public:
  explicit JsonSchema(nlohmann::json schema) : root_(std::move(schema)) {}

  /// Returns the place of the first mistake and what it is; "" if the document is right.
  std::string complaint(const nlohmann::json& document) const { return judge(root_, document, "$"); }

 private:
  using json = nlohmann::json;

  std::string judge(const json& schema, const json& value, const std::string& at) const {
    if (schema.is_boolean()) return schema.get<bool>() ? "" : at + " may not be there";
    require_known(schema);
    if (schema.contains("$ref")) return judge(target(schema["$ref"]), value, at);
    if (schema.contains("oneOf")) return judge_one_of(schema["oneOf"], value, at);
    if (schema.contains("type") && !has_type(schema["type"], value)) return at + " has another type";
    if (schema.contains("const") && value != schema["const"]) return at + " has another value";
    if (schema.contains("enum") && !std::ranges::count(schema["enum"], value)) return at + " is none of the values";
    if (schema.contains("minimum") && value.is_number() && value < schema["minimum"]) return at + " is too small";
    if (schema.contains("maximum") && value.is_number() && value > schema["maximum"]) return at + " is too large";
    if (value.is_object()) return judge_object(schema, value, at);
    if (value.is_array()) return judge_array(schema, value, at);
    return "";
  }

  static void require_known(const json& schema) {
    static const std::set<std::string> kKnown = {
        "$schema", "$defs",       "$ref",     "title",   "description", "oneOf",      "type",
        "const",   "enum",        "minimum",  "maximum", "required",    "properties", "additionalProperties",
        "items",   "prefixItems", "minItems", "maxItems"};
    for (const auto& [key, value] : schema.items()) {
      if (!kKnown.contains(key)) throw std::logic_error("the keyword " + key + " is not judged");
    }
  }

  const json& target(const std::string& reference) const {
    return root_.at(json::json_pointer(reference.substr(reference.find('/'))));
  }

  std::string judge_one_of(const json& schemas, const json& value, const std::string& at) const {
    std::string complaints;
    int right = 0;
    for (const json& each : schemas) {
      const std::string complaint = judge(each, value, at);
      right += complaint.empty() ? 1 : 0;
      complaints += complaint.empty() ? "" : "; " + complaint;
    }
    return right == 1 ? "" : at + " fits " + std::to_string(right) + " of the forms" + complaints;
  }

  static bool has_type(const json& types, const json& value) {
    if (types.is_array()) return std::ranges::any_of(types, [&](const json& each) { return has_type(each, value); });
    const auto type = types.get<std::string>();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    if (type == "null") return value.is_null();
    throw std::logic_error("the type " + type + " is not judged");
  }

  std::string judge_object(const json& schema, const json& value, const std::string& at) const {
    for (const json& key : schema.value("required", json::array())) {
      if (!value.contains(key.get<std::string>())) return at + " lacks " + key.dump();
    }
    const json properties = schema.value("properties", json::object());
    for (const auto& [key, each] : value.items()) {
      const bool is_known = properties.contains(key);
      if (!is_known && !schema.value("additionalProperties", true)) return at + " has the unknown key " + key;
      const std::string complaint = is_known ? judge(properties[key], each, at + "." + key) : "";
      if (!complaint.empty()) return complaint;
    }
    return "";
  }

  std::string judge_array(const json& schema, const json& value, const std::string& at) const {
    if (value.size() < schema.value("minItems", std::size_t{0})) return at + " is too short";
    if (value.size() > schema.value("maxItems", value.size())) return at + " is too long";
    const json first = schema.value("prefixItems", json::array());
    const json others = schema.value("items", json(true));
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string complaint =
          judge(i < first.size() ? first[i] : others, value[i], at + "[" + std::to_string(i) + "]");
      if (!complaint.empty()) return complaint;
    }
    return "";
  }

  json root_;
};

}  // namespace kintsugi::test
