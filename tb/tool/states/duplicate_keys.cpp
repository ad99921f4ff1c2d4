#include "tb/tool/states/duplicate_keys.hpp"

#include <unordered_map>

namespace kintsugi::states {

void report_duplicate_keys(const Value& value, Diagnostics& errors) {
  std::unordered_map<std::string_view, const Value::Entry*> first;
  for (const Value::Entry& entry : value.entries) {
    const auto [earlier, is_new] = first.try_emplace(entry.key, &entry);
    if (!is_new) {
      errors.add(entry.where, "duplicate key '" + entry.key + "'; the first is in line " +
                                  std::to_string(earlier->second->where.line));
    }
    report_duplicate_keys(entry.value, errors);
  }
  for (const Value& item : value.items) report_duplicate_keys(item, errors);
}

}  // namespace kintsugi::states
