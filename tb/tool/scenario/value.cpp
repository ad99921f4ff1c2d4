#include "tb/tool/scenario/value.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace kintsugi {

namespace {

constexpr int kMaxDepth = 32;
constexpr int kMaxValues = 1'000'000;

/// Converts yaml-cpp's nodes into values.
class Converter {
 public:
  /// If `origin` has line 0, every place is `origin`; else places are in the text.
  Converter(Where origin, bool keep_places, Diagnostics& errors)
      : origin_(std::move(origin)), keep_places_(keep_places), errors_(errors) {}

  Where place(const YAML::Mark& mark) const {
    if (!keep_places_ || mark.is_null()) return origin_;
    return {origin_.source, mark.line + 1, mark.column + 1};
  }

  Value convert(const YAML::Node& node, int depth = 0) {
    Value value;
    value.where = place(node.Mark());
    if (!within_limits(depth, value.where)) return value;
    if (node.IsScalar()) convert_scalar(node, value);
    if (node.IsSequence()) convert_list(node, depth, value);
    if (node.IsMap()) convert_map(node, depth, value);
    return value;
  }

 private:
  /// An alias inside its own anchor never ends, and aliases of aliases grow without bound.
  bool within_limits(int depth, const Where& where) {
    if (stopped_) return false;
    stopped_ = depth > kMaxDepth || ++values_ > kMaxValues;
    if (stopped_) errors_.add(where, depth > kMaxDepth ? "nested too deeply" : "too many values");
    return !stopped_;
  }

  static void convert_scalar(const YAML::Node& node, Value& value) {
    value.type = Value::Type::kScalar;
    value.text = node.Scalar();
    value.quoted = node.Tag() == "!";
  }

  void convert_list(const YAML::Node& node, int depth, Value& value) {
    value.type = Value::Type::kList;
    for (const YAML::Node& item : node) value.items.push_back(convert(item, depth + 1));
  }

  void convert_map(const YAML::Node& node, int depth, Value& value) {
    value.type = Value::Type::kMap;
    for (const auto& pair : node) {
      const YAML::Node& key = pair.first;
      const Where where = place(key.Mark());
      if (!key.IsScalar()) {
        errors_.add(where, "a key must be a name");
        continue;
      }
      value.entries.push_back({key.Scalar(), where, convert(pair.second, depth + 1)});
      // yaml-cpp places a missing value at whatever follows it.
      Value& added = value.entries.back().value;
      if (added.type == Value::Type::kEmpty) added.where = where;
    }
  }

  Where origin_;
  bool keep_places_;
  Diagnostics& errors_;
  int values_ = 0;
  bool stopped_ = false;
};

std::optional<Value> parse(const std::string& text, Converter& converter, const Where& whole, Diagnostics& errors) {
  const std::size_t errors_before = errors.size();
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.size() > 1) errors.add(converter.place(documents[1].Mark()), "only one document is allowed");
    if (documents.empty())
      return Value{.type = Value::Type::kEmpty, .text = {}, .items = {}, .entries = {}, .where = whole};
    Value value = converter.convert(documents.front());
    if (errors.size() == errors_before) return value;
  } catch (const YAML::Exception& error) {
    errors.add(converter.place(error.mark), "not valid YAML: " + error.msg);
  }
  return std::nullopt;
}

}  // namespace

Value::Entry* Value::find(std::string_view key) {
  const auto found = std::ranges::find(entries, key, &Entry::key);
  return found == entries.end() ? nullptr : &*found;
}

std::string describe(const Value& value) {
  switch (value.type) {
    case Value::Type::kEmpty:
      return "nothing";
    case Value::Type::kList:
      return "a list";
    case Value::Type::kMap:
      return "a mapping";
    case Value::Type::kScalar:
      break;
  }
  return (value.quoted ? "the text '" : "'") + value.text + "'";
}

std::optional<Value> parse_document(const std::string& text, const std::string& source, Diagnostics& errors) {
  const Where whole{source, 1, 1};
  Converter converter(whole, true, errors);
  return parse(text, converter, whole, errors);
}

std::optional<Value> parse_value(const std::string& text, const Where& where, Diagnostics& errors) {
  Converter converter(where, false, errors);
  return parse(text, converter, where, errors);
}

}  // namespace kintsugi
