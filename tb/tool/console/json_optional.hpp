/// Writes a std::optional into a JSON document: its value, or null.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
  template <class Json>
  static void to_json(Json& json, const std::optional<T>& value) {
    value ? json = *value : json = nullptr;
  }
};
