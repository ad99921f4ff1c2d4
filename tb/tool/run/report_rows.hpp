/// The rows of a part of a report. Each is declared once: its JSON, its definition, what it needs and its name for
/// `expect` and plots come from the row.
///
/// Path    of a row below the part: "p95", "collectives.count"
/// Value   a member of the source of the part, or a function of it: anything that JSON takes, or std::optional of it
/// Absent  a row whose value is nullopt or null is left out of the JSON, unless it is declared with "or null"
/// Order   of the rows is that of the keys in JSON
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/tool/console/table.hpp"
#include "tb/tool/run/report_numbers.hpp"

namespace kintsugi {

/// Puts a value at a path below a mapping; mappings on the way to it are made.
void put_at(nlohmann::ordered_json& json, const std::string& path, nlohmann::ordered_json value);

/// What stands in JSON for a part that the source does not have.
enum class IfNone : std::uint8_t { kLeftOut, kNull };

template <class Source>
class ReportRows {
 public:
  using Value = std::optional<nlohmann::ordered_json>;  ///< nullopt: left out
  struct Row : ReportNumber {                           ///< without a unit it is no number
    std::function<Value(const Source&)> get;
  };

  template <class Get>
  ReportRows& number(std::string path, std::string unit, std::string definition, Get get,
                     std::vector<Need> needs = {}) {
    return add({std::move(path), std::move(unit), std::move(definition), std::move(needs)}, get, IfNone::kLeftOut);
  }
  template <class Get>
  ReportRows& number_or_null(std::string path, std::string unit, std::string definition, Get get,
                             std::vector<Need> needs = {}) {
    return add({std::move(path), std::move(unit), std::move(definition), std::move(needs)}, get, IfNone::kNull);
  }
  /// Adds what is no number of the report: a list, a word, a flag.
  template <class Get>
  ReportRows& other(std::string path, Get get) {
    return add({std::move(path), "", ""}, get, IfNone::kLeftOut);
  }
  /// Adds the rows of a part below a path; they need `needs` too. `find` returns a pointer to the source of the part or
  /// an optional with it; without it the part is left out, or null.
  template <class Part, class Find>
  ReportRows& include(const std::string& path, const ReportRows<Part>& part, Find find,
                      const std::vector<Need>& needs = {}, IfNone if_none = IfNone::kLeftOut) {
    if (if_none == IfNone::kNull)
      add(
          {path, "", ""}, [](const Source&) { return nullptr; }, if_none);
    for (const auto& row : part.rows()) {
      std::vector<Need> all = needs;
      std::ranges::copy(row.needs, std::back_inserter(all));
      const auto get = [find, get_of = row.get](const Source& source) -> Value {
        const auto& found = std::invoke(find, source);
        return found ? get_of(*found) : std::nullopt;
      };
      rows_.push_back({{path.empty() ? row.path : path + '.' + row.path, row.unit, row.definition, all}, get});
    }
    return *this;
  }

  const std::vector<Row>& rows() const { return rows_; }
  /// Returns those of numbers, with their paths below another one.
  std::vector<ReportNumber> numbers(const std::string& above = "") const {
    std::vector<ReportNumber> numbers;
    for (const Row& row : rows_) {
      if (!row.unit.empty()) numbers.push_back({above + row.path, row.unit, row.definition, row.needs});
    }
    return numbers;
  }
  /// Returns the first key of the first path: of the section, if all rows are below one.
  std::string section() const { return rows_.front().path.substr(0, rows_.front().path.find('.')); }
  /// Returns the value of the row with this path; null if the source has none. Throws std::logic_error without a row.
  nlohmann::ordered_json at(const std::string& path, const Source& source) const {
    const auto found = std::ranges::find(rows_, path, &Row::path);
    if (found == rows_.end()) throw std::logic_error("no number of the report: " + path);
    return found->get(source).value_or(nullptr);
  }
  /// Returns a filled() sentence.
  std::string fill(std::string_view sentence, const Source& source) const {
    return filled(sentence, [&](const std::string& path) { return at(path, source); });
  }
  /// Puts the values into a mapping; only those below a path that ends with a dot, and without it.
  void fill(nlohmann::ordered_json& json, const Source& source, const std::string& below = "") const {
    for (const Row& row : rows_) {
      if (!row.path.starts_with(below)) continue;
      if (Value value = row.get(source)) put_at(json, row.path.substr(below.size()), std::move(*value));
    }
  }
  nlohmann::ordered_json json(const Source& source) const {
    nlohmann::ordered_json json;
    fill(json, source);
    return json;
  }

 private:
  template <class Get>
  ReportRows& add(ReportNumber row, Get get, IfNone if_none) {
    rows_.push_back({std::move(row), [get, if_none](const Source& source) -> Value {
                       Value value = nlohmann::ordered_json(std::invoke(get, source));
                       if (value->is_null() && if_none == IfNone::kLeftOut) value.reset();
                       return value;
                     }});
    return *this;
  }

  std::vector<Row> rows_;
};

/// A run of which the report tells.
struct ReportedRun {
  const RunResult& result;
  const Setup& setup;
};
using RunRows = ReportRows<ReportedRun>;

/// Return the rows of the numbers in the report of a run; the second one makes them anew.
const RunRows& run_rows();
RunRows make_run_rows();

/// Returns null in place of an empty text or list.
template <class Value>
nlohmann::ordered_json unless_empty(const Value& value) {
  return value.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
}

}  // namespace kintsugi
