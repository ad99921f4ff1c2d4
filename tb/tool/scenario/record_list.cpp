#include "tb/tool/scenario/record_list.hpp"

#include <string>

namespace kintsugi {

namespace {

/// Returns a record that is written as a list as the mapping that means the same.
Value as_mapping(const Value& list, std::span<const char* const> keys) {
  Value map;
  map.type = Value::Type::kMap;
  map.where = list.where;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    map.entries.push_back({keys[i], list.items[i].where, list.items[i]});
  }
  return map;
}

}  // namespace

void read_records(MapReader& map, std::string_view key, const Value& list, const RecordForm& form,
                  const std::function<void(MapReader&)>& read) {
  ReadContext& context = map.context();
  const auto is = [&form](std::string_view verb) {
    return std::string(verb) + std::string(form.name) + ", " + std::string(form.form);
  };
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const Value& item = list.items[i];
    const std::string path = map.path_of(key) + '.' + std::to_string(i);
    const bool is_short =
        item.type == Value::Type::kList && item.items.size() >= form.needed && item.items.size() <= form.keys.size();
    if (!is_short && item.type != Value::Type::kMap) {
      context.errors.add(item.where, path + is(" must be ") + ", not " + describe(item));
      continue;
    }
    const Value mapping = is_short ? as_mapping(item, form.keys) : Value();
    MapReader inner(context, is_short ? mapping : item, path);
    read(inner);
    inner.report_unknown_keys();
  }
  if (list.items.empty()) {
    context.errors.add(list.where,
                       map.path_of(key) + " is empty; " + std::string(form.name) + " is " + std::string(form.form));
  }
}

}  // namespace kintsugi
