/// Adds rows to the list of the numbers of a report.
#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tb/tool/run/report_numbers.hpp"

namespace kintsugi {

/// Adds rows below one section, which all have the same source. `Source` maps a result to a pointer, nullptr if the run
/// has no such numbers; `needs` say before the run when it has none.
template <class Source>
class SectionOf {
 public:
  SectionOf(std::vector<ReportNumber>& rows, std::string section, Source source, std::vector<Need> needs)
      : rows_(rows), section_(std::move(section)), source_(std::move(source)), needs_(std::move(needs)) {}

  /// `get` takes what the source points to, and may take the set-up after it.
  template <class Get>
  SectionOf& add(const std::string& key, const std::string& unit, const std::string& definition, Get get) {
    rows_.push_back({section_.empty() ? key : section_ + '.' + key, unit, definition,
                     [source = source_, get](const RunResult& result, const Setup& setup) -> nlohmann::ordered_json {
                       const auto* from = source(result);
                       if (from == nullptr) return nullptr;
                       if constexpr (std::is_invocable_v<Get, decltype(*from), const Setup&>) {
                         return std::invoke(get, *from, setup);
                       } else {
                         return std::invoke(get, *from);
                       }
                     },
                     needs_});
    return *this;
  }

 private:
  std::vector<ReportNumber>& rows_;
  std::string section_;
  Source source_;
  std::vector<Need> needs_;
};

/// Returns a function that adds a row below a path, of a number that another file writes. It needs what all need, then
/// what it says.
inline auto adder(std::vector<ReportNumber>& rows, std::string above, std::vector<Need> all = {}) {
  return [&rows, above = std::move(above), all = std::move(all)](const char* key, const char* unit,
                                                                 const char* definition, std::vector<Need> more = {}) {
    more.insert(more.begin(), all.begin(), all.end());
    rows.push_back({above + key, unit, definition, {}, std::move(more)});
  };
}

}  // namespace kintsugi
