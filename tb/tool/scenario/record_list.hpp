/// Reads a list of records, each of which is a mapping, or a list of the values of the first keys: flows, rates.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi {

struct RecordForm {
  std::span<const char* const> keys;  ///< in the order of a list
  std::size_t needed;                 ///< how many of the first a list has at least
  std::string_view name;              ///< "a flow"
  std::string_view form;              ///< "[source, destination, rate], or a mapping with these keys"
};

/// Calls `read` with the reader of each record. Reports records of another form, unknown keys and an empty list.
void read_records(MapReader& map, std::string_view key, const Value& list, const RecordForm& form,
                  const std::function<void(MapReader&)>& read);

}  // namespace kintsugi
